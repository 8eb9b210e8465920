//! Tabs: which there are, which are in front, and on which side.

use std::fmt;

use egui::{Color32, Frame, Margin, Panel, RichText, ScrollArea, Sense, Stroke, Ui, WidgetInfo, WidgetType};

use super::{Seen, UiState, animation, check, files, look, model, skin, style, worn};
use crate::PanelSettings;
use crate::keys::{Action, key_of};
use crate::wish::Wish;

/// A page of a side panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Animation,
    Files,
    Look,
    Skin,
    Model,
    Check,
}

impl Tab {
    pub const ALL: [Self; 6] =
        [Self::Animation, Self::Files, Self::Look, Self::Skin, Self::Model, Self::Check];
    const LEFT: [Self; 2] = [Self::Animation, Self::Files];
    const RIGHT: [Self; 4] = [Self::Look, Self::Skin, Self::Model, Self::Check];

    /// As the tab is labeled.
    fn name(self) -> &'static str {
        match self {
            Self::Animation => "Anim",
            Self::Files => "Files",
            Self::Look => "Look",
            Self::Skin => "Skin·UV",
            Self::Model => "Model",
            Self::Check => "Check",
        }
    }

    /// Whether what is in it scrolls by itself.
    fn scrolls_itself(self) -> bool {
        matches!(self, Self::Animation | Self::Files | Self::Check)
    }
}

/// Which tabs are in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Front {
    left: Tab,
    right: Tab,
    /// Of both, in a window with room for one panel.
    single: Tab,
}

impl Default for Front {
    fn default() -> Self {
        Self { left: Tab::Animation, right: Tab::Look, single: Tab::Animation }
    }
}

impl fmt::Display for Front {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.left.name(), self.right.name())
    }
}

impl Front {
    /// Whether a tab is in front at the left.
    pub(super) fn is_left(self, tab: Tab) -> bool {
        self.left == tab
    }

    /// Tabs that are still where they were.
    pub(super) fn restore(&mut self, kept: &PanelSettings) {
        let restore = |front: &mut Tab, name: &Option<String>, tabs: &[Tab]| {
            if let Some(&tab) = tabs.iter().find(|tab| Some(tab.name()) == name.as_deref()) {
                *front = tab;
            }
        };
        restore(&mut self.left, &kept.left, &Tab::LEFT);
        restore(&mut self.right, &kept.right, &Tab::RIGHT);
        restore(&mut self.single, &kept.single, &Tab::ALL);
    }

    /// Whether a tab is in front where there is one panel.
    pub(super) fn is_single(self, tab: Tab) -> bool {
        self.single == tab
    }

    pub(super) fn to_keep(self) -> PanelSettings {
        let [left, right, single] =
            [self.left, self.right, self.single].map(|tab| Some(tab.name().to_owned()));
        PanelSettings { left, right, single, ..PanelSettings::default() }
    }

    /// Brings a tab to the front of its side; where there is one panel, what is there stays.
    pub(super) fn show_beside(&mut self, tab: Tab) {
        let single = self.single;
        self.show(tab);
        self.single = single;
    }

    pub fn show(&mut self, tab: Tab) {
        if Tab::LEFT.contains(&tab) {
            self.left = tab
        } else {
            self.right = tab
        }
        self.single = tab;
    }
}

const LEFT_WIDTH: f32 = 244.0;
const RIGHT_WIDTH: f32 = 270.0;
const SINGLE_WIDTH: f32 = 292.0;
/// In a window wider than this, panels are wider, too.
const USUAL_WIDTH: f32 = 1280.0;
const MAX_GROWTH: f32 = 1.4;
/// Wide enough for a panel at each side, and a model between them.
const MIN_WIDTH_FOR_BOTH: f32 = 960.0;
/// What of a window is left beside a panel that was asked for.
const LEAST_BESIDE_DRAWER: f32 = 24.0;
/// Below this size in points a panel would leave no room for the model.
const MIN_SIZE: egui::Vec2 = egui::vec2(560.0, 240.0);

/// Whether the window has no room for a panel beside the model, so that it comes out only when it is asked for.
pub(super) fn are_in_drawer(context: &egui::Context) -> bool {
    let size = context.content_rect().size();
    size.x < MIN_SIZE.x || size.y < MIN_SIZE.y
}

