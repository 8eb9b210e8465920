//! The names of tags, next to their axes in the scene.

use crate::text::shown;
use egui::{Align2, Color32, Context, FontId, Id, LayerId, Order, Rect, pos2, vec2};
use md2_scene::Workspace;

use super::style;

const FONT_SIZE: f32 = 12.0;
const DISTANCE: egui::Vec2 = vec2(7.0, -7.0);

pub(super) fn show(context: &Context, free: Rect, workspace: &Workspace) {
    // Below the panels, and without an area, so that the pointer reaches the scene.
    let layer = LayerId::new(Order::Background, Id::new("tag names"));
    let painter = context.layer_painter(layer).with_clip_rect(free);
    for (name, [x, y]) in workspace.tag_labels() {
        let scale = context.pixels_per_point();
        let (at, font) = (pos2(x / scale, y / scale) + DISTANCE, FontId::proportional(FONT_SIZE));
        let name = shown(&name);
        // The dark outline makes the name readable on every color.
        for offset in [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, 1.0), vec2(0.0, -1.0)] {
            let outline = Color32::from_black_alpha(180);
            painter.text(at + offset, Align2::LEFT_BOTTOM, &name, font.clone(), outline);
        }
        painter.text(at, Align2::LEFT_BOTTOM, &name, font, style::STRONG);
    }
}
