//! Detection of models made for the view from the player's eye.

use glam::{Mat4, Vec3};
use md2_mesh::{Mesh, blend};

use crate::drawn::DrawnActor;
use crate::eye_view::{HALF_HEIGHT, NEAR};
use crate::workspace::Workspace;

const VIEW_WEAPON: &str = "v_";
/// The minimum fraction of vertices that must be visible in at least one frame of a view weapon. In a player model,
/// with the eye inside it, at most a tenth of the vertices is visible.
const MIN_VISIBLE_SHARE: f32 = 0.25;
/// The maximum number of vertices that are tested for visibility, in at most `FRAMES` frames.
const SAMPLES: usize = 256;
const FRAMES: usize = 8;

impl Workspace {
    pub fn supports_weapon_view(&self) -> bool {
        let is_body = |drawn: &DrawnActor<'_>| self.body().any(|actor| actor.id == drawn.actor);
        self.crowd().is_some()
            || self.has_view_weapon_name()
            || self.drawn().filter(is_body).any(|drawn| is_in_eye_view(&drawn))
    }

    fn has_view_weapon_name(&self) -> bool {
        let Some(path) = self.document().path() else { return false };
        let names = path.ancestors().take(2).filter_map(std::path::Path::file_name);
        let mut names = names.map(|name| name.to_string_lossy().to_lowercase());
        names.any(|name| name.starts_with(VIEW_WEAPON) || name.ends_with("_hand.md3"))
    }
}

/// Whether enough of a model is visible from the player's eye, in the current pose or in any frame. Some poses of a
/// view weapon are below the picture, since the weapon is raised from there.
fn is_in_eye_view(drawn: &DrawnActor<'_>) -> bool {
    let (place, mesh) = (Mat4::from_cols_array_2d(&drawn.transform), drawn.mesh());
    let now = |vertex| place.transform_point3(blend::blend_vertex(mesh, vertex, drawn.pose).position.into());
    let step = mesh.frame_count().div_ceil(FRAMES).max(1);
    let mut frames = (0..mesh.frame_count()).step_by(step);
    let in_frame = |frame| move |vertex| place.transform_point3(mesh.position(frame, vertex).into());
    visible_share(mesh, now) >= MIN_VISIBLE_SHARE
        || frames.any(|frame| visible_share(mesh, in_frame(frame)) >= MIN_VISIBLE_SHARE)
}

fn visible_share(mesh: &Mesh, position: impl Fn(usize) -> Vec3) -> f32 {
    let step = mesh.vertex_count().div_ceil(SAMPLES).max(1);
    let used = (0..mesh.vertex_count()).step_by(step).filter(|&v| mesh.source_vertices()[v].st.is_some());
    let is_seen =
        |point: Vec3| point.x >= NEAR && point.y.abs() <= point.x && point.z.abs() <= point.x * HALF_HEIGHT;
    let (mut all, mut seen) = (0.0_f32, 0.0);
    for vertex in used {
        all += 1.0;
        seen += f32::from(u8::from(is_seen(position(vertex))));
    }
    seen / all.max(1.0)
}
