//! What is wrong with a file beside a model.

use std::path::Path;

use md2_anim::ScriptError;
use md2_assets::ReadError;

use crate::ground_speed::GroundSpeedError;

/// An error of a file beside a model. It becomes a note.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {reason}")]
pub(super) struct CompanionError {
    pub(super) file: String,
    pub(super) reason: Reason,
}

impl CompanionError {
    /// Something about the file at `path`.
    pub(super) fn about(path: &Path, reason: impl Into<Reason>) -> Self {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self { file, reason: reason.into() }
    }
}

#[derive(Debug, thiserror::Error)]
pub(super) enum Reason {
    #[error("{}", _0.reason())]
    Read(#[from] ReadError),
    #[error("it is no text in UTF-8")]
    NotText,
    #[error(transparent)]
    Script(#[from] ScriptError),
    #[error("all its sequences begin past the model's last frame")]
    PastLastFrame,
    #[error(transparent)]
    GroundSpeed(#[from] GroundSpeedError),
}
