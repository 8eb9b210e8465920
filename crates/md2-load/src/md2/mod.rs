//! Quake II's MD2.

#[cfg(feature = "inspect")]
mod anatomy;
mod commands;
mod corners;
#[cfg(feature = "inspect")]
mod findings;
mod mesh;

pub use commands::{CommandMesh, CommandUvs, command_mesh};
#[cfg(feature = "inspect")]
pub(crate) use findings::check;
pub use mesh::mesh;

use md2_common::Verdict;
use md2_format::Md2;
use md2_format::raw;

use crate::error::LoadError;
use crate::format::Format;
use crate::header::{self, HeaderField};
use crate::loaded::{Facts, LoadedModel, ModelSkin, ModelSkins, SkinSlot};
use crate::loader::{JudgedModel, Loader, refused};
use crate::options::LoadOptions;

pub(crate) const LOADER: Loader = Loader {
    verdict: |file| md2_format::verdict(file).map(LoadError::Md2),
    layout: md2_format::LAYOUT,
    load,
    header,
    #[cfg(feature = "inspect")]
    anatomy: |file| Ok(anatomy::anatomy(&parse(file)?)),
};

fn header(file: &[u8]) -> Vec<HeaderField> {
    let fields = raw::HeaderField::ALL.into_iter();
    fields.filter_map(|field| header::field(file, field.name(), field.offset(), header::int)).collect()
}

fn parse(file: &[u8]) -> Result<Md2<'_>, LoadError> {
    Md2::parse(file).map_err(LoadError::Md2)
}

fn load(file: &[u8], options: &LoadOptions) -> JudgedModel {
    match Md2::parse(file) {
        Ok(md2) => {
            let verdict = md2.doubt().map_or(Verdict::Sound, Verdict::Doubtful);
            (verdict.map(LoadError::Md2), load_parsed(&md2, options))
        }
        // The verdict also names a text conversion that has damaged the file.
        Err(error) => match md2_format::verdict(file) {
            Verdict::Refused(reason) => refused(LoadError::Md2(reason)),
            Verdict::Sound | Verdict::Doubtful(_) => refused(LoadError::Md2(error)),
        },
    }
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
