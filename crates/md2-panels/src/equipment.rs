//! The selection of skins and weapons.

use egui::{ComboBox, RichText, TextStyle, Ui};
use md2_scene::{Actor, Alpha, Choice, Command, DrawnActor, Look, Skin, SlotContent, Workspace};

use super::{elided, skins, style, widgets};
use crate::action::Action;
use crate::keys::{Shortcut, key_of, tooltip};
use crate::text::{message, shown};

const FLASH_WIDTH: f32 = 68.0;
const MAX_ROWS: usize = 20;

pub(super) fn skins(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    widgets::section(ui, "Skin");
    let current = workspace.skin_index();
    match (workspace.skins().count(), current) {
        (0, _) => widgets::note(ui, "No skin found. Drop an image here to apply it."),
        (1, Some(_)) => {
            for only in workspace.skins() {
                let label = shown(only.label());
                elided::label(ui, &label, TextStyle::Body, style::TEXT).on_hover_text(only.reason());
            }
        }
        _ => {
            let skin = workspace.actors()[0].current_skin();
            let label = shown(skin.map_or("None selected", Skin::label));
            ComboBox::from_id_salt("skins").width(ui.available_width()).selected_text(label).show_ui(
                ui,
                |ui| {
                    for (index, skin) in workspace.skins().enumerate() {
                        let unreadable = workspace.skin_error(skin);
                        let guess = if skin.is_guess { " (guess)" } else { "" };
                        let name = RichText::new(format!("{}{guess}", shown(skin.label())));
                        let name =
                            if unreadable.is_some() { name.strikethrough().color(style::WEAK) } else { name };
                        let row = ui.selectable_label(current == Some(index), name);
                        let description = skins::description(workspace, skin);
                        if row.on_hover_text(shown(&description)).clicked() {
                            actions.push(Command::SelectFigureSkin(Choice::Index(index)).into());
                        }
                    }
                },
            );
        }
    }
    let missing: Vec<&str> =
        workspace.body().flat_map(|actor| &actor.document().missing_skins).map(String::as_str).collect();
    if let Some(first) = missing.first() {
        let more = if missing.len() > 1 { " …" } else { "" };
        let text = format!("Not found: {}{more}", shown(first));
        let font = TextStyle::Small.resolve(ui.style());
        let color = if lacks_skin_image(workspace) { style::ACCENT } else { style::WEAK };
        let line = elided::layout(ui, &text, font, color, ui.available_width());
        ui.label(line).on_hover_text(name_lines(&missing));
    }
    if let Some(outfit) = workspace.actors()[0].outfit()
        && let [first, ..] = outfit.images()
    {
        let [width, height] = first.color.size();
        let count = outfit.images().len();
        let animated = if outfit.changes() { format!(" · {count} animated images") } else { String::new() };
        widgets::note(ui, &format!("{width} × {height} pixels{animated}"));
    }
    if workspace.body().any(Actor::has_alpha) {
        alpha(ui, workspace, actions);
    }
    for note in workspace.body().filter_map(Actor::skin_note) {
        widgets::note(ui, &message(&note));
    }
}

/// Returns whether a model lacks an image because it is missing, and not because a task still decodes the image.
pub(super) fn lacks_skin_image(workspace: &Workspace) -> bool {
    let is_bare = |drawn: DrawnActor<'_>| {
        let mut surfaces = drawn.mesh().surfaces().iter().filter(|surface| !surface.indices.is_empty());
        surfaces.any(|surface| drawn.shown(surface.skin_slot) == SlotContent::Missing)
    };
    !workspace.actors().iter().any(Actor::is_skin_pending) && workspace.drawn().any(is_bare)
}

pub fn missing_skin_notice(workspace: &Workspace) -> Option<String> {
    let documents = workspace.drawn().map(|drawn| drawn.document);
    let name = documents.flat_map(|document| &document.missing_skins).next();
    let name = name.filter(|_| lacks_skin_image(workspace))?;
    Some(format!("Skin not found: {}", shown(name)))
}

fn alpha(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.label("Alpha").on_hover_text("Draw transparent skin pixels as holes");
        for choice in Alpha::ALL {
            let is_selected = workspace.look().alpha == choice;
            if ui.selectable_label(is_selected, widgets::capitalized(choice.name())).clicked() {
                actions.push(Command::SetLook(Look { alpha: choice, ..*workspace.look() }).into());
            }
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            widgets::key_cap(ui, key_of(Shortcut::NextAlpha));
        });
    });
}

fn name_lines(names: &[&str]) -> String {
    let mut rows: Vec<String> = names.iter().take(MAX_ROWS).map(|name| shown(name)).collect();
    if names.len() > MAX_ROWS {
        rows.push(format!("and {} more", names.len() - MAX_ROWS));
    }
    rows.join("\n")
}

pub(super) fn weapons(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let weapons = workspace.figure().weapons();
    let has_flash = workspace.flashes().next().is_some();
    if weapons.is_empty() && !has_flash {
        return;
    }
    ui.horizontal(|ui| {
        ui.label(RichText::new("Weapon").small().color(style::WEAK));
        if !weapons.is_empty() {
            let reserved = if has_flash { FLASH_WIDTH } else { 0.0 };
            weapon_list(ui, workspace, ui.available_width() - reserved, actions);
        }
        for flash in workspace.flashes() {
            let mut shown = flash.is_shown;
            if ui.checkbox(&mut shown, "Flash").on_hover_text("Show the muzzle flash").changed() {
                actions.push(Command::Show { actor: flash.id, shown }.into());
            }
        }
    });
}

fn weapon_list(ui: &mut Ui, workspace: &Workspace, width: f32, actions: &mut Vec<Action>) {
    let current = workspace.weapon().map(|(index, _)| index);
    let label = shown(workspace.weapon().map_or("None", |(_, weapon)| weapon.name()));
    let list = ComboBox::from_id_salt("weapons").width(width).selected_text(label);
    let list = list.show_ui(ui, |ui| {
        if ui.selectable_label(current.is_none(), "None").clicked() {
            actions.push(Command::SelectWeapon(None).into());
        }
        for (index, weapon) in workspace.figure().weapons().iter().enumerate() {
            if ui.selectable_label(current == Some(index), shown(weapon.name())).clicked() {
                actions.push(Command::SelectWeapon(Some(Choice::Index(index))).into());
            }
        }
    });
    list.response.on_hover_text(tooltip(Shortcut::NextWeapon));
}
