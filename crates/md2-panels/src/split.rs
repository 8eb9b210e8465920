//! The line between the models of a split view, which the user drags, and the names of the models beside the line.

use egui::{Align2, Area, Context, CursorIcon, FontId, Id, Order, Rect, Sense, Stroke, vec2};
use md2_scene::{Command, CounterpartView, Workspace};

use super::{compare, style};
use crate::action::Action;

/// Half the width of the strip that the pointer can drag.
const REACH: f32 = 7.0;
const NAME_MARGIN: f32 = 12.0;

pub(super) fn show(context: &Context, free: Rect, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some((counterpart, place)) = workspace.counterpart().zip(workspace.split()) else { return };
    let x = free.left() + place * free.width();
    let strip = Rect::from_x_y_ranges(x - REACH..=x + REACH, free.y_range());
    let area = Area::new(Id::new("split")).order(Order::Middle).fixed_pos(strip.min).constrain(false);
    area.show(context, |ui| {
        let (_, line) = ui.allocate_exact_size(strip.size(), Sense::drag());
        let line = line.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
        let color = if line.hovered() || line.dragged() { style::STRONG } else { style::TEXT };
        let painter = ui.painter().with_clip_rect(free);
        painter.vline(x, free.y_range(), Stroke::new(1.5, color));
        painter.circle_filled(strip.center(), REACH - 1.0, style::ACCENT);
        let [left, right] = compare::view_names(workspace, counterpart);
        let names = [(left, -1.0, Align2::RIGHT_BOTTOM), (right, 1.0, Align2::LEFT_BOTTOM)];
        for (name, side, align) in names {
            let at = strip.center_bottom() + vec2(side * NAME_MARGIN, -NAME_MARGIN);
            painter.text(at, align, name, FontId::proportional(15.0), style::STRONG);
        }
        if let Some(at) = line.interact_pointer_pos().filter(|_| line.dragged()) {
            let place = ((at.x - free.left()) / free.width().max(1.0)).clamp(0.02, 0.98);
            actions.push(Command::ViewCounterpart(CounterpartView::Split(place)).into());
        }
    });
}
