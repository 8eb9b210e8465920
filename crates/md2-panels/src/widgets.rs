//! Small widgets that several panels use.

use std::sync::Arc;

use egui::emath::Numeric;
use egui::{
    Align2, Area, Color32, Context, DragValue, FontFamily, FontId, Frame, Galley, Id, Margin, Order, Painter,
    Pos2, Rect, Response, RichText, ScrollArea, Sense, Shape, TextWrapMode, Ui, Vec2, WidgetInfo, WidgetType,
    pos2, vec2,
};

use super::style;

pub(super) fn section(ui: &mut Ui, title: &str) {
    if ui.min_rect().height() > 0.0 {
        ui.add_space(6.0);
        ui.separator();
    } else {
        ui.add_space(4.0);
    }
    ui.label(RichText::new(title).color(style::STRONG).strong());
}

/// Requests a second layout if the height of a bottom panel has changed, since egui places the panel by its height in the previous picture.
pub(super) fn settle_height(ui: &Ui, panel: &str, height: f32) {
    let id = Id::new(panel).with("height");
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(id), height));
    if before != height {
        ui.ctx().request_discard("a bottom panel changed its height");
    }
}

pub(super) fn capitalized(word: &str) -> String {
    let is_file = word.split(' ').next().is_some_and(|first| first.contains('.'));
    let mut letters = word.chars();
    if is_file {
        return word.to_owned();
    }
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

pub(crate) fn capitalized_lines(text: &str) -> String {
    let begins = |line: &str| {
        let word = line.split_whitespace().next().unwrap_or_default();
        word.chars().all(|letter| letter.is_ascii_lowercase())
    };
    let line = |line: &str| if begins(line) { capitalized(line) } else { line.to_owned() };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

pub(super) fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

pub(super) const FIELD_MARGIN: Vec2 = vec2(8.0, 4.0);

const AROUND_MENU: f32 = 52.0;

pub(super) fn menu(ui: &mut Ui, rows: impl FnOnce(&mut Ui)) {
    let room = (ui.ctx().content_rect().height() - AROUND_MENU).max(AROUND_MENU);
    ScrollArea::vertical().max_height(room).min_scrolled_height(room).show(ui, |ui| {
        // The scroll bar does not narrow the rows.
        ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
        rows(ui);
    });
}

pub(super) fn note(ui: &mut Ui, text: &str) {
    ui.add(egui::Label::new(RichText::new(text).small().color(style::WEAK)).wrap());
}

pub(super) fn table<'a>(ui: &mut Ui, rows: impl IntoIterator<Item = (&'a str, String)>) {
    for (name, value) in rows {
        row(ui, name, RichText::new(value));
    }
}

pub(super) fn row(ui: &mut Ui, name: &str, value: RichText) {
    const NAME: f32 = 86.0;
    ui.horizontal_top(|ui| {
        let width = NAME.min(0.4 * ui.available_width());
        ui.allocate_ui(vec2(width, 12.0), |ui| {
            ui.set_width(width);
            ui.add(egui::Label::new(RichText::new(name).small().color(style::WEAK)).truncate());
        });
        ui.add(egui::Label::new(value.small()).wrap().selectable(true));
    });
    ui.add_space(-4.0);
}

/// Draws the triangle of a row that can be opened. It points down if the row is open, or else to the right. `tip` is the distance
/// of its tip from the center.
pub(super) fn fold_mark(painter: &Painter, center: Pos2, is_open: bool, tip: f32, color: Color32) {
    let corners = if is_open {
        [vec2(-4.0, -2.0), vec2(4.0, -2.0), vec2(0.0, tip)]
    } else {
        [vec2(-2.0, -4.0), vec2(tip, 0.0), vec2(-2.0, 4.0)]
    };
    let corners = corners.map(|corner| center + corner).to_vec();
    painter.add(Shape::convex_polygon(corners, color, egui::Stroke::NONE));
}

pub(super) fn row_background(painter: &Painter, rect: Rect, is_selected: bool, is_hovered: bool) {
    if is_selected {
        painter.rect_filled(rect, 4.0, style::ACCENT_DARK);
        painter.rect_filled(Rect::from_min_size(rect.min, vec2(3.0, rect.height())), 1.5, style::ACCENT);
    } else if is_hovered {
        painter.rect_filled(rect, 4.0, style::LINE);
    }
}

pub(super) fn box_frame() -> Frame {
    Frame::new().fill(style::WELL).stroke(egui::Stroke::new(1.0, style::LINE)).corner_radius(6.0)
}

/// Shows a box over the scene, whose contents are at most `width` wide.
pub(super) fn bubble(
    context: &Context,
    (id, takes_clicks): (&str, bool),
    (position, pivot): (Pos2, Align2),
    width: f32,
    contents: impl FnOnce(&mut Ui),
) {
    let area = Area::new(Id::new(id)).order(Order::Foreground).interactable(takes_clicks);
    area.pivot(pivot).fixed_pos(position).show(context, |ui| {
        box_frame().inner_margin(Margin::symmetric(14, 8)).show(ui, |ui| {
            ui.set_max_width((width - 30.0).max(0.0));
            contents(ui);
        });
    });
}

