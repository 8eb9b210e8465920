# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel of a model in the sidebar of the 3D view: sequences, skins, properties, Check and Enhance."""

import os
import tempfile

import bpy
import quakemodels
from bpy.props import IntProperty, StringProperty
from bpy_extras.io_utils import ImportHelper

from . import compat, exporter, frames, images, importer, operators, original


def selected_model(context):
    obj = context.object
    return obj if obj is not None and obj.type == "MESH" else None


class QUAKE_OT_play(bpy.types.Operator):
    """Play this sequence at its rate"""

    bl_idname = "quake.play"
    bl_label = "Play sequence"
    bl_options = {"REGISTER", "UNDO"}

    action: StringProperty()

    def execute(self, context):
        for obj in [context.object, *parts_of(context.object)]:
            action = importer.play(obj, self.action)
            timed = frames.timed_keys(action, frames.keys_of(obj)) if action else ()
            if timed:
                # The list of shape keys shows the frames of the sequence.
                obj.active_shape_key_index = 1 + timed[0][1]
        context.scene.frame_set(context.scene.frame_start)
        if not bpy.app.background and not context.screen.is_animation_playing:
            bpy.ops.screen.animation_play()
        return {"FINISHED"}


def parts_of(obj):
    """Returns the models that are mounted on an object by tags."""
    mounted = [child for tag in obj.children if importer.TAG in tag for child in tag.children]
    return [child for child in mounted if child.type == "MESH" and child.data.shape_keys]


class QUAKE_OT_skin(bpy.types.Operator):
    """Show this skin"""

    bl_idname = "quake.skin"
    bl_label = "Show skin"
    bl_options = {"REGISTER", "UNDO"}

    skin: StringProperty()

    def execute(self, context):
        obj = context.object
        for slot, name in enumerate(obj[importer.SKINS].get(self.skin, ())):
            material = bpy.data.materials.get(name)
            if material is not None and slot < len(obj.data.materials):
                obj.data.materials[slot] = material
        return {"FINISHED"}


class QUAKE_OT_add_skin(bpy.types.Operator, ImportHelper):
    """Add an image as a skin, show it, and write it with the model"""

    bl_idname = "quake.add_skin"
    bl_label = "Add skin…"
    bl_options = {"REGISTER", "UNDO"}

    filter_glob: StringProperty(default="*.png;*.tga;*.jpg;*.jpeg;*.bmp", options={"HIDDEN"})

    def execute(self, context):
        obj = context.object
        try:
            image = bpy.data.images.load(self.filepath)
        except RuntimeError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        name = os.path.basename(self.filepath)
        skins = dict(obj.get(importer.SKINS) or {})
        skins[name] = [images.material_with(material, image, name).name for material in obj.data.materials]
        obj[importer.SKINS] = skins
        if obj.quake.format == "MD2":
            paths = obj.quake.skin_paths
            folder = os.path.dirname(paths[0].path) if len(paths) else obj.quake.folder.strip("/")
            paths.add().path = f"{folder}/{os.path.splitext(name)[0]}.pcx".lstrip("/")
        return bpy.ops.quake.skin(skin=name)


class QUAKE_OT_skin_path(bpy.types.Operator):
    """Add or remove the path of a skin"""

    bl_idname = "quake.skin_path"
    bl_label = "Skin path"
    bl_options = {"REGISTER", "UNDO"}

    remove: IntProperty(default=-1)

    def execute(self, context):
        paths = context.object.quake.skin_paths
        if self.remove < 0:
            paths.add().path = f"{context.object.quake.folder.strip('/')}/skin.pcx".lstrip("/")
        else:
            paths.remove(self.remove)
        return {"FINISHED"}


