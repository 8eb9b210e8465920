//! Recognition of an exported model by its morph targets, after another program has saved the file without extras.
//!
//! In an exported file, each morph target is a frame and has its name, and an animation shows one frame after the other. Blender samples
//! the animations at the rate of the scene, sorts them by name, and removes the extras. Since each sample is a blend of two adjacent
//! frames, the frames and the rate can still be determined.

use std::collections::BTreeSet;

use md2_anim::quake2::PLAYER;
use md2_anim::{StandardSequence, name_frames};

use crate::gltf::METERS_PER_UNIT;
use crate::gltf::extras::{FrameExtras, ModelExtras, SequenceExtras};
use crate::name::escape_name;

use super::animation::ImportAnimation;
use super::bake::{Baker, Instance};
use super::texel_grid::texel_grid;

/// The rate of a sequence that never changes its frame.
const GAME_FPS: f64 = 10.0;
/// The number of standard sequences of a carried weapon: those of a player except the three deaths.
const CARRIED_WEAPON_ROWS: usize = PLAYER.len() - 3;
/// The tolerance for weights, which other programs round.
const ROUNDING: f64 = 1e-3;
const LONGEST_FRAMES: f64 = 65_536.0;

/// A frame as it appears in an animation: the number of its morph target, or `None` for the base shape.
type Shown = Option<usize>;

pub(super) fn recognize(baker: &Baker<'_>, instance: &Instance, names: &[String]) -> Option<ModelExtras> {
    let parts = &baker.parts[instance.mesh];
    if baker.animations.is_empty() || names.is_empty() || parts.first()?.targets.len() != names.len() {
        return None;
    }
    let mut found = baker
        .animations
        .iter()
        .map(|animation| ShownSequence::new(animation, names))
        .collect::<Option<Vec<ShownSequence<'_>>>>()?;
    // Each frame of a sequence shows a target that is named after the sequence, or a target of another sequence with an equal frame.
    let named: BTreeSet<usize> = found.iter().flat_map(|one| &one.named).map(|&(_, target)| target).collect();
    if 2 * named.len() < names.len() {
        return None;
    }
    restore_order(&mut found);
    let skin_size = match &parts[..] {
        [part] => texel_grid(&part.uvs),
        _ => None,
    };
    let (mut frames, mut sequences) = (Vec::new(), Vec::new());
    let frame_names = frame_names(&found, names);
    for (sequence, names) in found.iter().zip(frame_names) {
        let first = u32::try_from(frames.len()).ok()?;
        frames.extend(
            names.into_iter().zip(&sequence.frames).map(|(name, &target)| FrameExtras { name, target }),
        );
        let last = u32::try_from(frames.len()).ok()?.saturating_sub(1);
        #[expect(clippy::cast_possible_truncation, reason = "a rate")]
        let fps = sequence.fps as f32;
        sequences.push(SequenceExtras {
            name: sequence.name.to_owned(),
            first,
            last,
            fps,
            ..Default::default()
        });
    }
    Some(ModelExtras { scale: METERS_PER_UNIT, frames, sequences, skins: Vec::new(), skin_size })
}

#[derive(Debug)]
struct ShownSequence<'a> {
    name: &'a str,
    frames: Vec<Shown>,
    fps: f64,
    /// The frames whose morph target is named after the sequence, as the index in `frames` and the morph target.
    named: Vec<(usize, usize)>,
}

impl<'a> ShownSequence<'a> {
    fn new(animation: &'a ImportAnimation, names: &[String]) -> Option<Self> {
        let name = animation.name.rsplit('|').next().unwrap_or_default();
        let fps = rate(animation)?;
        let count = ((animation.end - animation.start) * fps).round().max(1.0);
        if count > LONGEST_FRAMES {
            return None;
        }
        let mut frames = Vec::new();
        let mut number = 0.0;
        while number < count {
            // Between two samples on both sides of a frame, three frames have a weight.
            let weights = weights(animation, animation.start + number / fps)?;
            let largest = weights.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
            frames.push(largest.and_then(|(shown, _)| shown));
            number += 1.0;
        }
        let is_named = |target: usize| number_after(names.get(target)?, name);
        let named = frames.iter().enumerate().filter_map(|(index, target)| {
            let target = (*target)?;
            is_named(target).map(|_| (index, target))
        });
        Some(Self { name, named: named.collect(), frames, fps })
    }

    fn player_row(&self) -> Option<usize> {
        let is_this = |row: &StandardSequence| {
            row.name.eq_ignore_ascii_case(self.name) && row.frame_count() as usize == self.frames.len()
        };
        PLAYER.iter().position(is_this)
    }
}

