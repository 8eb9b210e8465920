//! Whether the numbers of a file make sense.

use alloc::vec::Vec;

use crate::faults::{Counts, FrameFault, IndexFault};
use crate::model::ModelFrame;
use crate::raw::{Name, Triangle};

/// -1 as an index: some exporters write it for a corner without a skin coordinate, and draw it at (0, 0).
pub(super) const NO_ST: u16 = u16::MAX;

/// No model reaches further: maps end at 4096 units.
const FARTHEST: f32 = 1.0e6;

/// A scale below this is what other bytes read as a number give. Only 0 is less and meant.
const FINEST: f32 = 1.0e-20;

/// How many times further than the others a frame may reach.
const TIMES: f64 = 10.0;

/// Fewer frames than this say nothing about one another.
pub(super) const ENOUGH: usize = 3;

/// Whether a scale and a translation can be those of some frame.
pub(super) fn is_sensible(scale: [f32; 3], translate: [f32; 3]) -> bool {
    is_sensible_scale(scale) && translate.iter().all(|value| value.abs() <= FARTHEST)
}

/// Whether a scale can be meant. That of an infinite value or none is not.
fn is_sensible_scale(scale: [f32; 3]) -> bool {
    scale.iter().all(|&value| value == 0.0 || (FINEST..=FARTHEST / 255.0).contains(&value.abs()))
}

/// Whether what is finite of a frame's numbers can be meant, and is enough to know the frame by.
pub(super) fn is_recognizable(scale: [f32; 3], translate: [f32; 3]) -> bool {
    let finite_or_zero = |value: f32| if value.is_finite() { value } else { 0.0 };
    let finite = scale.iter().chain(&translate).filter(|value| value.is_finite()).count();
    finite >= 3 && is_sensible(scale.map(finite_or_zero), translate.map(finite_or_zero))
}

/// For each frame whether its numbers make sense beside those of the others: whether it reaches at most ten times further
/// from the middle of all of them than half of them do, or than the frame next to it.
pub(super) fn beside_others(frames: &[ModelFrame]) -> Vec<bool> {
    let mut sensible: Vec<bool> =
        frames.iter().map(|frame| is_sensible(frame.scale, frame.translate)).collect();
    // A frame that is a single point, as one is that was overwritten with zeros, says nothing of how far the others reach.
    let counts = |frame: &ModelFrame, sensible: bool| sensible && frame.scale != [0.0; 3];
    let boxes: Vec<[(f64, f64); 3]> = frames
        .iter()
        .zip(&sensible)
        .filter(|(frame, sensible)| counts(frame, **sensible))
        .map(|(frame, _)| extents(frame.scale, frame.translate))
        .collect();
    if boxes.len() < ENOUGH {
        return sensible;
    }
    let mut middle = [0.0; 3];
    for (axis, middle) in middle.iter_mut().enumerate() {
        let centers =
            boxes.iter().filter_map(|extents| extents.get(axis)).map(|&(low, high)| (low + high) / 2.0);
        *middle = median(centers.collect());
    }
    let reach = |frame: &ModelFrame| {
        let farther =
            |(&(low, high), middle): (&(f64, f64), f64)| (low - middle).abs().max((high - middle).abs());
        extents(frame.scale, frame.translate).iter().zip(middle).map(farther).fold(0.0, f64::max)
    };
    let reaches: Vec<f64> = frames.iter().map(reach).collect();
    let judged =
        frames.iter().zip(&sensible).zip(&reaches).filter(|((frame, sensible), _)| counts(frame, **sensible));
    // Models of less than a unit are as good as points.
    let usual = median(judged.map(|(_, reach)| *reach).collect()).max(1.0);
    let mut follows: Vec<bool> = frames.iter().map(|_| false).collect();
    let each = || reaches.iter().zip(&sensible);
    walk(each().zip(&mut follows), usual);
    walk(each().zip(&mut follows).rev(), usual);
    sensible.iter_mut().zip(follows).for_each(|(sensible, follows)| *sensible &= follows);
    sensible
}

/// Marks the frames that reach not much further than the last that was marked on the way.
fn walk<'a>(frames: impl Iterator<Item = ((&'a f64, &'a bool), &'a mut bool)>, usual: f64) {
    let mut last = usual;
    for ((&reach, &sensible), follows) in frames {
        if sensible && reach <= TIMES * last.max(usual) {
            *follows = true;
            last = reach;
        }
    }
}

/// The least and the greatest coordinate that a packed vertex can have, per axis.
fn extents(scale: [f32; 3], translate: [f32; 3]) -> [(f64, f64); 3] {
    let mut extents = [(0.0, 0.0); 3];
    for ((extent, scale), translate) in extents.iter_mut().zip(scale).zip(translate) {
        let (start, end) = (f64::from(translate), f64::from(translate) + 255.0 * f64::from(scale));
        *extent = (start.min(end), start.max(end));
    }
    extents
}

/// The middle one of some numbers in order; the lower one of two. 0 for none.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let middle = values.len().saturating_sub(1) / 2;
    values.get(middle).copied().unwrap_or(0.0)
}

/// Whether a skin coordinate is where that of a skin of this size can be. Coordinates wrap around, but hardly any model goes
/// further than a few skins.
pub(super) fn is_near(coordinate: i16, size: i32) -> bool {
    const SKINS: i32 = 8;
    size <= 0 || i32::from(coordinate).abs() <= size.saturating_mul(SKINS)
}

/// Whether a name starts as one, rather than with bytes of a number.
pub(super) fn is_name<const N: usize>(name: &Name<N>) -> bool {
    let starts_well = name.as_bytes().iter().take(4).all(|byte| matches!(byte, b' '..=b'~'));
    starts_well && !(name.as_bytes().is_empty() && name.has_leftovers())
}

/// Whether a frame's scale and translation are finite.
pub(super) fn is_finite(frame: &ModelFrame) -> bool {
    FrameFault::of(frame.scale, frame.translate).next().is_none()
}

/// Whether every corner of a triangle refers to what is there, or has no skin coordinate: of the indices beyond what is there
/// it is the only one that means something.
pub(super) fn refers(triangle: &Triangle, counts: Counts) -> bool {
    IndexFault::of(triangle, counts).all(|fault| fault.is_st() && fault.found == NO_ST)
}
