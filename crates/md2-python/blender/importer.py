# SPDX-License-Identifier: GPL-3.0-or-later
"""Import: each frame becomes a shape key, each sequence an action, each tag an empty, and each skin a material."""

import hashlib
import json
import math
import os
from contextlib import suppress

import bpy
import numpy as np
import quakemodels
from bpy.props import BoolProperty, CollectionProperty, FloatProperty, StringProperty
from bpy_extras.io_utils import ImportHelper
from mathutils import Matrix

from . import compat, original

UNITS_PER_METER = 32.0
SKINS = "quake_skins"
PIXELS = "quake_pixels"
SURFACE = "quake_surface"
TAG = "quake_tag"
TAG_NUMBER = "quake_tag_number"
ROLE = "quake_role"
FILES = "quake_files"
CONFIG = "animation.cfg"


def import_path(path, scale=UNITS_PER_METER, joined=False, set_frame_rate=True):
    """Imports a model, a player folder, or a file in an archive. Returns the objects of its parts and the notes."""
    figure = quakemodels.open(path, joined)
    rate = max((s.fps for part in figure.parts for s in part.model.sequences), default=0)
    if set_frame_rate and rate > 0:
        bpy.context.scene.render.fps = max(1, round(rate))
        bpy.context.scene.render.fps_base = 1
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    objects, notes = [], list(figure.notes)
    for part in figure.parts:
        objects.append(import_model(part.model, part.role, scale, bpy.context.collection, notes))
        store_files(objects[-1], part.model, folder)
    for part, obj in zip(figure.parts, objects, strict=True):
        if part.parent is not None:
            mount(obj, objects[part.parent], part.tag)
    for part in figure.parts:
        notes += [f"{part.model.name}: {note}" for note in (*part.model.repairs, *part.model.notes)]
    return objects, notes


def import_model(model, role, scale, collection, notes):
    name = os.path.splitext(os.path.basename(model.name))[0] or "model"
    arrays = original.MeshArrays(model)
    mesh = make_mesh(name, model, arrays)
    obj = bpy.data.objects.new(name, mesh)
    collection.objects.link(obj)
    # Quake's models look along +X; Blender's front view looks at what faces -Y.
    obj.matrix_world = Matrix.Rotation(math.radians(-90), 4, "Z") @ Matrix.Scale(1 / scale, 4)
    obj[ROLE] = role
    add_skins(obj, model, notes)
    key_names = add_shape_keys(obj, model)
    original.store(obj, model.file, key_names)
    set_properties(obj, model)
    tags = add_tags(obj, model, collection)
    add_actions(obj, model, key_names, tags)
    return obj


def store_files(obj, model, folder):
    """Stores the skin files of a part of a player and its animation.cfg, so that the export writes them as they were."""
    stem = os.path.splitext(os.path.basename(model.name))[0]
    paths = {skin.name: f"{stem}_{skin.name}.skin" for skin in model.skins} | {CONFIG: CONFIG}
    files = {}
    for name, path in paths.items() if model.format == "MD3" else ():
        with suppress(OSError):
            files[name] = quakemodels.read_file(os.path.join(folder, path)).decode("latin-1")
    obj[FILES] = json.dumps(files)


def make_mesh(name, model, arrays):
    mesh = bpy.data.meshes.new(name)
    positions = np.asarray(model.positions)
    mesh.from_pydata(positions[0] if len(positions) else [], [], arrays.vertices.reshape(-1, 3))
    mesh.shade_smooth()
    mesh.polygons.foreach_set("material_index", arrays.slots)
    layer = mesh.uv_layers.new(name="UVMap")
    if layer and len(arrays.vertices):
        layer.data.foreach_set("uv", arrays.uvs.ravel())
    mesh.update(calc_edges=True)
    return mesh


def add_shape_keys(obj, model):
    """Adds a key for each frame under its own name. Returns the names that Blender gave them."""
    positions = np.asarray(model.positions)
    if not len(positions):
        return []
    obj.shape_key_add(name="Basis", from_mix=False)
    names = []
    for frame, name in enumerate(model.frame_names):
        key = obj.shape_key_add(name=name or f"frame {frame}", from_mix=False)
        key.data.foreach_set("co", positions[frame].ravel())
        key.slider_max = 1.0
        names.append(key.name)
    return names


def set_properties(obj, model):
    quake = obj.quake
    quake.format = model.format
    try:
        editor = quakemodels.Editor(quakemodels.salvage(model.file).file)
    except quakemodels.ModelError:
        # Models of Hexen II can only be read.
        return
    for path in editor.skin_paths:
        quake.skin_paths.add().path = path
    if editor.effects is not None:
        quake.effects = editor.effects & 0x7FFFFFFF
    if editor.is_synchronized is not None:
        quake.synchronized = editor.is_synchronized
    if editor.eye_position is not None:
        quake.eye_position = editor.eye_position