/// Sorts the sequences as in the model. The morph targets have the order of the frames, and equal frames share the target of the first of
/// them. So a sequence without targets of its own follows the sequences whose targets it shows. In a Quake II player, which may have
/// several such sequences, the standard set gives their order.
fn restore_order(sequences: &mut [ShownSequence<'_>]) {
    sequences.sort_by_key(|sequence| match sequence.named.iter().map(|(_, target)| target + 1).min() {
        Some(own) => (own, false),
        None => (sequence.frames.iter().flatten().max().map_or(0, |target| target + 1), true),
    });
    let is_unclear = sequences.iter().any(|sequence| sequence.named.is_empty());
    let rows: BTreeSet<usize> = sequences.iter().filter_map(ShownSequence::player_row).collect();
    if is_unclear && rows.len() >= CARRIED_WEAPON_ROWS && rows.iter().copied().eq(0..rows.len()) {
        sequences.sort_by_key(|sequence| sequence.player_row().unwrap_or(PLAYER.len()));
    }
}

/// Returns the digits at the end of a frame name that begins with the name of its sequence: `07` of `run07`.
fn number_after<'n>(frame: &'n str, sequence: &str) -> Option<&'n str> {
    let start = frame.get(..sequence.len()).filter(|start| start.eq_ignore_ascii_case(sequence))?;
    let digits = frame[start.len()..].trim_start_matches('_');
    (!digits.is_empty() && digits.len() < 9 && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .then_some(digits)
}

/// Returns the names of the frames of each sequence. The name of the base shape is lost and follows from the other names of its sequence.
fn frame_names(sequences: &[ShownSequence<'_>], targets: &[String]) -> Vec<Vec<String>> {
    let original = |sequence: &ShownSequence<'_>| {
        let &(index, target) = sequence.named.first()?;
        let digits = number_after(&targets[target], sequence.name)?;
        let start = &targets[target][..targets[target].len() - digits.len()];
        let (width, number) = (digits.len(), digits.parse::<usize>().ok()?);
        let first = number.checked_sub(index)?;
        Some((first..).take(sequence.frames.len()).map(|n| format!("{start}{n:0width$}")).collect::<Vec<_>>())
    };
    if let Some(names) = sequences.iter().map(original).collect() {
        return names;
    }
    let mut start = 0;
    let clips: Vec<_> = sequences
        .iter()
        .map(|sequence| {
            start += sequence.frames.len();
            (sequence.name, start - sequence.frames.len()..start)
        })
        .collect();
    let names = name_frames(&clips).frames;
    let name = |frame: usize| escape_name(names[frame].as_bytes());
    clips.into_iter().map(|(_, range)| range.map(name).collect()).collect()
}

fn weights(animation: &ImportAnimation, time: f64) -> Option<Vec<(Shown, f64)>> {
    let [channel] = &animation.channels[..] else { return None };
    let weights = channel.curve.value_at(time);
    let base = 1.0 - weights.iter().sum::<f64>();
    Some(
        weights
            .into_iter()
            .enumerate()
            .map(|(target, weight)| (Some(target), weight))
            .chain([(None, base)])
            .collect(),
    )
}

/// The weights of an animation at a time, as a blend of at most two frames.
#[derive(Debug)]
struct Blend {
    /// The frames with their weights. The larger weight is first.
    frames: [(Shown, f64); 2],
}

impl Blend {
    /// Returns the blend at a time in seconds; `None` if more than two frames have a weight, or the weights are otherwise not a blend.
    fn at_time(animation: &ImportAnimation, time: f64) -> Option<Self> {
        let mut frames = [(None, 0.0); 2];
        for (shown, weight) in
            weights(animation, time)?.into_iter().filter(|(_, weight)| weight.abs() > ROUNDING)
        {
            match frames.iter_mut().find(|(_, weight)| *weight == 0.0) {
                Some(frame) if weight > 0.0 => *frame = (shown, weight),
                _ => return None,
            }
        }
        if frames[1].1 > frames[0].1 {
            frames.swap(0, 1);
        }
        Some(Self { frames })
    }

    fn frame(&self) -> Shown {
        self.frames[0].0
    }

    fn weight(&self, shown: Shown) -> f64 {
        self.frames.iter().find(|frame| frame.0 == shown).map_or(0.0, |frame| frame.1)
    }
}

/// Returns the rate of an animation in frames per second; `None` if it does not consist of whole frames.
///
/// Two adjacent frames have equal weights in the middle between their times, so frame `n` changes at `(n + 0.5) / rate`.
fn rate(animation: &ImportAnimation) -> Option<f64> {
    let [channel] = &animation.channels[..] else { return None };
    let mut changes: Vec<f64> = Vec::new();
    let mut before: Option<(f64, Blend)> = None;
    for time in channel.curve.times() {
        let blend = Blend::at_time(animation, time)?;
        if let Some((earlier, old)) = before.filter(|(_, old)| old.frame() != blend.frame()) {
            let ahead = |blend_: &Blend| blend_.weight(old.frame()) - blend_.weight(blend.frame());
            let (from, to) = (ahead(&old), ahead(&blend));
            changes.push(earlier + (time - earlier) * from / (from - to) - animation.start);
        }
        before = Some((time, blend));
    }
    let (Some(first), Some(last)) = (changes.first(), changes.last()) else { return Some(GAME_FPS) };
    let steps = changes.windows(2).map(|pair| pair[1] - pair[0]);
    let step = steps.fold(2.0 * first, f64::min);
    let number = (last / step - 0.5).round();
    let rate = (number + 0.5) / last;
    let whole = rate.round();
    let rate = if (rate - whole).abs() < 0.02 * rate { whole } else { rate };
    (rate.is_finite() && rate > 0.0).then_some(rate)
}
