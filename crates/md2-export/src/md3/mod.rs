//! Conversion of meshes and of models of other programs to MD3.

mod grid;
mod import;

use md2_common::{Name, encode_normal};
use md2_mesh::{Mesh, Packing, Surface, TagFrame};
use md3_format::WriteError;
use md3_format::model::{FrameBounds, Model, ModelFrame, ModelSurface};
use md3_format::raw::{Shader, St, Triangle, Vertex};

use crate::exceeded_limit::{ExceededLimit, LimitedCount};
use crate::import::{ImportError, PositionError};
use grid::PositionGrid;
pub use import::{ImportedMd3, ImportedSurface, Md3ImportOptions, import_gltf_as_md3, import_obj_as_md3};

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
    /// The factor by which all positions are multiplied.
    pub scale: f32,
    /// The limits of the engine.
    pub limits: Md3Limits,
}

/// The limits of an engine that loads MD3 files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Md3Limits {
    /// The name of the engine.
    pub engine: &'static str,
    /// The greatest number of frames.
    pub frames: usize,
    /// The greatest number of surfaces.
    pub surfaces: usize,
    /// The greatest number of vertices of a surface.
    pub vertices: usize,
    /// The greatest number of triangles of a surface.
    pub triangles: usize,
    /// The greatest number of skins.
    pub skins: usize,
}

impl Md3Limits {
    /// The limits of Ironwail and vkQuake, which load an MD3 in place of an MDL.
    pub const QUAKE: Self = Self {
        engine: "Ironwail",
        frames: 1024,
        surfaces: 32,
        vertices: 32_766,
        triangles: usize::MAX,
        skins: 32,
    };

    /// The limits of Q2PRO and Q2RTX, which load an MD3 in place of an MD2.
    pub const QUAKE2: Self =
        Self { engine: "Q2PRO", frames: 1024, surfaces: 32, vertices: 4096, triangles: 8192, skins: 32 };

    /// The limits of Quake III.
    pub const QUAKE3: Self =
        Self { engine: "Quake III", frames: 1024, surfaces: 32, vertices: 999, triangles: 1999, skins: 256 };
}

/// An MD3 file and statistics about the conversion.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ConvertedMd3 {
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// Number of frames.
    pub frames: usize,
    /// Number of vertices of all surfaces in a frame.
    pub vertices: usize,
    /// Number of triangles of all surfaces.
    pub triangles: usize,
    /// Number of coordinates in all frames.
    pub coordinates: usize,
    /// Number of coordinates whose quantization cell contains no multiple of 1/64 unit. They are outside their cells.
    pub outside_cells: usize,
    /// The distances between the stored positions and the positions of the source.
    pub error: PositionError,
}

