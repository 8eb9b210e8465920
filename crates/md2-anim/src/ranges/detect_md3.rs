//! Sequence detection for MD3, whose frame names rarely contain sequence names.

use alloc::vec;
use alloc::vec::Vec;

use crate::ranges::detect::{Detection, name_evidence, one_frame, whole};
use crate::ranges::evidence::SequenceList;
use crate::ranges::names::parse_all;
use crate::ranges::runs::{self, index, sequences};
use crate::sequence::vocabulary::classify;

/// Finds the sequences of an MD3 that has no `animation.cfg`. The result is usually a single sequence of all frames.
///
/// Most exporters write their own name or a number on every frame. Frame names decide only if most of them contain known words, as in a
/// converted MD2. Otherwise the split by frame names is only an alternative.
pub fn detect_md3(names: impl IntoIterator<Item: AsRef<[u8]>>) -> Detection {
    let names: Vec<_> = names.into_iter().take(u32::MAX as usize).collect();
    let names: Vec<&[u8]> = names.iter().map(AsRef::as_ref).collect();
    if names.is_empty() {
        return Detection::without_frames();
    }
    let frame_count = index(names.len());
    let (names, are_codes) = parse_all(&names);
    let runs = runs::split(&names);
    let known = runs.iter().filter(|run| classify(&run.name).is_some()).count();
    let are_words = runs.len() > 1 && known * 2 > runs.len();
    let by_name = SequenceList { evidence: name_evidence(&runs, are_codes), sequences: sequences(runs, 0) };
    let mut whole = whole(frame_count);
    if frame_count == 1 {
        whole.evidence = one_frame();
    }
    Detection::from_candidates(
        if are_words { vec![by_name, whole] } else { vec![whole, by_name] },
        frame_count,
    )
}
