# SPDX-License-Identifier: GPL-3.0-or-later
"""Models that were made in Blender, and sequences in both directions."""

import os
import time

import bpy
import numpy as np
import pytest
import quakemodels
from conftest import CORPUS, models
from quake_models import compat, exporter, images, importer, player
from test_return import bring, take


def walking_figure():
    """Makes a column of two boxes whose upper half an armature bends, with the actions walk and wave."""
    bpy.ops.mesh.primitive_cube_add(size=1, location=(0, 0, 0.5))
    obj = bpy.context.object
    obj.name = "column"
    bpy.ops.object.armature_add()
    armature = bpy.context.object
    bpy.context.view_layer.objects.active = obj
    group = obj.vertex_groups.new(name="Bone")
    group.add([vertex.index for vertex in obj.data.vertices if vertex.co.z > 0], 1, "REPLACE")
    modifier = obj.modifiers.new("Armature", "ARMATURE")
    modifier.object = armature
    scene = bpy.context.scene
    scene.render.fps, scene.render.fps_base = 20, 1
    for name, ends in (("walk", (0.0, 0.4, 0.0)), ("wave", (0.0, 0.2, 0.8))):
        action = bpy.data.actions.new(name)
        importer.add_curve(
            compat.fcurves(action, armature), 'pose.bones["Bone"].location', [(1 + 8 * n, v) for n, v in enumerate(ends)], 1
        )
        compat.add_muted_track(armature, action)
    obj.select_set(True)
    return obj, armature


def test_bones_become_sequences_of_an_md2():
    obj, _ = walking_figure()
    result = take(obj, format="MD2")
    assert result.lines[1] == "limits of Quake II: 2048 vertices, 4096 triangles, 512 frames"
    model = quakemodels.read(result.file).model
    assert exporter.run(exporter.export(bpy.context, [obj], exporter.Options()), 0) is None
    # 16 frames of the scene at 20 per second are 9 at 10 per second; the end of the walk repeats its beginning.
    assert [(s.name, s.first, s.last) for s in model.sequences] == [("walk", 0, 7), ("wave", 8, 16)]
    heights = np.asarray(model.positions)[..., 2].max(axis=1)
    assert np.allclose(heights[[0, 4, 16]], [32, 32 * 1.4, 32 * 1.8], atol=0.2)
    assert quakemodels.check(model.file) == [] or all(f.severity != "error" for f in quakemodels.check(model.file))


def test_nla_strips_and_markers_become_sequences():
    obj, armature = walking_figure()
    names = [s.name for s in quakemodels.read(take(obj, source="NLA").file).model.sequences]
    assert names == ["walk", "wave"]
    assert [(t.mute, t.is_solo) for t in armature.animation_data.nla_tracks] == [(True, False)] * 2
    scene = bpy.context.scene
    scene.frame_end = 40
    for name, frame in (("stand", 1), ("jump", 21)):
        scene.timeline_markers.new(name, frame=frame)
    found = quakemodels.read(take(obj, source="MARKERS", rate=5).file).model.sequences
    assert [(s.name, s.first, s.last) for s in found] == [("stand", 0, 4), ("jump", 5, 9)]


def test_a_figure_faces_forward_in_the_game():
    obj, _ = walking_figure()
    # What faces -Y in Blender faces +X in the game.
    for vertex in obj.data.vertices:
        vertex.co.y -= 2
    positions = np.asarray(quakemodels.read(take(obj).file).model.positions)
    assert positions[..., 0].min() > 40 and abs(positions[..., 1]).max() < 17


def test_sequences_play_at_their_rate(wanderer):
    obj = bring(wanderer)
    sequence = next(s for s in quakemodels.open(wanderer).model.sequences if s.name == "run")
    action = next(a for a in compat.actions_of(obj.data.shape_keys) if a.name == "run")
    importer.play(obj, "run")
    scene = bpy.context.scene
    seconds = (action.frame_range[1] - 1) * scene.render.fps_base / scene.render.fps
    assert seconds == pytest.approx((sequence.last - sequence.first) / sequence.fps)
    names = quakemodels.open(wanderer).model.frame_names
    scene.frame_set(1 + round(2 * scene.render.fps / sequence.fps))
    shown = {key.name: key.value for key in obj.data.shape_keys.key_blocks if key.value > 0.01 and key.name in names}
    assert shown == {names[sequence.first + 2]: 1.0}


