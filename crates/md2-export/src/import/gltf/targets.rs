//! Recognition of keyframe models: their animations show one morph target after the other.
//!
//! In an exported file each frame after the first is a morph target, and has its name. Blender keeps the morph targets and their order. It
//! removes the extras, sorts the animations by name, and samples them at the rate of the scene. So the frames are the morph targets
//! themselves; an animation only gives a sequence: its first and last frame, and its rate.
//!
//! Frame 0 is the base shape, and frame `n` is the morph target `n - 1`.

use md2_anim::LoopMode;

use crate::gltf::METERS_PER_UNIT;
use crate::gltf::extras::{FrameExtras, ModelExtras, SequenceExtras};
use crate::import::error::quoted;

use super::animation::ImportAnimation;
use super::bake::{Baker, Instance};
use super::curve::{Curve, Path};
use super::texel_grid::texel_grid;

/// The rate of a sequence that shows a single frame.
const GAME_FPS: f64 = 10.0;
/// The tolerance for weights, which other programs round.
const ROUNDING: f64 = 1e-3;
/// An animation that shows at least this many frames in their order is a sequence at any speed. A shorter one, which could also be a face
/// that moves, must have a constant speed.
const SURELY_SEQUENCE: usize = 4;

#[derive(Debug)]
pub(super) struct KeyframeModel {
    pub(super) extras: ModelExtras,
    /// The animation that shows each frame, and the time in seconds.
    pub(super) times: Vec<Option<(usize, f64)>>,
}

/// Returns the frames and sequences of a keyframe model; `None` if an animation of the mesh blends its morph targets in another way, or if
/// the animations show less than half of the frames.
pub(super) fn recognize(baker: &Baker<'_>, instance: &Instance, names: &[String]) -> Option<KeyframeModel> {
    let parts = &baker.parts[instance.mesh];
    let count = parts.first()?.targets.len() + 1;
    if count < 2 || names.len() + 1 != count {
        return None;
    }
    let walk = |(number, animation): (usize, &ImportAnimation)| {
        Some((number, Walk::new(curve(animation, instance)?, animation.start)?))
    };
    let mut walks: Vec<(usize, Walk)> =
        baker.animations.iter().enumerate().map(walk).collect::<Option<_>>()?;
    let is_shown = |frame: &usize| walks.iter().any(|(_, walk)| (walk.first..=walk.last).contains(frame));
    if 2 * (0..count).filter(is_shown).count() < count {
        return None;
    }
    walks.sort_by_key(|(_, walk)| (walk.first, std::cmp::Reverse(walk.last)));
    let mut times = vec![None; count];
    for (number, walk) in &walks {
        let animation = &baker.animations[*number];
        for (frame, time) in (walk.first..).zip(&mut times[walk.first..=walk.last]) {
            let shown = walk.time(frame).clamp(animation.start, animation.end);
            time.get_or_insert((*number, shown));
        }
    }
    let sequence = |(number, walk): &(usize, Walk)| {
        let name = original_name(&baker.animations[*number].name, |name| {
            baker.animations.iter().any(|other| other.name == name)
        });
        walk.sequence(name.rsplit('|').next().unwrap_or_default())
    };
    let sequences: Vec<SequenceExtras> = walks.iter().map(sequence).collect::<Option<_>>()?;
    let base = base_name(names, &sequences);
    let original = |name: &String| {
        original_name(name, |name| name == base || names.iter().any(|other| other == name)).to_owned()
    };
    let names = std::iter::once(base.clone()).chain(names.iter().map(original));
    let frames = names.enumerate().map(|(frame, name)| FrameExtras { name, target: frame.checked_sub(1) });
    let skin_size = match &parts[..] {
        [part] => texel_grid(&part.uvs),
        _ => None,
    };
    let extras = ModelExtras {
        scale: METERS_PER_UNIT,
        frames: frames.collect(),
        sequences,
        skin_size,
        ..ModelExtras::default()
    };
    Some(KeyframeModel { extras, times })
}

fn curve<'a>(animation: &'a ImportAnimation, instance: &Instance) -> Option<&'a Curve> {
    let is_weights = |path: Path, node: usize| matches!(path, Path::Weights(_)) && node == instance.node;
    let mut found = animation.channels.iter().filter(|channel| is_weights(channel.path, channel.node));
    found.next().map(|channel| &channel.curve)
}

/// Returns the message about animations of a keyframe model in which the weights of the frames have a sum above 1.
pub(super) fn added_weights(baker: &Baker<'_>, instance: &Instance, names: &[String]) -> Option<String> {
    let is_numbered = |name: &&String| name.ends_with(|c: char| c.is_ascii_digit());
    if 2 * names.iter().filter(is_numbered).count() < names.len() {
        return None;
    }
    let most = |animation: &ImportAnimation| {
        let curve = curve(animation, instance)?;
        let sums = curve.times().map(|time| (time, curve.value_at(time).iter().sum::<f64>()));
        sums.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, sum)| *sum > 1.0 + ROUNDING)
    };
    let (animation, (time, sum)) =
        baker.animations.iter().find_map(|animation| Some((animation, most(animation)?)))?;
    Some(format!(
        "the weights of the animation {} add up to {sum:.2} at {time:.2} s, so the frames are mixed. Blender adds an NLA track that is not muted to every animation: mute the tracks, and export again",
        quoted(&animation.name)
    ))
}

