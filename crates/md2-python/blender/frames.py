# SPDX-License-Identifier: GPL-3.0-or-later
"""The frames of an object as shape keys, and the sequences that its actions make of them."""

import re

import bpy
import numpy as np

from . import compat, importer, original

PATH = re.compile(r'key_blocks\["(.*)"\]\.value')


class Sequence:
    """Frames that are played one after the other, from `first` to `last`."""

    def __init__(self, name, first, last, fps, loops=True):
        self.name, self.first, self.last, self.fps, self.loops = name, first, last, fps, loops


def keys_of(obj):
    """Returns the shape keys that are frames: all but the basis."""
    keys = obj.data.shape_keys
    return list(keys.key_blocks)[1:] if keys else []


def coordinates(key):
    values = np.empty(3 * len(key.data), dtype=np.float32)
    key.data.foreach_get("co", values)
    return values.reshape(-1, 3)


def normals(key):
    return np.array(key.normals_vertex_get(), dtype=np.float32).reshape(-1, 3)


def has_original_keys(obj, options):
    """Whether the shape keys of an imported object still are its frames, and nothing else moves its vertices."""
    if options.source not in {"AUTO", "SHAPE_KEYS"} or not keys_of(obj) or not original.frame_of_key(obj):
        return False
    return not any(modifier.show_viewport for modifier in obj.modifiers)


def original_order(obj, keys, positions):
    """Returns the frame of the original that each key shows; `None` for a new one. A renamed key is found by its place or shape."""
    known = original.frame_of_key(obj)
    order = [known.get(key.name) for key in keys]
    unused = set(range(len(positions))) - set(order)
    for place, key in enumerate(keys):
        if order[place] is None and unused:
            shown = coordinates(key)
            same = [frame for frame in sorted(unused) if np.array_equal(shown, positions[frame])]
            found = place if place in unused and (place in same or not same) else next(iter(same), None)
            order[place] = found
            unused.discard(found)
    return order


def frame_name(obj, key, names):
    """Returns the name of a frame: that of the original if the key has the name that the import gave it."""
    frame = original.frame_of_key(obj).get(key.name)
    return key.name if frame is None else names[frame]


def renamed_sequences(obj):
    """Returns the old and the new name of each sequence whose action the user has renamed."""
    actions = compat.actions_of(obj.data.shape_keys)
    return [(a["quake_name"], a.name) for a in actions if "quake_made" in a and a["quake_made"] != a.name]


def timed_keys(action, keys):
    """Returns the time and the number of each key that an action shows alone, in the order of time."""
    number_of = {key.name: number for number, key in enumerate(keys)}
    timed = []
    for curve in compat.existing_fcurves(action):
        found = PATH.fullmatch(curve.data_path)
        number = number_of.get(bpy.utils.unescape_identifier(found[1])) if found else None
        if number is not None:
            timed += [(point.co[0], number) for point in curve.keyframe_points if point.co[1] > 0.5]
    return sorted(timed)


def sequences_of(obj, keys):
    """Returns the sequences of the actions that show the keys one after the other."""
    scene = bpy.context.scene
    sequences = []
    for action in compat.actions_of(obj.data.shape_keys):
        timed = timed_keys(action, keys)
        numbers = [number for _, number in timed]
        if not numbers or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            continue
        seconds = (timed[-1][0] - timed[0][0]) * scene.render.fps_base / scene.render.fps
        measured = (len(timed) - 1) / seconds if seconds > 0 else 10.0
        fps, loops = action.get("quake_fps", measured), bool(action.get("quake_loops", True))
        name = importer.sequence_name(action)
        sequences.append(Sequence(name, numbers[0], numbers[-1], fps, loops))
    return sorted(sequences, key=lambda sequence: (sequence.first, sequence.last))
