//! Writing of owned models as MD3. Each material becomes a surface.

use std::collections::HashSet;

use md2_anim::{FrameNames, Sequence};
use md2_common::encode_normal;
use md3_format::raw::{St, Triangle};

use super::grid::PositionGrid;
use super::{Md3Source, SourceSurface};
use crate::import::build::{check_mesh, frame_names, note_size, problems, report_tiles, sequences};
use crate::import::convert_error::ConvertError;
use crate::import::merge::{Apart, Merge, merge};
use crate::import::mesh::{AnimatedMesh, ImportMaterial};
use crate::import::normals::merged_normals;
use crate::import::report::{ImportReport, ImportedModel, ImportedSequence, ImportedSurface};
use crate::import::texture::move_islands;
use crate::import::{OwnedModel, atlas};
use crate::limits::EngineLimits;
use crate::name::surface_name;

/// Options of an import as MD3.
#[derive(Clone, Debug)]
pub struct Md3ImportOptions {
    /// The name of the model: its file name without extension. The images of its surfaces have this name, followed by `_` and the number of
    /// the surface.
    pub name: String,
    /// The folder of the model in the game, such as `models/props`. Empty if it is unknown.
    pub folder: String,
    /// The limits of the engine.
    pub limits: EngineLimits,
}

impl OwnedModel {
    /// Builds an MD3. Each material becomes a surface with its own image, and texture coordinates outside the image stay.
    ///
    /// ```
    /// use md2_export::import::{ImportOptions, NoFiles, ObjFile, import_obj};
    /// use md2_export::{EngineLimits, Md3ImportOptions};
    ///
    /// let file = ObjFile { name: "box.obj", content: b"v 0 0 0\nv 8 0 0\nv 0 8 0.5\nf 1 2 3\n" };
    /// let (name, folder) = (String::from("box"), String::from("models"));
    /// let options = Md3ImportOptions { name, folder, limits: EngineLimits::QUAKE3_MD3 };
    /// let imported = import_obj(&[file], &NoFiles, &ImportOptions::default())?.to_md3(&options)?;
    ///
    /// assert_eq!(imported.surfaces[0].path, "models/box_0.png");
    /// assert_eq!(imported.report.error.largest, 0.0, "all coordinates are multiples of 1/64");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the model exceeds a limit of the options.
    pub fn to_md3(self, options: &Md3ImportOptions) -> Result<ImportedModel, ConvertError> {
        build(self.mesh, options)
    }
}

fn build(mut mesh: AnimatedMesh, options: &Md3ImportOptions) -> Result<ImportedModel, ConvertError> {
    check_mesh(&mesh)?;
    let source_counts = [mesh.vertex_count(), mesh.triangles.len()];
    let merge = merge(&mesh, &vec![[0.0; 3]; mesh.frame_count()], Apart::Nothing);
    if mesh.origin.is_none() {
        let tiles = move_islands(&mut mesh, &merge.merged);
        report_tiles(&mut mesh, &tiles);
    }
    let names = frame_names(&mut mesh);
    note_size(&mut mesh);
    let surfaces = named_surfaces(&mesh, options);
    let normals = stored_normals(&mesh, &merge);
    let count = mesh.vertex_count();
    let frames: Vec<usize> = (0..mesh.frame_count()).collect();
    let source = Md3Source {
        name: &options.name,
        flags: 0,
        frames: &frames,
        frame_name: &|frame| names.frames.get(frame).copied().unwrap_or_default(),
        tags: &mesh.tags,
        surfaces: surfaces.iter().map(|surface| source_surface(&mesh, surface)).collect(),
        position: &|frame, vertex| mesh.frame(frame)[vertex],
        normal: &|frame, vertex| normals[frame * count + vertex],
    };
    let converted = source.write(PositionGrid::new(None, &[], 1.0), &options.limits)?;
    let skin_coordinates = source.surfaces.iter().map(|surface| surface.st.len()).sum();
    let stored = stored_sequences(&mesh, &names);
    let side = |side: u32| u16::try_from(side).unwrap_or(u16::MAX);
    let first = surfaces.first();
    let other_skins = other_skins(&mesh, &surfaces, options);
    let report = ImportReport {
        vertices: converted.vertices,
        skin_coordinates,
        triangles: converted.triangles,
        skin_size: first.map_or([0; 2], |surface| surface.image.skin.pixels.size().map(side)),
        skin_name: first.map_or_else(String::new, |surface| surface.shader.clone()),
        sequences: if mesh.sequences.is_empty() {
            sequences(&mesh, &names)
        } else {
            stored.iter().map(imported_sequence).collect()
        },
        error: converted.error,
        findings: problems(md3_format::check(&converted.bytes)),
        ..ImportReport::new(mesh, source_counts)
    };
    let surfaces = surfaces.into_iter().map(|surface| surface.image).collect();
    Ok(ImportedModel {
        surfaces,
        other_skins,
        sequences: stored,
        ..ImportedModel::new(converted.bytes, report)
    })
}

fn imported_sequence(sequence: &Sequence) -> ImportedSequence {
    ImportedSequence {
        name: sequence.name.clone(),
        source: sequence.name.clone(),
        first: sequence.first as usize,
        last: sequence.last as usize,
        fps: sequence.fps.into(),
    }
}

