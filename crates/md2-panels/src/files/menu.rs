//! The context menu and the tooltip of an entry.

use std::path::Path;

use egui::{Button, Response, RichText, Ui};

use super::RowClick;
use crate::keys::{Shortcut, key_of};
use crate::text::message;
use crate::{style, tips};
use md2_browse::{EntryKind, NodeId, Tree};

/// Shows the menu of an entry after a click with the right button, and its path while the pointer rests on it.
pub(super) fn show(response: &Response, tree: &Tree, node: NodeId, reason: Option<&str>) -> Option<RowClick> {
    let (kind, path) = (tree.kind(node), tree.path(node));
    let is_model = kind.is_figure() && tree.reason(node).is_none();
    let mut clicked = None;
    response.context_menu(|ui| {
        let own = if kind == EntryKind::Image { picture_menu(ui) } else { model_menu(ui, is_model) };
        clicked = own.or(file_menu(ui, &path));
    });
    path_tooltip(response, &path, reason);
    clicked
}

fn path_tooltip(response: &Response, path: &Path, reason: Option<&str>) {
    tips::show_at_right(response, |ui| {
        ui.set_max_width(360.0);
        ui.label(message(&path.display().to_string()));
        if let Some(reason) = reason {
            ui.label(RichText::new(message(reason)).color(style::ERROR));
        }
    });
}

fn model_menu(ui: &mut Ui, is_model: bool) -> Option<RowClick> {
    let mut clicked = None;
    if ui.button("Open").clicked() {
        clicked = Some(RowClick::Line);
    }
    if is_model {
        let tip = "Show this model in green over the open model";
        let compare = Button::new("Compare with this").shortcut_text(key_of(Shortcut::CompareListed));
        if ui.add(compare).on_hover_text(tip).clicked() {
            clicked = Some(RowClick::Compare);
        }
    }
    clicked
}

fn file_menu(ui: &mut Ui, path: &Path) -> Option<RowClick> {
    let mut clicked = None;
    ui.separator();
    if ui.button("Show in file manager").clicked() {
        clicked = Some(RowClick::ShowInFolder);
    }
    if ui.button("Copy path").clicked() {
        ui.ctx().copy_text(path.display().to_string());
    }
    clicked
}

fn picture_menu(ui: &mut Ui) -> Option<RowClick> {
    if ui.button("Open").clicked() {
        return Some(RowClick::Line);
    }
    let apply = Button::new("Apply as skin").shortcut_text("Shift+Enter");
    ui.add(apply).clicked().then_some(RowClick::ApplySkin)
}
