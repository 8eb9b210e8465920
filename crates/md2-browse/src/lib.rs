//! The files that can be opened, and the findings about those that are open.
//!
//! [`Browser`] holds a tree of folders and archives, recent files, thumbnails, and the models that are being opened.
//! [`Checker`](checker::Checker) checks the files of a workspace, and [`watcher`] reports changes of them. Tasks of `md2-task` do
//! the work. Nothing here waits or depends on a window or an interface library.
//!
//! Without the feature `desktop`, the crate holds only what the command line shares: [`builtin`], [`findings`], [`sketch`] and
//! [`stdin`].

#![forbid(unsafe_code)]

/// The example of the README, compiled as a test.
#[cfg(all(doctest, feature = "desktop"))]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(feature = "desktop")]
mod browser;
pub mod builtin;
#[cfg(feature = "desktop")]
pub mod checker;
#[cfg(feature = "desktop")]
mod chooser;
pub mod findings;
#[cfg(feature = "desktop")]
mod lister;
#[cfg(feature = "desktop")]
mod opener;
#[cfg(feature = "desktop")]
mod paths;
#[cfg(feature = "desktop")]
mod recent;
pub mod sketch;
pub mod stdin;
#[cfg(feature = "desktop")]
mod thumbnails;
mod timings;
#[cfg(feature = "desktop")]
mod tree;
#[cfg(feature = "desktop")]
pub mod uv;
#[cfg(feature = "desktop")]
pub mod watcher;

#[cfg(feature = "desktop")]
pub use browser::{Browser, SLOW};
#[cfg(feature = "desktop")]
pub use chooser::{DialogPurpose, DialogResult, FileChooser};
#[cfg(feature = "desktop")]
pub use opener::{OpenOrigin, OpenResult, Opener};
#[cfg(feature = "desktop")]
pub use paths::absolute;
#[cfg(feature = "desktop")]
pub use recent::RecentFiles;
#[cfg(feature = "desktop")]
pub use thumbnails::ThumbnailSubject;
pub use timings::TIMINGS;
#[cfg(feature = "desktop")]
pub use tree::{EntryKind, NodeId, Root, Row, Tree};
