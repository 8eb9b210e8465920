//! The view from the player's eye, in which the games draw the weapon in hand.
//!
//! A view weapon (`v_*` models, Quake III's hands) is drawn with its origin at the eye and its X axis along the line of sight.
//! The games showed it at 4:3 with a horizontal field of view of 90 degrees and a near plane at 4 units.

use md2_common::Projection;

use crate::view::View;
use crate::viewport::Viewport;

/// Half the height of the games' picture in a plane at distance 1 from the eye. Half its width is 1 there: the games
/// show 90 degrees from left to right, in a 4:3 window.
pub(crate) const HALF_HEIGHT: f32 = 3.0 / 4.0;
/// The distance of the near plane in Quake, Quake II and Quake III.
pub(crate) const NEAR: f32 = 4.0;
/// The least height of the games' picture relative to the window, even if the free part of the window is smaller.
const MIN_HALF_HEIGHT: f32 = 0.1;

/// The player's view in a window. The largest 4:3 rectangle around the window's middle that fits in the free part shows
/// what the games show; the rest of the window shows more of the scene.
pub(crate) fn view(viewport: &Viewport) -> View {
    // In half window heights.
    let (offset, extent) = (viewport.center_offset(), viewport.free_extent());
    let free = extent - offset.abs();
    let half_height = free.y.min(free.x * HALF_HEIGHT).max(MIN_HALF_HEIGHT);
    View {
        eye: [0.0; 3],
        target: [1.0, 0.0, 0.0],
        projection: Projection::Perspective { fov_y: 2.0 * (HALF_HEIGHT / half_height).atan() },
        near: NEAR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(viewport: &Viewport) -> [f32; 2] {
        let Projection::Perspective { fov_y } = view(viewport).projection else { panic!("a perspective") };
        let half_height = (0.5 * fov_y).tan();
        let size = viewport.size();
        [half_height * size.x / size.y, half_height]
    }

    fn check(viewport: &Viewport, expected: [f32; 2]) {
        let found = reach(viewport);
        assert!((0..2).all(|i| (found[i] - expected[i]).abs() < 1e-4), "{found:?}, not {expected:?}");
    }

    #[test]
    fn the_picture_of_the_games_fits() {
        check(&Viewport::whole([640, 480]), [1.0, 0.75]);
        check(&Viewport::whole([1600, 900]), [4.0 / 3.0, 0.75]);
        check(&Viewport::whole([600, 900]), [1.0, 1.5]);
    }

    #[test]
    fn panels_do_not_cover_the_picture() {
        let window = Viewport::whole([1000, 600]);
        // The picture stays in the middle of the window, so the wider panel limits both halves: 200 of 500 pixels remain in
        // each.
        check(&window.with_free([300.0, 0.0], [900.0, 600.0]), [2.5, 1.5]);
        check(&window.with_free([100.0, 0.0], [900.0, 600.0]), [5.0 / 3.0 * 0.75, 0.75]);
        assert!(reach(&window.with_free([900.0, 0.0], [1000.0, 600.0]))[1].is_finite());
    }
}
