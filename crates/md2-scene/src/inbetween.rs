//! Meshes with frames between the keyframes, for lessons about blending.
//!
//! The renderer blends two frames along straight lines, and makes normals unit vectors. A lesson that blends differently draws a mesh with
//! more frames, so close together that straight lines between them cannot be seen.

use glam::{Vec2, Vec3, Vec3Swizzles as _};
use md2_anim::{Pose, Sequence};
use md2_mesh::{Bounds, FrameTransform, Mesh, MeshParts, Packing};

use crate::look::LAMP;

const PACKING: Packing = Packing::Position16Normal16;
/// The steps from one keyframe to the next: at most 8, and fewer if the frames between the keyframes would exceed `MAX_BYTES`.
const STEPS: usize = 8;
const MAX_BYTES: usize = 64 << 20;

/// A way of blending that differs from the renderer's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LessonBlend {
    /// Whether vertices and normals move on arcs around the Z axis, the shorter way.
    pub(crate) spherical: bool,
    /// Whether blended normals stay shorter than 1.
    pub(crate) raw_normals: bool,
}

/// The frames between keyframes. They follow the keyframes: for each pair, all steps from its first to its second keyframe.
#[derive(Clone, Debug)]
pub(crate) struct Inbetweens {
    pairs: Vec<[u32; 2]>,
    steps: u32,
    keyframes: u32,
}

impl Inbetweens {
    /// Adds frames between the successive keyframes of a mesh, and between the last and the first keyframe of each sequence.
    pub(crate) fn add<'s>(
        mesh: &Mesh,
        sequences: impl Iterator<Item = &'s Sequence>,
        blend: LessonBlend,
    ) -> Option<(Mesh, Self)> {
        let keyframes = u32::try_from(mesh.frame_count()).ok()?;
        let mut pairs: Vec<_> = (1..keyframes).map(|frame| [frame - 1, frame]).collect();
        let ends = sequences.map(|sequence| [sequence.last, sequence.first]);
        pairs.extend(ends.filter(|[last, first]| first < last && *last < keyframes));
        pairs.sort_unstable();
        pairs.dedup();
        let step_bytes = (pairs.len() * mesh.vertex_count() * PACKING.vertex_bytes()).max(1);
        let steps = (MAX_BYTES / step_bytes).clamp(2, STEPS);

        let mut parts =
            MeshParts { packing: PACKING, frames: Vec::new(), packed: Vec::new(), ..mesh.to_parts() };
        let straight = |frame: u32| {
            (0..mesh.vertex_count()).map(move |vertex| key_vertex(mesh, frame as usize, vertex)).collect()
        };
        (0..keyframes).for_each(|frame| add_frame(&mut parts, straight(frame)));
        for &pair in &pairs {
            let [from, to]: [Vec<_>; 2] = pair.map(straight);
            for step in 0..=steps {
                let at = step as f32 / steps as f32;
                add_frame(&mut parts, from.iter().zip(&to).map(|(&a, &b)| blend.vertex(a, b, at)).collect());
            }
        }
        for tag in &mut parts.tags {
            let last = tag.frames.last().copied()?;
            tag.frames.resize(parts.frames.len(), last);
        }
        let steps = u32::try_from(steps).ok()?;
        Some((Mesh::from_parts(parts).ok()?, Self { pairs, steps, keyframes }))
    }

    /// Returns the pose between the added frames that shows a pose between keyframes. Poses of other pairs do not change.
    pub(crate) fn pose(&self, pose: Pose) -> Pose {
        let find = |pair| self.pairs.binary_search(&pair).ok();
        let [a, b] = [pose.frame_a, pose.frame_b];
        let (pair, at) = match (find([a, b]), find([b, a])) {
            (Some(pair), _) => (pair, pose.blend),
            (None, Some(pair)) => (pair, 1.0 - pose.blend),
            (None, None) => return pose,
        };
        let at = at.clamp(0.0, 1.0) * self.steps as f32;
        #[expect(clippy::cast_possible_truncation, reason = "a number of steps")]
        let (pair, step) = (pair as u32, (at as u32).min(self.steps - 1));
        let frame_a = self.keyframes + pair * (self.steps + 1) + step;
        Pose { frame_a, frame_b: frame_a + 1, blend: at - step as f32 }
    }
}

/// A position and a normal.
type Vertex = [Vec3; 2];

fn key_vertex(mesh: &Mesh, frame: usize, vertex: usize) -> Vertex {
    let normal = mesh.packing().direction(mesh.vertex_bytes(frame, vertex));
    [mesh.position(frame, vertex).into(), normal.into()]
}

impl LessonBlend {
    fn vertex(self, a: Vertex, b: Vertex, at: f32) -> Vertex {
        let blend = |from: Vec3, to| if self.spherical { arc(from, to, at) } else { from.lerp(to, at) };
        let [position, normal] = [0, 1].map(|part| blend(a[part], b[part]));
        [position, if self.raw_normals { with_light_of(a[1].lerp(b[1], at)) } else { normal }]
    }
}