class QUAKE_OT_check(bpy.types.Operator):
    """List the problems that engines have with this model"""

    bl_idname = "quake.check"
    bl_label = "Check"

    def execute(self, context):
        try:
            result = exported(context)
        except ValueError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        findings = [finding for finding in quakemodels.check(result.file) if finding.severity != "note"]
        for finding in findings:
            level = {"ERROR"} if finding.severity == "error" else {"WARNING"}
            expected = f", expected {finding.expected}" if finding.expected else ""
            self.report(level, f"{finding.code} {finding.place}: {finding.found}{expected}")
        if not findings:
            self.report({"INFO"}, "no problems were found")
        return {"FINISHED"}


class QUAKE_OT_enhance(bpy.types.Operator):
    """Write an MD3 with smooth motion, which engines show in place of this MDL or MD2"""

    bl_idname = "quake.enhance"
    bl_label = "Enhance…"

    directory: StringProperty(subtype="DIR_PATH")

    @classmethod
    def poll(cls, context):
        obj = selected_model(context)
        return obj is not None and obj.quake.format != "MD3"

    def invoke(self, context, _):
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context):
        name = context.object.name.split(".")[0]
        try:
            result = exported(context)
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, f"{name}.{context.object.quake.format.lower()}")
                operators.write(path, result.file)
                quakemodels.run("enhance", path, "-o", self.directory, "--force")
        except (OSError, ValueError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.report({"INFO"}, f"wrote {name}.md3 and its skins to {self.directory}")
        return {"FINISHED"}


def exported(context):
    obj = context.object
    options = exporter.Options(format=obj.quake.format, name=obj.name)
    return exporter.run(exporter.export(context, [obj], options))


class QUAKE_PT_model(bpy.types.Panel):
    bl_idname = "QUAKE_PT_model"
    bl_label = "Quake model"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Quake"

    @classmethod
    def poll(cls, context):
        return selected_model(context) is not None

    def draw(self, context):
        layout, obj = self.layout, context.object
        quake = obj.quake
        keys = obj.data.shape_keys
        if original.FILE in obj:
            layout.label(text="Unchanged parts keep their bytes", icon="FILE_TICK")
        row = layout.row()
        row.operator(QUAKE_OT_check.bl_idname, icon="CHECKMARK")
        row.operator(QUAKE_OT_enhance.bl_idname, icon="SHADERFX")
        column = layout.column(align=True)
        current = keys.animation_data.action if keys and keys.animation_data else None
        for action in compat.actions_of(keys):
            button = column.operator(QUAKE_OT_play.bl_idname, text=action.name, icon="PLAY", depress=action == current)
            button.action = action.name
        skins = obj.get(importer.SKINS)
        if skins and len(skins) > 1:
            column = layout.column(align=True)
            for name in skins.keys():
                column.operator(QUAKE_OT_skin.bl_idname, text=name, icon="MATERIAL").skin = name
        layout.operator(QUAKE_OT_add_skin.bl_idname, icon="ADD")
        layout.use_property_split = True
        layout.prop(quake, "format")
        layout.prop(quake, "folder")
        layout.prop(quake, "modern")
        if quake.format == "MDL":
            for name in ("effects", "synchronized", "eye_position", "fullbright", "dither", "holes"):
                layout.prop(quake, name)
        elif quake.format == "MD3":
            layout.prop(quake, "effects")
        if quake.format != "MDL":
            self.draw_paths(layout, quake)

    def draw_paths(self, layout, quake):
        layout.label(text="Skin paths" if quake.format == "MD2" else "Shader of each surface")
        for number, skin in enumerate(quake.skin_paths):
            row = layout.row(align=True)
            row.prop(skin, "path", text="")
            if quake.format == "MD2":
                row.operator(QUAKE_OT_skin_path.bl_idname, text="", icon="REMOVE").remove = number
        if quake.format == "MD2":
            layout.operator(QUAKE_OT_skin_path.bl_idname, text="Add path", icon="ADD").remove = -1


CLASSES = (QUAKE_OT_play, QUAKE_OT_skin, QUAKE_OT_add_skin, QUAKE_OT_skin_path, QUAKE_OT_check, QUAKE_OT_enhance, QUAKE_PT_model)
