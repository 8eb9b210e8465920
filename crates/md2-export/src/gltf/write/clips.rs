//! Conversion of sequences to glTF animations, which change morph target weights and move the nodes of tags (attachment points).

use md2_anim::Sequence;
use md2_gltf::schema::{AccessorKind, Animation, AnimationSampler, Channel, ChannelTarget, Interpolation};

use super::data::Data;
use super::options::{GltfError, GltfOptions};
use super::tags::TagNode;
use crate::export_model::ExportModel;
use crate::keys::keys;
use crate::name::UniqueNames;

#[derive(Debug, Default)]
pub(super) struct Clips {
    pub(super) animations: Vec<Animation>,
    /// The estimated number of bytes of the animations that were added so far.
    bytes: u64,
}

#[derive(Debug)]
pub(super) struct AnimatedNodes {
    pub(super) node: usize,
    pub(super) frame_count: usize,
    /// The number of morph targets: 0 without a mesh, else one for each frame after the first.
    pub(super) target_count: usize,
    pub(super) tags: Vec<(usize, TagNode)>,
}

impl Clips {
    pub(super) fn check_size(
        &mut self,
        subject: &ExportModel<'_>,
        sequences: &[Sequence],
        targets: usize,
        options: &GltfOptions,
    ) -> Result<(), GltfError> {
        // Ping-pong needs two keyframes per frame, and one more to close the loop.
        let key_count = |sequence: &Sequence| sequence.frame_count().saturating_mul(2).saturating_add(1);
        let keys = sequences.iter().map(key_count).fold(0_u64, u64::saturating_add);
        // The bytes of a keyframe: the weights, the time, and a translation and a rotation for each tag.
        let key_bytes = 4 * (targets as u64 + 1) + 28 * subject.mesh.tags().len() as u64;
        self.bytes = self.bytes.saturating_add(keys.saturating_mul(key_bytes));
        let what = || format!("the animations (up to {keys} keyframes of {targets} weights)");
        options.check(subject, self.bytes, what)
    }

    /// Adds the sequences of a model. If sequences of different models have the same name, they share one animation.
    pub(super) fn play(
        &mut self,
        sequences: &[Sequence],
        moving: &AnimatedNodes,
        options: &GltfOptions,
        data: &mut Data,
    ) {
        // Within one model, sequences with equal names become separate animations.
        let mut names = UniqueNames::default();
        for (place, sequence) in sequences.iter().enumerate() {
            let given = if sequence.name.is_empty() { "sequence" } else { &sequence.name };
            let name = names.take(given, place);
            let channels = Self::channels(sequence, moving, options, data);
            if channels.is_empty() {
                continue;
            }
            let known = self.animations.iter().position(|animation| animation.name.as_ref() == Some(&name));
            let number = known.unwrap_or_else(|| {
                self.animations.push(Animation { name: Some(name), ..Animation::default() });
                self.animations.len() - 1
            });
            let animation = &mut self.animations[number];
            for (target, sampler) in channels {
                animation.channels.push(Channel { sampler: animation.samplers.len(), target });
                animation.samplers.push(sampler);
            }
        }
    }

    fn channels(
        sequence: &Sequence,
        moving: &AnimatedNodes,
        options: &GltfOptions,
        data: &mut Data,
    ) -> Vec<(ChannelTarget, AnimationSampler)> {
        let is_still =
            moving.target_count == 0 && !moving.tags.iter().any(|(_, tag)| tag.moves() || tag.turns());
        if is_still && sequence.frame_count() < 2 {
            return Vec::new();
        }
        let keys = keys(sequence);
        let times: Vec<[f32; 1]> = keys.iter().map(|key| [key.time_s]).collect();
        let frames: Vec<usize> = keys
            .iter()
            .map(|key| usize::try_from(key.frame).unwrap_or(usize::MAX).min(moving.frame_count - 1))
            .collect();
        // The times increase.
        let bounds = times.first().zip(times.last()).map(|(first, last)| (&first[..], &last[..]));
        let input = data.keys(&times, AccessorKind::Scalar, bounds);
        let interpolation = Some(if options.stepped { Interpolation::Step } else { Interpolation::Linear });
        let mut channels = Vec::new();
        let mut channel = |node: usize, path: &str, output: usize| {
            let target = ChannelTarget { node: Some(node), path: path.to_owned() };
            channels.push((target, AnimationSampler { input, output, interpolation }));
        };
        if moving.target_count > 0 {
            let mut weights = vec![0.0; frames.len() * moving.target_count];
            for (key, &frame) in weights.chunks_exact_mut(moving.target_count).zip(&frames) {
                if let Some(target) = frame.checked_sub(1) {
                    key[target] = 1.0;
                }
            }
            channel(
                moving.node,
                "weights",
                data.keys(weights.as_chunks::<1>().0, AccessorKind::Scalar, None),
            );
        }
        if is_still {
            // An animation needs a channel, so a sequence of equal frames keeps the node in its place.
            let values = vec![[0.0; 3]; frames.len()];
            channel(moving.node, "translation", data.keys(&values, AccessorKind::Vec3, None));
        }
        for (node, tag) in &moving.tags {
            if tag.moves() {
                let values: Vec<_> = frames.iter().map(|&frame| tag.translations[frame]).collect();
                channel(*node, "translation", data.keys(&values, AccessorKind::Vec3, None));
            }
            if tag.turns() {
                let values = tag.rotations_at(&frames);
                channel(*node, "rotation", data.keys(&values, AccessorKind::Vec4, None));
            }
        }
        channels
    }
}
