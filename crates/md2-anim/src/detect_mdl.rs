//! Sequences of Quake's MDL, whose frames may be groups and whose names often say nothing.

use alloc::vec;
use alloc::vec::Vec;

use crate::detect::{Detection, name_evidence, whole};
use crate::evidence::Evidence;
use crate::key_times::KeyTimes;
use crate::names::{FrameName, parse_all};
use crate::quake::QuakeModel;
use crate::runs::{self, NAMELESS, Run, index, sequences};
use crate::sequence::{LoopMode, Sequence};
use crate::split::SequenceList;

/// A frame of an MDL: one pose, or a group of poses that plays by itself.
///
/// The frames of the sequences that [`detect_mdl`] finds are poses, counted through all groups in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MdlFrame<'a> {
    /// Name of the pose, or of the first pose of the group: bytes up to a NUL.
    pub name: &'a [u8],
    /// Number of poses. A frame of none is passed over.
    pub poses: u32,
    /// When the poses of a group end; `None` for a single frame.
    pub times: Option<KeyTimes>,
}

impl<'a> MdlFrame<'a> {
    /// A frame of a single pose.
    #[must_use]
    pub const fn single(name: &'a [u8]) -> Self {
        Self { name, poses: 1, times: None }
    }

    /// A group of poses with the ends of their times in seconds, as [`KeyTimes::from_ends_or_tenths`] takes them.
    #[must_use]
    pub fn group(first_name: &'a [u8], ends: &[f32]) -> Self {
        let times = KeyTimes::from_ends_or_tenths(ends);
        Self { name: first_name, poses: index(ends.len().min(u32::MAX as usize)), times: Some(times) }
    }
}

/// Finds the sequences of an MDL from the name of its file, without folder and extension, and its frames in order.
///
/// - A group of poses is a sequence of its own, loops, and has times of its own. Frames between groups go by their names.
/// - A model that has the file name of one of [the game's](crate::quake::MODELS) and as many frames is split as the
///   game does, unless its names tell of other borders. One frame more called `base`, at either end, is the pose
///   the skin was drawn on.
/// - A weapon as the player sees it, `v_` and 5 to 9 frames whose names only count, rests in its first frame and then fires.
/// - All others are split by names, like an MD2.
///
/// ```
/// use md2_anim::{MdlFrame, detect_mdl};
///
/// let names: Vec<String> = (1..=97).map(|i| format!("frame{i}")).collect();
/// let found = detect_mdl("knight", names.iter().map(|name| MdlFrame::single(name.as_bytes())));
/// assert_eq!(found.evidence().to_string(), "the game's knight: 97 frames");
/// assert_eq!((found.sequences()[6].name.as_str(), found.sequences()[6].first), ("walk", 53));
///
/// let flame = MdlFrame::group(b"flame1", &[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
/// let found = detect_mdl("flame", [flame]);
/// assert_eq!(found.evidence().to_string(), "1 frame group");
/// assert_eq!((found.sequences()[0].name.as_str(), found.sequences()[0].last), ("flame", 5));
/// ```
///
/// Any bytes are fine. Poses beyond `u32::MAX` are not looked at.
#[must_use]
pub fn detect_mdl<'a>(stem: &str, frames: impl IntoIterator<Item = MdlFrame<'a>>) -> Detection {
    let mut frame_count = 0_u32;
    let counted = frames.into_iter().filter(|frame| frame.poses > 0).take_while(|frame| {
        let sum = frame_count.checked_add(frame.poses);
        frame_count = sum.unwrap_or(frame_count);
        sum.is_some()
    });
    let frames: Vec<MdlFrame<'_>> = counted.collect();
    if frames.is_empty() {
        return Detection::without_frames();
    }
    let mut splits = if frames.iter().any(|frame| frame.times.is_some() || frame.poses > 1) {
        vec![split_groups(frames)]
    } else {
        let names: Vec<&[u8]> = frames.iter().map(|frame| frame.name).collect();
        split_singles(stem, &names)
    };
    splits.push(whole(frame_count, Evidence::Whole));
    Detection::from_splits(splits, frame_count)
}

