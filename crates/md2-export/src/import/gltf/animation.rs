//! The animations of a glTF file.

use md2_gltf::schema::Channel;

use crate::import::error::{ImportError, quoted};
use crate::loss::{Loss, LossKind};

use super::curve::{Curve, Path};
use super::reader::Reader;

#[derive(Debug)]
pub(super) struct ImportAnimation {
    pub(super) name: String,
    pub(super) channels: Vec<ImportChannel>,
    pub(super) start: f64,
    pub(super) end: f64,
}

#[derive(Debug)]
pub(super) struct ImportChannel {
    pub(super) node: usize,
    pub(super) path: Path,
    pub(super) curve: Curve,
}

/// Reads the animations that affect the model. `targets_of` returns the number of morph targets of a node's mesh.
pub(super) fn animations(
    reader: &Reader<'_>,
    targets_of: &dyn Fn(usize) -> usize,
    losses: &mut Vec<Loss>,
) -> Result<Vec<ImportAnimation>, ImportError> {
    let mut all = Vec::new();
    for (index, animation) in reader.gltf.animations.iter().enumerate() {
        let mut channels = Vec::new();
        let mut others = 0;
        for (nth, channel) in animation.channels.iter().enumerate() {
            let place = format!("animations[{index}].channels[{nth}]");
            let Some((node, path)) = target(reader, channel, targets_of, &place)? else {
                others += 1;
                continue;
            };
            let (number, count) = (channel.sampler, animation.samplers.len());
            ImportError::check_index(format_args!("{place}.sampler"), number, "a sampler", count)?;
            let sampler = &animation.samplers[number];
            let place = format!("animations[{index}].samplers[{}]", channel.sampler);
            channels.push(ImportChannel { node, path, curve: Curve::read(reader, sampler, path, &place)? });
        }
        let name = animation.name.clone().unwrap_or_default();
        if others > 0 {
            let text = format!(
                "animation {index} {}: {others} channels have no effect on an MD2 and were skipped",
                quoted(&name)
            );
            losses.push(Loss::new(LossKind::Channels, others, text));
        }
        let spans = || channels.iter().map(|moving| moving.curve.span());
        let start = spans().map(|span| span.0).fold(f64::INFINITY, f64::min);
        let end = spans().map(|span| span.1).fold(0.0, f64::max);
        if !channels.is_empty() {
            all.push(ImportAnimation { name, channels, start, end });
        }
    }
    Ok(all)
}

fn target(
    reader: &Reader<'_>,
    channel: &Channel,
    targets_of: &dyn Fn(usize) -> usize,
    place: &str,
) -> Result<Option<(usize, Path)>, ImportError> {
    let Some(node) = channel.target.node else { return Ok(None) };
    ImportError::check_index(format_args!("{place}.target.node"), node, "a node", reader.gltf.nodes.len())?;
    let path = match channel.target.path.as_str() {
        "translation" => Path::Translation,
        "rotation" => Path::Rotation,
        "scale" => Path::Scale,
        "weights" => match targets_of(node) {
            0 => return Ok(None),
            count => Path::Weights(count),
        },
        _ => return Ok(None),
    };
    Ok(Some((node, path)))
}
