//! The timeline of a sequence: a tick for each keyframe, and a playhead that the user moves with clicks and drags.

use egui::{FontFamily, FontId, Rect, Response, Sense, Stroke, Ui, WidgetInfo, WidgetType, lerp, pos2, vec2};

use super::{style, tips};

const MIN_TICK_DISTANCE: f32 = 5.0;

/// The contents of the timeline. Positions are counted in keyframes from the start of the sequence.
pub(super) struct Timeline<'a> {
    pub(super) keys: u32,
    pub(super) wraps: bool,
    /// Position of the playhead: 2.5 is halfway between the third and the fourth keyframe.
    pub(super) position: f32,
    pub(super) describe: &'a dyn Fn(u32) -> String,
}

impl Timeline<'_> {
    fn length(&self) -> f32 {
        let steps = if self.wraps { self.keys } else { self.keys.saturating_sub(1) };
        steps.max(1) as f32
    }

    #[allow(
        clippy::cast_possible_truncation,
        reason = "positions are between zero and the number of keyframes"
    )]
    pub(super) fn show(&self, ui: &mut Ui) -> Option<f32> {
        let size = vec2(ui.available_width(), 24.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Slider, true, "timeline"));
        let track = Rect::from_center_size(rect.center(), vec2(rect.width() - 12.0, 6.0));
        let length = self.length();
        let x_of = |place: f32| lerp(track.x_range(), (place / length).clamp(0.0, 1.0));
        let place_of = |x: f32| ((x - track.left()) / track.width()).clamp(0.0, 1.0) * length;

        let painter = ui.painter();
        painter.rect_filled(track, 3.0, style::WELL);
        let played = Rect::from_min_max(track.min, pos2(x_of(self.position), track.max.y));
        painter.rect_filled(played, 3.0, style::ACCENT_DARK);

        let distance = track.width() / length;
        let every = (MIN_TICK_DISTANCE / distance).ceil().max(1.0) as usize;
        for key in (0..self.keys).step_by(every) {
            let x = x_of(key as f32);
            let line = Stroke::new(1.0, style::WEAK);
            painter.vline(x, track.bottom() + 3.0..=track.bottom() + 7.0, line);
        }

        let x = x_of(self.position);
        let color = if response.hovered() || response.dragged() { style::STRONG } else { style::ACCENT };
        painter.vline(x, rect.top() + 4.0..=track.bottom() + 7.0, Stroke::new(2.0, color));
        painter.circle_filled(pos2(x, track.center().y), 5.0, color);

        if let Some(pointer) = response.hover_pos()
            && self.keys > 0
        {
            let key = (place_of(pointer.x).round() as u32) % self.keys;
            tooltip_above(ui, &response, pointer.x, (self.describe)(key));
        }

        // Seeks as soon as the button is down: egui reports a drag only after a movement or some time.
        let seeks = response.is_pointer_button_down_on() || response.clicked();
        seeks.then(|| response.interact_pointer_pos()).flatten().map(|pointer| place_of(pointer.x))
    }
}

pub(super) fn tooltip_above(ui: &Ui, response: &Response, x: f32, text: String) {
    if !tips::are_shown(ui.ctx()) {
        return;
    }
    let rect = response.rect;
    let font = FontId::new(11.0, FontFamily::Proportional);
    let text = ui.painter().layout_no_wrap(text, font, style::TEXT);
    let left = (x - 0.5 * text.size().x).clamp(rect.left(), (rect.right() - text.size().x).max(rect.left()));
    let corner = pos2(left, rect.top() - text.size().y - 6.0);
    let above = ui.ctx().layer_painter(egui::LayerId::new(egui::Order::Tooltip, response.id.with("key")));
    let backdrop = Rect::from_min_size(corner, text.size()).expand2(vec2(6.0, 3.0));
    above.rect_filled(backdrop, 3.0, style::WELL);
    above.rect_stroke(backdrop, 3.0, Stroke::new(1.0, style::LINE), egui::StrokeKind::Outside);
    above.galley(corner, text, style::TEXT);
}
