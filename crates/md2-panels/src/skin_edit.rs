//! The skins in the model's file, with buttons that replace them.

use egui::{Align, Button, Layout, RichText, TextStyle, Ui};
use md2_browse::DialogPurpose;
use md2_load::SkinStorage;
use md2_scene::{Actor, Document, FileSkin, SkinImage, Workspace};

use super::{elided, style, widgets};
use crate::action::Action;
use crate::text::{message, shown};

const MAX_ROWS: usize = 32;

pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let parts: Vec<(&Actor, Vec<(String, FileSkin)>)> =
        workspace.body().map(|actor| (actor, file_skins(actor.document()))).collect();
    let count: usize = parts.iter().map(|(_, skins)| skins.len()).sum();
    if count == 0 {
        return;
    }
    widgets::section(ui, "Skins in the file");
    let all = parts.iter().flat_map(|(actor, skins)| skins.iter().map(move |skin| (*actor, skin)));
    for (actor, (name, skin)) in all.take(MAX_ROWS) {
        let obstacle = actor.document().edit_obstacle();
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let button = Button::new(RichText::new("Replace…").small());
                let button = ui.add_enabled(obstacle.is_none(), button).on_hover_text(tip(*skin));
                if button.on_disabled_hover_text(obstacle.unwrap_or_default()).clicked() {
                    actions.push(Action::ShowDialog(DialogPurpose::SkinImage(actor.id, *skin)));
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    elided::label(ui, name, TextStyle::Small, style::TEXT);
                });
            });
        });
    }
    if count > MAX_ROWS {
        widgets::note(ui, &format!("and {} more", count - MAX_ROWS));
    }
}

fn tip(skin: FileSkin) -> &'static str {
    match skin {
        FileSkin::Image { .. } => "Replace the pixels by an image, in the colors of the palette",
        FileSkin::Path(_) => "Store the path of another image",
    }
}

fn file_skins(document: &Document) -> Vec<(String, FileSkin)> {
    let embedded = document.skins().iter().filter(|skin| skin.images().any(SkinImage::is_embedded));
    let images = embedded.enumerate().flat_map(|(number, skin)| {
        (0..skin.images().count()).map(move |image| FileSkin::Image { skin: number, image })
    });
    let mut skins: Vec<(String, FileSkin)> =
        images.map(|skin| (widgets::capitalized(&skin.to_string()), skin)).collect();
    if document.format().features().skins == SkinStorage::SurfacePaths {
        let surfaces = document.mesh().surfaces().iter().enumerate();
        let named = surfaces
            .map(|(number, surface)| (format!("Surface {}", shown(&surface.name)), FileSkin::Path(number)));
        skins.extend(named);
    } else {
        let named = document.named_skins.iter().enumerate();
        skins.extend(named.map(|(number, name)| (message(name), FileSkin::Path(number))));
    }
    skins
}
