//! The context menu and the tooltip of an entry.

use egui::{Button, Response, RichText};

use super::RowClick;
use crate::keys::{Shortcut, key_of};
use crate::text::message;
use crate::{style, tips};
use md2_browse::{EntryKind, NodeId, Tree};

/// Shows the menu of an entry after a click with the right button, and its path while the pointer rests on it.
pub(super) fn show(response: &Response, tree: &Tree, node: NodeId, reason: Option<&str>) -> Option<RowClick> {
    let (kind, path) = (tree.kind(node), tree.path(node));
    let is_model = kind.is_figure() && tree.reason(node).is_none();
    let compare = (is_model, RowClick::Compare, "Compare with this", key_of(Shortcut::CompareListed));
    let apply = (kind == EntryKind::Image, RowClick::ApplySkin, "Apply as skin", "Shift+Enter");
    let rows = [
        (true, RowClick::Line, "Open", ""),
        compare,
        apply,
        (true, RowClick::ShowInFolder, "Show in file manager", ""),
    ];
    let mut clicked = None;
    response.context_menu(|ui| {
        for (_, click, text, key) in rows.into_iter().filter(|(is_shown, ..)| *is_shown) {
            if ui.add(Button::new(text).shortcut_text(key)).clicked() {
                clicked = Some(click);
            }
        }
        if ui.button("Copy path").clicked() {
            ui.ctx().copy_text(path.display().to_string());
        }
    });
    tips::show_at_right(response, |ui| {
        ui.set_max_width(360.0);
        ui.label(message(&path.display().to_string()));
        if let Some(reason) = reason {
            // The path is in the line above.
            let reason = reason.replace(&format!("cannot open \"{}\": ", path.display()), "");
            ui.label(RichText::new(message(&reason)).color(style::ERROR));
        }
    });
    clicked
}
