//! Sequence detection for MDL, whose frames can be groups of poses.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::quake::MODELS;
use crate::ranges::detect::{Detection, name_evidence, unmarked, whole};
use crate::ranges::evidence::{Evidence, EvidenceKind, SequenceList, counted};
use crate::ranges::names::{FrameName, parse_all};
use crate::ranges::runs::{self, NAMELESS, Run, index, sequences};
use crate::sequence::key_times::KeyTimes;
use crate::sequence::{LoopMode, Sequence};

/// A frame of an MDL: a single pose or a group of poses.
///
/// [`detect_mdl`] numbers the poses of the file in order, including the poses inside groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MdlFrame<'a> {
    /// Name of the pose, or of the first pose of the group, without the NUL that ends it.
    pub name: &'a [u8],
    /// Number of poses. A frame without poses is skipped.
    pub poses: u32,
    /// End times of the poses of a group; `None` for a single pose.
    pub times: Option<KeyTimes>,
}

impl<'a> MdlFrame<'a> {
    /// Creates a frame of a single pose.
    pub const fn single(name: &'a [u8]) -> Self {
        Self { name, poses: 1, times: None }
    }

    /// Creates a group of poses from their end times in seconds (see [`KeyTimes::from_ends_or_tenths`]).
    pub fn group(first_name: &'a [u8], ends: &[f32]) -> Self {
        let times = KeyTimes::from_ends_or_tenths(ends);
        Self { name: first_name, poses: index(ends.len().min(u32::MAX as usize)), times: Some(times) }
    }
}

/// Finds the sequences of an MDL from its file name (without folder and extension) and its frames in order.
///
/// - Each group of poses becomes a looping sequence with the group's times. The frames between groups are split by their names.
/// - A model with the same file name and frame count as one of [Quake's own models](crate::quake::MODELS) gets the frame ranges of the
///   game, unless its frame names mark other ranges. The model may have one extra frame named `base` at either end: the pose on which the
///   skin was painted.
/// - A view weapon (`v_…`, 5 to 9 frames with numbered names) has a rest pose in its first frame and the shot in its other frames.
/// - All other models are split by frame names, as an MD2 is.
///
/// Names may contain any bytes. Poses with an index above `u32::MAX` are ignored.
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
    let mut candidates = if frames.iter().any(|frame| frame.times.is_some() || frame.poses > 1) {
        vec![split_groups(frames)]
    } else {
        let names: Vec<&[u8]> = frames.iter().map(|frame| frame.name).collect();
        split_singles(stem, &names)
    };
    candidates.push(whole(frame_count));
    Detection::from_candidates(candidates, frame_count)
}

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
    let mut text = counted(groups, "frame group");
    match split.len() - groups {
        0 => {}
        others => text += &format!(", {} by frame names", counted(others, "sequence")),
    }
    SequenceList { sequences: split, evidence: Evidence::new(EvidenceKind::Groups, text) }
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

fn split_singles(stem: &str, names: &[&[u8]]) -> Vec<SequenceList> {
    let (names, are_codes) = parse_all(names);
    let runs = runs::split(&names);
    let count_only = !are_codes && (runs.len() < 2 || runs::are_unmarked(&names, &runs));

    let mut candidates = Vec::new();
    let by_table = game_table(stem, &names);
    let contradicted = by_table.as_ref().is_some_and(|split| contradict(&names, &runs, &split.sequences));
    let (first, later) = if contradicted { (None, by_table) } else { (by_table, None) };
    candidates.extend(first);
    candidates.extend(view_weapon(stem, index(names.len())).filter(|_| count_only));
    if count_only && runs.len() > 1 {
        candidates.push(unmarked(index(names.len())));
    }
    candidates
        .push(SequenceList { evidence: name_evidence(&runs, are_codes), sequences: sequences(runs, 0) });
    candidates.extend(later);
    candidates
}

/// Returns the sequences of the game's own model with the file name `stem`. `None` if there is no such model, or if its
/// frame count differs. One extra frame named `base` is not counted.
fn game_table(stem: &str, names: &[FrameName]) -> Option<SequenceList> {
    let model = MODELS.iter().find(|model| model.name.eq_ignore_ascii_case(stem))?;
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
    let plus = if base.is_some() { " plus `base`" } else { "" };
    let text = format!("Quake's {}: {} frames{plus}", model.name, model.frame_count());
    Some(SequenceList { sequences: split, evidence: Evidence::new(EvidenceKind::GameTable, text) })
}

fn contradict(names: &[FrameName], runs: &[Run], split: &[Sequence]) -> bool {
    let is_unclear = runs::are_unmarked(names, runs) || runs.len() < 3 || runs::one_stem_prevails(names);
    let begins = |sequence: &&Sequence| runs.iter().any(|run| run.frames.start == sequence.first as usize);
    let begun = split.iter().filter(begins).count();
    let same_boundaries = (begun * 2 > split.len() && runs.len() <= 2 * split.len()) || begun == runs.len();
    !(is_unclear || same_boundaries)
}

fn view_weapon(stem: &str, frame_count: u32) -> Option<SequenceList> {
    let is_weapon = stem.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("v_"));
    (is_weapon && (5..=9).contains(&frame_count)).then(|| {
        let once = |name, first, last| Sequence { mode: LoopMode::Once, ..Sequence::new(name, first, last) };
        SequenceList {
            sequences: vec![once("rest", 0, 0), once("shot", 1, frame_count - 1)],
            evidence: Evidence::new(EvidenceKind::ViewWeapon, "view weapon: rest frame, then one shot"),
        }
    })
}
