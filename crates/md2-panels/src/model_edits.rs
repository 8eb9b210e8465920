//! The edits of a model in the tab of model information: those made since it was opened, and the fields that move, turn and scale it.

use egui::{Align, Button, CollapsingHeader, Layout, RichText, TextStyle, Ui};
use md2_scene::change::Change;
use md2_scene::{Actor, Edit, ModelTransform, Workspace};

use super::{elided, notice, style, widgets};
use crate::action::Action;
use crate::keys::{Shortcut, tooltip};

const MAX_ROWS: usize = 12;
const NAME_WIDTH: f32 = 46.0;
const UNITS: std::ops::RangeInclusive<f64> = -10_000.0..=10_000.0;

#[derive(Clone, Copy, Debug)]
pub(crate) struct TransformFields {
    height: f64,
    offset: [f64; 3],
    degrees: f64,
    factor: f64,
}

impl Default for TransformFields {
    fn default() -> Self {
        Self { height: 0.0, offset: [0.0; 3], degrees: 90.0, factor: 1.0 }
    }
}

/// Lists the edits of each model, the last one first. Only this one can be undone.
pub(super) fn list(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    for actor in workspace.body().filter(|actor| actor.document().last_edit().is_some()) {
        let document = actor.document();
        let edits = document.edits();
        widgets::section(ui, if document.has_unsaved_edits() { "Edits" } else { "Edits, all saved" });
        for (nth, edit) in edits.iter().rev().take(MAX_ROWS).enumerate() {
            ui.horizontal(|ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if nth == 0 {
                        let undo = ui.add_enabled(document.can_undo_edit(), Button::new("Undo").small());
                        let undo = undo.on_disabled_hover_text(notice::no_earlier_version());
                        let is_undone = undo.on_hover_text(tooltip(Shortcut::UndoEdit)).clicked();
                        actions.extend(is_undone.then_some(Action::UndoEdit(actor.id)));
                    }
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        let text = Change::from_edit(edit).to_string();
                        elided::label(ui, &text, TextStyle::Small, style::TEXT);
                    });
                });
            });
        }
        if edits.len() > MAX_ROWS {
            widgets::note(ui, &format!("and {} more", edits.len() - MAX_ROWS));
        }
    }
}

/// Shows the fields that move, turn and scale the model. A player of several models moves and turns by its first one, which carries the others.
pub(super) fn transform(
    ui: &mut Ui,
    workspace: &Workspace,
    fields: &mut TransformFields,
    actions: &mut Vec<Action>,
) {
    let [lead, others @ ..] = &workspace.body().collect::<Vec<&Actor>>()[..] else { return };
    let header = CollapsingHeader::new("Move, turn, scale").id_salt("transform");
    header.show(ui, |ui| {
        let obstacle = lead.document().edit_obstacle();
        let bounds = workspace.figure_bounds();
        let extent = |axis: usize| format!("{:.1} to {:.1}", bounds.min[axis], bounds.max[axis]);
        let places = [("X, forward", 0), ("Y, left", 1), ("Z, up", 2)];
        let table = ui.scope(|ui| widgets::table(ui, places.map(|(name, axis)| (name, extent(axis)))));
        table.response.on_hover_text("In all frames of the current sequence");
        ui.add_space(6.0);
        let several = (!others.is_empty()).then_some("`md2 edit` scales all models of a player together");
        let mut row = |ui: &mut Ui,
                       name: &str,
                       obstacle: Option<&str>,
                       fields: &mut dyn FnMut(&mut Ui) -> Option<ModelTransform>| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                let label = ui.label(RichText::new(name).small());
                ui.add_space(NAME_WIDTH - label.rect.width());
                let transform = fields(ui);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let button = Button::new(RichText::new("Apply").small());
                    let button = ui.add_enabled(transform.is_some() && obstacle.is_none(), button);
                    if button.on_disabled_hover_text(obstacle.unwrap_or("Changes nothing")).clicked() {
                        actions
                            .extend(transform.map(|change| Action::Edit(lead.id, Edit::Transform(change))));
                    }
                });
            });
        };
        let TransformFields { height, offset, degrees, factor } = fields;
        row(ui, "Floor at", obstacle, &mut |ui| {
            let field = ui.add(widgets::number_field(height).range(UNITS).suffix(" units"));
            // The first frame of the legs of a player belongs to a death.
            let first = lead.document().mesh().frames().first().map_or(bounds, |frame| frame.bounds);
            let lowest = if several.is_none() { first } else { bounds }.min[2];
            let up = ((*height - f64::from(lowest)) * 1000.0).round() / 1000.0;
            let (frame, change) = match several {
                None => ("first frame", ModelTransform::Floor(*height)),
                Some(_) => ("shown sequence", ModelTransform::Move([0.0, 0.0, up])),
            };
            field.on_hover_text(format!(
                "The height of the lowest point in the {frame}: −24 for players and monsters"
            ));
            (up != 0.0).then_some(change)
        });
        row(ui, "Move", obstacle, &mut |ui| {
            for (value, axis) in offset.iter_mut().zip(["forward", "left", "up"]) {
                ui.add(widgets::number_field(value).range(UNITS)).on_hover_text(format!("Units {axis}"));
            }
            (*offset != [0.0; 3]).then_some(ModelTransform::Move(*offset))
        });
        row(ui, "Turn", obstacle, &mut |ui| {
            ui.add(widgets::number_field(degrees).range(-360.0..=360.0).suffix("°"))
                .on_hover_text("To the left, seen from above");
            (*degrees % 360.0 != 0.0).then_some(ModelTransform::Turn(*degrees))
        });
        row(ui, "Scale", obstacle.or(several), &mut |ui| {
            ui.add(widgets::number_field(factor).range(0.01..=100.0).speed(0.01).prefix("× "));
            (*factor != 1.0).then_some(ModelTransform::Scale(*factor))
        });
    });
}
