//! The number of frames that salvage of randomly damaged files loses and invents.

use std::ops::Range;

use crate::invariants;
use md2_testdata::damage::{DamagedFile, RECORD_DAMAGE};
use md2_testdata::heap::within_bounds;
use md2_testdata::random::Random;

/// Salvages a file of any format, and returns the repairs as texts.
pub(crate) fn salvaged(file: &[u8]) -> Option<(Vec<u8>, Vec<String>)> {
    let salvaged = invariants::salvaged(file)?;
    Some((salvaged.bytes, salvaged.repairs.iter().map(ToString::to_string).collect()))
}

/// The content of a frame and its place in the file.
pub(crate) type Place = (Range<usize>, Vec<u8>);

#[derive(Debug, Default)]
pub(crate) struct Losses {
    /// The number of files that are refused although the damage does not touch one of their frames.
    pub(crate) refused: usize,
    /// The number of frames that the damage does not touch, but which do not have their number afterwards, also in refused files.
    pub(crate) lost: usize,
    /// The number of frames that are neither in the undamaged file nor named by a repair.
    pub(crate) invented: usize,
}

impl Losses {
    /// Damages a file in each round, with each kind of damage in turn, and compares the frames of the salvaged file with those of
    /// the undamaged one. The damage is the same in each run.
    pub(crate) fn measure(
        files: &[Vec<u8>],
        rounds: usize,
        header_bytes: usize,
        frames: impl Fn(&[u8]) -> Vec<Place>,
    ) -> Self {
        let mut losses = Self::default();
        let mut random = Random::new(9);
        for round in 0..rounds {
            let (intact, (kind, damage)) =
                (&files[round % files.len()], RECORD_DAMAGE[round / files.len() % RECORD_DAMAGE.len()]);
            let mut damaged = DamagedFile::new(intact, header_bytes);
            damage(&mut damaged, &mut random);
            let Some((file, repairs)) = within_bounds(&damaged.file, || salvaged(&damaged.file)) else {
                let frames = frames(intact);
                let sound = frames.iter().filter(|frame| kind != "cut" && !damaged.touches(&frame.0)).count();
                losses.refused += usize::from(sound > 0);
                losses.lost += sound;
                continue;
            };
            let (before, now) = (frames(intact), frames(&file));
            let is_gone = |index: usize| {
                damaged.touches(&before[index].0) || kind == "cut" && before[index].0.end > damaged.file.len()
            };
            let is_same = |index: usize| now.get(index).is_some_and(|now| now.1 == before[index].1);
            losses.lost += (0..before.len()).filter(|&index| !is_gone(index) && !is_same(index)).count();
            let is_named =
                |index: usize| repairs.iter().any(|repair| repair.contains(&format!("frame {index}")));
            let is_known = |index: usize| before.iter().any(|frame| frame.1 == now[index].1);
            let is_touched = |index: usize| before.get(index).is_some_and(|frame| damaged.touches(&frame.0));
            losses.invented += (0..now.len())
                .filter(|&index| !is_known(index) && !is_named(index) && !is_touched(index))
                .count();
        }
        losses
    }

    pub(crate) fn assert_at_most(&self, most: Self) {
        let all = [(self.refused, most.refused), (self.lost, most.lost), (self.invented, most.invented)];
        assert!(all.iter().all(|(found, most)| found <= most), "{self:?}, expected at most {most:?}");
    }
}
