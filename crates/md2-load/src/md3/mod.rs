//! Quake III's MD3.

#[cfg(feature = "inspect")]
mod anatomy;
mod mesh;

#[cfg(feature = "inspect")]
pub(crate) use anatomy::anatomy;
pub use mesh::mesh;

use md3_format::Md3;

use crate::error::LoadError;
use crate::format::Format;
use crate::header::header;
use crate::loaded::{Facts, LoadedModel, ModelSkins, SkinSlot};
use crate::options::LoadOptions;

/// Loads an MD3 file.
///
/// # Errors
/// Returns [`LoadError::Md3`] if the file is invalid, or if it is damaged and [`md3_format::salvage()`] can repair it. Also returns the
/// errors of [`mesh`].
pub fn load(file: &[u8], options: &LoadOptions) -> Result<LoadedModel, LoadError> {
    let md3 = Md3::parse(file).map_err(LoadError::Md3)?;
    match md3.damage() {
        Some(damage) if md3_format::salvage(file).is_ok_and(|salvaged| !salvaged.repairs.is_empty()) => {
            Err(LoadError::Md3(damage))
        }
        _ => load_parsed(&md3, options),
    }
}

pub(crate) fn load_salvaged(
    file: &[u8],
    options: &LoadOptions,
) -> Result<(LoadedModel, Vec<String>), LoadError> {
    let salvaged = md3_format::salvage(file).map_err(LoadError::Md3)?;
    let mut loaded = load_parsed(&Md3::parse(&salvaged.bytes).map_err(LoadError::Md3)?, options)?;
    loaded.facts.file_bytes = file.len();
    loaded.header = header(file);
    Ok((loaded, salvaged.repairs.iter().map(ToString::to_string).collect()))
}

fn load_parsed(md3: &Md3<'_>, options: &LoadOptions) -> Result<LoadedModel, LoadError> {
    let file = md3.file();
    let meshes = mesh::meshes(md3, &options.for_file(file))?;
    let slots = md3.surfaces().iter().map(|surface| SkinSlot {
        surface: surface.name().as_bytes().to_vec(),
        shader: surface.shaders().first().map_or_else(Vec::new, |shader| shader.name.as_bytes().to_vec()),
    });
    let frame_names: Vec<_> = md3.frames().map(|frame| frame.name.as_bytes().to_vec()).collect();
    Ok(LoadedModel {
        format: Format::Md3,
        mesh: meshes.mesh,
        own_normals: meshes.own,
        detection: md2_anim::detect_md3(frame_names.iter().map(Vec::as_slice)),
        frame_names,
        skins: ModelSkins { slots: slots.collect(), ..ModelSkins::default() },
        header: header(file),
        facts: Facts {
            file_bytes: file.len(),
            vertices: md3.surfaces().iter().map(|surface| surface.vertex_count()).sum(),
            triangles: md3.surfaces().iter().map(|surface| surface.triangles().len()).sum(),
            normals_recomputed: meshes.recomputed,
            normals_inverted: meshes.inverted,
            ..Facts::default()
        },
    })
}
