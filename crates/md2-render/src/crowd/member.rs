//! The data of a crowd's members for the shaders and for culling.

use bytemuck::{Pod, Zeroable};
use glam::{Mat3, Vec3};

use crate::game;
use crate::scene::CrowdMember;
use crate::style::Shading;
use md2_common::Pose;

/// The struct `Member` of shaders/crowd.glsl, which describes each field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(super) struct Member {
    position: [f32; 3],
    scale: f32,
    rotation: [f32; 4],
    frames: [u32; 2],
    blend: f32,
    light_direction: f32,
}

const _: () = assert!(size_of::<Member>() == 48);

impl Member {
    pub(super) fn new(member: &CrowdMember, frame_count: usize, shading: Shading) -> Self {
        let CrowdMember { position, scale, .. } = *member;
        let rotation = member.unit_rotation().to_array();
        let pose = shown_pose(member.pose, frame_count, shading);
        let light_direction = match shading {
            Shading::Game => game::direction(&member.transform()) as f32,
            Shading::Smooth | Shading::Classic => 0.0,
        };
        let frames = [pose.frame_a, pose.frame_b];
        Self { position, scale, rotation, frames, blend: pose.blend, light_direction }
    }
}

/// Returns the pose that a member shows. [`Shading::Game`] uses the normals of frame b; so if the pose is exactly at
/// frame a, both frames are frame a.
fn shown_pose(pose: Pose, frame_count: usize, shading: Shading) -> Pose {
    let pose = pose.clamped_to(frame_count);
    if shading == Shading::Game && pose.blend == 0.0 { Pose::still(pose.frame_a) } else { pose }
}

/// The transform of a member from model to world space.
pub(super) struct Placement {
    pub(super) position: Vec3,
    /// The axes of the model in world space, each as long as a unit of the model.
    pub(super) axes: Mat3,
    pub(super) scale: f32,
}

impl Placement {
    pub(super) fn new(member: &CrowdMember) -> Self {
        let CrowdMember { position, scale, .. } = *member;
        let axes = Mat3::from_quat(member.unit_rotation()) * scale;
        Self { position: position.into(), axes, scale }
    }
}
