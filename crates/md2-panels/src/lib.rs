//! The user interface of the viewer: panels that show a workspace and files, and collect the user's requests.
#![doc = include_str!("../README.md")]
#![allow(missing_docs, reason = "a part of the two programs, not a library for others")]
#![forbid(unsafe_code)]

pub mod action;
mod animation;
mod anti_aliasing;
mod badge;
mod bar;
pub mod camera_keys;
mod check;
mod choose;
mod compare;
mod crowd;
mod dialog;
mod dialogs;
mod elided;
mod equipment;
mod export;
mod export_dialog;
pub mod export_kind;
mod export_settings;
mod files;
mod focus;
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
mod model_edits;
pub mod notice;
mod picture;
mod question;
mod save_dialog;
mod sequence_edit;
mod sequences;
mod skin;
mod skin_edit;
mod skins;
mod split;
mod start;
mod state;
mod strip;
mod style;
mod surfaces;
mod tab;
mod tabs;
mod tags;
mod text;
mod thumbnail;
mod timeline;
mod tips;
mod top;
mod tour;
mod widgets;

#[cfg(test)]
mod tests;

pub use action::{Answer, Question};
pub use anti_aliasing::SampleCount;
pub use crowd::CrowdStatus;
pub use equipment::missing_skin_notice;
pub use export_settings::{ExportBackground, ExportRange, ExportSettings};
pub use files::FilesState;
pub use input::{PanelInput, RendererInfo};
pub use layout::show;
pub use messages::{Cause, Messages};
pub use save_dialog::SaveName;
pub use state::PanelState;
pub use style::apply as apply_style;
pub use tab::{PanelSettings, SelectedTabs, Tab};
