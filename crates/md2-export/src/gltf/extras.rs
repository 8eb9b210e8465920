//! Model data that glTF cannot express. It is stored in `mesh.extras.md2`, and the import uses it to restore the model exactly.

use md2_anim::{KeyTimes, LoopMode, Sequence};
use serde::{Deserialize, Serialize};

/// The extras of an exported mesh.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MeshExtras {
    /// A unique name for each morph target, derived from the frame names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub target_names: Vec<String>,
    /// The model data that glTF cannot express.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub md2: Option<ModelExtras>,
}

/// Model data that glTF cannot express.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say what the fields are")]
pub struct ModelExtras {
    /// The number of glTF units per Quake unit.
    pub scale: f32,
    #[serde(default)]
    pub frames: Vec<FrameExtras>,
    /// The sequences. Their frame numbers are indices in `frames`.
    #[serde(default)]
    pub sequences: Vec<SequenceExtras>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skins: Vec<String>,
    /// The surfaces of an MD3, one for each primitive.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub surfaces: Vec<SurfaceExtras>,
    /// The names of tags, in the order of the model's file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Width and height of the skin in texels, as stated in the model's file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skin_size: Option<[i32; 2]>,
}

/// A frame of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameExtras {
    /// The name as text, in which `\xNN` stands for a byte that is not UTF-8. Several frames may have the same name.
    pub name: String,
    /// The number of the morph target that holds the frame; `None` for the base shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<usize>,
}

/// The names of a surface and its shader in an MD3.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say what the fields are")]
pub struct SurfaceExtras {
    pub name: String,
    pub shader: String,
}

/// A sequence of a model, like [`Sequence`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SequenceExtras {
    /// The name. Several sequences may have the same name.
    pub name: String,
    /// The first frame.
    pub first: u32,
    /// The last frame, inclusive.
    pub last: u32,
    /// Frames per second; 0 for a still sequence.
    pub fps: f32,
    /// The loop mode: `loop`, `once` or `ping-pong`.
    pub mode: String,
    /// The number of keyframes at the start of the sequence that play only once, before the loop begins.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lead: u32,
    /// Whether the sequence plays from the last frame to the first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub backward: bool,
    /// The end time of each keyframe in seconds; empty if all keyframes have the same duration.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<f32>,
}

impl From<&Sequence> for SequenceExtras {
    fn from(sequence: &Sequence) -> Self {
        let ends =
            |times: &KeyTimes| (1..=times.key_count()).map(|key| times.start(key).as_secs_f32()).collect();
        Self {
            name: sequence.name.clone(),
            first: sequence.first,
            last: sequence.last,
            fps: sequence.fps,
            mode: sequence.mode.to_string(),
            lead: sequence.lead,
            backward: sequence.backward,
            ends: sequence.times.as_ref().map_or_else(Vec::new, ends),
        }
    }
}

impl From<&SequenceExtras> for Sequence {
    /// Converts the extras to a sequence. An unknown `mode` becomes a loop; `ends` that do not increase are ignored.
    fn from(extras: &SequenceExtras) -> Self {
        let modes = [LoopMode::Loop, LoopMode::Once, LoopMode::PingPong];
        let mode = modes.into_iter().find(|mode| mode.to_string() == extras.mode);
        Self {
            fps: extras.fps,
            mode: mode.unwrap_or_default(),
            lead: extras.lead,
            backward: extras.backward,
            times: KeyTimes::from_ends(extras.ends.iter().copied()),
            ..Self::new(extras.name.clone(), extras.first, extras.last)
        }
    }
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn sequences_survive_a_round_trip() {
        let plain = Sequence::new("death1", 3, 9);
        let timed = Sequence::new("flame", 0, 2).with_times(KeyTimes::even(3, Duration::from_millis(70)));
        let odd = Sequence { mode: LoopMode::PingPong, lead: 2, backward: true, fps: 7.5, ..plain.clone() };
        for sequence in [plain, timed, odd] {
            let json = serde_json::to_string(&SequenceExtras::from(&sequence)).unwrap();
            let extras: SequenceExtras = serde_json::from_str(&json).unwrap();
            assert_eq!(Sequence::from(&extras), sequence, "{json}");
        }
    }
}
