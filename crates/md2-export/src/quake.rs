//! Conversion of Quake's models to the owned model that MD2 and MDL are written from.

use md2_anim::{Sequence, name_frames};
use md2_common::RgbaImage;

use crate::export_model::{ExportModel, SlotSkin};
use crate::flat_skin::flat_pixels;
use crate::frame_selection::FrameSelection;
use crate::gltf::{GltfError, GltfOptions, write};
use crate::import::convert_error::ConvertError;
use crate::import::{ImportOptions, OwnedModel, Sources, import_gltf};

/// Reads any model of Quake's formats, to write it as MD2 or MDL. Positions are quantized again; the report contains the distances from the
/// source positions.
///
/// Frames are renamed if the sequences cannot be detected from their names. The sequences of a model with several surfaces or with tags
/// are sampled at the rate of the options. The skin images of several surfaces are combined in one image; `sources` decodes the images. The
/// images contain their glow, because neither MD2 nor MDL stores it separately.
///
/// ```
/// use md2_export::import::{ImportOptions, NoFiles};
/// use md2_export::{ExportModel, FrameSelection, MdlOptions, import_quake};
/// use md2_load::{Format, LoadOptions, load};
///
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// let model = load(&file, &LoadOptions::default())?;
/// let subject = ExportModel::new("triangle", &model);
/// let owned = import_quake(&subject, &FrameSelection::default(), &NoFiles, &ImportOptions::default())?;
///
/// let mdl = load(&owned.to_mdl(&MdlOptions::default())?.bytes, &LoadOptions::default())?;
/// assert_eq!((mdl.format, mdl.mesh.frame_count()), (Format::Mdl, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the model has nothing visible, or exceeds the limits of the options.
pub fn import_quake(
    subject: &ExportModel<'_>,
    selection: &FrameSelection,
    sources: &dyn Sources,
    options: &ImportOptions,
) -> Result<OwnedModel, ConvertError> {
    let glb = to_glb(subject, selection)?;
    let options = ImportOptions { scale: options.scale.or(Some(1.0)), ..options.clone() };
    let skins =
        if subject.mesh.skin_slot_count() == 1 { flat_skins(subject, sources) } else { Ok(Vec::new()) };
    let mut model = import_gltf(&glb, sources, &options)?;
    model.skins = skins;
    Ok(model)
}

/// Converts a model to glTF in Quake units.
fn to_glb(subject: &ExportModel<'_>, selection: &FrameSelection) -> Result<Vec<u8>, GltfError> {
    let options = GltfOptions { scale: 1.0, selection: selection.clone(), ..GltfOptions::default() };
    let names = sequence_names(subject);
    let frame_names = names.as_deref().unwrap_or(subject.frame_names);
    write(&ExportModel { frame_names, ..subject.clone() }, &options)?.to_glb()
}

fn flat_skins(subject: &ExportModel<'_>, sources: &dyn Sources) -> Result<Vec<RgbaImage>, ConvertError> {
    let images = subject.skins.iter().filter_map(|skin| match skin.slot(0) {
        SlotSkin::Texture(texture) => {
            let failed = |reason| ConvertError::Skin { name: texture.name.clone(), reason };
            Some(flat_pixels(texture, sources).map_err(failed))
        }
        _ => None,
    });
    images.collect()
}

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
