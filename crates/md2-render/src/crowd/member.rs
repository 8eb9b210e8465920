//! The data of a visible member for the shaders.

use std::mem::offset_of;

use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec2, Vec3};
use md2_mesh::Bounds;

use crate::alias_draw::AliasDraw;
use crate::model::FramePair;
use crate::scene::Floor;
use crate::style::Shading;
use crate::vk::UNIFORM_BYTES;

/// The struct `Member` of shaders/crowd.glsl, which describes each field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(super) struct Member {
    draw: AliasDraw,
    first: [u32; 2],
    center: [f32; 2],
    spread: [f32; 3],
    shadow: f32,
}

/// The number of members in a descriptor set: the largest number that fits into the uniforms of every device
/// ([`UNIFORM_BYTES`]). The array in shaders/crowd.glsl has this length.
pub(super) const MEMBERS_PER_SET: usize = 102;

const _: () = assert!(UNIFORM_BYTES / size_of::<Member>() as u64 == MEMBERS_PER_SET as u64);

const _: () = {
    assert!(size_of::<Member>() == 160 && offset_of!(Member, first) == 128);
    assert!(offset_of!(Member, center) == 136 && offset_of!(Member, spread) == 144);
    assert!(offset_of!(Member, shadow) == 156);
};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct SoftShadow {
    center: Vec2,
    /// The elements xx, xy and yy of the symmetric matrix that describes the ellipse: the sum of `h * transpose(h)`
    /// over the half edges `h` of the model's box, seen from above, times `WIDTH` squared.
    spread: Vec3,
    pub(super) shadow: f32,
}

impl SoftShadow {
    /// Returns the shadow of a model with the box `bounds`. The shadow gets lighter with the distance of the box from
    /// the floor, and disappears if this distance is the height of the box or more.
    pub(super) fn new(floor: &Floor, bounds: Bounds, transform: Mat4) -> Self {
        /// Scale of the ellipse. An ellipse through the box's corners would reach far beyond feet and elbows.
        const WIDTH: f32 = 1.1;
        let half = Vec3::from(bounds.size()) * 0.5;
        let axes = [0, 1, 2].map(|i| transform.col(i).truncate() * half[i]);
        let center = transform.transform_point3(bounds.center().into());
        let spread: Vec3 =
            axes.iter().map(|axis| Vec3::new(axis.x * axis.x, axis.x * axis.y, axis.y * axis.y)).sum();
        let half_height: f32 = axes.iter().map(|axis| axis.z.abs()).sum();
        let above = (center.z - half_height - floor.height).max(0.0);
        let near = 1.0 - above / (2.0 * half_height).max(f32::MIN_POSITIVE);
        let shadow = floor.shadow * near.clamp(0.0, 1.0);
        let is_finite = center.is_finite() && spread.is_finite();
        Self {
            center: center.truncate(),
            spread: spread * (WIDTH * WIDTH),
            shadow: if is_finite { shadow } else { 0.0 },
        }
    }

    pub(super) fn bounds(&self, height: f32) -> Bounds {
        let half = Vec2::new(self.spread.x, self.spread.z).max(Vec2::ZERO).map(f32::sqrt);
        let [min, max] = [self.center - half, self.center + half].map(|corner| corner.extend(height).into());
        Bounds { min, max }
    }
}

impl Member {
    pub(super) fn new(
        view_projection: Mat4,
        transform: Mat4,
        frames: &FramePair,
        shading: Shading,
        vertex_bytes: u64,
        soft_shadow: SoftShadow,
    ) -> Self {
        let first = frames.offsets.map(|offset| {
            // A storage buffer for shaders has fewer than 2^32 bytes.
            u32::try_from(offset / vertex_bytes).expect("limited by the storage size")
        });
        Self {
            draw: AliasDraw::new(view_projection * transform, transform, frames, shading),
            first,
            center: soft_shadow.center.into(),
            spread: soft_shadow.spread.into(),
            shadow: soft_shadow.shadow,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: Bounds = Bounds { min: [-10.0, -5.0, 0.0], max: [10.0, 5.0, 50.0] };

    #[test]
    fn soft_shadows_rotate_with_the_model_and_fade_with_its_height() {
        let floor = Floor { height: 0.0, shadow: 0.8, ..Floor::default() };
        let standing = SoftShadow::new(&floor, BOX, Mat4::from_translation(Vec3::new(7.0, 8.0, 0.0)));
        assert_eq!(standing.center, Vec2::new(7.0, 8.0));
        assert!((standing.spread - Vec3::new(121.0, 0.0, 30.25)).length() < 1e-3);
        assert_eq!(standing.shadow, 0.8);
        let turned = SoftShadow::new(&floor, BOX, Mat4::from_rotation_z(std::f32::consts::FRAC_PI_2));
        assert!((turned.spread - Vec3::new(30.25, 0.0, 121.0)).length() < 1e-3);
        let size = Vec3::from(turned.bounds(0.0).size());
        assert!((size - Vec3::new(11.0, 22.0, 0.0)).length() < 1e-3);
        let jumping = SoftShadow::new(&floor, BOX, Mat4::from_translation(Vec3::Z * 25.0));
        assert!((jumping.shadow - 0.4).abs() < 1e-6);
        let flying = SoftShadow::new(&floor, BOX, Mat4::from_translation(Vec3::Z * 60.0));
        assert_eq!(flying.shadow, 0.0);
        let lost = SoftShadow::new(&floor, BOX, Mat4::from_translation(Vec3::X * f32::NAN));
        assert_eq!(lost.shadow, 0.0);
    }
}
