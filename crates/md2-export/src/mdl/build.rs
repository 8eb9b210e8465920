//! Building an MDL from an animated mesh.

use std::collections::HashMap;

use md2_common::{Quantization, RgbaImage};
use md2_picture::Palettizer;
use mdl_format::Effects;
use mdl_format::model::{Model, ModelFrame, ModelPose, ModelSkin};
use mdl_format::raw::{PoseName, St, Triangle};

use super::MdlOptions;
use crate::import::build::{
    Corners, check_mesh, frame_names, merge_vertices, note_size, problems, report_md3_data, report_tiles,
    sequences, triangles,
};
use crate::import::convert_error::ConvertError;
use crate::import::merge::Merge;
use crate::import::mesh::AnimatedMesh;
use crate::import::normals::merged_normals;
use crate::import::report::{ErrorSum, ImportReport, ImportedModel, PositionError};
use crate::import::skin_file::resize;
use crate::import::texture::{move_islands, texel};
use crate::import::{ImportError, ImportOptions, atlas};
use crate::limits::LimitedCount;

/// The greatest skin heights in texels of the software renderers of the original game and of GLQuake.
const SKIN_HEIGHT: u16 = 200;
const GLQUAKE_SKIN_HEIGHT: u16 = 480;

/// Builds an MDL. `skins` are the images of a model with one material; without them, the model gets the image of its materials.
pub(crate) fn build(
    mut mesh: AnimatedMesh,
    skins: Vec<RgbaImage>,
    import: &ImportOptions,
    options: &MdlOptions,
) -> Result<ImportedModel, ConvertError> {
    check_mesh(&mesh)?;
    let source = [mesh.vertex_count(), mesh.triangles.len()];
    let limits = &options.limits;
    limits.check(LimitedCount::Frames, mesh.frame_count())?;
    // All frames of an MDL have the same quantization.
    let whole = 0..mesh.frame_count();
    let merge = merge_vertices(&mesh, std::slice::from_ref(&whole))?;
    if mesh.origin.is_none() || mesh.materials.len() > 1 {
        let tiles = move_islands(&mut mesh, &merge.merged);
        report_tiles(&mut mesh, &tiles);
    }
    let keeps_size = skins.is_empty() && mesh.origin.is_some();
    let is_blank = mesh.materials.iter().any(|material| material.is_blank);
    let (combined, others) = atlas::skins(&mut mesh, import.limits.pixels)?;
    let images = match skins.is_empty() {
        true => std::iter::once(combined)
            .chain(others.into_iter().map(|(_, skin)| skin))
            .map(|skin| skin.pixels)
            .collect(),
        false => skins,
    };
    limits.check(LimitedCount::Skins, images.len())?;
    let usual_height = match (keeps_size, is_blank) {
        (true, false) => u16::MAX,
        (_, true) => GLQUAKE_SKIN_HEIGHT,
        (false, false) => SKIN_HEIGHT,
    };
    let most_height = options.skin_height.unwrap_or(usual_height);
    let skin_size = skin_size(&mut mesh, &images, import, most_height);
    let corners = triangles(&mut mesh, &merge)?;
    limits.check(LimitedCount::Triangles, corners.len())?;
    let vertices = TexturedVertices::new(&mesh, &corners, skin_size)?;
    limits.check(LimitedCount::Vertices, vertices.st.len())?;
    let names = frame_names(&mut mesh);
    let mut model = Model {
        skin_width: skin_size[0].into(),
        skin_height: skin_size[1].into(),
        skins: palettize(&images, skin_size, options),
        st: vertices.st.clone(),
        triangles: vertices.triangles.iter().map(|&corners| Triangle::new(1, corners)).collect(),
        effects: effects(options),
        ..Model::default()
    };
    add_frames(&mut model, &mesh, &merge, &vertices, &names.frames)?;
    model.update_bounds();
    model.update_size();
    note_size(&mut mesh);
    report_md3_data(&mut mesh);
    let bytes = model.to_bytes()?;
    let report = ImportReport {
        vertices: model.vertex_count(),
        skin_coordinates: model.st.len(),
        triangles: model.triangles.len(),
        skin_size,
        sequences: sequences(&mesh, &names),
        error: position_error(&mesh, &vertices, &model),
        findings: problems(mdl_format::check(&bytes)),
        ..ImportReport::new(mesh, source)
    };
    Ok(ImportedModel { skins: model.skins.len(), ..ImportedModel::new(bytes, report) })
}

fn effects(options: &MdlOptions) -> Effects {
    let holey = if options.holey { Effects::HOLEY.bits() } else { 0 };
    Effects::from_bits(options.flags | holey)
}