def test_wrong_selections_say_what_to_do(wanderer):
    with pytest.raises(quakemodels.ModelError, match="select a mesh"):
        exporter.run(exporter.export(bpy.context, [], exporter.Options()))
    obj = bring(wanderer)
    with pytest.raises(quakemodels.ModelError, match="the timeline has no markers"):
        take(obj, source="MARKERS")
    with pytest.raises(quakemodels.ModelError, match="there is none called lower, upper, head"):
        obj.select_set(True)
        player.export(bpy.context, "", "default", exporter.Options(format="MD3"))


def test_damaged_files_open_or_say_why(wanderer, tmp_path):
    with open(wanderer, "rb") as file:
        content = file.read()
    path = tmp_path / "cut.md2"
    path.write_bytes(content[: len(content) - 30_000])
    objects, notes = importer.import_path(str(path))
    assert notes and len(objects[0].data.shape_keys.key_blocks) > 100
    result = take(objects[0])
    assert result.lines[0] == "written anew, not from the original file: the original is damaged"
    path.write_bytes(b"no model")
    with pytest.raises(quakemodels.ModelError, match="text file"):
        importer.import_path(str(path))


def test_the_panel_adds_skins_checks_and_enhances(wanderer, tmp_path):
    bpy.ops.import_scene.quake_model(filepath=wanderer)
    obj = bpy.context.object
    image = bpy.data.images.new("night", 4, 4)
    image.filepath_raw, image.file_format = str(tmp_path / "night.png"), "PNG"
    image.save()
    assert bpy.ops.quake.add_skin(filepath=str(tmp_path / "night.png")) == {"FINISHED"}
    assert obj.quake.skin_paths[-1].path == "players/wanderer/night.pcx"
    skins = obj[importer.SKINS]
    assert len(skins) == 4 and obj.data.materials[0].name == "night.png"
    bpy.ops.quake.skin(skin=list(skins.keys())[0])
    assert obj.data.materials[0].name.endswith("wanderer.pcx")
    target = tmp_path / "mod" / "tris.md2"
    target.parent.mkdir()
    assert bpy.ops.export_scene.quake_model(filepath=str(target), format="MD2") == {"FINISHED"}
    assert sorted(path.name for path in target.parent.iterdir()) == ["night.png", "tris.md2"]
    assert len(quakemodels.Editor(target.read_bytes()).skin_paths) == 4
    assert bpy.ops.quake.check() == {"FINISHED"}
    assert bpy.ops.quake.enhance(directory=str(tmp_path)) == {"FINISHED"}
    assert len(quakemodels.read((tmp_path / "tris.md3").read_bytes()).model.frame_names) == 214


@pytest.mark.parametrize(("format", "path"), [("MD2", "models/box/box.pcx"), ("MD3", "models/box/box_0.png")])
def test_a_new_model_has_an_image(format, path, tmp_path):
    bpy.ops.mesh.primitive_cube_add()
    bpy.context.object.data.materials.append(images.material_with(None, bpy.data.images.new("wood", 8, 8), "wood"))
    bpy.context.object.quake.folder = "models/box"
    model = tmp_path / f"box.{format.lower()}"
    assert bpy.ops.export_scene.quake_model(filepath=str(model), format=format) == {"FINISHED"}
    assert {file.name for file in tmp_path.iterdir()} == {model.name, os.path.basename(path).replace("pcx", "png")}
    assert quakemodels.Editor(model.read_bytes()).skin_paths == [path]


