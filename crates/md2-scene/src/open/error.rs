//! The reasons why a file cannot be opened.

use std::path::PathBuf;

use md2_load::LoadError;

/// Why a file cannot be opened. Each names it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages show what the fields are")]
pub enum OpenError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] md2_assets::ReadError),
    /// It is no model that can be shown.
    #[error("cannot open \"{}\"", path.display())]
    Load { path: PathBuf, source: LoadError },
    /// It is a model that a program changed as if it were text. It cannot be shown, or may not be, as when it is read again.
    #[error("cannot open \"{}\": {damage}", path.display())]
    Converted { path: PathBuf, damage: String, source: Option<Box<LoadError>> },
    /// The name is a folder's, and what to open there does not show.
    #[error(
        "\"{}\" is a folder that holds neither a player (lower.md3, upper.md3, head.md3) nor a model called tris or as \
         the folder is",
        path.display()
    )]
    NoModel { path: PathBuf },
}
