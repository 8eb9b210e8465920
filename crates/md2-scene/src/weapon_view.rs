//! The view in which the games draw the weapon in hand: from the player's eye.
//!
//! A view weapon (`v_*` models, Quake III's hands) is drawn with its origin at the eye and its X axis along the line of sight. What
//! is seen of it is told by the picture of the time: 90 degrees wide, four by three, and cut off 4 units before the eye.

use glam::{Mat4, Vec3};
use md2_mesh::{Mesh, blend};

use crate::drawn::Drawn;
use crate::view::{Projection, View};
use crate::viewport::Viewport;
use crate::workspace::Workspace;

/// Half the height of such a picture at a distance of one: its half width, that of 90 degrees, is one.
const HALF_HEIGHT: f32 = 3.0 / 4.0;
/// Where all three games begin to draw.
const NEAR: f32 = 4.0;
/// Of half a window's height; the picture is never smaller, however little of the window panels leave free.
const LEAST: f32 = 0.1;

/// The view in a window: the games' picture as large as fits around the middle of the window and beside panels, and what lies
/// around it. So windows that are wider see more at the sides, and narrower ones above and below.
pub(crate) fn view(viewport: &Viewport) -> View {
    // In half window heights.
    let (offset, extent) = (viewport.center_offset(), viewport.free_extent());
    let free = extent - offset.abs();
    let half_height = free.y.min(free.x * HALF_HEIGHT).max(LEAST);
    View {
        eye: [0.0; 3],
        target: [1.0, 0.0, 0.0],
        projection: Projection::Perspective { fov_y: 2.0 * (HALF_HEIGHT / half_height).atan() },
        near: NEAR,
    }
}

/// How view weapons are called, or their folders.
const VIEW_WEAPON: &str = "v_";
/// The part of a model that stands before the eye, in one of its frames, if it is made for it: of view weapons most does, of figures
/// that stand around the eye a tenth at most.
const LEAST_BEFORE_EYE: f32 = 0.25;
/// Vertices of a mesh that are looked at, and frames.
const SAMPLES: usize = 256;
const FRAMES: usize = 8;

impl Workspace {
    /// Whether something is seen from the player's eye that is made to be: a view weapon, by its name or by where it stands. What a
    /// figure carries is seen from outside.
    #[must_use]
    pub fn suits_weapon_view(&self) -> bool {
        let is_body = |drawn: &Drawn<'_>| self.body().any(|actor| actor.id() == drawn.actor);
        self.crowd().is_some()
            || self.is_called_view_weapon()
            || self.drawn().filter(is_body).any(|drawn| stands_before_eye(&drawn))
    }

    fn is_called_view_weapon(&self) -> bool {
        let Some(path) = self.document().path() else { return false };
        let names = path.ancestors().take(2).filter_map(std::path::Path::file_name);
        let mut names = names.map(|name| name.to_string_lossy().to_lowercase());
        names.any(|name| name.starts_with(VIEW_WEAPON) || name.ends_with("_hand.md3"))
    }
}

/// Whether enough of a model stands there, now or in one of its frames: view weapons come up from below.
fn stands_before_eye(drawn: &Drawn<'_>) -> bool {
    let (place, mesh) = (Mat4::from_cols_array_2d(&drawn.transform), drawn.mesh());
    let now = |vertex| place.transform_point3(blend::blend_vertex(mesh, vertex, drawn.pose).position.into());
    let step = mesh.frame_count().div_ceil(FRAMES).max(1);
    let mut frames = (0..mesh.frame_count()).step_by(step);
    let in_frame = |frame| move |vertex| place.transform_point3(mesh.position(frame, vertex).into());
    before_eye(mesh, now) >= LEAST_BEFORE_EYE
        || frames.any(|frame| before_eye(mesh, in_frame(frame)) >= LEAST_BEFORE_EYE)
}

/// The part of a mesh's vertices that lies in the picture.
fn before_eye(mesh: &Mesh, at: impl Fn(usize) -> Vec3) -> f32 {
    let step = mesh.vertex_count().div_ceil(SAMPLES).max(1);
    let used = (0..mesh.vertex_count()).step_by(step).filter(|&v| mesh.source_vertices()[v].st.is_some());
    let is_seen = |at: Vec3| at.x >= NEAR && at.y.abs() <= at.x && at.z.abs() <= at.x * HALF_HEIGHT;
    let (mut all, mut seen) = (0.0_f32, 0.0);
    for vertex in used {
        all += 1.0;
        seen += f32::from(u8::from(is_seen(at(vertex))));
    }
    seen / all.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the window's edges are at a distance of one, from the middle to the right and upwards.
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
    fn the_picture_of_the_time_is_all_there() {
        check(&Viewport::whole([640, 480]), [1.0, 0.75]);
        // 73.74 degrees from top to bottom, as the games compute it.
        let Projection::Perspective { fov_y } = view(&Viewport::whole([320, 240])).projection else {
            panic!()
        };
        assert!((fov_y.to_degrees() - 73.74).abs() < 0.01);
        check(&Viewport::whole([1600, 900]), [4.0 / 3.0, 0.75]);
        check(&Viewport::whole([600, 900]), [1.0, 1.5]);
    }

    #[test]
    fn panels_do_not_cover_it() {
        let window = Viewport::whole([1000, 600]);
        // The middle of the window stays its middle, so the wider panel tells: 200 of 500 pixels are left.
        check(&window.with_free([300.0, 0.0], [900.0, 600.0]), [2.5, 1.5]);
        check(&window.with_free([100.0, 0.0], [900.0, 600.0]), [5.0 / 3.0 * 0.75, 0.75]);
        // No panel makes it vanish.
        assert!(reach(&window.with_free([900.0, 0.0], [1000.0, 600.0]))[1].is_finite());
    }
}
