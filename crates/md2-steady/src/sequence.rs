//! Sequences of frames.

use std::ops::RangeInclusive;

/// A range of frames that are played in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sequence {
    /// The first and the last frame. Frames past the end of the mesh are ignored.
    pub frames: RangeInclusive<usize>,
    /// Whether the first frame is played again after the last.
    pub loops: bool,
}

impl Sequence {
    pub(crate) fn within(&self, frame_count: usize) -> Option<Run> {
        let first = *self.frames.start();
        let last = (*self.frames.end()).min(frame_count.checked_sub(1)?);
        (first <= last).then(|| Run { first, len: last - first + 1, closed: self.loops })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) first: usize,
    pub(crate) len: usize,
    pub(crate) closed: bool,
}

/// Converts sequences to runs: ranges of frames that do not overlap. If two sequences overlap, the later one loses the
/// common frames and does not loop.
pub(crate) fn disjoint(sequences: &[Sequence], frame_count: usize) -> Vec<Run> {
    let mut taken = vec![false; frame_count];
    let mut runs = Vec::new();
    for run in sequences.iter().filter_map(|sequence| sequence.within(frame_count)) {
        let frames = run.first..run.first + run.len;
        let mut at = frames.start;
        while at < frames.end {
            let len = taken[at..frames.end].iter().take_while(|&&taken| !taken).count();
            if len > 0 {
                runs.push(Run { first: at, len, closed: run.closed && len == run.len });
            }
            at += len + taken[at + len..frames.end].iter().take_while(|&&taken| taken).count();
        }
        taken[frames].fill(true);
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_share_no_frame() {
        let sequence = |frames, loops| Sequence { frames, loops };
        let check = |sequences: &[Sequence], expected: &[(usize, usize, bool)]| {
            let found: Vec<_> =
                disjoint(sequences, 10).iter().map(|run| (run.first, run.len, run.closed)).collect();
            assert_eq!(found, expected, "{sequences:?}");
        };
        check(&[sequence(0..=3, true), sequence(4..=20, false)], &[(0, 4, true), (4, 6, false)]);
        check(&[sequence(2..=4, true), sequence(0..=7, true)], &[(2, 3, true), (0, 2, false), (5, 3, false)]);
        check(&[sequence(2..=4, true), sequence(2..=4, true)], &[(2, 3, true)]);
        #[expect(clippy::reversed_empty_ranges, reason = "callers may pass anything")]
        let odd = [sequence(5..=4, true), sequence(10..=12, true), sequence(9..=usize::MAX, true)];
        check(&odd, &[(9, 1, true)]);
        assert_eq!(disjoint(&odd, 0), []);
    }
}
