//! The glTF extras of a model that this toolkit exported. With these extras, the import restores the model exactly.

use std::collections::HashMap;

use md2_anim::detect;

use crate::gltf::extras::{MeshExtras, ModelExtras};
use crate::import::error::ImportError;
use crate::import::mesh::Origin;
use crate::import::options::ImportOptions;
use crate::name::unescape_name;

use super::animation::ImportAnimation;
use super::bake::{Baker, Moment};
use super::clips::{self, PlannedClip};

/// The maximum number of bytes of a frame name (`LONGEST_NAME`) and of a skin path (`LONGEST_PATH`) in an MD2.
const LONGEST_NAME: usize = 16;
const LONGEST_PATH: usize = 64;

/// The data of the original MD2, which the export stored in the glTF.
#[derive(Debug)]
pub(super) struct ExportedModel(ModelExtras);

impl ExportedModel {
    /// Returns the original data if the file contains such data and was not edited. An unedited file has a single mesh that only morph
    /// targets move, and exactly the exported animations.
    ///
    /// # Errors
    /// If there are too many frames.
    pub(super) fn find(baker: &Baker<'_>, options: &ImportOptions) -> Result<Option<Self>, ImportError> {
        let Some(exported) = Self::read(baker) else { return Ok(None) };
        clips::check_frames(exported.0.frames.len() as u64, baker, options, "the frames of an MD2")?;
        Ok(Some(exported))
    }

    fn read(baker: &Baker<'_>) -> Option<Self> {
        let [instance] = &baker.instances[..] else { return None };
        let value = baker.gltf.meshes[instance.mesh].extras.clone()?;
        let extras = serde_json::from_value::<MeshExtras>(value).ok()?.md2?;
        let [part] = &baker.parts[instance.mesh][..] else { return None };
        let targets = part.targets.len();
        let frames = &extras.frames;
        let mut is_shown = vec![false; targets];
        for target in frames.iter().filter_map(|frame| frame.target) {
            *is_shown.get_mut(target)? = true;
        }
        let sound = !frames.is_empty() && is_shown.into_iter().all(|shown| shown);
        // The export writes no animations if all frames are equal.
        let written = if targets == 0 { 0 } else { extras.sequences.len() };
        let still_same = baker.animations.len() == written
            && baker.animations.iter().zip(&extras.sequences).all(|(animation, sequence)| {
                animation.name.starts_with(&sequence.name) && moves_weights_alone(animation)
            });
        let is_scaled = extras.scale.is_finite() && extras.scale > 0.0;
        (sound && still_same && instance.skin.is_none() && is_scaled).then_some(Self(extras))
    }

    /// Returns the Quake units per unit of the file.
    pub(super) fn scale(&self) -> f64 {
        1.0 / f64::from(self.0.scale)
    }

    pub(super) fn plan(&self) -> Vec<PlannedClip> {
        let names = self.names();
        let detection = detect(names.iter().map(Vec::as_slice));
        let mut rates = HashMap::new();
        for known in &self.0.sequences {
            rates.entry(known.name.as_str()).or_insert(known.fps);
        }
        let sequences = detection.sequences().iter();
        let planned = sequences.map(|sequence| PlannedClip {
            name: sequence.name.clone(),
            moments: self.0.frames[sequence.frames()]
                .iter()
                .map(|frame| Moment::Target(frame.target))
                .collect(),
            fps: rates.get(sequence.name.as_str()).map_or(10.0, |&fps| fps.into()),
            may_end_held: false,
        });
        planned.collect()
    }

    pub(super) fn origin(&self) -> Origin {
        let size = self.0.skin_size.map(|size| size.map(|side| u16::try_from(side).unwrap_or(0)));
        Origin {
            frame_names: self.names(),
            skin_names: self.0.skins.iter().map(|name| cut(name, LONGEST_PATH)).collect(),
            skin_size: size.filter(|size| !size.contains(&0)),
        }
    }

    fn names(&self) -> Vec<Vec<u8>> {
        self.0.frames.iter().map(|frame| cut(&frame.name, LONGEST_NAME)).collect()
    }
}

fn cut(name: &str, longest: usize) -> Vec<u8> {
    let mut bytes = unescape_name(name);
    bytes.retain(|byte| *byte != 0);
    bytes.truncate(longest);
    bytes
}

fn moves_weights_alone(animation: &ImportAnimation) -> bool {
    animation.channels.iter().all(|moving| matches!(moving.path, super::curve::Path::Weights(_)))
}
