# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the extension in the Python module of Blender, without a window."""

import importlib.util
import os
import sys

import bpy
import pytest

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.abspath(os.path.join(FOLDER, "..", "..", ".."))
CORPUS = os.path.abspath(os.path.join(ROOT, "..", "shared", "corpus"))


def load_extension():
    """Loads the extension under the name that Blender gives it."""
    spec = importlib.util.spec_from_file_location(
        "quake_models", os.path.join(FOLDER, "__init__.py"), submodule_search_locations=[FOLDER]
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules["quake_models"] = module
    spec.loader.exec_module(module)
    module.register()
    return module


EXTENSION = load_extension()


def pytest_unconfigure():
    """Removes the extension: Blender 4.2 crashes at its end if classes are still registered."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    EXTENSION.unregister()


@pytest.fixture(autouse=True)
def empty_scene():
    """Gives each test an empty file."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    if not hasattr(bpy.types.Object, "quake"):
        EXTENSION.register()
    yield


def models(folder):
    found = []
    for path, _, names in sorted(os.walk(folder)):
        found += [os.path.join(path, name) for name in sorted(names) if name.lower().endswith((".mdl", ".md2", ".md3"))]
    return found


@pytest.fixture
def wanderer():
    return os.path.join(ROOT, "assets", "wanderer", "tris.md2")
