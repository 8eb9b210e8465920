//! The surfaces and tags of a model in the tab of model information.

use egui::{Button, RichText, TextStyle, Ui};
use md2_browse::DialogPurpose;
use md2_load::SkinStorage;
use md2_mesh::Surface;
use md2_scene::{Actor, Command, FileSkin, MountPoint, Piece, Selection, Workspace};

use super::{elided, style, widgets};
use crate::action::Action;
use crate::text::{message, shown};

pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actor: &Actor, actions: &mut Vec<Action>) {
    let has_parts = workspace.body().nth(1).is_some();
    let of = if has_parts { format!(" of the {}", shown(actor.role())) } else { String::new() };
    let surfaces = actor.document().mesh().surfaces();
    if surfaces.iter().any(|surface| !surface.name.is_empty()) {
        widgets::section(ui, &format!("Surfaces{of}"));
        for (index, surface) in (0..).zip(surfaces) {
            row(ui, workspace, actor, (index, surface), actions);
        }
    }
    let tags = actor.document().mesh().tags();
    if !tags.is_empty() {
        widgets::section(ui, &format!("Tags{of}"));
    }
    for tag in tags {
        let place = MountPoint::tag(&tag.name);
        let is_here = |other: &&Actor| {
            other.mount().is_some_and(|mount| mount.parent == actor.id && mount.place == place)
        };
        let children: Vec<&str> = workspace.actors().iter().filter(is_here).map(Actor::role).collect();
        widgets::row(ui, &shown(&tag.name), RichText::new(shown(&children.join(", "))));
    }
}

fn row(
    ui: &mut Ui,
    workspace: &Workspace,
    actor: &Actor,
    (index, surface): (u32, &Surface),
    actions: &mut Vec<Action>,
) {
    let (id, slot) = (actor.id, surface.skin_slot);
    let selection = Some(Selection { actor: id, piece: Piece::Surface(index) });
    let is_selected = workspace.selection() == selection;
    ui.horizontal(|ui| {
        let mut is_shown = actor.shows_slot(slot);
        if ui.checkbox(&mut is_shown, "").on_hover_text("Show this surface").changed() {
            actions.push(Command::ShowSlot { actor: id, slot, shown: is_shown }.into());
        }
        let triangles = widgets::plural(surface.indices.len() / 3, "triangle", "triangles");
        let name = Button::selectable(is_selected, shown(&surface.name)).truncate();
        let name = name.right_text(RichText::new(triangles).small().color(style::WEAK));
        let name = ui.add_sized([ui.available_width(), ui.spacing().interact_size.y], name);
        let name = name.on_hover_text("Highlight the surface, and show it in Skin·UV");
        if name.clicked() {
            actions.push(Command::Select(selection.filter(|_| !is_selected)).into());
        }
        name.context_menu(|ui| menu(ui, actor, index, surface, actions));
    });
    let paint = actor.current_skin().and_then(|skin| skin.slot(slot).paints().first());
    let image = paint.map_or_else(|| String::from("No image"), |paint| message(&paint.image.place()));
    ui.add_space(-6.0);
    ui.indent(index, |ui| {
        let font = TextStyle::Small.resolve(ui.style());
        let line = elided::path(ui, &image, font, style::WEAK, ui.available_width());
        ui.label(line).on_hover_text(&image);
    });
}

fn menu(ui: &mut Ui, actor: &Actor, index: u32, surface: &Surface, actions: &mut Vec<Action>) {
    let document = actor.document();
    if document.format().features().skins == SkinStorage::SurfacePaths {
        let obstacle = document.edit_obstacle();
        let replace = ui.add_enabled(obstacle.is_none(), Button::new("Replace…"));
        if replace.on_disabled_hover_text(obstacle.unwrap_or_default()).clicked() {
            let skin = FileSkin::Path(index as usize);
            actions.push(Action::ShowDialog(DialogPurpose::SkinImage(actor.id, skin)));
        }
    }
    if ui.button("Copy name").clicked() {
        ui.ctx().copy_text(surface.name.clone());
    }
}
