# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators and the menu of the export."""

import os
import textwrap

import bpy
import quakemodels
from bpy.props import BoolProperty, EnumProperty, FloatProperty, StringProperty
from bpy_extras.io_utils import ExportHelper

from . import exporter, original, player
from .importer import UNITS_PER_METER
from .properties import FORMATS


class ExportOptions:
    """The properties that both exports have."""

    scale: FloatProperty(
        name="Units per meter", default=UNITS_PER_METER, min=0.001, max=10000,
        description="Quake units for each meter. An imported model always gets its own size",
    )
    source: EnumProperty(
        name="Frames",
        items=(
            ("AUTO", "Automatic", "Shape keys of an imported model, or else actions, or else the frames of the scene"),
            ("SHAPE_KEYS", "Shape keys", "Each shape key is a frame"),
            ("ACTIONS", "Actions", "Each action of the object or its armature is a sequence"),
            ("NLA", "NLA strips", "Each strip of the object or its armature is a sequence"),
            ("MARKERS", "Markers", "Each marker of the timeline begins a sequence of its name"),
            ("SCENE", "Scene", "The frames of the scene are one sequence"),
        ),
    )
    rate: FloatProperty(name="Frames per second", description="Sampling rate of actions, strips and markers", default=10, min=0.1, max=120)
    anew: BoolProperty(name="Write anew", description="Write all parts anew, even if the original file is known")
    write_skins: BoolProperty(name="Write skins", description="Also write the images of the materials as PNG, beside the model", default=True)

    def export_options(self, format, name):
        return exporter.Options(format=format, scale=self.scale, source=self.source, rate=self.rate, anew=self.anew, name=name)


class EXPORT_SCENE_OT_quake(bpy.types.Operator, ExportHelper, ExportOptions):
    """Export the selected meshes as a model of Quake"""

    bl_idname = "export_scene.quake_model"
    bl_label = "Export Quake model"

    filename_ext = ".md2"
    filter_glob: StringProperty(default="*.mdl;*.md2;*.md3", options={"HIDDEN"})
    format: EnumProperty(name="Format", items=FORMATS, default="MD2")
    preview = None

    def invoke(self, context, event):
        active = context.view_layer.objects.active
        if active and original.FILE in active:
            self.format = active.quake.format
            self.filepath = self.filepath or f"{active.name}.{self.format.lower()}"
        self.look(context)
        return ExportHelper.invoke(self, context, event)

    def check(self, context):
        self.filename_ext = f".{self.format.lower()}"
        self.filepath = os.path.splitext(self.filepath)[0] + self.filename_ext
        self.look(context)
        return True

    def look(self, context):
        """Makes the file once without writing it, so that the dialog can say what will be in it."""
        options = self.export_options(self.format, "model")
        try:
            # The dialog must not keep the user waiting.
            result = exporter.run(exporter.export(context, context.selected_objects, options), seconds=2)
            type(self).preview = ["The counts of this model take long. The report of the export has them."]
            if result is not None:
                type(self).preview = [f"{len(result.file)} bytes, {result.how}", *result.lines]
        except ValueError as error:
            type(self).preview = [str(error)]

    def draw(self, _):
        layout = self.layout
        for name in ("format", "scale", "source", "rate", "anew", "write_skins"):
            layout.prop(self, name)
        # A label has one line.
        for line in self.preview or ():
            for row in textwrap.wrap(line, 36):
                layout.label(text=row)

    def execute(self, context):
        name = os.path.splitext(os.path.basename(self.filepath))[0]
        self.steps = exporter.export(context, context.selected_objects, self.export_options(self.format, name))
        return start(self, context)

    def modal(self, context, event):
        return step(self, context, event)

    def finish(self, result):
        path = os.path.splitext(self.filepath)[0] + f".{self.format.lower()}"
        write(path, result.file)
        if self.write_skins:
            result.lines += write_images(os.path.dirname(path), result.images)
        for line in result.lines:
            self.report({"WARNING"} if line.startswith(("lost", "written anew")) else {"INFO"}, line)
        self.report({"INFO"}, f"wrote {path}, {result.how}")


class EXPORT_SCENE_OT_quake_player(bpy.types.Operator, ExportOptions):
    """Export the parts of a player of Quake III (lower, upper and head) with its skin files and animation.cfg"""

    bl_idname = "export_scene.quake_player"
    bl_label = "Export Quake III player"

    directory: StringProperty(subtype="DIR_PATH")
    skin: StringProperty(
        name="Skin", description="The name of the skin that the parts show. Imported skins keep their names", default="default"
    )

    def invoke(self, context, _):
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context):
        try:
            files, pictures, lines = player.export(context, self.directory, self.skin, self.export_options("MD3", "player"))
            for path, content in files:
                write(path, content)
            if self.write_skins:
                lines += write_images(self.directory, pictures)
        except (OSError, ValueError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        for line in lines:
            self.report({"INFO"}, line)
        self.report({"INFO"}, f"wrote {len(files)} files to {self.directory}")
        return {"FINISHED"}


def write(path, content):
    """Writes a file whole or not at all."""
    temporary = f"{path}.part"
    with open(temporary, "wb") as file:
        file.write(content)
    os.replace(temporary, path)


def write_images(folder, pictures):
    """Writes PNG files next to the model, under the names of its skins. Returns lines that name them."""
    named = [(os.path.splitext(os.path.basename(path.replace("\\", "/")))[0] or "skin", png) for path, png in pictures if png]
    for name, png in named:
        write(os.path.join(folder, f"{name}.png"), png)
    return [f"wrote {name}.png" for name, _ in named]


def start(operator, context):
    """Runs the steps of an operator: at once without a window, or else beside the interface, where Esc cancels them."""
    if bpy.app.background or context.window is None:
        while True:
            state = advance(operator, context)
            if state is not None:
                return state
    manager = context.window_manager
    manager.progress_begin(0, 1)
    operator.timer = manager.event_timer_add(0.01, window=context.window)
    manager.modal_handler_add(operator)
    return {"RUNNING_MODAL"}


def step(operator, context, event):
    manager = context.window_manager
    if event.type == "ESC":
        operator.steps.close()
        operator.report({"INFO"}, "cancelled; no file was written")
        state = {"CANCELLED"}
    elif event.type != "TIMER":
        return {"RUNNING_MODAL"}
    else:
        state = advance(operator, context)
    if state is None:
        return {"RUNNING_MODAL"}
    manager.event_timer_remove(operator.timer)
    manager.progress_end()
    return state


def advance(operator, context):
    """Does the next step. Returns the state of the operator at its end, and `None` before it."""
    try:
        share = next(operator.steps)
        context.window_manager.progress_update(share)
        return None
    except StopIteration as end:
        try:
            operator.finish(end.value)
        except OSError as error:
            operator.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        return {"FINISHED"}
    except ValueError as error:
        operator.report({"ERROR"}, str(error))
        return {"CANCELLED"}


def menu(self, context):
    self.layout.operator(EXPORT_SCENE_OT_quake.bl_idname, text="Quake model (.mdl, .md2, .md3)")
    self.layout.operator(EXPORT_SCENE_OT_quake_player.bl_idname, text="Quake III player (folder)")
