//! Edits of a model's file: the request, and the state of an edited document.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use md2_anim::Sequence;
use serde::{Deserialize, Serialize};

/// An edit of a model that the user requests. Frame numbers count from 0 and are those of [`Document::mesh`](crate::Document::mesh).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    /// Renames the frames of a sequence: the new frame names are `name` with numbers from 1.
    RenameFrames { frames: RangeInclusive<u32>, old: String, name: String },
    /// Moves a sequence before the previous or after the next sequence of the file.
    MoveFrames {
        name: String,
        is_later: bool,
        /// The new order of the frames. Frames that are not listed follow in their old order.
        order: Vec<u32>,
    },
    /// Replaces a skin of the file by an image. An MDL stores the pixels; MD2 and MD3 store the path of the image in the game.
    ReplaceSkin {
        skin: FileSkin,
        file: PathBuf,
        /// Whether an image of another size than the skins of an MDL is resized.
        #[serde(default)]
        resizes: bool,
    },
    /// Moves, turns or scales the whole model.
    Transform(ModelTransform),
}

/// A change of all positions of a model, in its units: X is forward, Y left, Z up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum ModelTransform {
    /// Moves the model up or down, so that the lowest point of its first frame has this height.
    Floor(f64),
    Move([f64; 3]),
    /// Turns the model counterclockwise around the Z axis, by this angle in degrees.
    Turn(f64),
    Scale(f64),
}

impl fmt::Display for ModelTransform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Floor(height) => write!(f, "put on the floor at {height}"),
            Self::Move([x, y, z]) => write!(f, "moved by {x}, {y}, {z}"),
            Self::Turn(degrees) => write!(f, "turned by {degrees}°"),
            Self::Scale(factor) => write!(f, "scaled by {factor}"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileSkin {
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
    pub fn replace_skin(skin: FileSkin, file: PathBuf) -> Self {
        Self::ReplaceSkin { skin, file, resizes: false }
    }

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
}

/// The content of a model's file when it was opened or last saved. All versions of an edited model share it.
#[derive(Debug, Default)]
pub(crate) struct SavedVersion {
    pub(crate) content: Option<Arc<Vec<u8>>>,
    /// The edits that are in the content, if they are known.
    pub(crate) edits: Option<Vec<Edit>>,
    /// Whether this program wrote the file.
    pub(crate) is_own: bool,
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
