//! The selection of frames and sequences for an export.

use std::ops::RangeInclusive;

use md2_anim::Sequence;

use crate::export_model::ExportModel;

/// A filter for frames. By default it selects all frames.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameSelection {
    /// The names of the sequences to select, in any letter case. The selected sequences are in the order of this list.
    /// `None` selects all sequences.
    pub sequences: Option<Vec<String>>,
    /// The range of frames to select; `None` selects all frames. Sequences are shortened to the frames in this range.
    pub frames: Option<RangeInclusive<u32>>,
}

/// The selected frames and sequences of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct SelectedFrames {
    /// The numbers of the selected frames in the model: in increasing order, or in the order of the selected sequences. A frame that
    /// several selected sequences share may be listed more than once.
    pub frames: Vec<usize>,
    /// The selected sequences. Their frame numbers are indices in `frames`.
    pub sequences: Vec<Sequence>,
}

impl FrameSelection {
    /// Applies the filter to a model. The result is empty if no frame matches.
    pub fn apply(&self, subject: &ExportModel<'_>) -> SelectedFrames {
        let count = subject.mesh.frame_count();
        let all = u32::try_from(count).unwrap_or(u32::MAX);
        let is_named = |sequence: &Sequence| {
            let names = self.sequences.as_deref();
            names.is_none_or(|names| names.iter().any(|name| name.eq_ignore_ascii_case(&sequence.name)))
        };
        let within = subject.sequences.iter().filter_map(|sequence| sequence.clone().clipped_to(all));
        let chosen = within.filter(is_named);
        let mut sequences: Vec<Sequence> = match &self.frames {
            Some(range) => chosen.filter_map(|sequence| cut(sequence, range)).collect(),
            None => chosen.collect(),
        };
        if let Some(names) = &self.sequences {
            let rank =
                |sequence: &Sequence| names.iter().position(|name| name.eq_ignore_ascii_case(&sequence.name));
            sequences.sort_by_key(rank);
        }
        let mut frames: Vec<usize> = Vec::new();
        // The selected ranges of frames, each with its place in the list.
        let mut ranges: Vec<(RangeInclusive<u32>, usize)> = Vec::new();
        if self.sequences.is_none() {
            let range = self.frames.clone().unwrap_or(0..=u32::MAX);
            frames.extend((0..count).filter(|&frame| range.contains(&number(frame))));
            ranges.extend(frames.first().zip(frames.last()).map(|(&a, &b)| (number(a)..=number(b), 0)));
        }
        for sequence in &mut sequences {
            let (first, last) = (sequence.first, sequence.last.max(sequence.first));
            let around = ranges.iter().find(|(range, _)| range.contains(&first) && range.contains(&last));
            let place = match around {
                Some((range, place)) => place + index(first - range.start()),
                None => {
                    ranges.push((first..=last, frames.len()));
                    frames.extend(index(first)..=index(last));
                    frames.len() - 1 - index(last - first)
                }
            };
            (sequence.first, sequence.last) = (number(place), number(place) + (last - first));
        }
        SelectedFrames { frames, sequences }
    }
}

fn cut(sequence: Sequence, range: &RangeInclusive<u32>) -> Option<Sequence> {
    let (first, last) = (sequence.first, sequence.last.max(sequence.first));
    let (from, to) = (first.max(*range.start()), last.min(*range.end()));
    if (first, last) == (from, to) {
        return Some(sequence);
    }
    // The lead and the key times count from the original first frame.
    (from <= to).then_some(Sequence { first: from, last: to, lead: 0, times: None, ..sequence })
}

fn index(frame: u32) -> usize {
    usize::try_from(frame).unwrap_or(usize::MAX)
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use md2_load::{LoadOptions, LoadedModel, load};

    use super::*;

    fn model() -> LoadedModel {
        let names = ["run1", "run2", "run3", "stand1", "stand2", "jump1", "jump2", "jump3"];
        load(md2_testdata::with_frames(names).build().bytes(), &LoadOptions::default()).unwrap()
    }

    fn check(selection: &FrameSelection, frames: &[usize], sequences: &[(&str, u32, u32)]) {
        let model = model();
        let selected = selection.apply(&ExportModel::new("a", &model));
        assert_eq!(selected.frames, frames, "{selection:?}");
        let found: Vec<_> = selected.sequences.iter().map(|s| (&*s.name, s.first, s.last)).collect();
        assert_eq!(found, sequences, "{selection:?}");
    }

    #[test]
    fn selects_frames_and_sequences() {
        let all = [0, 1, 2, 3, 4, 5, 6, 7];
        check(&FrameSelection::default(), &all, &[("run", 0, 2), ("stand", 3, 4), ("jump", 5, 7)]);
        let named = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect());
        let jump = FrameSelection { sequences: named(&["JUMP", "run"]), frames: None };
        check(&jump, &[5, 6, 7, 0, 1, 2], &[("jump", 0, 2), ("run", 3, 5)]);
        let range = |sequences, range| FrameSelection { sequences, frames: Some(range) };
        check(&range(None, 2..=5), &[2, 3, 4, 5], &[("run", 0, 0), ("stand", 1, 2), ("jump", 3, 3)]);
        check(&range(named(&["jump"]), 2..=6), &[5, 6], &[("jump", 0, 1)]);
        check(&range(None, 7..=u32::MAX), &[7], &[("jump", 0, 0)]);
        check(&range(None, 8..=9), &[], &[]);
        check(&FrameSelection { sequences: named(&["swim"]), frames: None }, &[], &[]);
    }

    #[test]
    fn a_cut_sequence_loses_its_key_times() {
        let times = md2_anim::KeyTimes::from_ends([0.1, 0.5, 0.6]).unwrap();
        let timed = Sequence { lead: 1, ..Sequence::new("run", 0, 2).with_times(times) };
        assert_eq!(cut(timed.clone(), &(0..=2)), Some(timed.clone()));
        let shorter = cut(timed.clone(), &(1..=9)).unwrap();
        assert_eq!((shorter.first, shorter.last, shorter.lead, shorter.times), (1, 2, 0, None));
        assert_eq!(cut(timed, &(3..=9)), None);
    }
}
