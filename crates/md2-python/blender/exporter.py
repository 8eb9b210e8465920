# SPDX-License-Identifier: GPL-3.0-or-later
"""Export: what is selected becomes an MDL, MD2 or MD3, or the parts of a player."""

import time
from itertools import accumulate
from types import SimpleNamespace

import numpy as np
import quakemodels

from . import frames, images, original, sampling
from .importer import UNITS_PER_METER


class Options:
    """The options of an export. Operators have properties of the same names."""

    def __init__(self, **given):
        self.format = "MD2"
        self.scale = UNITS_PER_METER
        self.source = "AUTO"
        self.rate = 10.0
        self.anew = False
        self.name = "model"
        vars(self).update(given)


def export(context, objects, options):
    """Returns the file of the selected objects, its images, and lines for the user. A generator: it yields the share of the work that is done."""
    meshes = [obj for obj in objects if obj.type == "MESH"]
    if not meshes:
        raise quakemodels.ModelError("select a mesh: only meshes are exported, with the tags that are parented to them")
    active = context.view_layer.objects.active
    main = active if active in meshes else meshes[0]
    model = original.load(main)
    why = None
    if original.FILE in main or original.HASH in main:
        if options.anew:
            why = "asked for"
        elif model is None:
            why = "the bytes of the original are gone"
        elif len(meshes) > 1:
            why = "several objects are exported as one model"
        elif model.format != options.format:
            why = f"the original is an {model.format}"
        elif model.repairs:
            why = "the original is damaged"
        elif not original.MeshArrays(model).is_shown_by(main.data):
            why = "its triangles or texture coordinates have changed"
        elif not frames.has_original_keys(main, options):
            why = "it is animated by bones, modifiers or other means than its shape keys"
        else:
            return edit_original(main, model)
    result = yield from build(context, main, meshes, options)
    if why is not None:
        result.lines.insert(0, f"written anew, not from the original file: {why}")
    return result


def edit_original(obj, model):
    """Writes an imported model: unchanged parts are those of the original file, byte for byte."""
    editor = quakemodels.Editor(model.file)
    lines = []
    positions = np.asarray(model.positions)
    keys = frames.keys_of(obj)
    order = frames.original_order(obj, keys, positions)
    groups = len(editor.frame_names) != len(positions)
    nearest = fill(order)
    if nearest != list(range(len(positions))):
        if groups:
            raise quakemodels.ModelError("frames of a model with frame groups cannot be moved or removed; check Write anew")
        editor.order_frames(nearest)
    error, changed = 0.0, 0
    for place, key in enumerate(keys):
        shown = frames.coordinates(key)
        if not np.array_equal(shown, positions[nearest[place]]):
            error = max(error, editor.set_pose(place, shown, frames.normals(key)))
            changed += 1
    if changed:
        lines.append(f"{changed} of {len(keys)} frames were changed; largest rounding error {error:.3f} units")
    if not groups:
        names = model.frame_names
        for place, key in enumerate(keys):
            name = frames.frame_name(obj, key, names)
            if name != editor.frame_names[place]:
                editor.set_frame_name(place, name)
    lines += rename_sequences(obj, editor)
    set_header(obj, editor)
    lines += images.replace_skins(obj, editor)
    changed, sequences = images.changed_images(obj, editor), frames.sequences_of(obj, keys)
    return SimpleNamespace(file=editor.to_bytes(), how="from the original", lines=lines, images=changed, sequences=sequences)


def rename_sequences(obj, editor):
    """Renames the frames of the sequences whose actions the user has renamed."""
    lines = []
    for old, new in frames.renamed_sequences(obj):
        try:
            editor.rename_frames(old, new)
        except quakemodels.ModelError as error:
            lines.append(f"sequence {old} keeps its name: {error}")
    return lines


def fill(order):
    """Gives new frames the number of an old one before or after them, from which their other data comes."""
    first = next((frame for frame in order if frame is not None), 0)
    return list(accumulate(order, lambda last, frame: last if frame is None else frame, initial=first))[1:]


def set_header(obj, editor):
    quake = obj.quake
    if editor.effects is not None and editor.effects & 0x7FFFFFFF != quake.effects:
        editor.effects = quake.effects
    if editor.is_synchronized is not None and editor.is_synchronized != quake.synchronized:
        editor.is_synchronized = quake.synchronized
    if editor.eye_position is not None and list(editor.eye_position) != list(quake.eye_position):
        editor.eye_position = list(quake.eye_position)
    paths = editor.skin_paths
    for number, skin in enumerate(quake.skin_paths):
        if number >= len(paths):
            editor.add_skin_path(skin.path)
        elif paths[number] != skin.path:
            editor.set_skin_path(str(number), skin.path)
    for number in reversed(range(len(quake.skin_paths), len(paths))):
        if editor.format == "MD2":
            editor.remove_skin(number)


def build(context, main, meshes, options):
    """Writes a model anew from the evaluated meshes of all frames."""
    sampled = yield from sampling.sample(context, main, meshes, options)
    quake = main.quake
    skins = images.skins_of(main, options.format)
    paths = [skin.path for skin in quake.skin_paths] or [f"{quake.folder.strip('/')}/{options.name}.pcx".lstrip("/")]
    written = quakemodels.build(
        options.format,
        positions=sampled.positions,
        uvs=sampled.uvs,
        triangles=sampled.triangles,
        normals=sampled.normals,
        material_of=sampled.material_of,
        materials=[(name, images.pixels_of(material)) for name, material in sampled.materials],
        frame_names=sampled.frame_names,
        sequences=[(s.name, s.first, s.last, s.fps, s.loops) for s in sampled.sequences],
        tags=sampled.tags,
        skins=skins if len(sampled.materials) == 1 else [],
        name=options.name,
        folder=quake.folder,
        skin_path=paths[0] if options.format == "MD2" else None,
        effects=quake.effects,
        dither=quake.dither,
        holey=quake.holes,
        fullbright=quake.fullbright,
        modern=quake.modern,
    )
    counts = f"{written.vertices} vertices, {written.triangles} triangles, {written.frames} frames"
    lines = [f"{counts}; largest rounding error {written.error:.3f} units", f"limits of {written.limits}"]
    lines += [f"lost: {loss}" for loss in written.losses] + written.notes + written.findings
    editor = quakemodels.Editor(written.file)
    if options.format == "MD2":
        for path in paths[1:]:
            editor.add_skin_path(path)
    if options.format == "MD3" and len(quake.skin_paths) == len(editor.skin_paths):
        for number, path in enumerate(paths):
            try:
                editor.set_skin_path(str(number), path)
            except quakemodels.ModelError as error:
                lines.append(f"lost: {error}")
    if options.format == "MDL":
        editor.is_synchronized, editor.eye_position = quake.synchronized, list(quake.eye_position)
    pictures = list(zip(editor.skin_paths, written.images, strict=False))
    if options.format == "MD2" and original.KEYS in main:
        # The other skins of an imported model.
        pictures += [picture for picture in images.changed_images(main, editor) if picture[0] != paths[0]]
    return SimpleNamespace(file=editor.to_bytes(), how="anew", lines=lines, images=pictures, sequences=sampled.sequences)


def run(steps, seconds=float("inf")):
    """Runs a generator to its end, and returns its value; `None` if that takes more than `seconds`."""
    start = time.monotonic()
    while time.monotonic() - start < seconds:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
    return steps.close()
