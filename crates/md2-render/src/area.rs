//! The part of a picture that can contain models.

use glam::{Mat4, Vec3};
use md2_mesh::Bounds;

use crate::content::Content;
use crate::scene::Scene;
use crate::uniforms::plain_background;
use crate::vk::{AdapterKind, Device, Rect};
use md2_common::Faces;

/// Returns the part of the picture whose depth must be cleared, or `None` for the whole picture. Only software devices
/// clear a part of the depth, and only if models can cover less than half of the picture. On these devices, clearing
/// the rest too would take a tenth of the time of a picture of one model.
pub(crate) fn depth_area(
    device: &Device,
    scene: &Scene<'_>,
    content: &Content,
    view_projection: Mat4,
    extent: [u32; 2],
) -> Option<Rect> {
    let clears = device.adapter().kind == AdapterKind::Software && device.samples().as_raw() == 1;
    let is_plain = plain_background(scene).is_some();
    let has_models_alone = scene.floor.is_none() && scene.crowds.is_empty() && scene.marks.is_empty();
    if !(clears && is_plain && has_models_alone && scene.faces == Faces::Solid) {
        return None;
    }
    let models = content.solid_models(scene).chain(content.ghosts(scene));
    let area = covered(models.map(|model| (model.bounds(), view_projection * model.transform())), extent)?;
    (area.pixels() < Rect::whole(extent).pixels() / 2).then_some(area)
}

pub(crate) fn corners(Bounds { min, max }: Bounds) -> [Vec3; 8] {
    let pick = |corner: usize, axis: usize| if corner >> axis & 1 == 0 { min[axis] } else { max[axis] };
    std::array::from_fn(|corner| Vec3::from([0, 1, 2].map(|axis| pick(corner, axis))))
}

fn covered(boxes: impl Iterator<Item = (Bounds, Mat4)>, extent: [u32; 2]) -> Option<Rect> {
    /// A margin in pixels, for rounding on the device and for the edges of triangles.
    const MARGIN: f32 = 2.0;
    let mut edges = [[f32::MAX; 2], [f32::MIN; 2]];
    for (bounds, to_clip) in boxes {
        for corner in corners(bounds) {
            let clip = to_clip * corner.extend(1.0);
            let place = [clip.x / clip.w, clip.y / clip.w];
            if !(clip.w > 0.0 && place.iter().all(|place| place.is_finite())) {
                return None;
            }
            for axis in 0..2 {
                let pixel = (place[axis] + 1.0) * 0.5 * extent[axis] as f32;
                edges[0][axis] = edges[0][axis].min(pixel - MARGIN);
                edges[1][axis] = edges[1][axis].max(pixel + MARGIN);
            }
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "limited to the picture")]
    let whole = |pixel: f32, axis: usize| (pixel as u32).min(extent[axis]);
    let [start, end] = edges;
    let [left, top] = [0, 1].map(|axis| whole(start[axis], axis));
    let [right, bottom] = [0, 1].map(|axis| whole(end[axis].ceil(), axis));
    Some(Rect { left, top, width: right.saturating_sub(left), height: bottom.saturating_sub(top) })
}