/// Returns the point between `from` and `to` on an arc around the Z axis. The angle, the distance from the axis and the height change
/// evenly.
fn arc(from: Vec3, to: Vec3, at: f32) -> Vec3 {
    let straight = from.lerp(to, at);
    let (near, far) = (from.xy().length(), to.xy().length());
    if near.min(far) < 1.0e-6 {
        return straight; // A point on the axis has no angle.
    }
    let turned = Vec2::from_angle(at * from.xy().angle_to(to.xy())).rotate(from.xy());
    (turned * ((near + (far - near) * at) / near)).extend(straight.z)
}

/// Returns the unit normal that is lit like a normal shorter than 1. The light depends only on the parts of the normal towards the lamp and
/// upwards, so a part at a right angle to both can make the normal longer.
fn with_light_of(short: Vec3) -> Vec3 {
    let aside = Vec3::Z.cross(LAMP.into()).normalize();
    let lit = short.reject_from_normalized(aside);
    lit + aside * (1.0 - lit.length_squared()).max(0.0).sqrt()
}

fn add_frame(parts: &mut MeshParts, vertices: Vec<Vertex>) {
    let bounds = Bounds::around(vertices.iter().map(|[position, _]| position.to_array()));
    let [lowest, highest] = PACKING.coordinate_range();
    let scale = bounds.size().map(|size| size / (highest - lowest));
    let translate = [0, 1, 2].map(|axis| bounds.min[axis] - lowest * scale[axis]);
    parts.frames.push(FrameTransform { scale, translate });
    for [position, normal] in vertices {
        let start = parts.packed.len();
        for axis in 0..3 {
            // Without size, 0 divided by 0 becomes 0.
            #[expect(clippy::cast_possible_truncation, reason = "in the range of coordinates")]
            let packed = ((position[axis] - translate[axis]) / scale[axis]).round() as i16;
            parts.packed.extend(packed.to_le_bytes());
        }
        parts.packed.extend([0; 2]);
        PACKING.set_direction(&mut parts.packed[start..], normal.to_array());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the mesh of a point that turns by 150 degrees about the Z axis from the first to the second frame, with its normal.
    fn turned() -> Mesh {
        let mut parts = MeshParts::whole(PACKING, Vec::new(), Vec::new(), Vec::new());
        for degrees in [-75.0_f32, 75.0] {
            let out = Vec2::from_angle(degrees.to_radians()).extend(0.0);
            add_frame(&mut parts, vec![[out * 10.0, out], [Vec3::NEG_ONE * 10.0, Vec3::Z]]);
        }
        let whole = MeshParts::whole(PACKING, parts.frames, parts.packed, Vec::new());
        Mesh::from_parts(whole).unwrap()
    }

    fn vertex(blend: LessonBlend, at: f32) -> Vertex {
        let (mesh, inbetweens) = Inbetweens::add(&turned(), std::iter::empty(), blend).unwrap();
        let pose = inbetweens.pose(Pose { frame_a: 0, frame_b: 1, blend: at });
        let back = inbetweens.pose(Pose { frame_a: 1, frame_b: 0, blend: 1.0 - at });
        assert_eq!((pose.frame_a, pose.frame_b), (back.frame_a, back.frame_b), "the same way back");
        let found = md2_mesh::blend::blend_vertex(&mesh, 0, pose);
        [found.position.into(), found.normal.into()]
    }

    #[test]
    fn raw_normals_are_darker_between_two_frames_only() {
        let light = |raw_normals, at| {
            let [_, normal] = vertex(LessonBlend { spherical: false, raw_normals }, at);
            [normal.dot(Vec3::from(LAMP).normalize()), normal.z]
        };
        let [bright, _] = light(false, 0.5);
        let [dark, up] = light(true, 0.5);
        // The blend of the two normals has the length cos 75°.
        assert!((dark - bright * 75.0_f32.to_radians().cos()).abs() < 0.03, "{dark}, {bright}");
        assert!(up.abs() < 0.02);
        for at in [0.0, 1.0] {
            let (normalized, raw) = (light(false, at), light(true, at));
            assert!(
                (0..2).all(|part| (normalized[part] - raw[part]).abs() < 0.03),
                "{normalized:?}, {raw:?}"
            );
        }
    }

    #[test]
    fn other_pairs_of_frames_do_not_change() {
        let (_, inbetweens) = Inbetweens::add(&turned(), std::iter::empty(), LessonBlend::default()).unwrap();
        for pose in [Pose::still(1), Pose { frame_a: 0, frame_b: 9, blend: 0.5 }] {
            assert_eq!(inbetweens.pose(pose), pose);
        }
    }
}
