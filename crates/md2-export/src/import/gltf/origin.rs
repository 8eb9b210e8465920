//! The extras of a model that this toolkit exported, which restore it exactly.

use std::collections::HashMap;

use md2_anim::detect;

use crate::gltf::extras::{MeshExtras, ModelExtras};
use crate::gltf::schema::Gltf;
use crate::import::error::ImportError;
use crate::import::mesh::Origin;
use crate::import::options::ImportOptions;
use crate::name::unescape_name;

use super::animation::ImportAnimation;
use super::bake::{Baker, Moment};
use super::clips::{self, PlannedClip};

/// Bytes of a frame's name, and of a skin's path.
const LONGEST_NAME: usize = 16;
const LONGEST_PATH: usize = 64;

/// The original data of an exported model.
#[derive(Debug)]
pub(super) struct ExportedModel {
    extras: ModelExtras,
}

impl ExportedModel {
    /// Finds the original data. It is used only if there is a single mesh, only targets move it, and the animations are the
    /// exported ones.
    ///
    /// # Errors
    /// If there are too many frames.
    pub(super) fn find(
        gltf: &Gltf,
        baker: &Baker,
        options: &ImportOptions,
    ) -> Result<Option<Self>, ImportError> {
        let Some(exported) = Self::read(gltf, baker) else { return Ok(None) };
        clips::check_frames(exported.extras.frames.len() as u64, baker, options, "the frames of an MD2")?;
        Ok(Some(exported))
    }

    fn read(gltf: &Gltf, baker: &Baker) -> Option<Self> {
        let [instance] = &baker.instances[..] else { return None };
        let value = gltf.meshes[instance.mesh].extras.clone()?;
        let extras = serde_json::from_value::<MeshExtras>(value).ok()?.md2?;
        let [part] = &baker.parts[instance.mesh][..] else { return None };
        let targets = part.targets.len();
        let frames = &extras.frames;
        let mut is_shown = vec![false; targets];
        for target in frames.iter().filter_map(|frame| frame.target) {
            *is_shown.get_mut(target)? = true;
        }
        let sound = !frames.is_empty() && is_shown.into_iter().all(|shown| shown);
        // Where all frames are the same there is nothing to move.
        let written = if targets == 0 { 0 } else { extras.sequences.len() };
        let still_same = baker.animations.len() == written
            && baker.animations.iter().zip(&extras.sequences).all(|(animation, sequence)| {
                animation.name.starts_with(&sequence.name) && moves_weights_alone(animation)
            });
        let is_scaled = extras.scale.is_finite() && extras.scale > 0.0;
        (sound && still_same && instance.skin.is_none() && is_scaled).then_some(Self { extras })
    }

    /// Returns the Quake units per unit of the file.
    pub(super) fn scale(&self) -> f64 {
        1.0 / f64::from(self.extras.scale)
    }

    /// Plans the frames by sequence, as detected from the frame names.
    pub(super) fn plan(&self) -> Vec<PlannedClip> {
        let names = self.names();
        let detection = detect(names.iter().map(Vec::as_slice));
        let mut rates = HashMap::new();
        for known in &self.extras.sequences {
            rates.entry(known.name.as_str()).or_insert(known.fps);
        }
        let sequences = detection.sequences().iter();
        let planned = sequences.map(|sequence| PlannedClip {
            name: sequence.name.clone(),
            moments: self.extras.frames[sequence.frames()]
                .iter()
                .map(|frame| Moment::Target(frame.target))
                .collect(),
            fps: rates.get(sequence.name.as_str()).map_or(10.0, |&fps| fps.into()),
            may_end_held: false,
        });
        planned.collect()
    }

    pub(super) fn origin(&self) -> Origin {
        let size = self.extras.skin_size.map(|size| size.map(|side| u16::try_from(side).unwrap_or(0)));
        Origin {
            frame_names: self.names(),
            skin_names: self.extras.skins.iter().map(|name| cut(name, LONGEST_PATH)).collect(),
            skin_size: size.filter(|size| !size.contains(&0)),
        }
    }

    fn names(&self) -> Vec<Vec<u8>> {
        self.extras.frames.iter().map(|frame| cut(&frame.name, LONGEST_NAME)).collect()
    }
}

/// Returns at most `longest` bytes of a name, without zeros.
fn cut(name: &str, longest: usize) -> Vec<u8> {
    let mut bytes = unescape_name(name);
    bytes.retain(|byte| *byte != 0);
    bytes.truncate(longest);
    bytes
}

fn moves_weights_alone(animation: &ImportAnimation) -> bool {
    animation.channels.iter().all(|moving| matches!(moving.path, super::curve::Path::Weights(_)))
}
