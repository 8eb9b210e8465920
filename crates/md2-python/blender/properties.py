# SPDX-License-Identifier: GPL-3.0-or-later
"""What a model of Quake has and a mesh of Blender has not, as properties of the object."""

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, FloatVectorProperty, IntProperty, StringProperty

FORMATS = (
    ("MDL", "MDL", "Quake, Hexen and their engines"),
    ("MD2", "MD2", "Quake II, GZDoom"),
    ("MD3", "MD3", "Quake III Arena, GZDoom, engines of Quake"),
)


class SkinPath(bpy.types.PropertyGroup):
    """The path of a skin in the game, as the file stores it."""

    path: StringProperty(name="Path", description="The path in the game, such as players/male/grunt.pcx")


class QuakeModel(bpy.types.PropertyGroup):
    """The properties of an object that no mesh has."""

    format: EnumProperty(name="Format", items=FORMATS, default="MD2")
    folder: StringProperty(
        name="Game folder", description="The folder of the model in the game, such as models/props. Paths of skins start with it"
    )
    skin_paths: CollectionProperty(type=SkinPath)
    effects: IntProperty(
        name="Effects", description="MDL: bits for trails, rotation and holes. MD3: flags", min=0, max=0x7FFFFFFF
    )
    synchronized: BoolProperty(
        name="Synchronized", description="MDL: all entities start timed frames and skins together", default=True
    )
    eye_position: FloatVectorProperty(name="Eyes", description="MDL: the position of the eyes in Quake units", size=3)
    modern: BoolProperty(
        name="Modern limits", description="Allow as many vertices, triangles and frames as Ironwail does"
    )
    fullbright: BoolProperty(name="Full-bright colors", description="MDL: colors of a skin may glow in the dark")
    dither: BoolProperty(name="Dither", description="MDL: mix colors of the palette where the skin has others")
    holes: BoolProperty(name="Holes", description="MDL: transparent pixels of the skin are holes")
