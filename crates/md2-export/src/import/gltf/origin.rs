//! Recognition of models that this toolkit exported. The import restores them instead of sampling their animations.
//!
//! The export stores what glTF cannot express in the extras of the mesh. Blender drops extras by default, but keeps the names of morph
//! targets, which are the frame names. See [`targets`].

use std::collections::{BTreeSet, HashMap};

use md2_anim::quake2::PLAYER_SET;
use md2_anim::{EvidenceKind, Sequence, detect};
use md2_mesh::Tag;

use crate::gltf::extras::{MeshExtras, ModelExtras, SequenceExtras};
use crate::import::error::ImportError;
use crate::import::mesh::Origin;
use crate::import::options::ImportOptions;
use crate::keys::keys;
use crate::name::{surface_of_material, unescape_name};

use super::animation::{ImportAnimation, ImportChannel};
use super::bake::{Baker, Instance, Moment};
use super::clips::{self, PlannedClip};
use super::curve::Path;
use super::geometry::PrimitiveMesh;
use super::targets::{self, KeyframeModel};

/// The maximum number of bytes of a frame name (`LONGEST_NAME`) and of a skin path (`LONGEST_PATH`) in an MD2.
const LONGEST_NAME: usize = 16;
const LONGEST_PATH: usize = 64;

/// The tolerance for the length of an animation, in seconds. Blender ends animations at a whole frame of the scene, at most 1/24 second
/// early.
const SAME_LENGTH_S: f64 = 0.05;

/// The data of the original model, from the extras or from the names of the morph targets.
#[derive(Debug)]
pub(super) struct ExportedModel {
    extras: ModelExtras,
    /// The animation that shows each frame, and the time in seconds.
    times: Vec<Option<(usize, f64)>>,
    /// Whether no other program has written the file since the export, so that its vertices and normals are unchanged.
    is_exact: bool,
}

impl ExportedModel {
    /// Returns the original data if the file has such data and its animations were not edited. Such a file has a single mesh that only
    /// morph targets move.
    pub(super) fn find(
        baker: &Baker<'_>,
        options: &ImportOptions,
        notes: &mut Vec<String>,
    ) -> Result<Option<Self>, ImportError> {
        let Some(exported) = Self::read(baker, notes) else { return Ok(None) };
        let (frames, cost) = (exported.extras.frames.len() as u64, baker.cost_of_frame());
        clips::check_frames(frames, cost, options, "the frames of an MD2")?;
        Ok(Some(exported))
    }

    fn read(baker: &Baker<'_>, notes: &mut Vec<String>) -> Option<Self> {
        let [instance] = &baker.instances[..] else { return None };
        let target_count = baker.parts[instance.mesh].first()?.targets.len();
        let moves =
            |animation: &ImportAnimation| animation.channels.iter().any(|c| moves(baker, instance, c));
        if instance.skin.is_some() || baker.animations.iter().any(moves) {
            return None;
        }
        let value = baker.gltf.meshes[instance.mesh].extras.clone()?;
        let MeshExtras { target_names, md2 } = serde_json::from_value(value).ok()?;
        let generator = baker.gltf.asset.generator.as_deref().unwrap_or_default();
        if let Some(extras) =
            md2.filter(|extras| is_sound(extras, target_count) && is_unedited(baker, extras))
        {
            let times = frame_times(baker, &extras);
            return Some(Self { extras, times, is_exact: generator.starts_with("md2-export") });
        }
        let Some(KeyframeModel { extras, times }) = targets::recognize(baker, instance, &target_names) else {
            notes.extend(targets::added_weights(baker, instance, &target_names));
            return None;
        };
        Some(Self { extras, times, is_exact: false })
    }

    pub(super) fn scale(&self) -> f64 {
        1.0 / f64::from(self.extras.scale)
    }

    /// Returns the sequences of the original model. Their frame numbers are those of the import of all frames.
    pub(super) fn sequences(&self) -> Vec<Sequence> {
        sequences(&self.extras)
    }

    /// Whether the model is a player of Quake II, whose frames the game plays by their numbers.
    pub(super) fn is_player(&self) -> bool {
        let names = self.names();
        names.len() >= PLAYER_SET.frame_count() as usize
            && detect(names).evidence().kind == EvidenceKind::PlayerSet
    }

    /// Plans a clip for each sequence in the frame names. The clips contain all frames, in the order of the original.
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
            source: sequence.name.clone(),
            frame_names: names[sequence.frames()].to_vec(),
            moments: sequence
                .frames()
                .map(|frame| Moment::Target {
                    target: self.extras.frames[frame].target,
                    nodes: self.times[frame],
                })
                .collect(),
            fps: rates.get(sequence.name.as_str()).map_or(10.0, |&fps| fps.into()),
            may_end_held: false,
        });
        planned.collect()
    }

    /// Returns the width and height of the original skin.
    pub(super) fn skin_size(&self) -> Option<[u32; 2]> {
        let size = self.extras.skin_size?.map(|side| u32::from(u16::try_from(side).unwrap_or(0)));
        (!size.contains(&0)).then_some(size)
    }

    /// Returns the notes about tags whose poses are not exact: the file has them only in its animations.
    pub(super) fn tag_notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let unknown = self.times.iter().filter(|time| time.is_none()).count();
        if unknown > 0 {
            notes.push(format!(
                "no animation shows {unknown} frames, so their tags have the pose of the first frame"
            ));
        }
        if !self.is_exact {
            notes.push(String::from(
                "the poses of tags are interpolated between the samples of the animations",
            ));
        }
        notes
    }

    /// Sorts tags as in the original model. Blender sorts them by name.
    pub(super) fn sort_tags(&self, tags: &mut [Tag]) {
        let place = |tag: &Tag| self.extras.tags.iter().position(|name| *name == tag.name);
        tags.sort_by_key(|tag| place(tag).unwrap_or(usize::MAX));
    }

    pub(super) fn origin(&self, planned: &[PlannedClip]) -> Origin {
        Origin {
            frame_names: planned.iter().flat_map(|clip| clip.frame_names.iter().cloned()).collect(),
            skin_names: self.extras.skins.iter().map(|name| cut(name, LONGEST_PATH)).collect(),
            skin_size: self.skin_size().map(|size| size.map(|side| u16::try_from(side).unwrap_or(0))),
            is_exact: self.is_exact,
        }
    }

    fn names(&self) -> Vec<Vec<u8>> {
        self.extras.frames.iter().map(|frame| cut(&frame.name, LONGEST_NAME)).collect()
    }
}

