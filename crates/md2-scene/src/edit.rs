//! Edits of a model's file: the request, and the state of an edited document.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use md2_anim::Sequence;
use md2_assets::FileStamp;
use md2_common::FileKind;

use crate::change::Change;
use crate::document::Document;
use crate::text::shown;

/// An edit of a model that the user requests. Frame numbers count from 0 and are those of [`Document::mesh`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Renames the frames of a sequence: the new frame names are `name` with numbers from 1.
    RenameFrames {
        /// The frames of the sequence.
        frames: RangeInclusive<u32>,
        /// The previous name of the sequence.
        old: String,
        /// The new name.
        name: String,
    },
    /// Moves a sequence before the previous or after the next sequence of the file.
    MoveFrames {
        /// The name of the sequence.
        name: String,
        /// Whether the sequence moves toward the end of the file.
        is_later: bool,
        /// The new order of the frames. Frames that are not listed follow in their old order.
        order: Vec<u32>,
    },
    /// Replaces a skin of the file by an image. An MDL stores the pixels; MD2 and MD3 store the path of the image in the game.
    ReplaceSkin {
        /// The skin.
        skin: FileSkin,
        /// The file of the image.
        file: PathBuf,
    },
}

/// A skin in the file of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileSkin {
    /// An image in an MDL.
    Image {
        /// The number of the skin in the file, from 0.
        skin: usize,
        /// The number of the image in a group of images that are shown in turn, from 0; 0 for a single image.
        image: usize,
    },
    /// The path with this number, from 0: of a skin in an MD2, or of the first image of a surface in an MD3.
    Path(usize),
}

impl fmt::Display for FileSkin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Image { skin, image: 0 } => write!(f, "skin {}", skin + 1),
            Self::Image { skin, image } => write!(f, "skin {}, image {}", skin + 1, image + 1),
            Self::Path(number) => write!(f, "skin path {}", number + 1),
        }
    }
}

impl Edit {
    /// Returns the edit that moves a sequence past its neighbor in the file; `None` if no sequence comes before or after it.
    #[must_use]
    pub fn move_sequence(sequences: &[Sequence], index: usize, is_later: bool) -> Option<Self> {
        let moved = sequences.get(index)?;
        let order: Vec<u32> = if is_later {
            let next = sequences.iter().filter(|other| other.first > moved.last);
            let next = next.min_by_key(|other| (other.first, other.last))?;
            (0..moved.first).chain(moved.last + 1..=next.last).chain(moved.first..=moved.last).collect()
        } else {
            let previous = sequences.iter().filter(|other| other.last < moved.first);
            let previous = previous.max_by_key(|other| (other.last, other.first))?;
            (0..previous.first).chain(moved.first..=moved.last).chain(previous.first..moved.first).collect()
        };
        Some(Self::MoveFrames { name: moved.name.clone(), is_later, order })
    }

    /// Returns the name of the edit for notices and for undo.
    #[must_use]
    pub fn change(&self) -> Change {
        let (setting, value) = match self {
            Self::RenameFrames { old, name, .. } => {
                (format!("Sequence {}", shown(old)), format!("renamed to {}", shown(name)))
            }
            Self::MoveFrames { name, is_later, .. } => {
                let direction = if *is_later { "moved down" } else { "moved up" };
                (format!("Sequence {}", shown(name)), direction.to_owned())
            }
            Self::ReplaceSkin { skin, file } => {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                (skin.to_string().replacen('s', "S", 1), format!("replaced by {}", shown(&name)))
            }
        };
        Change { setting, value }
    }
}

/// The last edit of an edited document, and the file to which it was saved.
#[derive(Clone, Debug)]
pub(crate) struct EditState {
    pub(crate) edit: Edit,
    pub(crate) saved: OnceLock<SavedFile>,
}

#[derive(Clone, Debug)]
pub(crate) struct SavedFile {
    path: PathBuf,
    pub(crate) stamp: Option<FileStamp>,
    /// Whether the file is the one from which the model was opened.
    pub(crate) is_own: bool,
}

impl Document {
    /// The last edit; `None` if the document is the content of its file.
    #[must_use]
    pub fn last_edit(&self) -> Option<&Edit> {
        self.edit.as_ref().map(|state| &state.edit)
    }

    /// Whether the document has edits that are in no file.
    #[must_use]
    pub fn has_unsaved_edits(&self) -> bool {
        self.edit.as_ref().is_some_and(|state| state.saved.get().is_none())
    }

    /// The file to which this edited document was saved.
    #[must_use]
    pub fn saved_as(&self) -> Option<&Path> {
        self.saved_file().map(|saved| saved.path.as_path())
    }

    pub(crate) fn saved_file(&self) -> Option<&SavedFile> {
        self.edit.as_ref()?.saved.get()
    }

    /// Records that the edited document was saved to a file. Does nothing for a document without edits, or if it was already saved.
    pub fn set_saved(&self, path: &Path) {
        if let Some(state) = &self.edit {
            let is_own = self.is_file_at(path);
            let saved = SavedFile { path: path.to_owned(), stamp: FileStamp::read(path), is_own };
            let _already_saved = state.saved.set(saved);
        }
    }

    /// The reason why the model cannot be edited, for the user; `None` if it can be edited.
    #[must_use]
    pub fn edit_obstacle(&self) -> Option<&'static str> {
        if self.repairs().is_some() {
            return Some("The file is damaged. Save a repaired copy in the Check tab, and edit the copy.");
        }
        match self.file().and_then(|file| FileKind::detect(file)) {
            Some(FileKind::Mdl | FileKind::Md2 | FileKind::Md3) => None,
            Some(FileKind::Hexen2) => Some("Models of Hexen II can only be read."),
            _ => Some("Models of this format can only be read."),
        }
    }

    /// Whether two documents have the same file content, because one was opened again with other files around it.
    pub(crate) fn shares_content_with(&self, other: &Self) -> bool {
        self.file().zip(other.file()).is_some_and(|(own, other)| Arc::ptr_eq(own, other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_moves_past_its_neighbor() {
        let sequences: Vec<Sequence> = [("stand", 0, 1), ("run", 2, 4), ("pain", 6, 6)]
            .into_iter()
            .map(|(name, first, last)| Sequence::new(name, first, last))
            .collect();
        let order = |index, is_later| match Edit::move_sequence(&sequences, index, is_later)? {
            Edit::MoveFrames { order, .. } => Some(order),
            _ => None,
        };
        assert_eq!(order(1, false), Some(vec![2, 3, 4, 0, 1]));
        // Frame 5, which belongs to no sequence, moves with the next one.
        assert_eq!(order(1, true), Some(vec![0, 1, 5, 6, 2, 3, 4]));
        assert_eq!(order(2, false), Some(vec![0, 1, 6, 2, 3, 4, 5]));
        assert_eq!((order(0, false), order(2, true), order(3, true)), (None, None, None));
    }
}
