//! The component that plays a sequence, and its systems.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use bevy::asset::AssetId;
use bevy::camera::visibility::NoAutoAabb;
use bevy::mesh::MeshTag;
use bevy::prelude::*;
use bevy::render::storage::ShaderBuffer;
use md2_kit::anim::{Playback, Pose};

use crate::asset::Md2;
use crate::material::Md2Material;

/// Bytes of a pose in the storage buffer.
const POSE: usize = 64;
/// The vertices of the first frame follow 162 normals of three words each.
const FIRST_VERTEX: u32 = 162 * 3;

/// Shows a model and plays one of its sequences.
#[derive(Component, Clone, Debug)]
#[require(Transform, Visibility)]
pub struct PlayMd2 {
    /// The model.
    pub model: Handle<Md2>,
    /// The name of the sequence, in any case.
    pub sequence: String,
    /// The time by which the sequence is ahead, so that the models of a crowd differ.
    pub ahead: Duration,
}

/// The playback of a model. Replace it to play another sequence.
#[derive(Component, Debug)]
pub struct Md2Playback(pub Playback);

/// The poses of all models of a file, as in the storage buffer.
type Poses = HashMap<AssetId<Md2>, Vec<u8>>;

/// Starts models that have been loaded.
pub(crate) fn start(
    mut commands: Commands,
    models: Res<Assets<Md2>>,
    waiting: Query<(Entity, &PlayMd2), Without<Md2Playback>>,
    mut counts: Local<HashMap<AssetId<Md2>, u32>>,
) {
    for (entity, play) in &waiting {
        let Some(model) = models.get(&play.model) else { continue };
        let mut playback =
            model.sequence(&play.sequence).map_or_else(|| Playback::still(0), Playback::for_sequence);
        playback.advance(play.ahead);
        let count = counts.entry(play.model.id()).or_default();
        commands.entity(entity).insert((
            Mesh3d(model.mesh.clone()),
            MeshMaterial3d(model.material.clone()),
            MeshTag(*count),
            model.bounds,
            NoAutoAabb,
            Md2Playback(playback),
        ));
        *count += 1;
    }
}

/// Advances all models, and uploads their poses.
pub(crate) fn advance(
    time: Res<Time>,
    models: Res<Assets<Md2>>,
    mut players: Query<(&PlayMd2, &MeshTag, &mut Md2Playback)>,
    mut buffers: ResMut<Assets<ShaderBuffer>>,
    mut materials: ResMut<Assets<Md2Material>>,
    mut poses: Local<Poses>,
    mut grown: Local<HashSet<AssetId<Md2Material>>>,
) {
    // In the frame before, Bevy replaced the buffers that grew. The bind groups of their materials still refer to the old ones.
    for material in grown.drain() {
        let _ = materials.get_mut(material);
    }
    for (play, tag, mut playback) in &mut players {
        let Some(model) = models.get(&play.model) else { continue };
        playback.0.advance(time.delta());
        let poses = poses.entry(play.model.id()).or_default();
        let start = tag.0 as usize * POSE;
        if poses.len() < start + POSE {
            poses.resize((start + POSE).next_power_of_two(), 0);
            grown.insert(model.material.id());
        }
        poses[start..][..POSE].copy_from_slice(&bytes(model, playback.0.pose()));
    }
    for (model, poses) in poses.iter() {
        let Some(model) = models.get(*model) else { continue };
        if let Some(mut buffer) = buffers.get_mut(&model.poses) {
            buffer.data = Some(poses.clone());
        }
    }
}

/// Returns the bytes of the struct `Pose` in the shader.
fn bytes(model: &Md2, pose: Pose) -> [u8; POSE] {
    let pose = pose.clamped_to(model.transforms.len());
    let [a, b] = pose.frames().map(|frame| model.transforms[frame]);
    let start = |frame| f32::from_bits(FIRST_VERTEX + frame * model.vertex_count);
    let rows = [
        (a.scale, start(pose.frame_a)),
        (a.translate, pose.blend),
        (b.scale, start(pose.frame_b)),
        (b.translate, 0.0),
    ];
    let mut bytes = [0; POSE];
    let words = rows.iter().flat_map(|&([x, y, z], last)| [x, y, z, last]);
    for (place, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(words) {
        *place = word.to_le_bytes();
    }
    bytes
}
