//! Quake III's MD3.

#[cfg(feature = "inspect")]
mod anatomy;
#[cfg(feature = "inspect")]
mod findings;
mod mesh;

#[cfg(feature = "inspect")]
pub(crate) use findings::check;
pub use mesh::mesh;

use md2_anim::{Detection, MdlFrame, detect, detect_md3, detect_mdl};
use md2_common::{Name, Verdict};
use md3_format::{Md3, raw};

use crate::error::LoadError;
use crate::format::Format;
use crate::header::{self, HeaderField, HeaderValue};
use crate::loaded::{Facts, LoadedModel, ModelSkins, SkinSlot};
use crate::loader::{JudgedModel, Loader, refused};
use crate::options::LoadOptions;

pub(crate) const LOADER: Loader = Loader {
    verdict: |file| md3_format::verdict(file).map(LoadError::Md3),
    layout: md3_format::LAYOUT,
    load,
    header,
    #[cfg(feature = "inspect")]
    anatomy: |file| Ok(anatomy::anatomy(&parse(file)?)),
};

fn header(file: &[u8]) -> Vec<HeaderField> {
    let fields = raw::HeaderField::ALL.into_iter().filter_map(|field| {
        let (name, offset) = (field.name(), field.offset());
        let text = |bytes| HeaderValue::Name(Name::<64>::from_raw(bytes).as_bytes().to_vec());
        match name {
            "name" => header::field(file, name, offset, text),
            _ => header::field(file, name, offset, header::int),
        }
    });
    fields.collect()
}

fn parse(file: &[u8]) -> Result<Md3<'_>, LoadError> {
    Md3::parse(file).map_err(LoadError::Md3)
}

fn load(file: &[u8], options: &LoadOptions) -> JudgedModel {
    match Md3::parse(file) {
        Ok(md3) => {
            let verdict = md3.doubt().map_or(Verdict::Sound, Verdict::Doubtful);
            (verdict.map(LoadError::Md3), load_parsed(&md3, options))
        }
        Err(error) => refused(LoadError::Md3(error)),
    }
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
        detection: detection(md3, &frame_names),
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

/// Finds the sequences. An MD3 that replaces a model of Quake or Quake II has the path of that model as its name, such as `progs/knight`, and its
/// frames.
fn detection(md3: &Md3<'_>, frame_names: &[Vec<u8>]) -> Detection {
    let names = frame_names.iter().map(Vec::as_slice);
    let path = md3.name().to_string();
    match path.rsplit_once('/') {
        Some(("progs", name)) => detect_mdl(name, names.map(MdlFrame::single)),
        Some((_, "tris" | "weapon")) => detect(names),
        _ => detect_md3(names),
    }
}