/// The error of converting a model to MD3.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Md3Error {
    /// The model exceeds a limit of the engine.
    #[error(transparent)]
    Limit(#[from] ExceededLimit),
    /// A coordinate is outside the range of the format.
    #[error("frame {frame}, vertex {vertex}: coordinate {found:.2}, MD3 stores -512 to 511.98")]
    Range {
        /// Index of the frame.
        frame: usize,
        /// Index of the vertex.
        vertex: usize,
        /// The coordinate in units.
        found: f64,
        /// A scale with which all coordinates fit.
        scale: f64,
    },
    /// The model has no triangles.
    #[error("the model has no triangles, which engines reject")]
    NoTriangles,
    /// A name is longer than its field.
    #[error("the name \"{name}\" has {} bytes, at most {allowed} fit: use a shorter file name", name.len())]
    Name {
        /// The name.
        name: String,
        /// The greatest number of bytes.
        allowed: usize,
    },
    /// The model of another program cannot be read.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// The file is a model of the Hexen II mission pack.
    #[error(
        "models of the Hexen II mission pack can only be read: no engine loads an MD3 in their place, convert the model instead"
    )]
    Hexen2,
    /// The MDL cannot be read.
    #[error(transparent)]
    Mdl(#[from] mdl_format::ParseError),
    /// An image cannot be encoded.
    #[error("cannot encode a skin: {0}")]
    Image(String),
    /// The model cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Converts a mesh to an MD3 with the usual layout and with computed bounds. The normals are those of `mesh`.
///
/// ```
/// use md2_export::{Md3Limits, Md3Options, to_md3};
/// use md2_load::{Format, LoadOptions, load};
///
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// let model = load(&file, &LoadOptions::default())?;
/// let options = Md3Options {
///     name: String::from("triangle"),
///     flags: 0,
///     frames: (0..model.mesh.frame_count()).collect(),
///     surface_names: vec![String::from("body")],
///     shaders: vec![String::from("models/triangle.pcx")],
///     cells: Some(&model.mesh),
///     scale: 1.0,
///     limits: Md3Limits::QUAKE2,
/// };
/// let converted = to_md3(&model.mesh, &model.frame_names, &options)?;
/// let md3 = load(&converted.bytes, &LoadOptions::default())?;
/// assert_eq!((md3.format, md3.mesh.frame_count()), (Format::Md3, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the model exceeds a limit of the format or of the options.
pub fn to_md3(
    mesh: &Mesh,
    frame_names: &[Vec<u8>],
    options: &Md3Options<'_>,
) -> Result<ConvertedMd3, Md3Error> {
    let vertex_normal = |frame: usize, vertex: usize| {
        let bytes = mesh.vertex_bytes(frame, vertex);
        match (mesh.packing(), bytes) {
            (Packing::Position16Normal16, [.., zenith, azimuth]) => [*zenith, *azimuth],
            (packing, _) => encode_normal(packing.direction(bytes)),
        }
    };
    let source = Md3Source {
        surfaces: mesh
            .surfaces()
            .iter()
            .enumerate()
            .map(|(i, own)| source_surface(mesh, i, own, options))
            .collect(),
        position: &|frame, vertex| mesh.position(frame, vertex),
        normal: &vertex_normal,
    };
    source.check_limits(options.frames.len(), &options.limits)?;
    let frame = |frame: &usize| {
        let name = frame_names.get(*frame).map_or(&[][..], Vec::as_slice);
        Ok(ModelFrame {
            name: name_field(&String::from_utf8_lossy(&name[..name.len().min(15)]), 16).unwrap_or_default(),
            bounds: FrameBounds::default(),
            tags: mesh
                .tags()
                .iter()
                .map(|tag| tag_record(tag, *frame, options.scale))
                .collect::<Result<_, _>>()?,
        })
    };
    let mut grid = PositionGrid::new(options.cells, options.scale);
    let model = Model {
        name: name_field(&options.name, 63)?,
        flags: options.flags,
        frames: options.frames.iter().map(frame).collect::<Result<_, Md3Error>>()?,
        surfaces: source.surfaces(&options.frames, &mut grid)?,
        ..Model::default()
    };
    ConvertedMd3::new(model, &grid)
}

impl ConvertedMd3 {
    fn new(mut model: Model, grid: &PositionGrid<'_>) -> Result<Self, Md3Error> {
        model.update_bounds();
        Ok(Self {
            bytes: model.to_bytes()?,
            frames: model.frames.len(),
            vertices: model.surfaces.iter().map(ModelSurface::vertex_count).sum(),
            triangles: model.surfaces.iter().map(|surface| surface.triangles.len()).sum(),
            coordinates: model.surfaces.iter().map(|surface| 3 * surface.vertices.len()).sum(),
            outside_cells: grid.outside_cells,
            error: grid.error(),
        })
    }
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

fn tag_record(tag: &md2_mesh::Tag, frame: usize, scale: f32) -> Result<md3_format::raw::Tag, Md3Error> {
    let transform = tag.frames.get(frame).copied().unwrap_or(TagFrame::IDENTITY);
    let name = name_field(&tag.name, 63)?;
    Ok(md3_format::raw::Tag { name, origin: transform.origin.map(|c| c * scale), axes: transform.axes })
}

/// The surfaces of a model, and its vertices in all frames.
struct Md3Source<'a> {
    surfaces: Vec<SourceSurface>,
    /// Returns the position of a vertex in a frame.
    position: &'a dyn Fn(usize, usize) -> [f32; 3],
    /// Returns the encoded normal of a vertex in a frame.
    normal: &'a dyn Fn(usize, usize) -> [u8; 2],
}

/// A surface of a model.
struct SourceSurface {
    name: String,
    shaders: Vec<String>,
    /// The numbers of its vertices in the source.
    vertices: Vec<usize>,
    /// Triangles with indices into `vertices`.
    triangles: Vec<Triangle>,
    st: Vec<St>,
}

impl Md3Source<'_> {
    fn check_limits(&self, frames: usize, limits: &Md3Limits) -> Result<(), Md3Error> {
        let largest = |of: fn(&SourceSurface) -> usize| self.surfaces.iter().map(of).max().unwrap_or(0);
        for (what, found, allowed) in [
            (LimitedCount::Frames, frames, limits.frames),
            (LimitedCount::Surfaces, self.surfaces.len(), limits.surfaces),
            (LimitedCount::Vertices, largest(|surface| surface.vertices.len()), limits.vertices),
            (LimitedCount::Triangles, largest(|surface| surface.triangles.len()), limits.triangles),
        ] {
            ExceededLimit::check(what, found, allowed, limits.engine)?;
        }
        if self.surfaces.iter().all(|surface| surface.triangles.is_empty()) {
            return Err(Md3Error::NoTriangles);
        }
        Ok(())
    }

    /// Returns the surfaces of the MD3 with the vertices of `frames`.
    fn surfaces(&self, frames: &[usize], grid: &mut PositionGrid<'_>) -> Result<Vec<ModelSurface>, Md3Error> {
        let surface = |surface: &SourceSurface| {
            let shader =
                |name: &String| Ok::<_, Md3Error>(Shader { name: name_field::<64>(name, 63)?, index: 0 });
            let mut vertices = Vec::with_capacity(frames.len() * surface.vertices.len());
            for (number, &frame) in frames.iter().enumerate() {
                for &vertex in &surface.vertices {
                    let position = (self.position)(frame, vertex);
                    let xyz = grid.quantize(position, frame, vertex);
                    let xyz =
                        xyz.ok_or_else(|| self.range_error(frames, [number, vertex], position, grid))?;
                    let [zenith, azimuth] = (self.normal)(frame, vertex);
                    vertices.push(Vertex { xyz, zenith, azimuth });
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

    fn range_error(
        &self,
        frames: &[usize],
        place: [usize; 2],
        position: [f32; 3],
        grid: &PositionGrid<'_>,
    ) -> Md3Error {
        let vertices = || self.surfaces.iter().flat_map(|surface| &surface.vertices);
        let positions =
            frames.iter().flat_map(|&frame| vertices().map(move |&vertex| (self.position)(frame, vertex)));
        grid.range_error(place, position, positions)
    }
}

/// Returns a name in a field of `N` bytes; an error if it has more than `allowed` bytes.
fn name_field<const N: usize>(name: &str, allowed: usize) -> Result<Name<N>, Md3Error> {
    let fits = name.len() <= allowed;
    let field = if fits { Name::new(name).ok() } else { None };
    field.ok_or_else(|| Md3Error::Name { name: name.to_owned(), allowed })
}
