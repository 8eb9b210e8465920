//! Quake II's MD2.

#[cfg(feature = "inspect")]
mod anatomy;
mod commands;
mod corners;
mod mesh;

#[cfg(feature = "inspect")]
pub(crate) use anatomy::{anatomy, anatomy_restored};
pub use commands::{CommandMesh, CommandUvs, command_mesh};
pub use mesh::mesh;

use md2_format::{Md2, ParseError, SalvagedModel};

use crate::error::LoadError;
use crate::format::Format;
use crate::header::header;
use crate::loaded::{Facts, LoadedModel, ModelSkin, ModelSkins, SkinSlot};
use crate::options::LoadOptions;

/// Loads an MD2 file.
///
/// # Errors
/// Returns [`LoadError::Md2`] if the file is invalid, or if [`md2_format::salvage()`] would repair damage in the file. Also returns the
/// errors of [`mesh`].
pub fn load(file: &[u8], options: &LoadOptions) -> Result<LoadedModel, LoadError> {
    let md2 = parse(file)?;
    let is_repaired = |salvaged: SalvagedModel| !salvaged.repairs.is_empty();
    match md2.damage() {
        Some(damage) if md2_format::salvage(file).is_ok_and(is_repaired) => Err(LoadError::Md2(damage)),
        _ => load_parsed(&md2, options),
    }
}

/// Parses a file. The error also states whether a program probably converted the file as if it were text.
pub(crate) fn parse(file: &[u8]) -> Result<Md2<'_>, LoadError> {
    Md2::parse(file).map_err(|error| LoadError::Md2(error.with_damage(file)))
}

fn load_parsed(md2: &Md2<'_>, options: &LoadOptions) -> Result<LoadedModel, LoadError> {
    let file = md2.file();
    let meshes = mesh::meshes(md2, &options.for_file(file))?;
    let names = md2.skins().iter().map(|skin| ModelSkin::Named(skin.as_bytes().to_vec()));
    Ok(LoadedModel {
        format: Format::Md2,
        mesh: meshes.mesh,
        own_normals: meshes.own,
        frame_names: md2.frames().map(|frame| frame.name().as_bytes().to_vec()).collect(),
        detection: md2_anim::detect(md2.frames().map(|frame| frame.name())),
        skins: ModelSkins {
            slots: vec![SkinSlot::default()],
            alternatives: names.collect(),
            ..ModelSkins::default()
        },
        header: header(file),
        facts: Facts {
            file_bytes: file.len(),
            vertices: md2.vertex_count(),
            triangles: md2.triangles().len(),
            skin_size: Some([md2.skin_width(), md2.skin_height()]),
            bad_normals: md2.out_of_range_normals(),
            normals_recomputed: meshes.recomputed,
            normals_inverted: meshes.inverted,
            ..Facts::default()
        },
    })
}

/// Loads an MD2 file that a program converted as if it were text, after undoing the conversion. Also returns the repairs. `None` if the
/// file was not converted, or if the conversion cannot be undone.
#[cfg(feature = "inspect")]
pub(crate) fn load_restored(file: &[u8], options: &LoadOptions) -> Option<(LoadedModel, Vec<String>)> {
    repaired(&md2_format::restore(file)?, file, options)?.ok()
}

/// Loads the undamaged parts of an MD2 file that was rejected with `error`. Also returns the repairs.
pub(crate) fn load_salvaged(
    file: &[u8],
    error: ParseError,
    options: &LoadOptions,
) -> Result<(LoadedModel, Vec<String>), LoadError> {
    let salvaged = md2_format::salvage(file).map_err(LoadError::Md2)?;
    // A salvaged model can always be written as a file.
    repaired(&salvaged, file, options).unwrap_or(Err(LoadError::Md2(error)))
}

/// Loads a salvaged model by writing it as a file in memory; `None` if the model cannot be written.
fn repaired(
    salvaged: &SalvagedModel,
    file: &[u8],
    options: &LoadOptions,
) -> Option<Result<(LoadedModel, Vec<String>), LoadError>> {
    let bytes = salvaged.model.to_bytes().ok()?;
    let with_repairs = |mut loaded: LoadedModel| {
        loaded.facts.file_bytes = file.len();
        loaded.header = header(file);
        (loaded, salvaged.repairs.iter().map(ToString::to_string).collect())
    };
    let md2 = Md2::parse(&bytes).ok()?;
    Some(load_parsed(&md2, options).map(with_repairs))
}