def add_skins(obj, model, notes):
    """Makes a material of each skin for each surface. The object shows the first skin, and knows all of them."""
    surfaces = model.surfaces or [None]
    skins, images = {}, {}

    def make(surface, image, skin):
        place = surface.name if surface and surface.name else obj.name
        material = make_material(f"{place} {skin}".rstrip(), image, images)
        material[SURFACE] = surface.name if surface else ""
        return material.name

    for skin in model.skins:
        # The same image lies there as PCX and as PNG.
        stem = os.path.splitext(skin.name)[0]
        if (skin.is_guess and skins) or any(os.path.splitext(name)[0] == stem for name in skins):
            continue
        try:
            decoded = skin.images(len(surfaces))
        except quakemodels.ModelError as error:
            notes.append(f"{model.name}: skin {skin.name}: {error}")
            continue
        if not any(decoded):
            notes.append(f"{model.name}: no image of the skin {skin.name} was found")
        skins[skin.name] = [make(surface, image, skin.name) for surface, image in zip(surfaces, decoded, strict=True)]
    if not skins:
        notes.append(f"{model.name}: no skin was found")
    for name in next(iter(skins.values()), None) or [make(surface, None, "") for surface in surfaces]:
        obj.data.materials.append(bpy.data.materials[name])
    obj[SKINS] = skins


def make_material(name, image, images):
    material = bpy.data.materials.new(name)
    material.use_fake_user = True
    compat.use_nodes(material)
    nodes, links = material.node_tree.nodes, material.node_tree.links
    shader = next((node for node in nodes if node.type == "BSDF_PRINCIPLED"), None)
    if shader is None:
        return material
    shader.inputs["Roughness"].default_value = 0.9
    if image is not None:
        material[PIXELS] = hash_pixels(image.pixels)
        # The skins of an MDL have the same place.
        key = (image.place, material[PIXELS])
        if key not in images:
            images[key] = make_image(image)
        texture = nodes.new("ShaderNodeTexImage")
        texture.image = images[key]
        texture.location = (-320, 280)
        links.new(texture.outputs["Color"], shader.inputs["Base Color"])
        if np.asarray(image.pixels)[..., 3].min() < 255:
            links.new(texture.outputs["Alpha"], shader.inputs["Alpha"])
    return material


def hash_pixels(pixels):
    """Returns what tells whether the image of a material has changed since its import."""
    return hashlib.sha256(memoryview(pixels)).hexdigest()


def make_image(image):
    name = os.path.basename(image.place.replace("\\", "/")) or "skin"
    made = bpy.data.images.new(name, image.width, image.height, alpha=True)
    pixels = np.asarray(image.pixels)[::-1].astype(np.float32) / np.float32(255)
    made.pixels.foreach_set(pixels.ravel())
    made.update()
    made.pack()
    return made


def add_tags(obj, model, collection):
    tags = []
    for number, tag in enumerate(model.tags):
        empty = bpy.data.objects.new(tag.name, None)
        empty.empty_display_type = "ARROWS"
        empty.empty_display_size = 4
        empty.rotation_mode = "QUATERNION"
        empty[TAG], empty[TAG_NUMBER] = tag.name, number
        collection.objects.link(empty)
        empty.parent = obj
        poses = tag_poses(tag)
        if poses:
            empty.location, empty.rotation_quaternion, empty.scale = poses[0]
        tags.append((empty, poses))
    return tags


def tag_poses(tag):
    """Returns location, rotation and scale of a tag in each frame. The rows of its axes are the columns of a matrix."""
    poses = []
    previous = None
    for origin, axes in zip(np.asarray(tag.origins), np.asarray(tag.axes), strict=True):
        _, rotation, scale = Matrix(axes.T.tolist()).to_4x4().decompose()
        if previous is not None:
            rotation.make_compatible(previous)
        previous = rotation
        poses.append((origin.tolist(), rotation, scale))
    return poses


def add_actions(obj, model, key_names, tags):
    """Makes an action of each sequence. Each key has the value 1 at its frame, so that poses are blended as the game does."""
    keys = obj.data.shape_keys
    if keys is None or not key_names:
        return
    rate = bpy.context.scene.render.fps
    paths = [f'key_blocks["{bpy.utils.escape_identifier(name)}"].value' for name in key_names]
    for sequence in model.sequences:
        frames = range(sequence.first, min(sequence.last + 1, len(key_names)))
        step = rate / sequence.fps if sequence.fps > 0 else 1.0
        action = bpy.data.actions.new(sequence.name)
        name_action(action, sequence.name)
        action["quake_fps"], action["quake_loops"] = sequence.fps, sequence.loops
        curves = compat.fcurves(action, keys)
        for number, path in enumerate(paths):
            place = number - sequence.first if number in frames else None
            add_curve(curves, path, walk(place, len(frames), step))
        compat.add_muted_track(keys, action)
        for empty, poses in tags:
            add_tag_action(empty, action.name, [poses[frame] for frame in frames], step)
    actions = compat.actions_of(keys)
    if actions:
        play(obj, actions[0].name)


def name_action(action, name):
    """Remembers the name of a sequence. Blender gives its action another one if the name is taken."""
    action["quake_name"], action["quake_made"] = name, action.name


def sequence_name(action):
    """Returns the name of the sequence that an action plays: its own name if the user has changed it."""
    return action["quake_name"] if action.get("quake_made") == action.name else action.name


