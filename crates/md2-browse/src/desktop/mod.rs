//! The state of the Files and Check tabs, the file dialogs, and the notices about changed files.

mod browser;
pub mod checker;
mod chooser;
mod file_manager;
mod lister;
mod opener;
mod paths;
mod recent;
#[cfg(test)]
mod testing;
mod thumbnails;
mod tree;
mod tree_watch;
pub mod uv;
pub mod watcher;

pub use browser::{Browser, SLOW};
pub use chooser::{DialogPurpose, DialogResult, FileChooser, show_error};
pub use file_manager::FileManager;
pub use opener::{OpenOrigin, OpenResult, Opener};
pub use paths::absolute;
pub use recent::RecentFiles;
pub use thumbnails::ThumbnailSubject;
pub use tree::{EntryKind, NodeId, Root, Row, RowFilter, Tree};