/// Groups as sequences of their own, and what stands between them by its names.
fn split_groups(frames: Vec<MdlFrame<'_>>) -> SequenceList {
    let mut split = Vec::new();
    let (mut next, mut groups) = (0, 0);
    for part in frames.chunk_by(|a, b| !is_group(a) && !is_group(b)) {
        match part {
            [group] if is_group(group) => {
                groups += 1;
                split.push(group_sequence(group, next));
            }
            singles => {
                let names: Vec<&[u8]> = singles.iter().map(|frame| frame.name).collect();
                split.extend(sequences(runs::split(&parse_all(&names).0), next));
            }
        }
        next += part.iter().map(|frame| frame.poses).sum::<u32>();
    }
    let others = split.len() - groups;
    SequenceList { sequences: split, evidence: Evidence::Groups { groups, others } }
}

fn is_group(frame: &MdlFrame<'_>) -> bool {
    frame.times.is_some() || frame.poses > 1
}

fn group_sequence(group: &MdlFrame<'_>, first: u32) -> Sequence {
    let stem = FrameName::parse(group.name).stem;
    let name = if stem.is_empty() { NAMELESS.into() } else { stem };
    let sequence = Sequence { mode: LoopMode::Loop, ..Sequence::new(name, first, first + (group.poses - 1)) };
    match &group.times {
        Some(times) => sequence.with_times(times.clone()),
        None => sequence,
    }
}

/// The readings of frames without groups, the best first.
fn split_singles(stem: &str, names: &[&[u8]]) -> Vec<SequenceList> {
    let (names, are_codes) = parse_all(names);
    let runs = runs::split(&names);
    let count_only = !are_codes && (runs.len() < 2 || runs::mark_nothing(&names, &runs));

    let mut splits = Vec::new();
    let by_table = table(stem, &names);
    let contradicted = by_table.as_ref().is_some_and(|split| contradict(&names, &runs, &split.sequences));
    let (first, later) = if contradicted { (None, by_table) } else { (by_table, None) };
    splits.extend(first);
    splits.extend(view_weapon(stem, index(names.len())).filter(|_| count_only));
    if count_only && runs.len() > 1 {
        splits.push(whole(index(names.len()), Evidence::NoMarks));
    }
    splits.push(SequenceList { evidence: name_evidence(&runs, are_codes), sequences: sequences(runs, 0) });
    splits.extend(later);
    splits
}

/// The game's own ranges, if it has a model of this name with as many frames, or with one fewer than these and `base`.
fn table(stem: &str, names: &[FrameName]) -> Option<SequenceList> {
    let model = QuakeModel::find(stem)?;
    let frame_count = index(names.len());
    let extra = frame_count.checked_sub(model.frame_count())?;
    let base = match extra {
        0 => None,
        1 => Some([frame_count - 1, 0].into_iter().find(|&at| names[at as usize].key == "base")?),
        _ => return None,
    };
    let shift = u32::from(base == Some(0));
    let in_place = |s: Sequence| Sequence { first: s.first + shift, last: s.last + shift, ..s };
    let mut split: Vec<Sequence> = model.sequences().into_iter().map(in_place).collect();
    if let Some(at) = base {
        let pose = Sequence { mode: LoopMode::Once, ..Sequence::new("base", at, at) };
        split.insert(if at == 0 { 0 } else { split.len() }, pose);
    }
    let evidence =
        Evidence::GameTable { model: model.stem, frames: model.frame_count(), base: base.is_some() };
    Some(SequenceList { sequences: split, evidence })
}

/// Whether the names mark sequences, and mark them elsewhere than `split` does.
fn contradict(names: &[FrameName], runs: &[Run], split: &[Sequence]) -> bool {
    let says_nothing = runs::mark_nothing(names, runs) || runs.len() < 3 || runs::one_stem_prevails(names);
    let begins = |sequence: &&Sequence| runs.iter().any(|run| run.frames.start == sequence.first as usize);
    let begun = split.iter().filter(begins).count();
    let same_borders = (begun * 2 > split.len() && runs.len() <= 2 * split.len()) || begun == runs.len();
    !(says_nothing || same_borders)
}

/// A weapon as the player sees it: at rest, then one shot.
fn view_weapon(stem: &str, frame_count: u32) -> Option<SequenceList> {
    let is_weapon = stem.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("v_"));
    (is_weapon && (5..=9).contains(&frame_count)).then(|| {
        let once = |name, first, last| Sequence { mode: LoopMode::Once, ..Sequence::new(name, first, last) };
        SequenceList {
            sequences: vec![once("rest", 0, 0), once("shot", 1, frame_count - 1)],
            evidence: Evidence::RestThenShot,
        }
    })
}
