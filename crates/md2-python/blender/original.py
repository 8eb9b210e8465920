# SPDX-License-Identifier: GPL-3.0-or-later
"""The file from which an object was imported. Its bytes travel in the .blend file, so that unchanged parts are written as they were."""

import hashlib
import zlib

import numpy as np
import quakemodels

FILE = "quake_file"
HASH = "quake_sha256"
KEYS = "quake_keys"


def store(obj, file, key_names):
    """Keeps the bytes of a file with its object, and which shape key shows which of its frames."""
    obj[FILE] = zlib.compress(file, 9)
    obj[HASH] = hashlib.sha256(file).hexdigest()
    obj[KEYS] = {name: index for index, name in enumerate(key_names)}


def load(obj):
    """Returns the model that an object was imported from; `None` if its bytes are gone or changed."""
    stored = obj.get(FILE)
    if not isinstance(stored, bytes):
        return None
    try:
        file = zlib.decompress(stored)
    except zlib.error:
        return None
    if hashlib.sha256(file).hexdigest() != obj.get(HASH):
        return None
    return quakemodels.read(file, obj.name).model


def frame_of_key(obj):
    """Returns the frame of the original that each shape key showed at its import, by the key's name."""
    keys = obj.get(KEYS)
    return dict(keys.items()) if keys is not None else {}


class MeshArrays:
    """The loops of a mesh as the import makes them from a file. Blender's triangles are counterclockwise."""

    def __init__(self, model):
        triangles = np.asarray(model.triangles)
        uvs = np.asarray(model.uvs)
        a, b, c = triangles.T
        # Blender has no triangles that use a vertex twice. The export takes them from the original.
        whole = (a != b) & (b != c) & (c != a)
        self.vertices = np.ascontiguousarray(triangles[whole][:, (0, 2, 1)], dtype=np.int32)
        uvs = uvs[whole][:, (0, 2, 1)]
        self.uvs = np.stack((uvs[..., 0], np.float32(1) - uvs[..., 1]), axis=-1).astype(np.float32)
        slots = np.zeros(len(triangles), dtype=np.int32)
        for number, surface in enumerate(model.surfaces):
            slots[surface.first_triangle : surface.first_triangle + surface.triangle_count] = number
        self.slots = slots[whole]

    def is_shown_by(self, mesh):
        """Whether a mesh has exactly these triangles and texture coordinates."""
        count = len(self.vertices)
        layer = mesh.uv_layers.active
        if len(mesh.polygons) != count or len(mesh.loops) != 3 * count or (layer is None and count > 0):
            return False
        vertices = np.empty(3 * count, dtype=np.int32)
        mesh.loops.foreach_get("vertex_index", vertices)
        slots = np.empty(count, dtype=np.int32)
        mesh.polygons.foreach_get("material_index", slots)
        uvs = np.empty(6 * count, dtype=np.float32)
        if count:
            layer.data.foreach_get("uv", uvs)
        same = np.array_equal(vertices, self.vertices.ravel()) and np.array_equal(slots, self.slots)
        return same and np.array_equal(uvs, self.uvs.ravel())
