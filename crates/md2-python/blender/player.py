# SPDX-License-Identifier: GPL-3.0-or-later
"""A player of Quake III as a folder: three models, their skin files, and animation.cfg."""

import json
import os
import re

import bpy
import quakemodels

from . import exporter, images
from .importer import CONFIG, FILES, ROLE, SKINS, SURFACE

PARTS = ("lower", "upper", "head")
ROLES = {"legs": "lower", "torso": "upper", "head": "head"}
# The order that the game expects.
BOTH = ("DEATH1", "DEAD1", "DEATH2", "DEAD2", "DEATH3", "DEAD3")
TORSO = ("GESTURE", "ATTACK", "ATTACK2", "DROP", "RAISE", "STAND", "STAND2")
LEGS = ("WALKCR", "WALK", "RUN", "BACK", "SWIM", "JUMP", "LAND", "JUMPB", "LANDB", "IDLE", "IDLECR", "TURN")
GESTURE, WALKCR = len(BOTH), len(BOTH) + len(TORSO)
ROW = re.compile(r"^\s*(-?\d+)\s+(-?\d+)\s+(-?\d+)\s+(\d+)", re.MULTILINE)


def export(context, folder, skin, options):
    """Returns the files of a player with their contents, its images, and what the user must know."""
    objects = parts(context)
    files, pictures, lines, results = [], {}, [], {}
    for part, obj in objects.items():
        options.name = part
        result = results[part] = exporter.run(exporter.export(context, [obj], options))
        files.append((os.path.join(folder, f"{part}.md3"), result.file))
        model = quakemodels.read(result.file, part).model
        for label, text in skin_files(obj, model, skin, folder, pictures).items():
            files.append((os.path.join(folder, f"{part}_{label}.skin"), text.encode("latin-1", "replace")))
        lines += [f"{part}: {line}" for line in result.lines]
    config = json.loads(objects["lower"].get(FILES, "{}")).get(CONFIG, "")
    text = animation_cfg(results["lower"].sequences, results["upper"].sequences, config)
    files.append((os.path.join(folder, CONFIG), text.encode("latin-1", "replace")))
    return files, list(pictures.items()), lines


def skin_files(obj, model, skin, folder, pictures):
    """Returns the skin files of a part by the names of their skins. Those of the import change only where an image has changed."""
    files = json.loads(obj.get(FILES, "{}"))
    skins = {label: list(names) for label, names in (obj.get(SKINS) or {}).items() if label in files}
    shown = [material.name if material else "" for material in obj.data.materials]
    if shown not in skins.values():
        rows = [f"{surface.name},{surface.shader}" for surface in model.surfaces] + [f"{tag.name}," for tag in model.tags]
        skins[skin], files[skin] = shown, "\n".join([*rows, ""])
    texts = {}
    for label, names in skins.items():
        texts[label] = files[label]
        for material in filter(None, map(bpy.data.materials.get, names)):
            pixels = images.changed_pixels(material)
            if pixels is not None:
                path = image_path(folder, images.image_of(material).name)
                pictures[path] = quakemodels.encode_png(*pixels)
                surface = re.escape(material.get(SURFACE) or material.name)
                row = re.compile(rf"^([ \t]*{surface}[ \t]*,)[^\r\n]*", re.MULTILINE | re.IGNORECASE)
                texts[label] = row.sub(lambda found, path=path: found[1] + path, texts[label])
    return texts


def image_path(folder, name):
    """Returns the path of a new image in the game. It is written into the folder of the player as PNG."""
    name = re.sub(r"\.(png|tga|jpe?g|pcx|bmp)$", "", name, flags=re.IGNORECASE)
    return f"models/players/{os.path.basename(os.path.normpath(folder))}/{name}.png".replace(" ", "_")


def parts(context):
    """Finds the parts among the selected objects: by what the import said about them, or by their names."""
    found = {}
    for obj in context.selected_objects:
        part = ROLES.get(obj.get(ROLE, ""), obj.name.lower().split(".")[0])
        if obj.type == "MESH" and part in PARTS:
            found.setdefault(part, obj)
    missing = [part for part in PARTS if part not in found]
    if missing:
        raise quakemodels.ModelError(f"select the meshes of the player: there is none called {', '.join(missing)}")
    return found


def animation_cfg(lower, upper, old):
    """Lists the sequences in the game's order, where the frames of the legs follow those of the torso, after the settings of the old file."""
    legs = {sequence.name.upper(): sequence for sequence in lower}
    torso = {sequence.name.upper(): sequence for sequence in upper}
    shared = [f"BOTH_{name}" for name in BOTH]
    wanted = [(name, torso) for name in shared]
    wanted += [(f"TORSO_{name}", torso) for name in TORSO] + [(f"LEGS_{name}", legs) for name in LEGS]
    missing = [name for name, sequences in wanted if name not in sequences]
    if missing:
        raise quakemodels.ModelError(f"the player has no sequences {', '.join(missing)}")
    both = 1 + max(torso[name].last for name in shared)
    moved = 1 + max(torso[f"TORSO_{name}"].last for name in TORSO) - both
    rows = []
    for name, sequences in wanted:
        sequence = sequences[name]
        first = sequence.first + (moved if sequences is legs else 0)
        count = sequence.last - sequence.first + 1
        rows.append((first, count, count if sequence.loops else 0, round(sequence.fps)))
    if ranges([tuple(map(int, row)) for row in ROW.findall(old)]) == ranges(rows):
        return old
    found = ROW.search(old)
    head = old[: found.start()] if found else "// first frame, number of frames, looping frames, frames per second\n"
    lines = ["\t".join(map(str, row)) + f"\t\t// {name}\n" for row, (name, _) in zip(rows, wanted, strict=True)]
    return head + "".join(lines)


def ranges(rows):
    """Returns the rows as the game reads them: it moves the legs so that they begin where the gesture of the torso does."""
    moved = rows[WALKCR][0] - rows[GESTURE][0] if len(rows) > WALKCR else 0
    return [(first - moved * (number >= WALKCR), *rest) for number, (first, *rest) in enumerate(rows)]
