# SPDX-License-Identifier: GPL-3.0-or-later
"""The vertices of evaluated meshes in all frames: with shape keys, bones and modifiers."""

import math
from contextlib import contextmanager
from types import SimpleNamespace

import bpy
import numpy as np
import quakemodels
from mathutils import Matrix

from . import compat, frames, importer, original


def sample(context, main, meshes, options):
    """Samples all frames. A generator: it yields the share of the work that is done, and returns the arrays of the model."""
    source = choose(main, meshes, options.source)
    scene = context.scene
    current = scene.frame_current, scene.frame_subframe
    with preserved(main, meshes):
        shots, sequences, names = plan(scene, main, meshes, source, options.rate)
        to_game = space(main, options.scale)
        # Only an imported tag is as large as the file says.
        tag_scale = 1.0 if original.KEYS in main else options.scale
        tags = tags_of(main, meshes)
        topology, positions, normals, poses = None, [], [], [[] for _ in tags]
        try:
            for number, show in enumerate(shots):
                show()
                depsgraph = context.evaluated_depsgraph_get()
                read = [Evaluated(obj, depsgraph, to_game) for obj in meshes]
                topology = topology or Topology(read)
                topology.check(read, number)
                positions.append(np.concatenate([mesh.positions for mesh in read])[topology.vertex_of])
                normals.append(np.concatenate([mesh.normals for mesh in read])[topology.loop_of])
                for tag, list_ in zip(tags, poses, strict=True):
                    list_.append(tag_pose(to_game @ tag.evaluated_get(depsgraph).matrix_world, tag_scale))
                yield (number + 1) / len(shots)
        finally:
            scene.frame_set(current[0], subframe=current[1])
    sampled = SimpleNamespace()
    drop_repeated_ends(sequences, positions, normals, poses, names)
    sampled.positions = np.ascontiguousarray(np.concatenate(positions), dtype=np.float32)
    sampled.normals = np.ascontiguousarray(np.concatenate(normals), dtype=np.float32)
    sampled.uvs, sampled.triangles = topology.uvs, topology.triangles
    sampled.material_of, sampled.materials = topology.material_of, topology.materials
    sampled.sequences = sequences
    sampled.frame_names = names or quakemodels.name_frames([(s.name, s.last - s.first + 1) for s in sequences])
    sampled.tags = [
        (tag.get(importer.TAG, tag.name), np.array(list_, dtype=np.float32)) for tag, list_ in zip(tags, poses, strict=True)
    ]
    return sampled


def choose(main, meshes, source):
    if source != "AUTO":
        return source
    if armature_of(meshes) is None and main.data.shape_keys and len(main.data.shape_keys.key_blocks) > 1:
        if original.KEYS in main or not compat.actions_of(main.data.shape_keys):
            return "SHAPE_KEYS"
    if animated(main, meshes) is not None:
        return "ACTIONS"
    return "SCENE" if any(obj.modifiers or obj.animation_data for obj in meshes) else "STILL"


def armature_of(meshes):
    for obj in meshes:
        for modifier in obj.modifiers:
            if modifier.type == "ARMATURE" and modifier.object:
                return modifier.object
        if obj.parent and obj.parent.type == "ARMATURE":
            return obj.parent
    return None


def animated(main, meshes):
    """Returns the datablock whose actions move the model; `None` if there are no actions."""
    candidates = [armature_of(meshes), main.data.shape_keys, main]
    return next((owner for owner in candidates if compat.actions_of(owner)), None)


def plan(scene, main, meshes, source, rate):
    """Returns a function that shows each frame to sample, their sequences, and the names of the frames if the source has names."""
    if source == "SHAPE_KEYS":
        return plan_keys(scene, main, tags_of(main, meshes))
    owner = animated(main, meshes)
    spans = []
    if source in {"ACTIONS", "NLA"} and owner is None:
        raise quakemodels.ModelError(f"{main.name} and its armature have no actions: choose other frames")
    if source == "ACTIONS":
        for action in compat.actions_of(owner):
            start, end = action.frame_range
            spans.append((importer.sequence_name(action), start, end, lambda action=action: alone(owner, action)))
    elif source == "NLA":
        for track in owner.animation_data.nla_tracks:
            for strip in track.strips:
                spans.append((strip.name, strip.frame_start, strip.frame_end, lambda track=track: solo(owner, track)))
    elif source == "MARKERS":
        markers = sorted(scene.timeline_markers, key=lambda marker: marker.frame)
        if not markers:
            raise quakemodels.ModelError("the timeline has no markers: choose other frames")
        ends = [marker.frame - 1 for marker in markers[1:]] + [scene.frame_end]
        spans = [(marker.name, marker.frame, max(end, marker.frame), None) for marker, end in zip(markers, ends, strict=True)]
    else:
        start, end = (scene.frame_current,) * 2 if source == "STILL" else (scene.frame_start, scene.frame_end)
        spans = [("frame", start, end, None)]
    return plan_spans(scene, spans, rate)


