//! Sequences that are joined by a change of frame names.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::sequence::Sequence;

/// Sequences that become one sequence. [`find_merge`] returns it.
#[derive(Debug, Clone, PartialEq)]
pub struct SequenceMerge {
    /// The sequences before the change; at least two.
    pub parts: Vec<Sequence>,
    /// The sequence after the change.
    pub merged: Sequence,
}

/// Returns the first sequence of `after` that joins renamed frames with frames that were not renamed, from different sequences of `before`.
///
/// ```
/// use md2_anim::{detect, find_merge};
///
/// let before = detect(["stand1", "stand2", "run1", "run2"]);
/// let after = detect(["stand1", "stand2", "stand1", "stand2"]);
/// let merge = find_merge(before.sequences(), after.sequences(), |frame| frame >= 2);
/// let text = "stand (frames 0–1) and run (frames 2–3) become one sequence, stand (frames 0–3)";
/// assert_eq!(merge.expect("frames 0 to 3 are all called stand").to_string(), text);
/// ```
pub fn find_merge(
    before: &[Sequence],
    after: &[Sequence],
    is_renamed: impl Fn(u32) -> bool,
) -> Option<SequenceMerge> {
    after.iter().find_map(|merged| {
        let is_part = |part: &&Sequence| part.first <= merged.last && part.last >= merged.first;
        let parts: Vec<Sequence> = before.iter().filter(is_part).cloned().collect();
        let contains = |part: &Sequence, renamed: bool| {
            let mut frames = part.first.max(merged.first)..=part.last.min(merged.last);
            frames.any(|frame| is_renamed(frame) == renamed)
        };
        let joins = |renamed: &Sequence| {
            contains(renamed, true) && parts.iter().any(|part| part != renamed && contains(part, false))
        };
        parts.iter().any(joins).then_some(SequenceMerge { parts, merged: merged.clone() })
    })
}

impl fmt::Display for SequenceMerge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |sequence: &Sequence| -> String {
            let Sequence { name, first, last, .. } = sequence;
            if first == last {
                alloc::format!("{name} (frame {first})")
            } else {
                alloc::format!("{name} (frames {first}–{last})")
            }
        };
        let parts: Vec<String> = self.parts.iter().map(text).collect();
        write!(f, "{} become one sequence, {}", parts.join(" and "), text(&self.merged))
    }
}
