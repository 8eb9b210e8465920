//! The files of an edit.

use std::path::PathBuf;

use md2_anim::Sequence;
use md2_edit::FrameName;
use md2_load::Palette;

#[derive(Debug, Default)]
pub(super) struct EditFiles {
    pub(super) read: Vec<PathBuf>,
    pub(super) made: Vec<EditedFile>,
    pub(super) colors: SkinColors,
    /// The sequences that `info` lists for the input, which may come from a table of the game. Their frames are those of the edited model.
    pub(super) sequences: Vec<Sequence>,
    /// For a model of a Quake III player, the sequence that the last operation resampled. `None` for other models.
    pub(super) player: Option<Option<SequenceRate>>,
    /// Whether a new name may join sequences.
    pub(super) merges_sequences: bool,
}

impl EditFiles {
    /// Moves the listed sequences to the new places of their frames, which have the same names. Removes sequences whose names are not found,
    /// or found twice, if any name changed.
    pub(super) fn follow_frames(&mut self, before: &[FrameName], after: &[FrameName]) {
        self.sequences.retain_mut(|Sequence { first, last, .. }| {
            let names = before.get(*first as usize..=*last as usize).unwrap_or_default();
            let place_in = |all: &[FrameName]| {
                let mut places = (0..).zip(all.windows(names.len().max(1))).filter(|(_, own)| *own == names);
                places.next().filter(|_| places.next().is_none()).map(|(place, _)| place)
            };
            let Some((place, _)) = place_in(after).zip(place_in(before)) else { return before == after };
            (*first, *last) = (place, place + (*last - *first));
            true
        });
    }
}

/// A sequence with its new number of frames and frames per second.
#[derive(Clone, Debug)]
pub(super) struct SequenceRate {
    pub(super) name: String,
    pub(super) frames: usize,
    pub(super) fps: f32,
}

#[derive(Debug, Default)]
pub(super) struct SkinColors {
    pub(super) palette: Palette,
    pub(super) dither: bool,
    /// Whether new texels may have the last 32 colors of the palette, which glow in the dark.
    pub(super) fullbright: bool,
}

#[derive(Clone, Debug)]
pub(super) struct EditedFile {
    /// The path; `None` in a dry run without an output.
    pub(super) path: Option<PathBuf>,
    pub(super) bytes: Vec<u8>,
}

/// An image of another size than the skins of an MDL.
#[derive(Debug, thiserror::Error)]
#[error(
    "{} has {} x {} pixels, but all skins of the model have {} x {} texels",
    file.display(), found[0], found[1], wanted[0], wanted[1]
)]
pub struct SkinSizeError {
    pub file: PathBuf,
    pub found: [u32; 2],
    pub wanted: [u32; 2],
}
