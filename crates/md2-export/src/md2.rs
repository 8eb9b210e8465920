//! Conversion of other formats to MD2.

use md2_anim::{Sequence, name_frames};

use crate::export_model::ExportModel;
use crate::flat_skin::flat_skin;
use crate::frame_selection::FrameSelection;
use crate::gltf::{GltfError, GltfOptions, write};
use crate::import::{ImportError, ImportOptions, ImportedModel, Sources, import_gltf};

/// Converts any model, such as an MDL or an MD3, to MD2. Positions are quantized again; the report contains the distances from the
/// source positions.
///
/// Frames are renamed if the sequences cannot be detected from their names. The sequences of a model with several surfaces or with tags
/// are sampled at the rate of the options. The skin images of several surfaces are combined in one image; `sources` decodes the images.
///
/// # Errors
/// If the model has nothing visible, or exceeds the limits of the format.
pub fn convert_to_md2(
    subject: &ExportModel<'_>,
    selection: &FrameSelection,
    sources: &dyn Sources,
    options: &ImportOptions,
) -> Result<ImportedModel, ConvertError> {
    let glb = to_glb(subject, selection, sources)?;
    let options = ImportOptions { scale: options.scale.or(Some(1.0)), ..options.clone() };
    Ok(import_gltf(&glb, sources, &options)?)
}

/// Converts a model with its first skin to glTF in Quake units, as the first step of a conversion to MD2 or MDL. The frames are renamed
/// if the sequences cannot be detected from their names. The images contain their glow, because neither format stores it separately.
pub(crate) fn to_glb(
    subject: &ExportModel<'_>,
    selection: &FrameSelection,
    sources: &dyn Sources,
) -> Result<Vec<u8>, GltfError> {
    let options = GltfOptions { scale: 1.0, selection: selection.clone(), ..GltfOptions::default() };
    let names = sequence_names(subject);
    let skins = subject.skins.iter().take(1).map(|skin| flat_skin(skin, sources)).collect();
    let frame_names = names.as_deref().unwrap_or(subject.frame_names);
    write(&ExportModel { skins, frame_names, ..subject.clone() }, &options)?.to_glb()
}

/// Returns frame names from which the sequences can be detected; `None` if the existing names are suitable.
fn sequence_names(subject: &ExportModel<'_>) -> Option<Vec<Vec<u8>>> {
    let count = subject.mesh.frame_count();
    let mut names: Vec<Vec<u8>> =
        (0..count).map(|frame| subject.frame_names.get(frame).cloned().unwrap_or_default()).collect();
    let found = md2_anim::detect(names.iter().map(Vec::as_slice));
    let range = |sequence: &Sequence| (sequence.name.to_lowercase(), sequence.first, sequence.last);
    if found.sequences().iter().map(range).eq(subject.sequences.iter().map(range)) {
        return None;
    }
    let mut is_named = vec![false; count];
    let (mut clips, mut clip_frames) = (Vec::new(), Vec::new());
    for sequence in subject.sequences {
        let index = |frame: u32| usize::try_from(frame).unwrap_or(usize::MAX);
        let (first, last) = (index(sequence.first), index(sequence.last.max(sequence.first)));
        // Frames that several sequences share are named after the first of them.
        let start = clip_frames.len();
        clip_frames.extend((first..count).take_while(|&frame| frame <= last && !is_named[frame]));
        clip_frames[start..].iter().for_each(|&frame| is_named[frame] = true);
        clips.push((sequence.name.as_str(), start..clip_frames.len()));
    }
    for (frame, name) in clip_frames.into_iter().zip(name_frames(&clips).frames) {
        names[frame] = name.as_bytes().to_vec();
    }
    Some(names)
}

/// The error of converting a model to MD2.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// The model has nothing visible, or is too large.
    #[error(transparent)]
    Model(#[from] GltfError),
    /// The model exceeds the limits of the format.
    #[error(transparent)]
    Md2(#[from] ImportError),
}
