//! Model data that glTF cannot express, in `mesh.extras.md2`. The import uses it to restore the model exactly.

use md2_anim::{KeyTimes, LoopMode, Sequence};
use serde::{Deserialize, Serialize};

/// The extras of an exported mesh.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MeshExtras {
    /// A unique name for each target, from the frames.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub target_names: Vec<String>,
    /// The data of the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub md2: Option<ModelExtras>,
}

/// The data of a model that glTF cannot express.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelExtras {
    /// Units of the file per unit of Quake.
    pub scale: f32,
    /// The frames in their order.
    #[serde(default)]
    pub frames: Vec<FrameExtras>,
    /// The sequences, by the numbers of their frames in this list.
    #[serde(default)]
    pub sequences: Vec<SequenceExtras>,
    /// The skin paths of the model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skins: Vec<String>,
    /// Width and height in texels that skin coordinates referred to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skin_size: Option<[i32; 2]>,
}

/// A frame of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameExtras {
    /// The name, by [`escape_name`](crate::escape_name); need not be unique.
    pub name: String,
    /// The target of the frame; `None` for the base shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<usize>,
}

/// A sequence of a model, like [`Sequence`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SequenceExtras {
    /// The name; need not be unique.
    pub name: String,
    /// The first frame.
    pub first: u32,
    /// The last frame, inclusive.
    pub last: u32,
    /// Frames per second; 0 does not move.
    pub fps: f32,
    /// `loop`, `once` or `ping-pong`.
    pub mode: String,
    /// Number of keys at the beginning that are played only once.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lead: u32,
    /// Whether it plays from the last frame to the first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub backward: bool,
    /// The end time of each key in seconds; empty if all keys have the same duration.
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
    /// Converts the extras. An unknown mode loops; times that do not increase are ignored.
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

    #[test]
    fn reads_extras_that_other_programs_reduced() {
        let extras: MeshExtras = serde_json::from_str(r#"{"targetNames": ["a"], "other": 1}"#).unwrap();
        assert_eq!(extras, MeshExtras { target_names: vec![String::from("a")], md2: None });
    }
}
