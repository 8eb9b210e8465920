//! The tabs of the side panels, and the selected tabs.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::export_settings::ExportSettings;

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
    pub(crate) const LEFT: [Self; 2] = [Self::Animation, Self::Files];
    pub(crate) const RIGHT: [Self; 4] = [Self::Look, Self::Skin, Self::Model, Self::Check];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Animation => "Anim",
            Self::Files => "Files",
            Self::Look => "Look",
            Self::Skin => "Skin·UV",
            Self::Model => "Model",
            Self::Check => "Check",
        }
    }

    pub(crate) fn scrolls_itself(self) -> bool {
        matches!(self, Self::Animation | Self::Files | Self::Check)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectedTabs {
    pub(crate) left: Tab,
    pub(crate) right: Tab,
    pub(crate) single: Tab,
}

impl Default for SelectedTabs {
    fn default() -> Self {
        Self { left: Tab::Animation, right: Tab::Look, single: Tab::Animation }
    }
}

impl fmt::Display for SelectedTabs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.left.name(), self.right.name())
    }
}

impl SelectedTabs {
    pub(crate) fn restore(&mut self, settings: &PanelSettings) {
        let restore = |front: &mut Tab, name: &Option<String>, tabs: &[Tab]| {
            if let Some(&tab) = tabs.iter().find(|tab| Some(tab.name()) == name.as_deref()) {
                *front = tab;
            }
        };
        restore(&mut self.left, &settings.left, &Tab::LEFT);
        restore(&mut self.right, &settings.right, &Tab::RIGHT);
        restore(&mut self.single, &settings.single, &Tab::ALL);
    }

    pub(crate) fn to_settings(self) -> PanelSettings {
        let [left, right, single] =
            [self.left, self.right, self.single].map(|tab| Some(tab.name().to_owned()));
        PanelSettings { left, right, single, ..PanelSettings::default() }
    }

    /// Selects a tab in the side panel to which it belongs, but not in the single panel of a small window.
    pub(crate) fn show_on_side(&mut self, tab: Tab) {
        let single = self.single;
        self.show(tab);
        self.single = single;
    }

    pub(crate) fn show(&mut self, tab: Tab) {
        if Tab::LEFT.contains(&tab) {
            self.left = tab
        } else {
            self.right = tab
        }
        self.single = tab;
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelSettings {
    pub shown: Option<bool>,
    pub left: Option<String>,
    pub right: Option<String>,
    pub single: Option<String>,
    pub left_width: Option<f32>,
    pub models_only: Option<bool>,
    pub grid: Option<bool>,
    pub export: ExportSettings,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selected_tabs_are_saved_by_their_names() {
        let mut front = SelectedTabs::default();
        front.show(Tab::Files);
        front.show(Tab::Check);
        let mut restored = SelectedTabs::default();
        restored.restore(&front.to_settings());
        assert_eq!(restored, front);
        let name = |name: &str| Some(name.to_owned());
        restored.restore(&PanelSettings { left: name("Look"), right: name("?"), ..PanelSettings::default() });
        assert_eq!(restored, front, "a tab of the other side, and an unknown name");
    }
}
