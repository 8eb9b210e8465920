//! The files that can be opened, and the findings about those that are open.
//!
//! [`Browser`] holds a tree of folders and archives, recent files, thumbnails, and the models that are being opened.
//! [`Checker`](checker::Checker) checks the files of a workspace, and [`watcher`] reports changes of them. Tasks of `md2-task` do
//! the work. Nothing here waits or depends on a window or an interface library.

#![forbid(unsafe_code)]

/// The example of the README, compiled as a test.
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

pub use browser::{Browser, SLOW};
pub use chooser::{DialogPurpose, DialogResult, FileChooser};
pub use opener::{OpenOrigin, OpenResult, Opener, TIMINGS};
pub use paths::absolute;
pub use recent::RecentFiles;
pub use thumbnails::ThumbnailSubject;
pub use tree::{EntryKind, NodeId, Root, Row, Tree};