fn stored_sequences(mesh: &AnimatedMesh, names: &FrameNames) -> Vec<Sequence> {
    if !mesh.sequences.is_empty() {
        return mesh.sequences.clone();
    }
    let frame = |frame: usize| u32::try_from(frame).unwrap_or(u32::MAX);
    let sequence = |imported: ImportedSequence| {
        #[expect(clippy::cast_possible_truncation, reason = "a rate of at most 1000")]
        let fps = imported.fps as f32;
        Sequence { fps, ..Sequence::new(imported.name, frame(imported.first), frame(imported.last)) }
    };
    sequences(mesh, names).into_iter().map(sequence).collect()
}

/// A surface of the new model: its triangles and its material.
struct NewSurface {
    image: ImportedSurface,
    shader: String,
    material: usize,
    triangles: Vec<[u32; 3]>,
}

/// Returns a surface for each surface of an original MD3, or else for each material.
fn named_surfaces(mesh: &AnimatedMesh, options: &Md3ImportOptions) -> Vec<NewSurface> {
    let (group_of, groups) = match mesh.surfaces.len() {
        0 => (&mesh.material_of, mesh.materials.len().max(1)),
        count => (&mesh.surface_of, count),
    };
    let mut by_group: Vec<Vec<[u32; 3]>> = vec![Vec::new(); groups];
    for &triangle in &mesh.triangles {
        let group = group_of.get(triangle[0] as usize).map_or(0, |&group| group as usize);
        if let Some(triangles) = by_group.get_mut(group) {
            triangles.push(triangle);
        }
    }
    let mut taken = HashSet::new();
    let used = by_group.into_iter().enumerate().filter(|(_, triangles)| !triangles.is_empty());
    let surface = |(number, (group, triangles)): (usize, (usize, Vec<[u32; 3]>))| {
        let place = mesh.material_of.get(triangles[0][0] as usize).map_or(0, |&material| material as usize);
        let material = mesh.materials.get(place);
        let path = image_path(options, &number.to_string());
        if let Some([name, shader]) = mesh.surfaces.get(group) {
            let has_image = material.is_some_and(|material| !material.is_blank);
            let path = if has_image { path } else { String::new() };
            let shader = if shader.is_empty() { path.clone() } else { shader.clone() };
            let image = ImportedSurface { name: name.clone(), path, skin: atlas::material_skin(material) };
            return NewSurface { image, shader, material: place, triangles };
        }
        let wanted = surface_name(material.map_or(&options.name, |material| &material.name));
        let mut name = wanted.clone();
        while !taken.insert(name.to_lowercase()) {
            name = format!("{wanted}_{number}_{}", taken.len());
        }
        let shader = path.clone();
        let image = ImportedSurface { name, path, skin: atlas::material_skin(material) };
        NewSurface { image, shader, material: place, triangles }
    };
    used.enumerate().map(surface).collect()
}

fn image_path(options: &Md3ImportOptions, number: &str) -> String {
    let separator = if options.folder.is_empty() { "" } else { "/" };
    format!("{}{separator}{}_{number}.png", options.folder, options.name)
}

/// Returns the images of the other skins.
fn other_skins(
    mesh: &AnimatedMesh,
    surfaces: &[NewSurface],
    options: &Md3ImportOptions,
) -> Vec<Vec<ImportedSurface>> {
    let skin = |(number, (_, materials)): (usize, &(String, Vec<ImportMaterial>))| {
        let painted = surfaces.iter().enumerate().filter_map(|(surface, own)| {
            let material = materials.get(own.material).filter(|material| !material.is_blank)?;
            let path = image_path(options, &format!("{surface}_{}", number + 1));
            let skin = atlas::material_skin(Some(material));
            Some(ImportedSurface { name: own.image.name.clone(), path, skin })
        });
        painted.collect()
    };
    mesh.other_skins.iter().enumerate().map(skin).collect()
}

fn source_surface(mesh: &AnimatedMesh, surface: &NewSurface) -> SourceSurface {
    let triangles = &surface.triangles;
    let mut vertices: Vec<usize> = triangles.as_flattened().iter().map(|&vertex| vertex as usize).collect();
    vertices.sort_unstable();
    vertices.dedup();
    let place = |vertex: u32| {
        let place = vertices.binary_search(&(vertex as usize)).unwrap_or_default();
        u32::try_from(place).unwrap_or(u32::MAX)
    };
    let triangles = triangles.iter().map(|corners| Triangle { indices: corners.map(place) }).collect();
    SourceSurface {
        name: surface.image.name.clone(),
        shaders: if surface.shader.is_empty() { Vec::new() } else { vec![surface.shader.clone()] },
        triangles,
        st: vertices.iter().map(|&vertex| mesh.uvs[vertex]).map(|[s, t]| St { s, t }).collect(),
        vertices,
    }
}

/// Returns the encoded normals of all vertices in all frames: those of the file, or else those of the triangles, smooth across seams.
fn stored_normals(mesh: &AnimatedMesh, merge: &Merge) -> Vec<[u8; 2]> {
    if mesh.has_normals {
        return mesh.normals.iter().map(|&normal| encode_normal(normal)).collect();
    }
    let computed = merged_normals(mesh, merge);
    let count = merge.first.len();
    let of_frame = |frame: usize| {
        let computed = &computed;
        let normal = move |merged: &Option<u32>| {
            merged.map_or([0.0, 0.0, 1.0], |merged| computed[frame * count + merged as usize])
        };
        merge.merged.iter().map(normal).map(encode_normal)
    };
    (0..mesh.frame_count()).flat_map(of_frame).collect()
}
