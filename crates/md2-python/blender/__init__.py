# SPDX-License-Identifier: GPL-3.0-or-later
"""Import and export of Quake's models (MDL, MD2, MD3) in Blender."""

import bpy

from . import importer, operators, panel, properties

register_classes, unregister_classes = bpy.utils.register_classes_factory((
    properties.SkinPath,
    properties.QuakeModel,
    importer.IMPORT_SCENE_OT_quake,
    importer.IMPORT_SCENE_FH_quake,
    operators.EXPORT_SCENE_OT_quake,
    operators.EXPORT_SCENE_OT_quake_player,
    *panel.CLASSES,
))


def register():
    register_classes()
    bpy.types.Object.quake = bpy.props.PointerProperty(type=properties.QuakeModel)
    bpy.types.TOPBAR_MT_file_import.append(importer.menu)
    bpy.types.TOPBAR_MT_file_export.append(operators.menu)


def unregister():
    bpy.types.TOPBAR_MT_file_export.remove(operators.menu)
    bpy.types.TOPBAR_MT_file_import.remove(importer.menu)
    del bpy.types.Object.quake
    unregister_classes()
