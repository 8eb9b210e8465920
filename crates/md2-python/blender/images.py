# SPDX-License-Identifier: GPL-3.0-or-later
"""The images of materials, as skins."""

import os

import bpy
import numpy as np
import quakemodels

from . import compat
from .importer import PIXELS, SKINS, hash_pixels


def image_of(material):
    """Returns the image that colors a material; `None` if it has none."""
    if material is None or material.node_tree is None:
        return None
    textures = [node for node in material.node_tree.nodes if node.type == "TEX_IMAGE" and node.image]
    colored = [node for node in textures if any(link.to_socket.name == "Base Color" for link in node.outputs[0].links)]
    found = colored or textures
    return found[0].image if found else None


def pixels_of(material):
    """Returns width, height and the pixels of a material's image, 4 bytes each from the top left corner."""
    image = image_of(material)
    if image is None or not all(image.size):
        return None
    width, height = image.size
    values = np.empty(width * height * 4, dtype=np.float32)
    image.pixels.foreach_get(values)
    rows = np.rint(np.clip(values, 0, 1) * 255).astype(np.uint8).reshape(height, width * 4)
    return width, height, rows[::-1].tobytes()


def material_with(material, image, name):
    """Returns a copy of a material that shows another image."""
    made = material.copy() if material is not None else bpy.data.materials.new(name)
    made.name, made.use_fake_user = name, True
    compat.use_nodes(made)
    textures = [node for node in made.node_tree.nodes if node.type == "TEX_IMAGE" and node.image == image_of(material)]
    if not textures:
        textures = [made.node_tree.nodes.new("ShaderNodeTexImage")]
        shader = next(node for node in made.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
        made.node_tree.links.new(textures[0].outputs["Color"], shader.inputs["Base Color"])
    for texture in textures:
        texture.image = image
    return made


def skin_materials(obj):
    """Returns the material of each skin of an object with one surface. The one that it shows replaces the first if it is new."""
    skins = obj.get(SKINS)
    names = [list(materials)[0] for materials in skins.values()] if skins else []
    materials = [bpy.data.materials.get(name) for name in names]
    shown = obj.data.materials[0] if len(obj.data.materials) else None
    if shown is not None and shown not in materials:
        materials[:1] = [shown]
    return [material for material in materials if material is not None]


def skins_of(obj, format):
    """Returns the images of all skins that a new MDL contains. They all have the size of the first."""
    found = [pixels_of(material) for material in skin_materials(obj)] if format == "MDL" else []
    found = [skin for skin in found if skin is not None]
    return [skin for skin in found if skin[:2] == found[0][:2]]


def changed_pixels(material):
    """Returns the pixels of a material whose image is not the one of its import; `None` if it is."""
    new = pixels_of(material)
    is_old = new is None or material.get(PIXELS) == hash_pixels(new[2])
    return None if is_old else new


def replace_skins(obj, editor):
    """Replaces the skins inside an MDL whose images have changed. Returns what was replaced and what could not be."""
    if editor.format != "MDL":
        return []
    lines = []
    for number, material in enumerate(skin_materials(obj)[: editor.skin_count]):
        new = changed_pixels(material)
        if new is None:
            continue
        if new[:2] != tuple(editor.skin_size):
            found, wanted = ("{} x {}".format(*size[:2]) for size in (new, editor.skin_size))
            lines.append(f"skin {number} stays: the image has {found} pixels, the skins of the model have {wanted}")
            continue
        editor.set_skin_image(number, new[2], obj.quake.fullbright)
        lines.append(f"skin {number} was replaced")
    return lines


def changed_images(obj, editor):
    """Returns the path and the PNG file of each image outside the file that differs from the original's."""
    if editor.format == "MDL":
        return []
    paths = editor.skin_paths
    pairs = [(paths[slot] if slot < len(paths) else "", material) for slot, material in enumerate(obj.data.materials)]
    if editor.format == "MD2":
        # Each skin of the model is an image of its own, also one that the object does not show.
        names = {stem(name): materials[0] for name, materials in (obj.get(SKINS) or {}).items()}
        named = {path: bpy.data.materials.get(names.get(stem(path), "")) for path in paths}
        pairs = [*named.items(), *(pair for pair in pairs if pair[1] not in named.values())]
    found = [(path or material.name, changed_pixels(material)) for path, material in pairs if material]
    return [(path, quakemodels.encode_png(*pixels)) for path, pixels in found if pixels]


def stem(path):
    return os.path.splitext(os.path.basename(path.replace("\\", "/")))[0].lower()
