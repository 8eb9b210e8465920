//! Colors and spacing of the interface.

use egui::style::WidgetVisuals;
use egui::{
    Color32, Context, CornerRadius, FontDefinitions, FontFamily, FontId, Id, LayerId, Margin, Order, Shadow,
    Stroke, StrokeKind, Style, TextStyle, ThemePreference, vec2,
};
use md2_scene::GhostModel;

use crate::focus::{FocusKeys, focused};

pub(super) const PANEL: Color32 = Color32::from_rgb(0x1c, 0x1f, 0x24);
pub(super) const WELL: Color32 = Color32::from_rgb(0x14, 0x16, 0x1a);
pub(super) const LINE: Color32 = Color32::from_rgb(0x30, 0x34, 0x3b);
pub(super) const TEXT: Color32 = Color32::from_rgb(0xcf, 0xd3, 0xd9);
pub(super) const STRONG: Color32 = Color32::from_rgb(0xf2, 0xf3, 0xf5);
pub(super) const WEAK: Color32 = Color32::from_rgb(0x8b, 0x91, 0x9b);
pub(super) const ACCENT: Color32 = Color32::from_rgb(0xe3, 0xa5, 0x57);
pub(super) const ACCENT_DARK: Color32 = Color32::from_rgb(0x4a, 0x3b, 0x29);
pub(super) const ERROR: Color32 = Color32::from_rgb(0xf0, 0x8a, 0x7a);
pub(super) const ERROR_DARK: Color32 = Color32::from_rgb(0x45, 0x24, 0x22);
pub(super) const COMPARED: Color32 = opaque(GhostModel::COMPARED);

const BUTTON: Color32 = Color32::from_rgb(0x2a, 0x2e, 0x35);
const BUTTON_HOVERED: Color32 = Color32::from_rgb(0x36, 0x3b, 0x44);
const BUTTON_PRESSED: Color32 = Color32::from_rgb(0x42, 0x48, 0x52);

const ROUNDING: CornerRadius = CornerRadius::same(4);

pub(super) const fn opaque([red, green, blue]: [u8; 3]) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// Draws a frame around the widget that has the focus. Excludes `list`, which marks its selected row instead.
pub(super) fn mark_focus(context: &Context, list: Id) {
    let Some(widget) = focused(context).filter(|widget| widget.id != list) else { return };
    let rect = widget.interact_rect;
    if !rect.is_positive() {
        return;
    }
    let layer = LayerId::new(Order::Tooltip, Id::new("focus"));
    let painter = context.layer_painter(layer);
    painter.rect_stroke(rect.expand(2.0), 5.0, Stroke::new(2.0, ACCENT), StrokeKind::Outside);
}

pub fn apply(context: &Context) {
    context.add_plugin(FocusKeys::default());
    context.set_fonts(fonts());
    context.set_theme(ThemePreference::Dark);
    context.all_styles_mut(|style| {
        text(style);
        spacing(style);
        colors(style);
    });
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let monospaced = fonts.families.get(&FontFamily::Monospace).and_then(|names| names.first()).cloned();
    fonts.families.entry(FontFamily::Proportional).or_default().extend(monospaced);
    fonts
}

fn text(style: &mut Style) {
    let font = |size| FontId::new(size, FontFamily::Proportional);
    style.text_styles = [
        (TextStyle::Small, font(11.0)),
        (TextStyle::Body, font(13.0)),
        (TextStyle::Button, font(13.0)),
        (TextStyle::Heading, font(17.0)),
        (TextStyle::Monospace, FontId::new(12.0, FontFamily::Monospace)),
    ]
    .into();
    style.interaction.selectable_labels = false;
}

fn spacing(style: &mut Style) {
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 6.0);
    spacing.button_padding = vec2(9.0, 4.0);
    spacing.interact_size = vec2(28.0, 24.0);
    spacing.window_margin = Margin::same(16);
    spacing.icon_width = 15.0;
    spacing.icon_width_inner = 9.0;
    spacing.slider_rail_height = 4.0;
    // Always visible, so that a panel shows that it scrolls.
    let scroll = &mut spacing.scroll;
    scroll.bar_width = 7.0;
    scroll.floating_width = 3.0;
    scroll.floating_allocated_width = 5.0;
    scroll.foreground_color = true;
    scroll.dormant_handle_opacity = 0.45;
    scroll.active_handle_opacity = 0.6;
    style.animation_time = 0.1;
}

fn colors(style: &mut Style) {
    let visuals = &mut style.visuals;
    visuals.dark_mode = true;
    visuals.panel_fill = PANEL;
    visuals.window_fill = PANEL;
    visuals.window_stroke = Stroke::new(1.0, LINE);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.window_shadow =
        Shadow { offset: [0, 6], blur: 24, spread: 0, color: Color32::from_black_alpha(120) };
    visuals.popup_shadow = visuals.window_shadow;
    visuals.extreme_bg_color = WELL;
    visuals.faint_bg_color = WELL;
    visuals.weak_text_color = Some(WEAK);
    visuals.selection.bg_fill = ACCENT_DARK;
    // No outline: `mark_focus` marks the widget with the focus.
    visuals.selection.stroke = Stroke::new(0.0, STRONG);
    visuals.slider_trailing_fill = true;

    let widget = |fill, line, text| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, line),
        corner_radius: ROUNDING,
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    let widgets = &mut visuals.widgets;
    widgets.noninteractive = widget(PANEL, LINE, TEXT);
    widgets.inactive = widget(BUTTON, Color32::TRANSPARENT, TEXT);
    widgets.hovered = widget(BUTTON_HOVERED, Color32::TRANSPARENT, STRONG);
    widgets.active = widget(BUTTON_PRESSED, Color32::TRANSPARENT, STRONG);
    widgets.open = widget(BUTTON_HOVERED, Color32::TRANSPARENT, STRONG);
}