def plan_spans(scene, spans, rate):
    shots, sequences = [], []
    step = scene.render.fps / scene.render.fps_base / rate
    for name, start, end, prepare in spans:
        count = max(1, math.floor((end - start) / step + 1.0001))
        sequences.append(frames.Sequence(name, len(shots), len(shots) + count - 1, rate))
        for number in range(count):
            shots.append(lambda time=start + number * step, prepare=prepare: show_time(scene, time, prepare))
    return shots, sequences, None


def plan_keys(scene, main, tags):
    keys = frames.keys_of(main)
    if not keys:
        raise quakemodels.ModelError(f"{main.name} has no shape keys: choose other frames")
    known = original.frame_of_key(main)
    model = original.load(main) if known else None
    names = [frames.frame_name(main, key, model.frame_names) if model else key.name for key in keys]
    sequences = frames.sequences_of(main, keys)
    actions = {importer.sequence_name(action): action for action in compat.actions_of(main.data.shape_keys)}
    when = {}
    # Without tags, nothing but the key itself must be shown.
    for sequence in sequences if tags else ():
        for time, number in frames.timed_keys(actions[sequence.name], keys):
            when.setdefault(number, (actions[sequence.name], time))
    shots = [lambda number=number: show_key(scene, main, number + 1, when.get(number)) for number in range(len(keys))]
    return shots, sequences, names


def show_key(scene, obj, index, when):
    """Shows one shape key alone. Tags follow the action that shows the key."""
    obj.show_only_shape_key = True
    obj.active_shape_key_index = index
    if when is not None:
        if obj.data.shape_keys.animation_data.action != when[0]:
            importer.play(obj, when[0].name)
        show_time(scene, when[1], None)


def show_time(scene, time, prepare):
    if prepare is not None:
        prepare()
    whole = math.floor(time)
    scene.frame_set(whole, subframe=time - whole)


def alone(owner, action):
    data = owner.animation_data
    if data.action != action:
        data.use_nla = False
        if isinstance(owner, bpy.types.Object) and owner.type == "ARMATURE":
            # A bone that the action does not move must not keep the pose of the action before.
            for bone in owner.pose.bones:
                bone.matrix_basis.identity()
        compat.set_action(owner, action)


def solo(owner, track):
    if not track.is_solo:
        compat.set_action(owner, None)
        owner.animation_data.use_nla = True
        track.mute = False
        track.is_solo = True


@contextmanager
def preserved(main, meshes):
    """Restores what the sampling changes: actions, tracks, and the shown shape key."""
    owners = {armature_of(meshes), main.data.shape_keys, main, *main.children}
    owners = [owner for owner in owners if owner is not None and owner.animation_data]
    states = []
    for owner in owners:
        data = owner.animation_data
        states.append((owner, data.action, data.use_nla, [(track, track.mute, track.is_solo) for track in data.nla_tracks]))
    shown = main.show_only_shape_key, main.active_shape_key_index
    scene = bpy.context.scene
    ends = scene.frame_start, scene.frame_end
    try:
        yield
    finally:
        for owner, action, use_nla, tracks in states:
            for track, mute, is_solo in tracks:
                track.is_solo = is_solo
                track.mute = mute
            owner.animation_data.use_nla = use_nla
            compat.set_action(owner, action)
        main.show_only_shape_key, main.active_shape_key_index = shown
        scene.frame_start, scene.frame_end = ends


def space(main, scale):
    """Returns the matrix from the scene to the game. An imported model has its own origin and size."""
    if original.KEYS in main:
        return main.matrix_world.inverted_safe()
    return Matrix.Scale(scale, 4) @ Matrix.Rotation(math.radians(90), 4, "Z")


class Evaluated:
    """A mesh with its modifiers in one frame, in the game's axes and units."""

    def __init__(self, obj, depsgraph, to_game):
        evaluated = obj.evaluated_get(depsgraph)
        mesh = evaluated.to_mesh()
        matrix = np.array(to_game @ evaluated.matrix_world, dtype=np.float64)
        self.turns = np.linalg.det(matrix[:3, :3]) < 0
        self.positions = move(get(mesh.vertices, "co", 3), matrix)
        self.normals = get(mesh.corner_normals, "vector", 3)
        if not np.allclose(matrix, np.eye(4), atol=1e-6):
            turned = self.normals @ np.linalg.inv(matrix[:3, :3])
            lengths = np.linalg.norm(turned, axis=1, keepdims=True)
            self.normals = (turned / np.maximum(lengths, 1e-12)).astype(np.float32)
        mesh.calc_loop_triangles()
        self.loops = get(mesh.loop_triangles, "loops", 3, np.int32)
        self.slots = get(mesh.loop_triangles, "material_index", 1, np.int32).ravel()
        self.vertices = get(mesh.loops, "vertex_index", 1, np.int32).ravel()
        layer = mesh.uv_layers.active
        self.uvs = get(layer.data, "uv", 2) if layer else np.zeros((len(self.vertices), 2), np.float32)
        self.materials = [slot.material for slot in obj.material_slots] or [None]
        self.name = obj.name
        evaluated.to_mesh_clear()


