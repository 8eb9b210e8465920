//! Quake's MDL.

#[cfg(feature = "inspect")]
mod anatomy;
#[cfg(feature = "inspect")]
mod findings;
mod mesh;

#[cfg(feature = "inspect")]
pub(crate) use findings::check;
pub use mesh::mesh;

use std::sync::Arc;

use md2_anim::{KeyTimes, MdlFrame};
use md2_common::{FileKind, Verdict};
use mdl_format::{Effects, Mdl, Model, SyncType, raw};

use crate::embedded::first_skins;
use crate::error::LoadError;
use crate::format::Format;
use crate::header::{self, HeaderField, HeaderValue};
use crate::loaded::{Facts, LoadedModel, ModelSkin, ModelSkins, SkinSlot};
use crate::loader::{JudgedModel, Loader, refused};
use crate::options::LoadOptions;

pub(crate) const LOADER: Loader = Loader {
    verdict,
    layout: mdl_format::LAYOUT,
    load,
    header,
    #[cfg(feature = "inspect")]
    anatomy: |file| Ok(anatomy::anatomy(&Mdl::parse(file).map_err(LoadError::Mdl)?)),
};

/// The float fields of the header, each with the number of its floats.
const FLOATS: [(&str, usize); 5] =
    [("scale", 3), ("scale_origin", 3), ("boundingradius", 1), ("eyeposition", 3), ("size", 1)];

/// Reads the header. That of a model of the Hexen II mission pack has the same fields and one more.
fn header(file: &[u8]) -> Vec<HeaderField> {
    let fields = raw::HeaderField::ALL.into_iter().filter_map(|field| {
        let (name, offset) = (field.name(), field.offset());
        match FLOATS.iter().find(|(float, _)| *float == name) {
            Some((_, 3)) => header::field::<12>(file, name, offset, floats),
            Some(_) => header::field::<4>(file, name, offset, floats),
            None => header::field(file, name, offset, header::int),
        }
    });
    fields.collect()
}

fn floats<const N: usize>(bytes: [u8; N]) -> HeaderValue {
    HeaderValue::Floats(bytes.as_chunks().0.iter().copied().map(f32::from_le_bytes).collect())
}

fn is_hexen2(file: &[u8]) -> bool {
    FileKind::detect(file) == Some(FileKind::Hexen2)
}

fn verdict(file: &[u8]) -> Verdict<LoadError> {
    let verdict = if is_hexen2(file) {
        Model::from_hexen2(file).map_or_else(Verdict::Refused, |_| Verdict::Sound)
    } else {
        mdl_format::verdict(file)
    };
    verdict.map(LoadError::Mdl)
}

/// Loads an MDL, or a model of the Hexen II mission pack as [`Model::from_hexen2`] converts it.
fn load(file: &[u8], options: &LoadOptions) -> JudgedModel {
    let refused = |error| refused(LoadError::Mdl(error));
    if !is_hexen2(file) {
        return Mdl::parse(file).map_or_else(refused, |mdl| {
            let verdict = mdl.damage().map_or(Verdict::Sound, Verdict::Doubtful);
            (verdict.map(LoadError::Mdl), load_parsed(&mdl, options))
        });
    }
    Model::from_hexen2(file).map_or_else(refused, |model| {
        // A model that was read can be written. If not, the empty file is rejected.
        let bytes = model.to_bytes().unwrap_or_default();
        let mdl = Mdl::parse(&bytes).map_err(LoadError::Mdl);
        let mut loaded = mdl.and_then(|mdl| load_parsed(&mdl, options));
        if let Ok(loaded) = &mut loaded {
            loaded.facts.file_bytes = file.len();
            loaded.header = header(file);
        }
        (Verdict::Sound, loaded)
    })
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
