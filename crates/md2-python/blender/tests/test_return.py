# SPDX-License-Identifier: GPL-3.0-or-later
"""Models that come back from Blender."""

import os

import bpy
import numpy as np
import pytest
import quakemodels
from conftest import CORPUS, ROOT, models
from quake_models import exporter, frames, importer, original

PATHS = models(os.path.join(ROOT, "assets")) + models(CORPUS)
NAMES = [os.path.relpath(path, os.path.dirname(ROOT)) for path in PATHS]


def bring(path, **options):
    objects, _ = importer.import_path(path, **options)
    return objects[0]


def take(obj, **options):
    bpy.context.view_layer.objects.active = obj
    options = exporter.Options(**{"format": obj.quake.format, "name": obj.name, **options})
    return exporter.run(exporter.export(bpy.context, [obj], options))


@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_every_model_comes_in_and_goes_out_unchanged(path):
    with open(path, "rb") as file:
        content = file.read()
    obj = bring(path)
    model = quakemodels.read(content).model
    positions = np.asarray(model.positions)
    keys = frames.keys_of(obj)
    assert len(keys) == len(model.frame_names)
    for key, expected in zip(keys, positions, strict=True):
        assert np.array_equal(frames.coordinates(key), expected)
    result = take(obj)
    assert result.how == "from the original"
    assert result.file == content


@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_a_model_written_anew_has_the_same_frames_and_positions(path):
    model = quakemodels.open(path).model
    if not model.triangle_count:
        pytest.skip("the model has only tags")
    obj = bring(path)
    written = quakemodels.read(take(obj, anew=True).file).model
    assert written.frame_names == model.frame_names
    before, after = np.asarray(model.positions), np.asarray(written.positions)
    old, new = np.asarray(model.triangles), np.asarray(written.triangles)
    kept = (old[:, 0] != old[:, 1]) & (old[:, 1] != old[:, 2]) & (old[:, 2] != old[:, 0])
    corners = before[:, old[kept].ravel()]
    assert after[:, new.ravel()].shape == corners.shape
    step = np.ptp(before, axis=(0, 1)).max() / 255
    assert np.abs(after[:, new.ravel()] - corners).max() <= max(step, 1 / 64)


def test_a_renamed_frame_changes_only_its_name(wanderer):
    obj = bring(wanderer)
    obj.name = "hero"
    frames.keys_of(obj)[3].name = "other"
    with open(wanderer, "rb") as file:
        content = file.read()
    changed = take(obj).file
    model = quakemodels.read(changed).model
    assert model.frame_names[3] == "other"
    assert len(changed) == len(content)
    differing = [place for place, (a, b) in enumerate(zip(content, changed, strict=True)) if a != b]
    assert 0 < len(differing) <= 16 and differing[-1] - differing[0] < 16


def test_a_renamed_action_renames_its_frames(wanderer):
    obj = bring(wanderer)
    action = next(a for a in bpy.data.actions if a.name == "run")
    action.name = "gallop"
    names = quakemodels.read(take(obj).file).model.frame_names
    assert any(name.startswith("gallop") for name in names) and not any(name.startswith("run") for name in names)


def test_a_moved_vertex_leaves_all_other_frames_alone(wanderer):
    obj = bring(wanderer)
    before = np.asarray(quakemodels.open(wanderer).model.positions)
    frames.keys_of(obj)[5].data[7].co.z += 3
    result = take(obj)
    after = np.asarray(quakemodels.read(result.file).model.positions)
    assert "1 of 214 frames" in result.lines[0]
    assert np.array_equal(np.delete(after, 5, axis=0), np.delete(before, 5, axis=0))
    assert abs(after[5, 7, 2] - before[5, 7, 2] - 3) < 0.2


def test_frames_may_be_removed_and_moved(wanderer):
    obj = bring(wanderer)
    obj.shape_key_remove(obj.data.shape_keys.key_blocks[1])
    names = quakemodels.read(take(obj).file).model.frame_names
    assert names == quakemodels.open(wanderer).model.frame_names[1:]
    obj.active_shape_key_index = 2
    with bpy.context.temp_override(object=obj, active_object=obj):
        bpy.ops.object.shape_key_move(type="UP")
    moved = quakemodels.read(take(obj).file).model.frame_names
    assert moved == [names[1], names[0], *names[2:]]


def test_new_triangles_are_written_anew_and_say_so(wanderer):
    obj = bring(wanderer)
    layer = obj.data.uv_layers.active
    layer.data[0].uv.x += 0.25
    result = take(obj)
    assert result.lines[0] == "written anew, not from the original file: its triangles or texture coordinates have changed"
    assert quakemodels.read(result.file).model.triangle_count == len(obj.data.polygons)


def test_a_lost_original_is_named(wanderer):
    obj = bring(wanderer)
    obj[original.FILE] = b"lost"
    assert take(obj).lines[0] == "written anew, not from the original file: the bytes of the original are gone"


def test_a_new_skin_of_an_mdl_is_stored():
    found = [path for path in models(CORPUS) if path.endswith("knight.mdl")]
    if not found:
        pytest.skip("../shared/corpus is absent")
    obj = bring(found[0])
    image = obj.data.materials[0].node_tree.nodes["Image Texture"].image
    image.pixels.foreach_set(np.tile(np.float32([1, 1, 1, 1]), image.size[0] * image.size[1]))
    result = take(obj)
    assert "skin 0 was replaced" in result.lines
    pixels = np.asarray(quakemodels.read(result.file).model.skins[0].images()[0].pixels)
    assert (pixels[..., :3] > 200).all()
