//! Conversion of a mesh to an MD3 file.

use md2_common::{Name, encode_normal};
use md2_mesh::{Mesh, Packing, Surface, TagFrame};
use md3_format::model::{FrameBounds, Model, ModelFrame, ModelSurface};
use md3_format::raw::{POSITION_SCALE, Shader, St, Triangle, Vertex};
use md3_format::{MAX_COORDINATE, WriteError};

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
}

/// The error of converting a model to MD3.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Md3Error {
    /// The model exceeds a limit of the engine.
    #[error("the model has {found} {what}, the limit of {engine} is {allowed}: {remedy}")]
    Limit {
        /// The exceeded limit: frames, surfaces, vertices, triangles or skins.
        what: &'static str,
        /// The number in the model.
        found: usize,
        /// The greatest allowed number.
        allowed: usize,
        /// The name of the engine.
        engine: &'static str,
        /// The ways to stay within the limit.
        remedy: &'static str,
    },
    /// A coordinate is outside the range of the format.
    #[error(
        "frame {frame}, vertex {vertex}: coordinate {found}, MD3 stores -512 to 511.98: use --scale {scale}"
    )]
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
    check_limits(mesh, options)?;
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
    let mut grid = PositionGrid { mesh, options, outside_cells: 0 };
    let surfaces = mesh.surfaces().iter().enumerate();
    let mut model = Model {
        name: name_field(&options.name, 63)?,
        flags: options.flags,
        frames: options.frames.iter().map(frame).collect::<Result<_, Md3Error>>()?,
        surfaces: surfaces.map(|(i, surface)| grid.surface(i, surface)).collect::<Result<_, _>>()?,
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
    })
}

fn tag_record(tag: &md2_mesh::Tag, frame: usize, scale: f32) -> Result<md3_format::raw::Tag, Md3Error> {
    let transform = tag.frames.get(frame).copied().unwrap_or(TagFrame::IDENTITY);
    let name = name_field(&tag.name, 63)?;
    Ok(md3_format::raw::Tag { name, origin: transform.origin.map(|c| c * scale), axes: transform.axes })
}

fn check_limits(mesh: &Mesh, options: &Md3Options<'_>) -> Result<(), Md3Error> {
    let limits = &options.limits;
    let largest = |of: fn(&Surface) -> usize| mesh.surfaces().iter().map(of).max().unwrap_or(0);
    let simplify = "`md2 edit --decimate` makes the model simpler";
    let counts = [
        ("frames", options.frames.len(), limits.frames, "`md2 edit --split sequences` divides the model"),
        ("surfaces", mesh.surfaces().len(), limits.surfaces, "`md2 edit --split surfaces` divides the model"),
        ("vertices", largest(|surface| surface.vertices.len()), limits.vertices, simplify),
        ("triangles", largest(|surface| surface.indices.len() / 3), limits.triangles, simplify),
    ];
    if let Some((what, found, allowed, remedy)) = counts.into_iter().find(|(_, found, most, _)| found > most)
    {
        return Err(Md3Error::Limit { what, found, allowed, engine: limits.engine, remedy });
    }
    if mesh.triangle_count() == 0 { Err(Md3Error::NoTriangles) } else { Ok(()) }
}

/// Returns a name in a field of `N` bytes; an error if it has more than `allowed` bytes.
fn name_field<const N: usize>(name: &str, allowed: usize) -> Result<Name<N>, Md3Error> {
    let fits = name.len() <= allowed;
    let field = if fits { Name::new(name).ok() } else { None };
    field.ok_or_else(|| Md3Error::Name { name: name.to_owned(), allowed })
}

/// Moves positions to multiples of 1/64 unit.
struct PositionGrid<'a> {
    mesh: &'a Mesh,
    options: &'a Md3Options<'a>,
    outside_cells: usize,
}

