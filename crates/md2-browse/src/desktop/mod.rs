//! The state of the Files and Check tabs, the file dialogs, and the notices about changed files.

#[cfg(any(windows, test))]
mod association;
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

#[cfg(any(windows, test))]
pub use association::RegistryChange;
#[cfg(windows)]
pub use association::associate;
pub use browser::{Browser, SLOW};
pub use chooser::{DialogPurpose, DialogResult, FileChooser, show_error, show_error_without_console};
pub use file_manager::FileManager;
pub use opener::{OpenOrigin, OpenResult, Opener};
pub use paths::absolute;
pub use recent::RecentFiles;
pub use thumbnails::ThumbnailSubject;
pub use tree::{EntryKind, NodeId, Root, Row, RowFilter, Tree};
