//! Quake's MDL.

#[cfg(feature = "inspect")]
mod anatomy;
mod mesh;

#[cfg(feature = "inspect")]
pub(crate) use anatomy::anatomy;
pub use mesh::mesh;

use std::sync::Arc;

use md2_anim::{KeyTimes, MdlFrame};
use mdl_format::{Effects, Mdl, SyncType};

use crate::embedded::first_skins;
use crate::error::LoadError;
use crate::format::Format;
use crate::header::header;
use crate::loaded::{Facts, LoadedModel, ModelSkin, ModelSkins, SkinSlot};
use crate::options::LoadOptions;

/// Loads an MDL file.
///
/// # Errors
/// Returns [`LoadError::Mdl`] if the file is invalid, or if [`mdl_format::salvage()`] would repair damage in the file. Also returns the
/// errors of [`mesh`].
pub fn load(file: &[u8], options: &LoadOptions) -> Result<LoadedModel, LoadError> {
    let mdl = Mdl::parse(file).map_err(LoadError::Mdl)?;
    match mdl.damage() {
        Some(damage) if mdl_format::salvage(file).is_ok_and(|salvaged| !salvaged.repairs.is_empty()) => {
            Err(LoadError::Mdl(damage))
        }
        _ => load_parsed(&mdl, options),
    }
}

/// Loads a model of the Hexen II mission pack, see [`Model::from_hexen2`](mdl_format::Model::from_hexen2).
///
/// # Errors
/// Returns [`LoadError::Mdl`] if the file is invalid, and the errors of [`mesh`].
pub(crate) fn load_hexen2(file: &[u8], options: &LoadOptions) -> Result<LoadedModel, LoadError> {
    let model = mdl_format::Model::from_hexen2(file).map_err(LoadError::Mdl)?;
    // A model that was read can be written. If not, the empty file is rejected.
    let bytes = model.to_bytes().unwrap_or_default();
    let mut loaded = load_parsed(&Mdl::parse(&bytes).map_err(LoadError::Mdl)?, options)?;
    loaded.facts.file_bytes = file.len();
    loaded.header = header(file);
    Ok(loaded)
}

pub(crate) fn load_salvaged(
    file: &[u8],
    options: &LoadOptions,
) -> Result<(LoadedModel, Vec<String>), LoadError> {
    let salvaged = mdl_format::salvage(file).map_err(LoadError::Mdl)?;
    let mut loaded = load_parsed(&Mdl::parse(&salvaged.bytes).map_err(LoadError::Mdl)?, options)?;
    loaded.facts.file_bytes = file.len();
    loaded.header = header(file);
    Ok((loaded, salvaged.repairs.iter().map(ToString::to_string).collect()))
}

fn load_parsed(mdl: &Mdl<'_>, options: &LoadOptions) -> Result<LoadedModel, LoadError> {
    let file = mdl.file();
    let meshes = mesh::meshes(mdl, &options.for_file(file))?;
    let palette = Arc::new(options.palette.clone());
    let holey = mdl.effects().contains(Effects::HOLEY);
    let (skins, omitted) = first_skins(mdl.skins(), &palette, holey);
    let size = |side: u32| i32::try_from(side).unwrap_or(i32::MAX);
    let frame_names: Vec<_> = mdl.poses().iter().map(|pose| pose.name().as_bytes().to_vec()).collect();
    let detection =
        md2_anim::detect_mdl(options.stem.as_deref().unwrap_or_default(), frames(mdl, &frame_names));
    Ok(LoadedModel {
        format: Format::Mdl,
        mesh: meshes.mesh,
        own_normals: meshes.own,
        frame_names,
        detection,
        skins: ModelSkins {
            slots: vec![SkinSlot::default()],
            alternatives: skins.into_iter().map(ModelSkin::Embedded).collect(),
            omitted,
        },
        header: header(file),
        facts: Facts {
            file_bytes: file.len(),
            vertices: mdl.vertex_count(),
            triangles: mdl.triangles().len(),
            skin_size: Some([size(mdl.skin_width()), size(mdl.skin_height())]),
            bad_normals: mdl.out_of_range_normals(),
            normals_recomputed: meshes.recomputed,
            normals_inverted: meshes.inverted,
            spins: mdl.effects().contains(Effects::ROTATE),
            random_start: mdl.sync_type() == SyncType::Random,
            ..Facts::default()
        },
    })
}

fn frames<'a>(mdl: &Mdl<'_>, pose_names: &'a [Vec<u8>]) -> Vec<MdlFrame<'a>> {
    let frame = |frame: &mdl_format::Frame<'_>| {
        let poses = frame.poses();
        let ends: Vec<f32> = frame.intervals().iter().collect();
        MdlFrame {
            name: pose_names.get(poses.start).map_or(&[], Vec::as_slice),
            poses: u32::try_from(poses.len()).unwrap_or(u32::MAX),
            times: frame.is_group().then(|| KeyTimes::from_ends_or_tenths(&ends)),
        }
    };
    mdl.frames().iter().map(frame).collect()
}