impl PositionGrid<'_> {
    fn surface(&mut self, index: usize, surface: &Surface) -> Result<ModelSurface, Md3Error> {
        let (mesh, options) = (self.mesh, self.options);
        let first = u32::try_from(surface.vertices.start).unwrap_or(u32::MAX);
        let shader =
            |name: &String| Ok::<_, Md3Error>(Shader { name: name_field::<64>(name, 63)?, index: 0 });
        let mut vertices = Vec::with_capacity(options.frames.len() * surface.vertices.len());
        for (number, &frame) in options.frames.iter().enumerate() {
            for vertex in surface.vertices.clone() {
                vertices.push(self.vertex(number, frame, vertex)?);
            }
        }
        Ok(ModelSurface {
            name: name_field(options.surface_names.get(index).unwrap_or(&surface.name), 63)?,
            flags: 0,
            shaders: options.shaders.iter().map(shader).collect::<Result<_, _>>()?,
            triangles: mesh
                .indices()
                .triangles_of(surface)
                .map(|corners| Triangle { indices: corners.map(|corner| corner.saturating_sub(first)) })
                .collect(),
            st: mesh.uvs()[surface.vertices.clone()].iter().map(|&[s, t]| St { s, t }).collect(),
            vertices,
        })
    }

    fn vertex(&mut self, number: usize, frame: usize, vertex: usize) -> Result<Vertex, Md3Error> {
        let position = self.mesh.position(frame, vertex);
        let mut xyz = [0; 3];
        for (axis, stored) in xyz.iter_mut().enumerate() {
            let scale = f64::from(self.options.scale);
            let cell = self.options.cells.map(|file| Cell::new(file, frame, vertex, axis, scale));
            let (steps, is_inside) = nearest_step(f64::from(position[axis]) * scale, cell);
            self.outside_cells += usize::from(!is_inside);
            *stored = i16::try_from(steps).map_err(|_| self.out_of_range(number, vertex, steps))?;
        }
        let bytes = self.mesh.vertex_bytes(frame, vertex);
        let [zenith, azimuth] = match (self.mesh.packing(), bytes) {
            (Packing::Position16Normal16, [.., zenith, azimuth]) => [*zenith, *azimuth],
            (packing, _) => encode_normal(packing.direction(bytes)),
        };
        Ok(Vertex { xyz, zenith, azimuth })
    }

    fn out_of_range(&self, frame: usize, vertex: usize, steps: i64) -> Md3Error {
        let Self { mesh, options, .. } = self;
        let frames = options.frames.iter().filter_map(|&frame| mesh.frames().get(frame));
        let corners = frames.flat_map(|frame| [frame.bounds.min, frame.bounds.max]).flatten();
        let largest = corners.fold(1.0_f32, |largest, c| largest.max(c.abs()));
        let scale = (f64::from(MAX_COORDINATE) / f64::from(largest) * 100.0).floor() / 100.0;
        Md3Error::Range { frame, vertex, found: steps as f64 / 64.0, scale }
    }
}

/// The range of coordinates for which a quantized coordinate stands, in units.
#[derive(Clone, Copy, Debug)]
struct Cell {
    center: f64,
    width: f64,
}

impl Cell {
    fn new(file: &Mesh, frame: usize, vertex: usize, axis: usize, scale: f64) -> Self {
        let transform = file.frames()[frame].transform;
        let stored = file.packing().coordinates(file.vertex_bytes(frame, vertex))[axis];
        let step = f64::from(transform.scale[axis]);
        let center = f64::from(stored) * step + f64::from(transform.translate[axis]);
        Self { center: center * scale, width: (step * scale).abs() }
    }
}

/// Returns the multiple of 1/64 nearest to `value` in the cell, and whether the cell contains a multiple. If it does not, returns the
/// multiple nearest to `value`.
#[expect(clippy::cast_possible_truncation, reason = "the cast saturates, and the caller checks the range")]
fn nearest_step(value: f64, cell: Option<Cell>) -> (i64, bool) {
    /// The share of a cell at its ends that is avoided, because the quantization of a coordinate there depends on rounding errors.
    const MARGIN: f64 = 1e-4;
    let steps = f64::from(POSITION_SCALE).recip();
    let nearest = (value * steps).round() as i64;
    let Some(Cell { center, width }) = cell else { return (nearest, true) };
    let half = width * (0.5 - MARGIN);
    let [least, greatest] =
        [((center - half) * steps).ceil() as i64, ((center + half) * steps).floor() as i64];
    if least <= greatest { (nearest.clamp(least, greatest), true) } else { (nearest, false) }
}
