//! Everything there is to open, and what is known of the files that are open.
//!
//! [`Browser`] holds a tree of folders and archives, the models that were opened last, small pictures of models and skins, and the
//! models that are being opened. [`Checker`](checker::Checker) checks the files of a workspace, and [`watcher`] notices when they
//! change. All of it runs in tasks of `md2-task`; nothing here waits, and nothing knows a window or an interface library.

#![forbid(unsafe_code)]

mod browser;
pub mod builtin;
pub mod checker;
mod chooser;
pub mod findings;
mod lister;
mod opener;
pub mod place;
mod recent;
pub mod sketch;
pub mod stdin;
mod thumbnails;
mod tree;
pub mod uv;
pub mod watcher;

pub use browser::{Browser, PATIENCE};
pub use chooser::{Chooser, Chosen, Pick};
pub use opener::{Opened, Opener, TIMINGS, Way, told};
pub use recent::Recent;
pub use thumbnails::{SIDE, Subject, reduced};
pub use tree::{NodeId, Root, Row, Sort, Tree};
