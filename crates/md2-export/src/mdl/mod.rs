//! Conversion of models to MDL, with skins in the colors of a palette.

mod build;
mod options;
mod palettize;

use crate::exceeded_limit::ExceededLimit;
use crate::export_model::{ExportModel, SlotSkin};
use crate::flat_skin::flat_pixels;
use crate::frame_selection::FrameSelection;
use crate::gltf::GltfError;
use crate::import::{ImportError, ImportOptions, ImportReport, ObjFile, Sources, read_gltf, read_obj};
use crate::md2::to_glb;
use md2_common::RgbaImage;

pub use options::{MdlLimits, MdlOptions};
pub use palettize::Palettizer;

/// An MDL file and statistics about the conversion.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ConvertedMdl {
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// Number of skins.
    pub skins: usize,
    /// Statistics, notes and losses. A vertex with several skin coordinates is counted several times, because an MDL stores it several
    /// times.
    pub report: ImportReport,
}

/// Converts any model, such as an MD2 or an MD3, to MDL. All frames have one scale and one origin. The skins are resized to one size and
/// converted to the colors of a palette.
///
/// Frames are renamed if the sequences cannot be detected from their names. The sequences of a model with several surfaces or with tags
/// are sampled at the rate of the options. The skin images of several surfaces are combined in one image; the model then gets only its first
/// skin. `sources` decodes the images.
///
/// ```
/// use md2_export::import::{ImportOptions, NoFiles};
/// use md2_export::{ExportModel, FrameSelection, MdlOptions, convert_to_mdl};
/// use md2_load::{Format, LoadOptions, load};
///
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// let model = load(&file, &LoadOptions::default())?;
/// let subject = ExportModel::new("triangle", &model);
/// let (all, import) = (FrameSelection::default(), ImportOptions::default());
/// let converted = convert_to_mdl(&subject, &all, &NoFiles, &import, &MdlOptions::default())?;
///
/// let mdl = load(&converted.bytes, &LoadOptions::default())?;
/// assert_eq!((mdl.format, mdl.mesh.frame_count()), (Format::Mdl, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the model has nothing visible, or exceeds a limit of the options.
pub fn convert_to_mdl(
    subject: &ExportModel<'_>,
    selection: &FrameSelection,
    sources: &dyn Sources,
    import: &ImportOptions,
    options: &MdlOptions,
) -> Result<ConvertedMdl, MdlError> {
    let glb = to_glb(subject, selection, sources)?;
    let import = ImportOptions { scale: import.scale.or(Some(1.0)), ..import.clone() };
    let mesh = read_gltf(&glb, sources, &import)?;
    let skins = if subject.mesh.skin_slot_count() == 1 { flat_skins(subject, sources)? } else { Vec::new() };
    build::build(mesh, skins, &import, options)
}

/// Imports a `.glb` or `.gltf` file as an MDL, in the same way as [`import_gltf`](crate::import::import_gltf) imports it as an MD2.
///
/// # Errors
/// If the file cannot be imported, or exceeds a limit of the options.
pub fn import_gltf_as_mdl(
    file: &[u8],
    sources: &dyn Sources,
    import: &ImportOptions,
    options: &MdlOptions,
) -> Result<ConvertedMdl, MdlError> {
    build::build(read_gltf(file, sources, import)?, Vec::new(), import, options)
}

/// Imports OBJ files as an MDL, in the same way as [`import_obj`](crate::import::import_obj) imports them as an MD2.
///
/// # Errors
/// If a file cannot be imported, or exceeds a limit of the options.
pub fn import_obj_as_mdl(
    files: &[ObjFile<'_>],
    sources: &dyn Sources,
    import: &ImportOptions,
    options: &MdlOptions,
) -> Result<ConvertedMdl, MdlError> {
    build::build(read_obj(files, sources, import)?, Vec::new(), import, options)
}

/// Returns the images of all skins of a model with one skin slot. Skips skins without an image.
fn flat_skins(subject: &ExportModel<'_>, sources: &dyn Sources) -> Result<Vec<RgbaImage>, MdlError> {
    let images = subject.skins.iter().filter_map(|skin| match skin.slot(0) {
        SlotSkin::Texture(texture) => {
            let failed = |reason| MdlError::Skin { name: texture.name.clone(), reason };
            Some(flat_pixels(texture, sources).map_err(failed))
        }
        _ => None,
    });
    images.collect()
}

/// The error of converting a model to MDL.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MdlError {
    /// The model has nothing visible, or is too large.
    #[error(transparent)]
    Model(#[from] GltfError),
    /// The model cannot be read as a mesh with frames.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// A skin cannot be decoded.
    #[error("skin \"{name}\": {reason}")]
    Skin {
        /// The name of the skin.
        name: String,
        /// The reason, as a text for the user.
        reason: String,
    },
    /// The model exceeds a limit of the options.
    #[error(transparent)]
    Limit(#[from] ExceededLimit),
    /// The model cannot be written.
    #[error(transparent)]
    Write(#[from] mdl_format::WriteError),
}
