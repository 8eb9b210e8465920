//! The floor under a model: its height, extent and motion.

use std::ops::RangeInclusive;

use md2_mesh::Bounds;

use crate::camera::radius;
use crate::view::View;

/// Width of one repetition of the pattern, in units, for a model as large as a player.
const TILE: f32 = 64.0;
const PLAYER_RADIUS: f32 = 32.0;
const FADE: [f32; 2] = [1.9, 7.5];

const CROWD_FADE: [f32; 2] = [1.1, 3.0];

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floor {
    pub height: f32,
    /// Edge of one repetition of the pattern, in units; above 0.
    pub tile: f32,
    /// Offset of the pattern along X and Y, in units, modulo `tile`.
    pub scroll: [f32; 2],
    pub center: [f32; 2],
    pub fade: [f32; 2],
}

impl Floor {
    pub(crate) fn around(model: &Bounds, height: f32) -> Self {
        let radius = radius(model);
        let [x, y, _] = model.center();
        // Powers of two, so that models of nearly the same size share a pattern.
        let scale = (radius / PLAYER_RADIUS).log2().round().exp2();
        Self {
            height,
            tile: TILE * scale,
            scroll: [0.0; 2],
            center: [x, y],
            fade: FADE.map(|factor| factor * radius),
        }
    }

    pub(crate) fn below_crowd(field: &Bounds) -> Self {
        let tile =
            TILE * (0.5 * field.size()[2] / PLAYER_RADIUS).max(f32::MIN_POSITIVE).log2().round().exp2();
        let radius = radius(field);
        Self { tile, fade: CROWD_FADE.map(|factor| factor * radius), ..Self::around(field, field.min[2]) }
    }

    pub fn is_seen_from(&self, view: &View) -> bool {
        view.eye[2] > self.height
    }

    pub(crate) fn scrolled_by(self, travelled: f64) -> Self {
        Self { scroll: [-wrapped(travelled, self.tile), 0.0], ..self }
    }
}

pub(crate) fn has_no_extent(bounds: &Bounds) -> bool {
    bounds.radius() == 0.0
}

pub(crate) fn player_sized_bounds([x, y, z]: [f32; 3]) -> Bounds {
    const HALF_WIDTH: f32 = 16.0;
    const HEIGHT: f32 = 56.0;
    Bounds { min: [x - HALF_WIDTH, y - HALF_WIDTH, z], max: [x + HALF_WIDTH, y + HALF_WIDTH, z + HEIGHT] }
}

/// Returns the height of the ground under a figure. `standing` is the range from the lowest to the highest point of the
/// standing figure, `touching` the same range over the frames in which it may touch the ground.
///
/// The ground is the lowest point of `touching`, unless this point is in the air. Then the ground is the lowest point of
/// `standing`.
pub(crate) fn height(standing: &RangeInclusive<f32>, touching: &RangeInclusive<f32>) -> f32 {
    const IN_AIR: f32 = 0.1;
    let (ground, top, lowest) = (*standing.start(), *standing.end(), *touching.start());
    if lowest > ground + IN_AIR * (top - ground) { ground } else { lowest }
}

/// The part of a distance that remains after whole tiles are dropped. It stays small, so the floor moves smoothly even after days.
#[allow(clippy::cast_possible_truncation, reason = "the remainder is at most one tile")]
fn wrapped(distance: f64, tile: f32) -> f32 {
    distance.rem_euclid(f64::from(tile)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_floor_moves_smoothly_after_days() {
        let tile = 64.0;
        assert_eq!(wrapped(64.0 * 1e9 + 1.5, tile), 1.5);
        assert_eq!(wrapped(-1.0, tile), 63.0);
    }

    #[test]
    fn models_of_nearly_the_same_size_share_a_pattern() {
        let floor_of_size = |size: f32| Floor::around(&Bounds { min: [0.0; 3], max: [size; 3] }, -1.0);
        assert_eq!(
            (floor_of_size(36.0).tile, floor_of_size(40.0).tile, floor_of_size(72.0).tile),
            (64.0, 64.0, 128.0)
        );
        assert_eq!((floor_of_size(40.0).height, floor_of_size(40.0).center), (-1.0, [20.0; 2]));
        assert!(floor_of_size(40.0).fade[0] < floor_of_size(40.0).fade[1]);
    }
}
