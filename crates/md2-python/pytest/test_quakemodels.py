"""The module as a program uses it, with memoryview and with numpy."""

import os
import threading

import numpy as np
import pytest
import quakemodels

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
WANDERER = os.path.join(ROOT, "assets", "wanderer", "tris.md2")
CORPUS = os.path.abspath(os.path.join(ROOT, "..", "shared", "corpus"))


@pytest.fixture
def content():
    with open(WANDERER, "rb") as file:
        return file.read()


def test_arrays_are_read_without_a_copy():
    model = quakemodels.open(WANDERER).model
    view = memoryview(model.positions)
    assert (view.format, view.itemsize, view.readonly, view.c_contiguous) == ("f", 4, True, True)
    assert view.shape == (len(model.frame_names), model.vertex_count, 3)
    array = np.asarray(model.positions)
    assert array.dtype == np.float32 and array.shape == view.shape
    assert array.__array_interface__["data"][0] == np.asarray(view).__array_interface__["data"][0]
    assert array[5, 7].tolist() == [view[5, 7, axis] for axis in range(3)]
    with pytest.raises(ValueError):
        array[0, 0, 0] = 1
    del model
    assert np.isfinite(array).all()


def test_the_arrays_fit_together():
    model = quakemodels.open(WANDERER).model
    triangles, uvs, normals = np.asarray(model.triangles), np.asarray(model.uvs), np.asarray(model.normals)
    assert triangles.shape == (model.triangle_count, 3) and uvs.shape == (model.triangle_count, 3, 2)
    assert triangles.max() < model.vertex_count
    assert np.allclose(np.linalg.norm(normals, axis=-1), 1, atol=1e-3)
    assert ((uvs >= 0) & (uvs <= 1)).all()
    # Clockwise triangles face the way their normals do.
    corners = np.asarray(model.positions)[0][triangles]
    facing = np.cross(corners[:, 2] - corners[:, 0], corners[:, 1] - corners[:, 0])
    assert ((facing * normals[0][triangles].sum(axis=1)).sum(axis=1) > 0).mean() > 0.9


def test_a_figure_knows_its_sequences_and_skins():
    model = quakemodels.open(WANDERER).model
    run = next(s for s in model.sequences if s.name == "run")
    assert run.last > run.first and run.fps == 10 and run.loops
    assert [skin.name for skin in model.skins][:3] == ["wanderer.pcx", "ember.pcx", "moss.pcx"]
    image = model.skins[0].images()[0]
    assert np.asarray(image.pixels).shape == (image.height, image.width, 4)
    assert model.header["num_frames"] == len(model.frame_names)


def test_an_editor_keeps_all_other_bytes(content):
    editor = quakemodels.Editor(content)
    assert editor.to_bytes() == content
    editor.set_frame_name(3, "other")
    changed = editor.to_bytes()
    assert quakemodels.read(changed).model.frame_names[3] == "other"
    assert sum(a != b for a, b in zip(content, changed, strict=True)) <= 16
    with pytest.raises(quakemodels.ModelError, match="frame 5000"):
        editor.set_frame_name(5000, "other")
    with pytest.raises(quakemodels.ModelError):
        editor.set_frame_name(0, "a name of more than fifteen bytes")


def test_a_model_of_arrays_is_written_in_each_format():
    positions = np.float32([[[0, 0, 0], [8, 0, 0], [0, 8, 1]], [[0, 0, 2], [8, 0, 0], [0, 8, 1]]])
    arrays = {
        "positions": positions,
        "uvs": np.float32([[0, 0], [1, 0], [0, 1]]),
        "triangles": np.uint32([[0, 1, 2]]),
        "frame_names": ["up", "down"],
        "materials": [("box", (4, 4, bytes([200, 100, 50, 255] * 16)))],
    }
    for format in ("mdl", "md2", "md3"):
        written = quakemodels.build(format, **arrays)
        model = quakemodels.read(written.file).model
        assert (model.format, model.frame_names) == (format.upper(), ["up", "down"])
        assert [image[:4] for image in written.images] == ([] if format == "mdl" else [b"\x89PNG"])
        stored = np.asarray(model.positions)[:, np.asarray(model.triangles)[0]]
        assert np.abs(stored - positions).max() <= written.error + 1e-6 < 0.05
    with pytest.raises(quakemodels.ModelError, match="triangle 0"):
        quakemodels.build("md2", **{**arrays, "triangles": np.uint32([[0, 1, 9]])})
    with pytest.raises(ValueError, match="multiple of 3"):
        quakemodels.build("md2", **{**arrays, "positions": np.float32([0, 1])})
    with pytest.raises(ValueError, match="expected mdl, md2 or md3"):
        quakemodels.build("fbx", **arrays)


def test_damage_is_named_and_repaired(content):
    salvaged = quakemodels.salvage(content[:-20_000])
    assert salvaged.verdict == "refused" and salvaged.repairs and "byte 0x" in salvaged.reason
    assert quakemodels.salvage(content).verdict == "sound" and quakemodels.read_file(WANDERER) == content
    assert quakemodels.read(salvaged.file).model.frame_names
    codes = [finding.code for finding in quakemodels.check(content[:-20_000])]
    assert codes and all(code.startswith("MD2-") for code in codes)
    for junk in (b"", b"IDP2", b"hello world", bytes(1000)):
        with pytest.raises(quakemodels.ModelError):
            quakemodels.read(junk)
    with pytest.raises(OSError, match="there is no file"):
        quakemodels.open("does-not-exist.md2")


def test_commands_write_files(tmp_path):
    target = tmp_path / "wanderer.mdl"
    quakemodels.run("convert", WANDERER, "-o", target)
    assert quakemodels.open(target).model.format == "MDL"
    with pytest.raises(ValueError, match="unexpected argument"):
        quakemodels.run("convert", "--nonsense")
    with pytest.raises(quakemodels.ModelError):
        quakemodels.run("convert", tmp_path / "missing.md2", "-o", tmp_path / "x.mdl")


def test_threads_parse_at_the_same_time(content):
    found = []
    threads = [threading.Thread(target=lambda: found.append(quakemodels.read(content).model)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({len(model.frame_names) for model in found}) == 1 and len(found) == 4


@pytest.mark.skipif(not os.path.isdir(CORPUS), reason="../shared/corpus is absent")
def test_real_models_are_written_as_they_were():
    paths = quakemodels.find_models(CORPUS)
    assert len(paths) >= 29
    for path in paths:
        model = quakemodels.open(path).model
        assert quakemodels.Editor(model.file).to_bytes() == model.file, path
        assert np.asarray(model.positions).shape == (len(model.frame_names), model.vertex_count, 3)
