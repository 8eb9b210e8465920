#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod action;
mod animation;
mod bar;
mod check;
mod choose;
mod compare;
mod crowd;
mod elided;
mod equipment;
mod export;
pub mod export_kind;
mod files;
mod fonts;
pub mod glyphs;
mod help;
mod hover;
mod input;
mod inspect;
pub mod keys;
mod layout;
mod look;
mod messages;
mod model;
mod samples;
mod sequences;
mod skin;
mod skins;
mod state;
pub mod steering;
mod strip;
mod style;
mod tab;
mod tabs;
mod thumbnail;
mod timeline;
mod tips;
mod top;
mod widgets;

#[cfg(test)]
mod tests;

pub use choose::PathField;
pub use crowd::CrowdStatus;
pub use files::FilesState;
pub use fonts::folders as font_folders;
pub use input::{Machine, PanelInput};
pub use layout::show;
pub use messages::Messages;
pub use samples::Samples;
pub use state::UiState;
pub use style::apply as apply_style;
pub use tab::{Front, PanelSettings, Tab};
