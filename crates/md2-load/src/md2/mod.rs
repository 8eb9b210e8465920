//! Quake II's MD2.

mod corners;
mod mesh;

pub use mesh::mesh;

use md2_format::{Md2, ParseError, Salvaged};

use crate::{Facts, Format, LoadError, LoadOptions, Loaded, ModelSkin, ModelSkins, SkinSlot};

/// Loads an MD2 file.
///
/// # Errors
/// [`LoadError::Md2`] where the file is refused, and what [`mesh`] returns.
pub fn load(file: &[u8], options: &LoadOptions) -> Result<Loaded, LoadError> {
    let md2 = Md2::parse(file).map_err(LoadError::Md2)?;
    let meshes = mesh::meshes(&md2, options)?;
    let names = md2.skins().iter().map(|skin| ModelSkin::Named(skin.name().to_vec()));
    Ok(Loaded {
        format: Format::Md2,
        mesh: meshes.mesh,
        own_normals: meshes.own,
        frame_names: md2.frames().map(|frame| frame.name().to_vec()).collect(),
        detection: md2_anim::detect(md2.frames().map(|frame| frame.name())),
        skins: ModelSkins {
            slots: vec![SkinSlot::default()],
            alternatives: names.collect(),
            ..ModelSkins::default()
        },
        facts: Facts {
            file_bytes: file.len(),
            vertices: md2.vertex_count(),
            triangles: md2.triangles().len(),
            skin_size: Some([md2.skin_width(), md2.skin_height()]),
            bad_normals: md2.out_of_range_normals(),
            normals_recomputed: meshes.recomputed,
            normals_inverted: meshes.inverted,
            scripted_alpha: false,
            spins: false,
            random_start: false,
        },
    })
}

/// Loads what is left of an MD2 file that was refused for `error`, and lists the repairs.
pub(crate) fn load_salvaged(
    file: &[u8],
    error: ParseError,
    options: &LoadOptions,
) -> Result<(Loaded, Vec<String>), LoadError> {
    let Salvaged { model, repairs, .. } = md2_format::salvage(file).map_err(LoadError::Md2)?;
    // What is salvaged can be written.
    let repaired = model.to_bytes().map_err(|_| LoadError::Md2(error))?;
    let mut loaded = load(&repaired, options)?;
    loaded.facts.file_bytes = file.len();
    Ok((loaded, repairs.iter().map(ToString::to_string).collect()))
}
