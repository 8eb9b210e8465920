//! The badge of a mistake that the scene makes on purpose, with its explanation.

use egui::{Align, Align2, Context, Label, Layout, Rect, RichText, vec2};
use md2_scene::{Command, Look, Workspace};

use super::{style, widgets};
use crate::action::Action;

const MARGIN: f32 = 8.0;
const MAX_WIDTH: f32 = 300.0;
const MAX_PART: f32 = 0.45;
/// The least height of the scene with the explanation.
const MIN_HEIGHT: f32 = 300.0;

pub(super) fn show(context: &Context, free: Rect, workspace: &Workspace, actions: &mut Vec<Action>) {
    // The card of a tour explains the mistake.
    let Some(mistake) = workspace.look().mistake.filter(|_| !workspace.is_on_tour()) else { return };
    // The card of the start is at the top.
    let place = (free.left_bottom() + vec2(MARGIN, -MARGIN), Align2::LEFT_BOTTOM);
    let width = (MAX_PART * free.width()).min(MAX_WIDTH);
    widgets::bubble(context, ("mistake", true), place, width, |ui| {
        ui.horizontal_top(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                if widgets::close_button(ui, "End the mistake").clicked() {
                    let look = Look { mistake: None, ..*workspace.look() };
                    actions.push(Command::SetLook(look).into());
                }
                ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                    let text = format!("Mistake: {}", mistake.label().to_lowercase());
                    ui.add(Label::new(RichText::new(text).color(style::ACCENT)).wrap());
                });
            });
        });
        if free.height() >= MIN_HEIGHT {
            widgets::note(ui, mistake.cause());
            widgets::note(ui, mistake.cure());
        }
    });
}