/// A field for a number. The decimal mark may also be a comma.
pub(super) fn number_field<Number: Numeric>(value: &mut Number) -> DragValue<'_> {
    let parse = |text: &str| text.trim().replace(',', ".").replace('−', "-").parse().ok();
    DragValue::new(value).custom_parser(parse)
}

pub(super) fn key_cap(ui: &mut Ui, key: &str) {
    let text = key_text(ui, key);
    let (rect, _) = ui.allocate_exact_size(cap_size(&text), Sense::hover());
    if !key.is_empty() {
        ui.painter().rect_filled(rect, 3.0, style::LINE);
    }
    let corner = rect.center() - 0.5 * text.size();
    ui.painter().galley(corner, text, style::TEXT);
}

pub(super) fn key_cap_size(ui: &Ui, key: &str) -> Vec2 {
    cap_size(&key_text(ui, key))
}

fn key_text(ui: &Ui, key: &str) -> Arc<Galley> {
    let font = FontId::new(11.0, FontFamily::Proportional);
    ui.painter().layout_no_wrap(key.to_owned(), font, style::TEXT)
}

fn cap_size(text: &Galley) -> Vec2 {
    (text.size() + vec2(10.0, 4.0)).max(vec2(20.0, 18.0))
}

pub(super) fn close_button(ui: &mut Ui, tooltip: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, tooltip));
    let visuals = ui.style().interact(&response);
    if response.hovered() {
        ui.painter().rect_filled(rect, visuals.corner_radius, visuals.bg_fill);
    }
    for slope in [1.0, -1.0] {
        let end = vec2(4.0, 4.0 * slope);
        let stroke = egui::Stroke::new(1.5, visuals.fg_stroke.color);
        ui.painter().line_segment([rect.center() - end, rect.center() + end], stroke);
    }
    response.on_hover_text(tooltip)
}

/// The icons of the transport buttons. They are drawn as shapes, so that they do not depend on fonts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Icon {
    Play,
    Pause,
    First,
    Back,
    Forward,
    Last,
    Reversed,
}

pub(super) fn icon_button(ui: &mut Ui, icon: Icon, tooltip: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(28.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, tooltip));
    let visuals = ui.style().interact(&response);
    ui.painter().rect_filled(rect, visuals.corner_radius, visuals.bg_fill);
    draw_icon(ui.painter(), rect, icon, visuals.fg_stroke.color);
    response.on_hover_text(tooltip)
}

pub(super) fn icon_switch(ui: &mut Ui, icon: Icon, on: bool, tooltip: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(28.0, 24.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, on, tooltip));
    let visuals = ui.style().interact(&response);
    let fill = if on { style::ACCENT_DARK } else { visuals.bg_fill };
    ui.painter().rect_filled(rect, visuals.corner_radius, fill);
    let color = if on { style::ACCENT } else { visuals.fg_stroke.color };
    draw_icon(ui.painter(), rect, icon, color);
    response.on_hover_text(tooltip)
}

fn draw_icon(painter: &Painter, rect: Rect, icon: Icon, color: Color32) {
    let at = |x: f32, y: f32| rect.center() + vec2(x, y);
    let bar = |x: f32, width: f32| {
        let bar = Rect::from_center_size(pos2(rect.center().x + x, rect.center().y), vec2(width, 11.0));
        painter.rect_filled(bar, 1.0, color);
    };
    let triangle = |tip: f32, base: f32, half: f32| {
        let corners = vec![at(base, -half), at(tip, 0.0), at(base, half)];
        painter.add(Shape::convex_polygon(corners, color, egui::Stroke::NONE));
    };
    match icon {
        Icon::Play => triangle(6.0, -4.0, 5.5),
        Icon::Pause => [-3.0, 3.0].into_iter().for_each(|x| bar(x, 3.5)),
        Icon::First => {
            bar(-5.0, 2.0);
            triangle(-3.0, 5.0, 5.5);
        }
        Icon::Back => {
            triangle(-5.0, 2.0, 5.5);
            bar(4.0, 2.0);
        }
        Icon::Forward => {
            bar(-4.0, 2.0);
            triangle(5.0, -2.0, 5.5);
        }
        Icon::Last => {
            triangle(3.0, -5.0, 5.5);
            bar(5.0, 2.0);
        }
        Icon::Reversed => {
            let line = egui::Stroke::new(2.0, color);
            painter.hline(rect.center().x - 2.0..=rect.center().x + 6.0, rect.center().y, line);
            triangle(-7.0, -1.0, 4.5);
        }
    }
}
