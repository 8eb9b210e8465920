//! Conversion of meshes and of models of other programs to MD3.

mod grid;
mod import;

use std::ops::Range;

use md2_common::{Name, encode_normal};
use md2_mesh::{Mesh, Packing, Surface, Tag, TagFrame};
use md3_format::model::{FrameBounds, Model, ModelFrame, ModelSurface};
use md3_format::raw::{POSITION_SCALE, Shader, St, Triangle, Vertex};

use crate::import::PositionError;
use crate::import::convert_error::ConvertError;
use crate::limits::{EngineLimits, LimitedCount};
use grid::PositionGrid;
pub use import::Md3ImportOptions;

/// Options of [`to_md3`].
#[derive(Clone, Debug)]
pub struct Md3Options<'a> {
    /// The name in the header.
    pub name: String,
    /// The flags in the header. Engines for Quake read the effect flags of MDL here.
    pub flags: i32,
    /// The frames of the mesh to write, in the order of the new file. A frame may occur several times.
    pub frames: Vec<usize>,
    /// The names of the surfaces. Surfaces past the end of the list get the names in the mesh.
    pub surface_names: Vec<String>,
    /// The shader names of the surfaces, the same for all.
    pub shaders: Vec<String>,
    /// A mesh with 8-bit positions from which the mesh was restored. Each coordinate then stays in its quantization cell, if
    /// the cell contains a multiple of 1/64 unit.
    pub cells: Option<&'a Mesh>,
    /// The sequences, as ranges of `frames`, and whether they loop. Rounding to 1/64 unit does not make a coordinate move less
    /// smoothly than in `cells`.
    pub sequences: Vec<(Range<usize>, bool)>,
    /// The factor by which all positions are multiplied.
    pub scale: f32,
    /// The limits of the engine.
    pub limits: EngineLimits,
}

/// An MD3 file and statistics about the conversion.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say what is counted")]
#[non_exhaustive]
pub struct ConvertedMd3 {
    pub bytes: Vec<u8>,
    pub frames: usize,
    /// Of all surfaces, in a frame.
    pub vertices: usize,
    pub triangles: usize,
    /// Of all vertices in all frames.
    pub coordinates: usize,
    /// Number of coordinates whose quantization cell contains no multiple of 1/64 unit. They are outside their cells.
    pub outside_cells: usize,
    /// The distances between the stored positions and the positions of the source.
    pub error: PositionError,
}

/// Converts a mesh to an MD3 with the usual layout and with computed bounds. The normals are those of `mesh`.
///
/// # Errors
/// If the model exceeds a limit of the format or of the options.
pub fn to_md3(
    mesh: &Mesh,
    frame_names: &[Vec<u8>],
    options: &Md3Options<'_>,
) -> Result<ConvertedMd3, ConvertError> {
    let vertex_normal = |frame: usize, vertex: usize| {
        let bytes = mesh.vertex_bytes(frame, vertex);
        match (mesh.packing(), bytes) {
            (Packing::Position16Normal16, [.., zenith, azimuth]) => [*zenith, *azimuth],
            (packing, _) => encode_normal(packing.direction(bytes)),
        }
    };
    let name = |frame: usize| {
        let name = frame_names.get(frame).map_or(&[][..], Vec::as_slice);
        name_field(&String::from_utf8_lossy(&name[..name.len().min(15)]), 16).unwrap_or_default()
    };
    let surfaces = mesh.surfaces().iter().enumerate();
    let source = Md3Source {
        name: &options.name,
        flags: options.flags,
        frames: &options.frames,
        frame_name: &name,
        tags: mesh.tags(),
        surfaces: surfaces.map(|(i, own)| source_surface(mesh, i, own, options)).collect(),
        position: &|frame, vertex| mesh.position(frame, vertex),
        normal: &vertex_normal,
    };
    source.write(PositionGrid::new(options.cells, &options.sequences, options.scale), &options.limits)
}

fn source_surface(mesh: &Mesh, index: usize, surface: &Surface, options: &Md3Options<'_>) -> SourceSurface {
    let first = u32::try_from(surface.vertices.start).unwrap_or(u32::MAX);
    let triangles = mesh.indices().triangles_of(surface);
    SourceSurface {
        name: options.surface_names.get(index).unwrap_or(&surface.name).clone(),
        shaders: options.shaders.clone(),
        vertices: surface.vertices.clone().collect(),
        triangles: triangles
            .map(|corners| Triangle { indices: corners.map(|corner| corner.saturating_sub(first)) })
            .collect(),
        st: mesh.uvs()[surface.vertices.clone()].iter().map(|&[s, t]| St { s, t }).collect(),
    }
}

struct Md3Source<'a> {
    name: &'a str,
    flags: i32,
    frames: &'a [usize],
    frame_name: &'a dyn Fn(usize) -> Name<16>,
    tags: &'a [Tag],
    surfaces: Vec<SourceSurface>,
    position: &'a dyn Fn(usize, usize) -> [f32; 3],
    normal: &'a dyn Fn(usize, usize) -> [u8; 2],
}