def get(collection, name, size, type_=np.float32):
    values = np.empty(len(collection) * size, dtype=type_)
    collection.foreach_get(name, values)
    return values.reshape(-1, size)


def move(positions, matrix):
    # The positions of an imported model stay exactly as they were.
    if np.allclose(matrix, np.eye(4), atol=1e-6):
        return positions
    return (positions @ matrix[:3, :3].T + matrix[:3, 3]).astype(np.float32)


class Topology:
    """The triangles of the first frame. A corner with another texture coordinate, normal or material is another vertex."""

    def __init__(self, meshes):
        self.counts = [(len(mesh.positions), len(mesh.loops)) for mesh in meshes]
        if not sum(triangles for _, triangles in self.counts):
            raise quakemodels.ModelError("the selected meshes have no faces")
        self.materials = []
        rows, triangles, first_vertex, first_loop = [], [], 0, 0
        for mesh in meshes:
            numbers = np.array([self.number_of(material, mesh.name) for material in mesh.materials])
            slots = np.zeros(len(mesh.vertices), dtype=np.int64)
            slots[mesh.loops.ravel()] = np.repeat(numbers[np.minimum(mesh.slots, len(numbers) - 1)], 3)
            normals = np.rint(mesh.normals * 512).astype(np.int64)
            bits = mesh.uvs.view(np.int32).astype(np.int64)
            rows.append(np.column_stack((mesh.vertices + first_vertex, bits, slots, normals)))
            # Quake's triangles are clockwise.
            order = (0, 1, 2) if mesh.turns else (0, 2, 1)
            triangles.append(mesh.loops[:, order] + first_loop)
            first_vertex += len(mesh.positions)
            first_loop += len(mesh.vertices)
        rows = np.concatenate(rows)
        _, first, inverse = np.unique(rows, axis=0, return_index=True, return_inverse=True)
        # In the order of the vertices, so that the file has the order of the mesh.
        ranks = np.argsort(np.lexsort((first, rows[first, 0])))
        inverse = ranks[inverse.ravel()]
        self.loop_of = np.empty(len(first), dtype=np.int64)
        self.loop_of[ranks] = first
        self.vertex_of = rows[self.loop_of, 0]
        uvs = np.concatenate([mesh.uvs for mesh in meshes])[self.loop_of]
        self.uvs = np.stack((uvs[:, 0], np.float32(1) - uvs[:, 1]), axis=-1).astype(np.float32)
        self.material_of = rows[self.loop_of, 3].astype(np.uint32)
        self.triangles = np.ascontiguousarray(inverse[np.concatenate(triangles)], dtype=np.uint32)

    def number_of(self, material, name):
        if material is not None:
            name = material.get(importer.SURFACE) or material.name
        known = [number for number, (_, other) in enumerate(self.materials) if other == material]
        if known:
            return known[0]
        self.materials.append((name, material))
        return len(self.materials) - 1

    def check(self, meshes, frame):
        for mesh, counts in zip(meshes, self.counts, strict=True):
            if (len(mesh.positions), len(mesh.loops)) != counts:
                found = f"{len(mesh.positions)} vertices and {len(mesh.loops)} triangles"
                raise quakemodels.ModelError(f"{mesh.name}, frame {frame}: {found}, expected {counts[0]} and {counts[1]} as in frame 0")


def tags_of(main, meshes):
    """Returns the empties that are tags: children of the model or of its armature."""
    parents = [*meshes, armature_of(meshes)]
    children = [child for parent in parents if parent for child in parent.children]
    empties = [child for child in dict.fromkeys(children) if child.type == "EMPTY"]
    tags = [empty for empty in empties if importer.TAG in empty or empty.name.lower().startswith("tag_")]
    return sorted(tags, key=lambda tag: tag.get(importer.TAG_NUMBER, len(tags)))


def tag_pose(matrix, scale):
    axes = np.array(matrix.to_3x3()).T / scale
    return [*matrix.translation, *axes.ravel()]


def drop_repeated_ends(sequences, positions, normals, poses, names):
    """Removes the last frame of a sequence that repeats its first: the game goes from the last frame to the first by itself."""
    if names is not None:
        return
    removed = 0
    for sequence in sequences:
        sequence.first -= removed
        sequence.last -= removed
        first, last = positions[sequence.first], positions[sequence.last]
        moves = any(not np.allclose(first, other, atol=1e-3) for other in positions[sequence.first : sequence.last])
        if moves and np.allclose(first, last, atol=1e-3):
            for frames_ in (positions, normals, *poses):
                del frames_[sequence.last]
            sequence.last -= 1
            removed += 1
        elif moves:
            # A walk that ends where it begins was found above; all others play once.
            sequence.loops = False