def walk(place, count, step):
    """Returns the keyframes of the key at `place` in a sequence of `count` frames: 1 at its time, 0 at its neighbors'."""
    if place is None:
        return [(1.0, 0.0)]
    times = [(1 + step * (place + off), 1.0 if off == 0 else 0.0) for off in (-1, 0, 1)]
    return [time for time, off in zip(times, (-1, 0, 1), strict=True) if 0 <= place + off < count]


def add_curve(curves, path, points, index=0):
    curve = curves.new(path, index=index)
    curve.keyframe_points.add(len(points))
    curve.keyframe_points.foreach_set("co", [value for point in points for value in point])
    # LINEAR
    curve.keyframe_points.foreach_set("interpolation", [1] * len(points))
    return curve


def add_tag_action(empty, name, poses, step):
    action = bpy.data.actions.new(f"{name} {empty[TAG]}")
    action["quake_of"] = name
    curves = compat.fcurves(action, empty)
    for path, size, values in (("location", 3, 0), ("rotation_quaternion", 4, 1), ("scale", 3, 2)):
        for axis in range(size):
            points = [(1 + step * place, pose[values][axis]) for place, pose in enumerate(poses)]
            add_curve(curves, path, points, axis)
    compat.add_muted_track(empty, action)


def play(obj, name):
    """Makes an object and its tags play an action, and sets the range of the scene to it. Returns the action."""
    keys = obj.data.shape_keys
    action = next((action for action in compat.actions_of(keys) if action.name == name), None)
    if action is None:
        return None
    compat.set_action(keys, action)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, max(1, math.ceil(action.frame_range[1]))
    for child in obj.children:
        if TAG in child:
            found = [action for action in compat.actions_of(child) if action.get("quake_of") == name]
            compat.set_action(child, found[0] if found else None)
    return action


def mount(obj, parent, tag):
    """Attaches a part of a player to a tag of another part."""
    empty = next((child for child in parent.children if child.get(TAG, "").lower() == (tag or "").lower()), None)
    obj.parent = empty or parent
    obj.matrix_parent_inverse.identity()
    obj.matrix_basis.identity()


class IMPORT_SCENE_OT_quake(bpy.types.Operator, ImportHelper):
    """Import models of Quake: MDL, MD2, MD3, or those of a PAK or PK3 archive"""

    bl_idname = "import_scene.quake_model"
    bl_label = "Import Quake model"
    bl_options = {"REGISTER", "UNDO"}

    filter_glob: StringProperty(default="*.mdl;*.md2;*.md3;*.pak;*.pk3", options={"HIDDEN"})
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    scale: FloatProperty(
        name="Units per meter", description="Quake units for each meter", default=UNITS_PER_METER, min=0.001, max=10000
    )
    joined: BoolProperty(
        name="Whole player", description="Also import the other parts of a player of Quake III, joined by their tags"
    )
    set_frame_rate: BoolProperty(
        name="Set frame rate", description="Give the scene the rate of the fastest sequence", default=True
    )
    entry: StringProperty(
        name="File in archive", description="The path of a model inside the archive. Without it, all models are imported"
    )

    def invoke(self, context, event):
        # A dropped file has its path already.
        return self.invoke_popup(context) if self.filepath else ImportHelper.invoke(self, context, event)

    def execute(self, context):
        names = [os.path.join(self.directory, file.name) for file in self.files if file.name] or [self.filepath]
        paths = [path for name in names for path in self.paths_in(name)]
        if not paths:
            self.report({"ERROR"}, "there is no model in these files")
            return {"CANCELLED"}
        manager = context.window_manager
        manager.progress_begin(0, len(paths))
        for obj in context.selected_objects:
            obj.select_set(False)
        imported = 0
        for number, path in enumerate(paths):
            try:
                objects, notes = import_path(path, self.scale, self.joined, self.set_frame_rate)
            except (quakemodels.ModelError, OSError) as error:
                self.report({"ERROR"}, str(error))
                continue
            imported += 1
            for note in notes:
                self.report({"WARNING"}, note)
            for obj in objects:
                obj.select_set(True)
                context.view_layer.objects.active = obj
            manager.progress_update(number + 1)
        manager.progress_end()
        return {"FINISHED"} if imported else {"CANCELLED"}

    def paths_in(self, name):
        if not name.lower().endswith((".pak", ".pk3")):
            return [name]
        return [os.path.join(name, self.entry)] if self.entry else [str(path) for path in quakemodels.find_models(name)]


class IMPORT_SCENE_FH_quake(bpy.types.FileHandler):
    bl_idname = "IMPORT_SCENE_FH_quake"
    bl_label = "Quake models"
    bl_import_operator = "import_scene.quake_model"
    bl_file_extensions = ".mdl;.md2;.md3;.pak;.pk3"

    @classmethod
    def poll_drop(cls, context):
        return context.area and context.area.type in {"VIEW_3D", "OUTLINER"}


def menu(self, context):
    self.layout.operator(IMPORT_SCENE_OT_quake.bl_idname, text="Quake model (.mdl, .md2, .md3, .pak, .pk3)")
