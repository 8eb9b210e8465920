//! Tests whether records are plausible.

use alloc::vec::Vec;

use crate::faults::{Counts, FrameFault, IndexFault};
use crate::model::ModelFrame;
use crate::raw::{Name, Triangle};

/// The index -1, which some exporters write for a corner without a skin coordinate. Their OpenGL commands draw the
/// corner at (0, 0).
pub(super) const NO_ST: u16 = u16::MAX;

/// The greatest plausible coordinate in Quake units. Maps end at 4096 units.
const FARTHEST: f32 = 1.0e6;

/// The least plausible scale except 0. A smaller scale consists of bytes that are not a scale.
const FINEST: f32 = 1.0e-20;

/// The greatest ratio between the size of a frame and the usual size of the other frames.
const MAX_RATIO: f64 = 10.0;

/// The least number of frames that can be compared with each other.
pub(super) const ENOUGH: usize = 3;

pub(super) fn is_sensible(scale: [f32; 3], translate: [f32; 3]) -> bool {
    is_sensible_scale(scale) && translate.iter().all(|value| value.abs() <= FARTHEST)
}

fn is_sensible_scale(scale: [f32; 3]) -> bool {
    scale.iter().all(|&value| value == 0.0 || (FINEST..=FARTHEST / 255.0).contains(&value.abs()))
}

/// Whether the finite numbers of a frame are plausible and there are enough of them to recognize a frame.
pub(super) fn is_recognizable(scale: [f32; 3], translate: [f32; 3]) -> bool {
    let finite_or_zero = |value: f32| if value.is_finite() { value } else { 0.0 };
    let finite = scale.iter().chain(&translate).filter(|value| value.is_finite()).count();
    finite >= 3 && is_sensible(scale.map(finite_or_zero), translate.map(finite_or_zero))
}

/// Returns for each frame whether its size is plausible: measured from the middle of all frames, it extends at most
/// ten times as far as the median of the frames, or as the frame next to it.
pub(super) fn fit_together(frames: &[ModelFrame]) -> Vec<bool> {
    let mut sensible: Vec<bool> =
        frames.iter().map(|frame| is_sensible(frame.scale, frame.translate)).collect();
    // A frame with all vertices at one point, for example after it was overwritten with zeros, is not compared.
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
    // Models smaller than one Quake unit count as one unit.
    let usual = median(judged.map(|(_, reach)| *reach).collect()).max(1.0);
    let mut follows: Vec<bool> = frames.iter().map(|_| false).collect();
    let each = || reaches.iter().zip(&sensible);
    mark_followers(each().zip(&mut follows), usual);
    mark_followers(each().zip(&mut follows).rev(), usual);
    sensible.iter_mut().zip(follows).for_each(|(sensible, follows)| *sensible &= follows);
    sensible
}

/// Marks the frames that extend at most ten times as far as the last marked frame.
fn mark_followers<'a>(frames: impl Iterator<Item = ((&'a f64, &'a bool), &'a mut bool)>, usual: f64) {
    let mut last = usual;
    for ((&reach, &sensible), follows) in frames {
        if sensible && reach <= MAX_RATIO * last.max(usual) {
            *follows = true;
            last = reach;
        }
    }
}

/// Returns the least and the greatest coordinate that a quantized vertex can have, per axis.
fn extents(scale: [f32; 3], translate: [f32; 3]) -> [(f64, f64); 3] {
    let mut extents = [(0.0, 0.0); 3];
    for ((extent, scale), translate) in extents.iter_mut().zip(scale).zip(translate) {
        let (start, end) = (f64::from(translate), f64::from(translate) + 255.0 * f64::from(scale));
        *extent = (start.min(end), start.max(end));
    }
    extents
}

/// Returns the median: the lower of two middle values, and 0 without values.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let middle = values.len().saturating_sub(1) / 2;
    values.get(middle).copied().unwrap_or(0.0)
}

/// Whether a skin coordinate is plausible for a skin of this size. Skins repeat, but most models use only a few
/// repetitions.
pub(super) fn is_near(coordinate: i16, size: i32) -> bool {
    const SKINS: i32 = 8;
    size <= 0 || i32::from(coordinate).abs() <= size.saturating_mul(SKINS)
}

/// Whether the field starts with a name, and not with the bytes of numbers.
pub(super) fn is_name<const N: usize>(name: &Name<N>) -> bool {
    let starts_well = name.as_bytes().iter().take(4).all(|byte| matches!(byte, b' '..=b'~'));
    starts_well && !(name.as_bytes().is_empty() && name.has_leftovers())
}

pub(super) fn is_finite(frame: &ModelFrame) -> bool {
    FrameFault::find_in(frame.scale, frame.translate).next().is_none()
}

/// Whether all indices of a triangle are in range or, for skin coordinates, equal to [`NO_ST`].
pub(super) fn is_in_range(triangle: &Triangle, counts: Counts) -> bool {
    IndexFault::find_in(triangle, counts).all(|fault| fault.is_st() && fault.found == NO_ST)
}