def test_the_operators_return_a_file_unchanged(wanderer, tmp_path):
    bpy.ops.mesh.primitive_cube_add()
    start = time.monotonic()
    bpy.ops.import_scene.quake_model(filepath=wanderer)
    assert bpy.context.selected_objects == [bpy.context.object]
    bpy.context.scene.frame_set(30)
    bpy.ops.quake.play(action="run")
    assert (bpy.context.scene.frame_current, bpy.context.object.active_shape_key.name) == (1, "run1")
    target = tmp_path / "tris.md2"
    assert bpy.ops.export_scene.quake_model(filepath=str(target), format="MD2") == {"FINISHED"}
    with open(wanderer, "rb") as file:
        assert target.read_bytes() == file.read()
    # A generous bound, ten times what it takes: only a mistake of another order would exceed it.
    assert time.monotonic() - start < 20
    assert [path.name for path in tmp_path.iterdir()] == ["tris.md2"]


def sarge():
    folders = [os.path.dirname(path) for path in models(CORPUS) if path.endswith("sarge/lower.md3")]
    return folders[0] if folders else None


@pytest.mark.skipif(sarge() is None, reason="../shared/corpus is absent")
def test_a_player_is_joined_by_tags_and_returns(tmp_path):
    objects, _ = importer.import_path(sarge())
    assert [obj.parent.get(importer.TAG) if obj.parent else None for obj in objects] == [None, "tag_torso", "tag_head"]
    for obj in objects:
        obj.select_set(True)
    bpy.context.view_layer.update()
    legs, torso, head = (np.array([obj.matrix_world @ v.co for v in obj.data.vertices]) for obj in objects)
    assert legs[:, 2].mean() < torso[:, 2].mean() < head[:, 2].mean()
    files, pictures, _ = player.export(bpy.context, str(tmp_path), "default", exporter.Options(format="MD3"))
    assert not pictures and len(files) == 10
    for path, content in files:
        with open(os.path.join(sarge(), os.path.basename(path)), "rb") as file:
            assert content == file.read(), path
        with open(path, "wb") as file:
            file.write(content)
    again = quakemodels.open(str(tmp_path))
    before = quakemodels.open(sarge())
    for one, other in zip(again.parts[:2], before.parts[:2], strict=True):
        ranges = [[(s.name, s.first, s.last) for s in part.model.sequences] for part in (one, other)]
        assert ranges[0] == ranges[1]
    assert importer.import_path(str(tmp_path))[1][0].endswith("no image of the skin default was found")


@pytest.mark.skipif(sarge() is None, reason="../shared/corpus is absent")
def test_a_new_skin_changes_only_its_skin_file(tmp_path):
    objects, _ = importer.import_path(sarge())
    image = bpy.data.images.new("blue suit.png", 4, 4)
    for obj in objects:
        obj.select_set(True)
    legs = objects[0].data
    legs.materials[0] = images.material_with(legs.materials[0], image, "blue")
    files, pictures, _ = player.export(bpy.context, str(tmp_path / "hero"), "blue", exporter.Options(format="MD3"))
    rows = {os.path.basename(path): content for path, content in files}["lower_blue.skin"]
    assert rows == b"l_legs,models/players/hero/blue_suit.png\ntag_torso,\n" and len(files) == 11
    assert [path for path, _ in pictures] == ["models/players/hero/blue_suit.png"]


@pytest.mark.skipif(sarge() is None, reason="../shared/corpus is absent")
def test_tags_are_exported_with_the_model():
    objects, _ = importer.import_path(os.path.join(sarge(), "upper.md3"))
    before = quakemodels.open(os.path.join(sarge(), "upper.md3")).model
    after = quakemodels.read(take(objects[0], anew=True).file).model
    assert [tag.name for tag in after.tags] == [tag.name for tag in before.tags]
    for old, new in zip(before.tags, after.tags, strict=True):
        assert np.allclose(np.asarray(new.origins), np.asarray(old.origins), atol=0.02)
        assert np.allclose(np.asarray(new.axes), np.asarray(old.axes), atol=0.02)
