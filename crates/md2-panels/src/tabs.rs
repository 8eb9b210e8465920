//! The panels at the sides and their tabs.

use egui::{
    Color32, CursorIcon, Frame, Margin, Panel, Rect, RichText, ScrollArea, Sense, Stroke, Ui, WidgetInfo,
    WidgetType, pos2,
};

use super::{animation, check, equipment, files, focus, look, model, skin, style};
use crate::action::Action;
use crate::input::PanelInput;
use crate::keys::{Shortcut, tooltip};
use crate::state::PanelState;
use crate::tab::{SelectedTabs, Tab};

const LEFT_WIDTH: f32 = 244.0;
const RIGHT_WIDTH: f32 = 270.0;
const SINGLE_WIDTH: f32 = 292.0;
/// The width of the window above which panels grow with the window, up to the factor `MAX_GROWTH`.
const USUAL_WIDTH: f32 = 1280.0;
const MAX_GROWTH: f32 = 1.4;
const MIN_WIDTH_FOR_BOTH: f32 = 960.0;
/// The smallest and the largest width that the user can give the left panel, and the width of the scene that stays visible then.
const LEFT_LIMITS: [f32; 2] = [190.0, 720.0];
const MIN_SCENE: f32 = 280.0;
const EDGE: f32 = 7.0;
const MIN_FREE_WIDTH: f32 = 24.0;
const MIN_SIZE: egui::Vec2 = egui::vec2(560.0, 240.0);

/// Returns whether the window is too small for a panel next to the model. The panel is then a drawer that opens over the model.
pub(super) fn are_in_drawer(context: &egui::Context) -> bool {
    let size = context.content_rect().size();
    size.x < MIN_SIZE.x || size.y < MIN_SIZE.y
}

pub(super) fn show(ui: &mut Ui, input: &PanelInput<'_>, state: &mut PanelState, actions: &mut Vec<Action>) {
    let size = ui.ctx().content_rect().size();
    let SelectedTabs { left, right, single } = state.tabs;
    if are_in_drawer(ui.ctx()) {
        if state.is_drawer_open {
            let width = SINGLE_WIDTH.min(size.x - MIN_FREE_WIDTH).max(0.0);
            panel(ui, (Panel::right("single"), width), (&Tab::ALL, single), input, state, actions);
        }
        return;
    }
    if size.x < MIN_WIDTH_FOR_BOTH {
        let is_grid = single == Tab::Files && state.files.is_grid;
        let width = if is_grid { SINGLE_WIDTH.max(size.x - MIN_SCENE) } else { SINGLE_WIDTH };
        panel(ui, (Panel::right("single"), width), (&Tab::ALL, single), input, state, actions);
        return;
    }
    let growth = (size.x / USUAL_WIDTH).clamp(1.0, MAX_GROWTH);
    let [at_left, at_right] = [LEFT_WIDTH, RIGHT_WIDTH].map(|width| (width * growth).round());
    let widest = (size.x - at_right - MIN_SCENE).clamp(at_left, LEFT_LIMITS[1].max(at_left));
    let is_grid = left == Tab::Files && state.files.is_grid;
    // A grid is wider than a list.
    let usual = if is_grid { widest } else { at_left };
    let chosen = if is_grid { state.grid_width } else { state.left_width };
    let width = chosen.map_or(usual, |width| width.clamp(LEFT_LIMITS[0], widest));
    let rect = panel(ui, (Panel::left("left"), width), (&Tab::LEFT, left), input, state, actions);
    let chosen = if is_grid { &mut state.grid_width } else { &mut state.left_width };
    edge(ui, rect, widest, chosen);
    panel(ui, (Panel::right("right"), at_right), (&Tab::RIGHT, right), input, state, actions);
}

fn edge(ui: &Ui, panel: Rect, widest: f32, width: &mut Option<f32>) {
    let place = Rect::from_min_max(pos2(panel.right() - EDGE, panel.top()), panel.max);
    let response = ui.interact(place, ui.id().with("edge of the left panel"), Sense::click_and_drag());
    let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
    if response.double_clicked() {
        *width = None;
    } else if response.dragged()
        && let Some(pointer) = response.interact_pointer_pos()
    {
        *width = Some((pointer.x - panel.left()).round().clamp(LEFT_LIMITS[0], widest));
    }
    if response.hovered() || response.dragged() {
        let color = if response.dragged() { style::ACCENT } else { style::WEAK };
        ui.painter().vline(panel.right() - 1.0, panel.y_range(), Stroke::new(2.0, color));
    }
}