/// An animation that shows the frames `first` to `last` in their order.
#[derive(Debug)]
struct Walk {
    first: usize,
    last: usize,
    fps: f64,
    /// Whether the first frame follows the last.
    is_loop: bool,
    is_backward: bool,
    start: f64,
    /// The frame at the start, with a fraction.
    start_frame: f64,
}

impl Walk {
    fn new(curve: &Curve, start: f64) -> Option<Self> {
        let blends: Vec<(f64, Blend)> = curve
            .times()
            .map(|time| Some((time, Blend::new(&curve.value_at(time))?)))
            .collect::<Option<_>>()?;
        let first = blends.iter().map(|(_, blend)| blend.from).min()?;
        let last = blends.iter().map(|(_, blend)| blend.to).max()?;
        let is_closing = |blend: &Blend| blend.from == first && blend.to == last && last > first + 1;
        if blends.iter().any(|(_, blend)| blend.to > blend.from + 1 && !is_closing(blend)) {
            return None;
        }
        let length = (last + 1 - first) as f64;
        // Between the last frame and the first, the place goes on after the last frame.
        let place = |blend: &Blend| {
            let part = if is_closing(blend) { length - blend.part } else { blend.part };
            (blend.from - first) as f64 + part
        };
        let mut speeds: Vec<f64> = Vec::new();
        for pair in blends.windows(2) {
            let [(earlier, a), (later, b)] = pair else { continue };
            let step = place(b) - place(a);
            let is_around = step.abs() > length / 2.0 && length > 2.0;
            let step = if is_around { step - length * step.signum() } else { step };
            if step.abs() > ROUNDING {
                speeds.push(step / (later - earlier));
            }
        }
        let is_backward = 2 * speeds.iter().filter(|speed| **speed < 0.0).count() > speeds.len();
        let (fps, is_constant) = rate(speeds);
        let is_sequence = match last - first {
            0 => true,
            steps => steps + 1 >= SURELY_SEQUENCE || is_constant,
        };
        let start_frame = first as f64 + place(&blends.first()?.1);
        let end = &blends.last()?.1;
        let is_back = end.from == end.to && end.from == first && blends.len() > 1 && last > first;
        let is_loop = is_back || blends.iter().any(|(_, blend)| is_closing(blend));
        is_sequence.then_some(Self { first, last, fps, is_loop, is_backward, start, start_frame })
    }

    fn time(&self, frame: usize) -> f64 {
        let steps = frame as f64 - self.start_frame;
        self.start + if self.is_backward { -steps } else { steps } / self.fps
    }

    fn sequence(&self, name: &str) -> Option<SequenceExtras> {
        let mode = if self.is_loop { LoopMode::Loop } else { LoopMode::Once };
        #[expect(clippy::cast_possible_truncation, reason = "a rate")]
        let fps = self.fps as f32;
        Some(SequenceExtras {
            name: name.to_owned(),
            first: u32::try_from(self.first).ok()?,
            last: u32::try_from(self.last).ok()?,
            fps,
            mode: mode.to_string(),
            backward: self.is_backward,
            ..SequenceExtras::default()
        })
    }
}

/// Returns the usual speed in frames per second, and whether most of the speeds equal it.
fn rate(mut speeds: Vec<f64>) -> (f64, bool) {
    speeds.iter_mut().for_each(|speed| *speed = speed.abs());
    speeds.sort_by(f64::total_cmp);
    let Some(&usual) = speeds.get(speeds.len() / 2) else { return (GAME_FPS, true) };
    let is_near = |speed: &&f64| (**speed - usual).abs() < 0.02 * usual;
    let whole = usual.round();
    let fps = if is_near(&&whole) { whole } else { usual };
    (fps, 2 * speeds.iter().filter(is_near).count() >= speeds.len())
}

/// A blend of two frames. `part` is the weight of `to`; if it is a single frame, `from` and `to` are equal.
#[derive(Debug)]
struct Blend {
    from: usize,
    to: usize,
    part: f64,
}

impl Blend {
    /// Returns the blend with these weights of the morph targets; `None` if more than two frames have a weight, or the sum is above 1.
    fn new(weights: &[f64]) -> Option<Self> {
        let base = 1.0 - weights.iter().sum::<f64>();
        let shown = std::iter::once(&base).chain(weights).enumerate();
        let mut shown = shown.filter(|(_, weight)| weight.abs() > ROUNDING);
        let (from, first) = shown.next()?;
        let (to, part) = shown.next().map_or((from, 0.0), |(to, weight)| (to, *weight));
        let is_blend = *first > 0.0 && part >= 0.0 && shown.next().is_none();
        is_blend.then_some(Self { from, to, part })
    }
}

/// Removes the ` #17` that made a name unique.
fn original_name(name: &str, is_known: impl Fn(&str) -> bool) -> &str {
    match name.rsplit_once(" #") {
        Some((start, number)) if number.bytes().all(|c| c.is_ascii_digit()) && is_known(start) => start,
        _ => name,
    }
}

/// Returns the name of the base shape, which no program stores: one less than the first number in its sequence, or the name of the
/// sequence.
fn base_name(names: &[String], sequences: &[SequenceExtras]) -> String {
    let own = sequences.iter().find(|sequence| sequence.first == 0);
    if own.is_none_or(|own| own.last > 0)
        && let Some(name) = names.first()
    {
        let start = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = &name[start.len()..];
        let width = if digits.starts_with('0') { digits.len() } else { 0 };
        if let Some(number) = digits.parse::<u32>().ok().and_then(|number| number.checked_sub(1)) {
            return format!("{start}{number:0width$}");
        }
    }
    own.map_or_else(|| String::from("frame"), |own| own.name.clone())
}
