//! The files that the viewer can open, and the findings of checks of the open files.
//!
//! [`Browser`] holds a tree of folders and archives, recent files, thumbnails, and the models that are being opened.
//! [`Checker`](checker::Checker) checks the files of a workspace, and [`watcher`] reports changes of these files. Tasks of
//! `md2-task` do the work, and the event loop only takes their results. The crate needs no window and no interface library.

#![forbid(unsafe_code)]
#![allow(missing_docs, reason = "a part of the two programs, not a library for others")]

/// The example of the README, compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(any(windows, test))]
mod association;
mod browser;
pub mod checker;
mod chooser;
mod file_manager;
pub mod fonts;
mod icon;
mod lister;
mod opener;
mod paths;
mod recent;
#[cfg(test)]
mod testing;
mod thumbnails;
mod tree;
mod tree_watch;
mod typed_path;
pub mod uv;
pub mod watcher;

#[cfg(any(windows, test))]
pub use association::RegistryChange;
#[cfg(windows)]
pub use association::associate;
pub use browser::{Browser, SLOW};
pub use chooser::{DialogPurpose, DialogResult, FileChooser, show_error, show_error_without_console};
pub use file_manager::FileManager;
pub use icon::icon;
pub use opener::{OpenOrigin, OpenResult, Opener};
pub use paths::{absolute, book};
pub use recent::RecentFiles;
pub use thumbnails::ThumbnailSubject;
pub use tree::{EntryKind, KindFilter, ModelCondition, NodeId, Root, Row, RowFilter, Tree};
pub use typed_path::PathRules;