fn panel(
    ui: &mut Ui,
    (panel, width): (Panel, f32),
    (tabs, front): (&[Tab], Tab),
    input: &PanelInput<'_>,
    state: &mut PanelState,
    actions: &mut Vec<Action>,
) -> Rect {
    let frame =
        Frame::new().fill(style::PANEL).inner_margin(Margin { left: 14, right: 14, top: 6, bottom: 10 });
    let panel = panel.frame(frame).resizable(false).exact_size(width).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let names: Vec<_> = tabs.iter().map(|tab| label_of(*tab, input)).collect();
            let fit = LabelFit::new(ui, names.iter().map(|(name, _)| name.as_str()));
            for (&tab, (name, color)) in tabs.iter().zip(names) {
                if label(ui, tab, (&name, color), fit, tab == front).clicked() {
                    state.tabs.show(tab);
                }
            }
        });
        ui.add_space(2.0);
        let top = ui.cursor().top();
        let wants_focus = state.focus_request.take_if(|tab| *tab == front).is_some();
        match front {
            Tab::Files if wants_focus => state.files.focus_list(),
            Tab::Animation => state.animation.wants_focus |= wants_focus,
            _ => {}
        }
        if front.scrolls_itself() {
            contents(ui, front, input, state, actions);
        } else {
            let area = ScrollArea::vertical().id_salt(front.name()).auto_shrink([false, false]);
            area.show(ui, |ui| contents(ui, front, input, state, actions));
        }
        if wants_focus && !matches!(front, Tab::Files | Tab::Animation) {
            focus::enter(ui.ctx(), ui.min_rect().with_min_y(top));
        }
    });
    panel.response.rect
}

fn contents(
    ui: &mut Ui,
    tab: Tab,
    input: &PanelInput<'_>,
    state: &mut PanelState,
    actions: &mut Vec<Action>,
) {
    state.shown.push(tab);
    match tab {
        Tab::Animation => {
            let actor = state.bar.controlled_actor(input.workspace);
            animation::show(ui, input, actor, &mut state.animation, actions);
        }
        Tab::Files => files::show(ui, input, &mut state.files, actions),
        Tab::Look => look::show(ui, input, actions),
        Tab::Skin => skin::show(ui, input, &mut state.skin, &mut state.files.visible, actions),
        Tab::Model => model::show(ui, input, &mut state.transform, actions),
        Tab::Check => check::show(ui, input, &mut state.check, actions),
    }
}

fn label_of(tab: Tab, input: &PanelInput<'_>) -> (String, Option<Color32>) {
    match tab {
        Tab::Check => check::tab_label(input.checks),
        Tab::Skin if equipment::lacks_skin_image(input.workspace) => {
            (tab.name().to_owned(), Some(style::ACCENT))
        }
        _ => (tab.name().to_owned(), None),
    }
}

#[derive(Clone, Copy, Debug)]
struct LabelFit {
    font_size: f32,
    gap: f32,
}

impl LabelFit {
    fn new<'a>(ui: &Ui, names: impl Iterator<Item = &'a str>) -> Self {
        let font = egui::TextStyle::Button.resolve(ui.style());
        let width =
            |name: &str| ui.painter().layout_no_wrap(name.to_owned(), font.clone(), style::WEAK).size().x;
        let (count, width) = names.fold((0.0, 0.0), |(count, sum), name| (count + 1.0, sum + width(name)));
        let (room, sides) = (ui.available_width(), 2.0 * count);
        let gap = ((room - width) / sides).clamp(3.0, 7.0);
        Self { font_size: font.size * ((room - sides * gap) / width).clamp(0.6, 1.0), gap }
    }
}

fn label(
    ui: &mut Ui,
    tab: Tab,
    (name, color): (&str, Option<Color32>),
    fit: LabelFit,
    in_front: bool,
) -> egui::Response {
    let color = color.unwrap_or(if in_front { style::STRONG } else { style::WEAK });
    let text = egui::WidgetText::from(RichText::new(name).size(fit.font_size).color(color));
    let galley = text.into_galley(ui, None, f32::INFINITY, egui::TextStyle::Button);
    let size = egui::vec2(galley.size().x + 2.0 * fit.gap, 26.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, in_front, name));
    let painter = ui.painter();
    if response.hovered() && !in_front {
        painter.rect_filled(rect, 4.0, style::LINE);
    }
    let corner = rect.center() - 0.5 * galley.size();
    painter.galley(corner, galley, color);
    if in_front {
        painter.hline(rect.x_range(), rect.bottom() - 1.0, Stroke::new(2.0, style::ACCENT));
    }
    response.on_hover_text(tooltip(Shortcut::Show(tab)))
}
