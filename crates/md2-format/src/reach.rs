//! Frames whose coordinates are far larger than those of the other frames.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec::Vec;

use crate::model::ModelFrame;
use crate::raw::{Name, Vertex};

/// The greatest plausible coordinate in Quake units. Maps end at 4096 units.
const FARTHEST: f32 = 1.0e6;

/// The smallest plausible absolute value of a scale, except 0. Bytes that give a smaller number are not a scale.
const FINEST: f32 = 1.0e-20;

/// The largest coordinate, in Quake units, that is plausible in any frame. It is far outside maps, because some models
/// hide parts by moving them far away.
pub(crate) const FAR: f64 = 32768.0;

/// The greatest plausible ratio between the largest coordinate of a frame and that of other frames.
const MAX_RATIO: f64 = 10.0;

/// Returns for each frame whether its coordinates are plausible. A frame may exceed [`FAR`] only if it is at most ten
/// times as large as the median of all frames, or as the plausible frame before or after it.
pub(crate) fn fit_together(frames: &[ModelFrame]) -> Vec<bool> {
    let mut sensible: Vec<bool> = frames.iter().map(is_plausible).collect();
    let reaches: Vec<f64> = frames.iter().map(|frame| reach(frame.scale, frame.translate)).collect();
    let judged = reaches.iter().zip(&sensible).filter(|(_, sensible)| **sensible);
    let usual = median(judged.map(|(reach, _)| *reach).collect()).max(FAR / MAX_RATIO);
    let mut follows: Vec<bool> = frames.iter().map(|_| false).collect();
    let each = || reaches.iter().zip(&sensible);
    mark_followers(each().zip(&mut follows), usual);
    mark_followers(each().zip(&mut follows).rev(), usual);
    sensible.iter_mut().zip(follows).for_each(|(sensible, follows)| *sensible &= follows);
    sensible
}

/// Whether the scale and translation of a frame may be those of a model. A tiny scale is plausible if the frame has a
/// name and valid normals, because some models of effects shrink to a point.
fn is_plausible(frame: &ModelFrame) -> bool {
    let is_whole = || is_name(&frame.name) && frame.vertices.iter().all(Vertex::has_normal);
    reach(frame.scale, frame.translate) <= f64::from(FARTHEST)
        && (is_sensible_scale(frame.scale) || is_whole())
}

/// Marks each plausible frame whose largest coordinate is at most ten times `usual`, or ten times that of the last marked frame.
fn mark_followers<'a>(frames: impl Iterator<Item = ((&'a f64, &'a bool), &'a mut bool)>, usual: f64) {
    let mut last = usual;
    for ((&reach, &sensible), follows) in frames {
        if sensible && reach <= MAX_RATIO * last.max(usual) {
            *follows = true;
            last = reach;
        }
    }
}

/// Returns the largest absolute value of a coordinate that a quantized vertex can have in a frame.
pub(crate) fn reach(scale: [f32; 3], translate: [f32; 3]) -> f64 {
    let ends = scale.into_iter().zip(translate).map(|(scale, translate)| {
        let (start, end) = (f64::from(translate), f64::from(translate) + 255.0 * f64::from(scale));
        start.abs().max(end.abs())
    });
    ends.fold(0.0, f64::max)
}

/// Returns the median. Of two middle values, returns the lower one. Returns 0 if there are no values.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let middle = values.len().saturating_sub(1) / 2;
    values.get(middle).copied().unwrap_or(0.0)
}

fn is_sensible_scale(scale: [f32; 3]) -> bool {
    scale.iter().all(|&value| value == 0.0 || (FINEST..=FARTHEST / 255.0).contains(&value.abs()))
}

/// Whether a name field starts with a printable name. If not, its bytes probably belong to another field.
fn is_name<const N: usize>(name: &Name<N>) -> bool {
    let starts_well = name.as_bytes().iter().take(4).all(|byte| matches!(byte, b' '..=b'~'));
    starts_well && !(name.as_bytes().is_empty() && name.has_leftovers())
}