struct SourceSurface {
    name: String,
    shaders: Vec<String>,
    vertices: Vec<usize>,
    triangles: Vec<Triangle>,
    st: Vec<St>,
}

impl Md3Source<'_> {
    fn write(&self, mut grid: PositionGrid<'_>, limits: &EngineLimits) -> Result<ConvertedMd3, ConvertError> {
        self.check_limits(limits)?;
        let frame = |&frame: &usize| {
            Ok(ModelFrame {
                name: (self.frame_name)(frame),
                bounds: FrameBounds::default(),
                tags: self.tags.iter().map(|tag| record(tag, frame, grid.scale)).collect::<Result<_, _>>()?,
            })
        };
        let mut model = Model {
            name: name_field(self.name, 63)?,
            flags: self.flags,
            frames: self.frames.iter().map(frame).collect::<Result<_, ConvertError>>()?,
            surfaces: self.surfaces(&mut grid)?,
            ..Model::default()
        };
        model.update_bounds();
        Ok(ConvertedMd3 {
            bytes: model.to_bytes()?,
            frames: model.frames.len(),
            vertices: model.surfaces.iter().map(ModelSurface::vertex_count).sum(),
            triangles: model.surfaces.iter().map(|surface| surface.triangles.len()).sum(),
            coordinates: model.surfaces.iter().map(|surface| 3 * surface.vertices.len()).sum(),
            outside_cells: grid.outside_cells,
            error: grid.errors.finish(POSITION_SCALE),
        })
    }

    fn check_limits(&self, limits: &EngineLimits) -> Result<(), ConvertError> {
        let largest = |of: fn(&SourceSurface) -> usize| self.surfaces.iter().map(of).max().unwrap_or(0);
        limits.check(LimitedCount::Frames, self.frames.len())?;
        limits.check(LimitedCount::Surfaces, self.surfaces.len())?;
        limits.check(LimitedCount::Vertices, largest(|surface| surface.vertices.len()))?;
        limits.check(LimitedCount::Triangles, largest(|surface| surface.triangles.len()))?;
        if self.surfaces.iter().all(|surface| surface.triangles.is_empty()) {
            return Err(ConvertError::NoTriangles);
        }
        Ok(())
    }

    fn surfaces(&self, grid: &mut PositionGrid<'_>) -> Result<Vec<ModelSurface>, ConvertError> {
        let surface = |surface: &SourceSurface| {
            let shader =
                |name: &String| Ok::<_, ConvertError>(Shader { name: name_field::<64>(name, 63)?, index: 0 });
            let count = surface.vertices.len();
            let mut vertices = vec![Vertex::default(); self.frames.len() * count];
            for (number, &vertex) in surface.vertices.iter().enumerate() {
                let positions: Vec<_> =
                    self.frames.iter().map(|&frame| (self.position)(frame, vertex)).collect();
                let course = grid.quantize(vertex, self.frames, &positions);
                let course =
                    course.map_err(|place| self.range_error([place, vertex], positions[place], grid))?;
                let stored = vertices.iter_mut().skip(number).step_by(count.max(1));
                for ((stored, xyz), &frame) in stored.zip(course).zip(self.frames) {
                    let [zenith, azimuth] = (self.normal)(frame, vertex);
                    *stored = Vertex { xyz, zenith, azimuth };
                }
            }
            Ok(ModelSurface {
                name: name_field(&surface.name, 63)?,
                flags: 0,
                shaders: surface.shaders.iter().map(shader).collect::<Result<_, _>>()?,
                triangles: surface.triangles.clone(),
                st: surface.st.clone(),
                vertices,
            })
        };
        self.surfaces.iter().map(surface).collect()
    }

    fn range_error(&self, place: [usize; 2], position: [f32; 3], grid: &PositionGrid<'_>) -> ConvertError {
        let vertices = || self.surfaces.iter().flat_map(|surface| &surface.vertices);
        let frames = self.frames.iter();
        let positions =
            frames.flat_map(|&frame| vertices().map(move |&vertex| (self.position)(frame, vertex)));
        grid.range_error(place, position, positions)
    }
}

fn record(tag: &Tag, frame: usize, scale: f32) -> Result<md3_format::raw::Tag, ConvertError> {
    let transform = tag.frames.get(frame).copied().unwrap_or(TagFrame::IDENTITY);
    let name = name_field(&tag.name, 63)?;
    Ok(md3_format::raw::Tag { name, origin: transform.origin.map(|c| c * scale), axes: transform.axes })
}

fn name_field<const N: usize>(name: &str, allowed: usize) -> Result<Name<N>, ConvertError> {
    let fits = name.len() <= allowed;
    let field = if fits { Name::new(name).ok() } else { None };
    field.ok_or_else(|| ConvertError::Name { name: name.to_owned(), allowed })
}
