//! The options of exports, which their dialog remembers.

use std::path::PathBuf;

use md2_scene::Background;
use serde::{Deserialize, Serialize};

use crate::export_kind::ExportKind;

/// The options of exports, which the dialog remembers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportSettings {
    /// The folder of exported files; `None` for the current folder.
    pub folder: Option<PathBuf>,
    /// The length of the longer side of pictures and animations, in pixels.
    pub side: u32,
    /// The number of pictures per second of animations.
    pub rate: u32,
    /// The background of pictures and animations.
    pub background: ExportBackground,
    /// The exported sequences.
    pub range: ExportRange,
}

impl Default for ExportSettings {
    fn default() -> Self {
        let (background, range) = (ExportBackground::default(), ExportRange::default());
        Self { folder: None, side: 640, rate: 20, background, range }
    }
}

/// The background of an exported picture or animation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportBackground {
    /// The background of the window.
    #[default]
    Scene,
    /// No background and no floor.
    Transparent,
    /// Nearly white.
    Light,
    /// Middle gray.
    Gray,
    /// Black.
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

    /// Returns the background that replaces that of the window, if any.
    #[must_use]
    pub fn color(self) -> Option<Background> {
        match self {
            Self::Scene | Self::Transparent => None,
            Self::Light => Some(Background::Light),
            Self::Gray => Some(Background::Gray),
            Self::Black => Some(Background::Black),
        }
    }
}

/// The sequences that an export contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportRange {
    /// The usual range of the kind of file: all sequences of a model, the current sequence of an animation.
    #[default]
    Usual,
    /// The current sequence.
    Current,
    /// All sequences, one after the other.
    All,
}

impl ExportRange {
    /// Whether an export of this kind contains all sequences.
    #[must_use]
    pub fn has_all(self, kind: ExportKind) -> bool {
        match self {
            Self::Usual => kind == ExportKind::Glb,
            Self::Current => false,
            Self::All => true,
        }
    }
}
