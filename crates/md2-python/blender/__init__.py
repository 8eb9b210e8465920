# SPDX-License-Identifier: GPL-3.0-or-later
"""Import and export of Quake's models (MDL, MD2, MD3) in Blender."""

from . import importer, operators, panel, properties

MODULES = (properties, importer, operators, panel)


def register():
    for module in MODULES:
        module.register()


def unregister():
    for module in reversed(MODULES):
        module.unregister()