/// The panels at the sides, as many as there is room for.
pub(super) fn show(ui: &mut Ui, seen: &Seen<'_>, state: &mut UiState, wishes: &mut Vec<Wish>) {
    let size = ui.ctx().content_rect().size();
    let Front { left, right, single } = state.front;
    if are_in_drawer(ui.ctx()) {
        if state.drawer {
            let width = SINGLE_WIDTH.min(size.x - LEAST_BESIDE_DRAWER).max(0.0);
            panel(ui, (Panel::right("single"), width), (&Tab::ALL, single), seen, state, wishes);
        }
        return;
    }
    if size.x < MIN_WIDTH_FOR_BOTH {
        panel(ui, (Panel::right("single"), SINGLE_WIDTH), (&Tab::ALL, single), seen, state, wishes);
        return;
    }
    let growth = (size.x / USUAL_WIDTH).clamp(1.0, MAX_GROWTH);
    let [at_left, at_right] = [LEFT_WIDTH, RIGHT_WIDTH].map(|width| (width * growth).round());
    panel(ui, (Panel::left("left"), at_left), (&Tab::LEFT, left), seen, state, wishes);
    panel(ui, (Panel::right("right"), at_right), (&Tab::RIGHT, right), seen, state, wishes);
}

fn panel(
    ui: &mut Ui,
    (panel, width): (Panel, f32),
    (tabs, front): (&[Tab], Tab),
    seen: &Seen<'_>,
    state: &mut UiState,
    wishes: &mut Vec<Wish>,
) {
    let frame =
        Frame::new().fill(style::PANEL).inner_margin(Margin { left: 14, right: 14, top: 6, bottom: 10 });
    panel.frame(frame).resizable(false).exact_size(width).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let names: Vec<_> = tabs.iter().map(|tab| name(*tab, seen)).collect();
            let fit = Fit::of(ui, names.iter().map(|(name, _)| name.as_str()));
            for (&tab, (name, color)) in tabs.iter().zip(names) {
                if label(ui, tab, (&name, color), fit, tab == front).clicked() {
                    state.front.show(tab);
                }
            }
        });
        ui.add_space(2.0);
        if front.scrolls_itself() {
            contents(ui, front, seen, state, wishes);
        } else {
            let area = ScrollArea::vertical().id_salt(front.name()).auto_shrink([false, false]);
            area.show(ui, |ui| contents(ui, front, seen, state, wishes));
        }
    });
}

fn contents(ui: &mut Ui, tab: Tab, seen: &Seen<'_>, state: &mut UiState, wishes: &mut Vec<Wish>) {
    state.shown.push(tab);
    match tab {
        Tab::Animation => {
            let actor = state.bar.subject(seen.workspace);
            animation::show(ui, seen, actor, &mut state.animation, wishes);
        }
        Tab::Files => files::show(ui, seen, &mut state.files, wishes),
        Tab::Look => look::show(ui, seen, wishes),
        Tab::Skin => skin::show(ui, seen, &mut state.skin, &mut state.files.seen, wishes),
        Tab::Model => model::show(ui, seen, wishes),
        Tab::Check => check::show(ui, seen, &mut state.check, wishes),
    }
}

/// The label of a tab, and its color if that tells something.
fn name(tab: Tab, seen: &Seen<'_>) -> (String, Option<Color32>) {
    match tab {
        Tab::Check => check::label(seen.checks),
        Tab::Skin if worn::lacks_a_picture(seen.workspace) => (tab.name().to_owned(), Some(style::ACCENT)),
        _ => (tab.name().to_owned(), None),
    }
}

/// How large labels are, so that all of them are seen.
#[derive(Clone, Copy, Debug)]
struct Fit {
    font_size: f32,
    /// At both sides of a label.
    gap: f32,
}

impl Fit {
    fn of<'a>(ui: &Ui, names: impl Iterator<Item = &'a str>) -> Self {
        let font = egui::TextStyle::Button.resolve(ui.style());
        let width =
            |name: &str| ui.painter().layout_no_wrap(name.to_owned(), font.clone(), style::WEAK).size().x;
        let (count, width) = names.fold((0.0, 0.0), |(count, sum), name| (count + 1.0, sum + width(name)));
        let (room, sides) = (ui.available_width(), 2.0 * count);
        let gap = ((room - width) / sides).clamp(3.0, 7.0);
        Self { font_size: font.size * ((room - sides * gap) / width).clamp(0.6, 1.0), gap }
    }
}

/// A word that is underlined where it is in front.
fn label(
    ui: &mut Ui,
    tab: Tab,
    (name, color): (&str, Option<Color32>),
    fit: Fit,
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
    response.on_hover_text(format!("Key {}", key_of(Action::Show(tab))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_in_front_are_kept_by_their_names() {
        let mut front = Front::default();
        front.show(Tab::Files);
        front.show(Tab::Check);
        let mut restored = Front::default();
        restored.restore(&front.to_keep());
        assert_eq!(restored, front);
        let name = |name: &str| Some(name.to_owned());
        restored.restore(&PanelSettings { left: name("Look"), right: name("?"), single: None, shown: None });
        assert_eq!(restored, front, "none of this side, and none at all");
    }

    #[test]
    fn each_tab_has_a_side_and_a_key() {
        for tab in Tab::ALL {
            assert_ne!(Tab::LEFT.contains(&tab), Tab::RIGHT.contains(&tab), "{tab:?}");
            assert!(!key_of(Action::Show(tab)).is_empty(), "{tab:?}");
        }
    }
}
