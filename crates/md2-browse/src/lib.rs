//! The files that can be opened, and the findings about those that are open.
//!
//! [`Browser`] holds a tree of folders and archives, the models that were opened last, small pictures of models and skins, and the
//! models that are being opened. [`Checker`](checker::Checker) checks the files of a workspace, and [`watcher`] notices when they
//! change. Tasks of `md2-task` do the work; nothing here waits, and nothing depends on a window or an interface library.

#![forbid(unsafe_code)]

/// The example of the README is compiled with those of the documents.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod browser;
pub mod builtin;
pub mod checker;
mod chooser;
pub mod findings;
mod lister;
mod opener;
mod paths;
mod recent;
pub mod sketch;
pub mod stdin;
mod thumbnails;
mod tree;
pub mod uv;
pub mod watcher;

pub use browser::{Browser, PATIENCE};
pub use chooser::{DialogPurpose, DialogResult, FileChooser};
pub use opener::{OpenOrigin, OpenResult, Opener, TIMINGS, messages_for};
pub use paths::absolute;
pub use recent::RecentFiles;
pub use thumbnails::ThumbnailSubject;
pub use tree::{EntryKind, NodeId, Root, Row, Tree};