fn sequences(extras: &ModelExtras) -> Vec<Sequence> {
    let count = u32::try_from(extras.frames.len()).unwrap_or(u32::MAX);
    let sequences = extras.sequences.iter().map(Sequence::from);
    sequences.filter(|sequence| sequence.first <= sequence.last && sequence.last < count).collect()
}

fn frame_times(baker: &Baker<'_>, extras: &ModelExtras) -> Vec<Option<(usize, f64)>> {
    let mut times = vec![None; extras.frames.len()];
    let mut is_used = vec![false; baker.animations.len()];
    for sequence in sequences(extras) {
        let keys = keys(&sequence);
        let end = keys.last().map_or(0.0, |key| f64::from(key.time_s));
        let shows = |(number, animation): &(usize, &ImportAnimation)| {
            let length = animation.end - animation.start;
            !is_used[*number]
                && animation.name.starts_with(&sequence.name)
                && (length - end).abs() <= SAME_LENGTH_S
        };
        let Some((number, animation)) = baker.animations.iter().enumerate().find(shows) else { continue };
        is_used[number] = true;
        for key in keys.iter().rev() {
            if let Some(time) = times.get_mut(key.frame as usize) {
                *time = Some((number, animation.start + f64::from(key.time_s)));
            }
        }
    }
    times
}

/// Returns the names of the surfaces of an MD3 and of their shaders, one pair for each primitive. They are in the extras, or else in the names
/// of materials. `None` if one is missing.
pub(super) fn surface_names(baker: &Baker<'_>, exported: Option<&ExportedModel>) -> Option<Vec<[String; 2]>> {
    let parts = || baker.instances.iter().flat_map(|instance| &baker.parts[instance.mesh]);
    if let Some(exported) = exported.filter(|exported| exported.extras.surfaces.len() == parts().count()) {
        let names = exported.extras.surfaces.iter();
        return Some(names.map(|surface| [surface.name.clone(), surface.shader.clone()]).collect());
    }
    let names = |part: &PrimitiveMesh| {
        let [surface, shader] =
            surface_of_material(baker.gltf.materials.get(part.material?)?.name.as_ref()?)?;
        // In other files, brackets contain other words, as in "Wood (dark)".
        let is_ours = exported.is_some() || shader.is_empty() || shader.contains('/');
        is_ours.then(|| [surface.to_owned(), shader.to_owned()])
    };
    parts().map(names).collect()
}

fn cut(name: &str, longest: usize) -> Vec<u8> {
    let mut bytes = unescape_name(name);
    bytes.retain(|byte| *byte != 0);
    bytes.truncate(longest);
    bytes
}

fn is_sound(extras: &ModelExtras, target_count: usize) -> bool {
    let targets: BTreeSet<usize> = extras.frames.iter().filter_map(|frame| frame.target).collect();
    let is_scaled = extras.scale.is_finite() && extras.scale > 0.0;
    !extras.frames.is_empty() && is_scaled && targets.into_iter().eq(0..target_count)
}

/// Whether the file has an animation for each sequence of the extras, in any order and of the same length.
fn is_unedited(baker: &Baker<'_>, extras: &ModelExtras) -> bool {
    let is_animated = |sequence: &&SequenceExtras| {
        // The export writes no animation for a sequence with a single frame if nothing moves.
        baker.animations.len() == extras.sequences.len() || sequence.last > sequence.first
    };
    let animated: Vec<&SequenceExtras> = extras.sequences.iter().filter(is_animated).collect();
    let mut lengths: HashMap<&str, Vec<f64>> = HashMap::new();
    for animation in &baker.animations {
        lengths.entry(&animation.name).or_default().push(animation.end - animation.start);
    }
    let is_there = |sequence: &&SequenceExtras| {
        let end = keys(&Sequence::from(*sequence)).last().map_or(0.0, |key| f64::from(key.time_s));
        let same = |length: &f64| (length - end).abs() <= SAME_LENGTH_S;
        // Sequences with equal names have unique names in the file: `run`, `run #2`.
        let mut named = lengths.iter().filter(|(name, _)| name.starts_with(&sequence.name));
        named.any(|(_, lengths)| lengths.iter().any(same))
    };
    animated.len() == baker.animations.len() && animated.iter().all(is_there)
}

fn moves(baker: &Baker<'_>, instance: &Instance, channel: &ImportChannel) -> bool {
    let rest = &baker.nodes.rest[channel.node];
    match channel.path {
        Path::Weights(_) => false,
        _ if !baker.nodes.contains(channel.node, instance.node) => false,
        // A sequence of equal frames keeps the node in its place.
        Path::Translation => !channel.curve.is_always(&rest.translation.to_array()),
        Path::Rotation => !channel.curve.is_always(&rest.rotation.to_array()),
        Path::Scale => !channel.curve.is_always(&rest.scale.to_array()),
    }
}
