//! The options of exports, which their dialog remembers.

use std::path::PathBuf;

use md2_scene::Background;
use serde::{Deserialize, Serialize};

use crate::export_kind::ExportKind;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportSettings {
    pub folder: Option<PathBuf>,
    pub side: u32,
    pub rate: u32,
    pub background: ExportBackground,
    pub range: ExportRange,
}

impl Default for ExportSettings {
    fn default() -> Self {
        let (background, range) = (ExportBackground::default(), ExportRange::default());
        Self { folder: None, side: 640, rate: 20, background, range }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportBackground {
    #[default]
    Scene,
    Transparent,
    Light,
    Gray,
    Black,
}

impl ExportBackground {
    pub(crate) const ALL: [(Self, &str); 5] = [
        (Self::Scene, "As in the window"),
        (Self::Transparent, "Transparent"),
        (Self::Light, "Light"),
        (Self::Gray, "Gray"),
        (Self::Black, "Black"),
    ];

    pub fn color(self) -> Option<Background> {
        match self {
            Self::Scene | Self::Transparent => None,
            Self::Light => Some(Background::Light),
            Self::Gray => Some(Background::Gray),
            Self::Black => Some(Background::Black),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportRange {
    #[default]
    Usual,
    Current,
    All,
}

impl ExportRange {
    pub fn has_all(self, kind: ExportKind) -> bool {
        match self {
            Self::Usual => kind.is_animated_model(),
            Self::Current => false,
            Self::All => true,
        }
    }
}