/// Returns the size of all skins: the size in the source, reduced to the allowed height, with a width that is a multiple of 4.
fn skin_size(
    mesh: &mut AnimatedMesh,
    images: &[RgbaImage],
    import: &ImportOptions,
    most_height: u16,
) -> [u16; 2] {
    let image = images.first().map_or([1; 2], RgbaImage::size);
    let stored = mesh.origin.as_ref().and_then(|origin| origin.skin_size);
    let [width, height] = import.skin_size.or(stored).map_or(image, |size| size.map(u32::from));
    let (width, height) = (u64::from(width.max(1)), u64::from(height.max(1)));
    let new_height = height.min(u64::from(most_height.max(1)));
    let scaled = (width * new_height + height / 2) / height;
    let size = [scaled.max(1).next_multiple_of(4), new_height];
    let size = size.map(|side| u16::try_from(side).unwrap_or(u16::MAX - 3));
    if image != size.map(u32::from) {
        let [from, to] = [image, size.map(u32::from)].map(|[width, height]| format!("{width} x {height}"));
        mesh.notes.push(format!("the skins were resized from {from} to {to} texels"));
    }
    size
}

fn palettize(images: &[RgbaImage], size: [u16; 2], options: &MdlOptions) -> Vec<ModelSkin> {
    let MdlOptions { palette, dither, fullbright, holey, .. } = options;
    let mut palettizer = Palettizer::new(palette, *fullbright, *dither, *holey);
    let size = size.map(u32::from);
    let skins = images.iter().map(|image| {
        let resized = if image.size() == size { None } else { Some(resize(image, size)) };
        ModelSkin::Single(palettizer.convert(resized.as_ref().unwrap_or(image)))
    });
    skins.collect()
}

struct TexturedVertices {
    st: Vec<St>,
    merged: Vec<u16>,
    triangles: Vec<[u32; 3]>,
    /// Pairs of a vertex of the mesh and its vertex in the MDL, without repetition.
    sources: Vec<(u32, u32)>,
}

impl TexturedVertices {
    fn new(mesh: &AnimatedMesh, corners: &[Corners], size: [u16; 2]) -> Result<Self, ImportError> {
        let mut all = Self { st: vec![], merged: vec![], triangles: vec![], sources: vec![] };
        let (mut known, mut known_source) = (HashMap::new(), HashMap::new());
        for corner in corners {
            let mut triangle = [0; 3];
            for ((&source, merged), index) in corner.source.iter().zip(corner.xyz).zip(&mut triangle) {
                let uv = mesh.uvs[source as usize];
                let [s, t] = texel(source as usize, uv, size)?;
                let next = u32::try_from(all.st.len()).unwrap_or(u32::MAX);
                *index = *known.entry((merged, s, t)).or_insert_with(|| {
                    all.st.push(St::new(s.into(), t.into()));
                    all.merged.push(merged);
                    next
                });
                if known_source.insert(source, ()).is_none() {
                    all.sources.push((source, *index));
                }
            }
            all.triangles.push(triangle);
        }
        Ok(all)
    }
}

fn add_frames(
    model: &mut Model,
    mesh: &AnimatedMesh,
    merge: &Merge,
    vertices: &TexturedVertices,
    names: &[PoseName],
) -> Result<(), ImportError> {
    let normals = merged_normals(mesh, merge);
    let count = merge.first.len();
    let position = |frame: usize, merged: u16| mesh.frame(frame)[merge.first[usize::from(merged)] as usize];
    let used = || (0..mesh.frame_count()).flat_map(|frame| vertices.merged.iter().map(move |&m| (frame, m)));
    let all: Vec<[f32; 3]> = used().map(|(frame, merged)| position(frame, merged)).collect();
    let refuse =
        |error| ImportError::invalid("the positions", format!("an error ({error})"), "finite numbers");
    let quantization = Quantization::covering(&all).map_err(refuse)?;
    model.set_quantization(quantization);
    for (frame, positions) in all.chunks(vertices.merged.len().max(1)).enumerate() {
        let name = names.get(frame).copied().unwrap_or_default();
        let own = vertices.merged.iter().map(|&merged| normals[frame * count + usize::from(merged)]);
        let own: Vec<[f32; 3]> = own.collect();
        let pose = ModelPose::from_positions(name, quantization, positions, &own).map_err(refuse)?;
        model.frames.push(ModelFrame::Single(pose));
    }
    Ok(())
}

fn position_error(mesh: &AnimatedMesh, vertices: &TexturedVertices, model: &Model) -> PositionError {
    let mut sum = ErrorSum::default();
    for (frame, pose) in model.poses().enumerate() {
        let stored: Vec<[f32; 3]> = model.positions(pose).collect();
        for &(source, vertex) in &vertices.sources {
            sum.add_pair(mesh.frame(frame)[source as usize], stored[vertex as usize]);
        }
    }
    sum.finish(model.scale.into_iter().fold(0.0, f32::max))
}
