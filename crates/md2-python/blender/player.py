# SPDX-License-Identifier: GPL-3.0-or-later
"""A player of Quake III as a folder: three models, a skin file for each, and animation.cfg."""

import os

import quakemodels

from . import exporter, images
from .errors import ExportError
from .importer import ROLE

PARTS = ("lower", "upper", "head")
ROLES = {"legs": "lower", "torso": "upper", "head": "head"}
# The order that the game expects.
BOTH = ("DEATH1", "DEAD1", "DEATH2", "DEAD2", "DEATH3", "DEAD3")
TORSO = ("GESTURE", "ATTACK", "ATTACK2", "DROP", "RAISE", "STAND", "STAND2")
LEGS = ("WALKCR", "WALK", "RUN", "BACK", "SWIM", "JUMP", "LAND", "JUMPB", "LANDB", "IDLE", "IDLECR", "TURN")


def export(context, folder, skin, options):
    """Returns the files of a player with their contents, and what the user must know."""
    objects = parts(context)
    files, lines, results = [], [], {}
    active = context.view_layer.objects.active
    for part, obj in objects.items():
        context.view_layer.objects.active = obj
        options.name = part
        try:
            results[part] = exporter.run(exporter.export(context, [obj], options))
        finally:
            context.view_layer.objects.active = active
        result = results[part]
        files.append((os.path.join(folder, f"{part}.md3"), result.file))
        model = quakemodels.read(result.file, part).model
        rows = [f"{surface.name},{surface.shader}" for surface in model.surfaces]
        rows += [f"{tag.name}," for tag in model.tags]
        files.append((os.path.join(folder, f"{part}_{skin}.skin"), "\n".join([*rows, ""]).encode()))
        lines += [f"{part}: {line}" for line in result.lines]
        lines += images.write_images(folder, result.images)
    text = animation_cfg(results["lower"].sequences, results["upper"].sequences)
    files.append((os.path.join(folder, "animation.cfg"), text.encode()))
    return files, lines


def parts(context):
    """Finds the parts among the selected objects: by what the import said about them, or by their names."""
    found = {}
    for obj in context.selected_objects:
        part = ROLES.get(obj.get(ROLE, ""), obj.name.lower().split(".")[0])
        if obj.type == "MESH" and part in PARTS:
            found.setdefault(part, obj)
    missing = [part for part in PARTS if part not in found]
    if missing:
        raise ExportError(f"select the meshes of the player: there is none called {', '.join(missing)}")
    return found


def animation_cfg(lower, upper):
    """Lists the sequences in the game's order. There, the frames of the legs follow those of the torso."""
    legs = {sequence.name.upper(): sequence for sequence in lower}
    torso = {sequence.name.upper(): sequence for sequence in upper}
    shared = [f"BOTH_{name}" for name in BOTH]
    wanted = [(name, torso) for name in shared]
    wanted += [(f"TORSO_{name}", torso) for name in TORSO] + [(f"LEGS_{name}", legs) for name in LEGS]
    missing = [name for name, sequences in wanted if name not in sequences]
    if missing:
        raise ExportError(f"the player has no sequences {', '.join(missing)}")
    both = 1 + max(torso[name].last for name in shared)
    moved = 1 + max(torso[f"TORSO_{name}"].last for name in TORSO) - both
    rows = ["// first frame, number of frames, looping frames, frames per second"]
    for name, sequences in wanted:
        sequence = sequences[name]
        first = sequence.first + (moved if sequences is legs else 0)
        count = sequence.last - sequence.first + 1
        rows.append(f"{first}\t{count}\t{count if sequence.loops else 0}\t{round(sequence.fps)}\t\t// {name}")
    return "\n".join([*rows, ""])
