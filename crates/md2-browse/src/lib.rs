//! The files that the viewer can open, and the findings of checks of the open files.
//!
//! [`Browser`] holds a tree of folders and archives, recent files, thumbnails, and the models that are being opened.
//! [`Checker`](checker::Checker) checks the files of a workspace, and [`watcher`] reports changes of these files. Tasks of
//! `md2-task` do the work, and the event loop only takes their results. The crate needs no window and no interface library.
//!
//! Without the feature `desktop`, the crate contains only the modules that the command line also uses: [`builtin`], [`findings`],
//! [`sketch`] and [`stdin`].

#![forbid(unsafe_code)]

/// The example of the README, compiled as a test.
#[cfg(all(doctest, feature = "desktop"))]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod builtin;
#[cfg(feature = "desktop")]
mod desktop;
pub mod findings;
pub mod sketch;
pub mod stdin;
mod timings;

#[cfg(feature = "desktop")]
pub use desktop::*;
pub use timings::TIMINGS;
