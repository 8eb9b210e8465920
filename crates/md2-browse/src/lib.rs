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
