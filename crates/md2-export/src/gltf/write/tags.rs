//! Conversion of tags (attachment points) to glTF nodes that move with the frames of the model.

use md2_anim::TagPose;
use md2_mesh::{Tag, TagFrame};

use crate::gltf::space::to_gltf;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct TagNode {
    pub(super) translations: Vec<[f32; 3]>,
    /// Quaternions: x, y, z, w.
    pub(super) rotations: Vec<[f32; 4]>,
    pub(super) is_mirrored: bool,
}

impl TagNode {
    pub(super) fn new(tag: &Tag, frames: &[usize], scale: f32) -> Self {
        let poses = frames.iter().map(|&frame| {
            let TagFrame { origin, axes } = tag.frames.get(frame).copied().unwrap_or(TagFrame::IDENTITY);
            TagPose { origin, axes }
        });
        let (mut translations, mut rotations) = (Vec::new(), Vec::new());
        let mut is_mirrored = None;
        for pose in poses {
            is_mirrored.get_or_insert(pose.is_mirrored());
            translations.push(to_gltf(pose.rigid().origin.map(|c| c * scale)));
            let [forward, left, mut up] = pose.rigid().axes;
            if pose.is_mirrored() {
                up = up.map(|c| -c);
            }
            rotations.push(quaternion([forward, left, up]));
        }
        Self { translations, rotations, is_mirrored: is_mirrored.unwrap_or(false) }
    }

    /// Returns the rotations in the given frames. Of a quaternion and its negative, which are the same rotation, the function returns the
    /// quaternion nearer to the previous rotation, since some readers interpolate the components directly.
    pub(super) fn rotations_at(&self, frames: &[usize]) -> Vec<[f32; 4]> {
        let mut before: Option<[f32; 4]> = None;
        let nearer = |&frame: &usize| {
            let rotation = self.rotations[frame];
            let dot = before.map_or(1.0, |before| (0..4).map(|i| before[i] * rotation[i]).sum::<f32>());
            *before.insert(if dot < 0.0 { rotation.map(|c| -c) } else { rotation })
        };
        frames.iter().map(nearer).collect()
    }

    pub(super) fn moves(&self) -> bool {
        self.translations.windows(2).any(|pair| pair[0] != pair[1])
    }

    pub(super) fn turns(&self) -> bool {
        self.rotations.windows(2).any(|pair| pair[0] != pair[1])
    }
}

/// Returns a quaternion, in glTF's axes, for the rotation from Quake's axes to the given axes, which are orthonormal and right-handed.
fn quaternion(axes: [[f32; 3]; 3]) -> [f32; 4] {
    // Each given axis is a column of the rotation matrix.
    let [f, l, u] = axes.map(|axis| axis.map(f64::from));
    let trace = f[0] + l[1] + u[2];
    let (x, y, z, w) = if trace > 0.0 {
        let s = 2.0 * (trace + 1.0).sqrt();
        ((l[2] - u[1]) / s, (u[0] - f[2]) / s, (f[1] - l[0]) / s, s / 4.0)
    } else if f[0] >= l[1] && f[0] >= u[2] {
        let s = 2.0 * (1.0 + f[0] - l[1] - u[2]).max(0.0).sqrt();
        (s / 4.0, (l[0] + f[1]) / s, (u[0] + f[2]) / s, (l[2] - u[1]) / s)
    } else if l[1] >= u[2] {
        let s = 2.0 * (1.0 + l[1] - f[0] - u[2]).max(0.0).sqrt();
        ((l[0] + f[1]) / s, s / 4.0, (u[1] + l[2]) / s, (u[0] - f[2]) / s)
    } else {
        let s = 2.0 * (1.0 + u[2] - f[0] - l[1]).max(0.0).sqrt();
        ((u[0] + f[2]) / s, (u[1] + l[2]) / s, s / 4.0, (f[1] - l[0]) / s)
    };
    let length = (x * x + y * y + z * z + w * w).sqrt();
    #[expect(clippy::cast_possible_truncation, reason = "glTF has single precision")]
    let [x, y, z, w] = [x, y, z, w].map(|c| (c / length) as f32);
    // Only the rotation axis has coordinates, so only it must be converted.
    let [x, y, z] = to_gltf([x, y, z]);
    [x, y, z, w]
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;

    #[test]
    fn nodes_rotate_like_tags() {
        // Random axes cover every branch.
        let mut seed = 7_u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f32::from(u16::try_from(seed >> 16).unwrap()) / 32768.0 - 1.0
        };
        for _ in 0..2000 {
            let axes = [
                [random(), random(), random()],
                [random(), random(), random()],
                [random(), random(), random()],
            ];
            let pose = TagPose { origin: [0.0; 3], axes };
            let rigid = pose.rigid();
            let tag = Tag { name: String::new(), frames: vec![TagFrame { origin: [1.0, 2.0, 3.0], axes }] };
            let node = TagNode::new(&tag, &[0], 2.0);
            assert_eq!(node.translations, [[4.0, 6.0, 2.0]]);
            assert_eq!(node.is_mirrored, pose.is_mirrored());
            for (axis, direction) in
                [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].into_iter().enumerate()
            {
                let mut local = to_gltf(direction);
                if node.is_mirrored {
                    local[1] = -local[1];
                }
                let (found, expected) =
                    (Quat::from_array(node.rotations[0]) * Vec3::from(local), to_gltf(rigid.axes[axis]));
                assert!(
                    (0..3).all(|i| (found[i] - expected[i]).abs() < 1e-5),
                    "{axes:?}: {found:?} {expected:?}"
                );
            }
        }
    }

    #[test]
    fn neighboring_quaternions_have_the_same_sign() {
        let around = |degrees: f32| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            TagFrame { origin: [0.0; 3], axes: [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]] }
        };
        let tag = Tag { name: String::new(), frames: (0..72).map(|i| around(i as f32 * 15.0)).collect() };
        let frames: Vec<usize> = (0..72).collect();
        let node = TagNode::new(&tag, &frames, 1.0);
        let rotations = node.rotations_at(&frames);
        for pair in rotations.windows(2) {
            assert!((0..4).map(|i| pair[0][i] * pair[1][i]).sum::<f32>() > 0.9, "{pair:?}");
        }
        assert!(node.turns() && !node.moves());
    }
}
