//! The owned, editable model.

use alloc::vec::Vec;

pub use crate::layout::Layout;
use crate::raw::{Frame, FrameName, ModelName, Shader, St, SurfaceName, Tag, Triangle, Vertex};

/// A model in memory that can be built, edited and written.
///
/// All fields are public. Only [`to_bytes`](Self::to_bytes) checks whether the format can hold the model. Start a new
/// model from [`Model::default`], an existing one from [`Md3::to_model`](crate::Md3::to_model).
///
/// ```
/// use md3_format::model::{Model, ModelFrame, ModelSurface};
/// use md3_format::raw::{FrameName, Shader, ShaderName, St, SurfaceName, Triangle, Vertex};
/// use md3_format::Md3;
///
/// // Positions in steps of 1/64 unit, and the angles of a normal that points up.
/// let corners = [[0, 0, 0], [512, 0, 0], [0, 512, 0]];
/// let vertices = corners.map(|xyz| Vertex { xyz, zenith: 0, azimuth: 0 });
/// let surface = ModelSurface {
///     name: SurfaceName::new("blade")?,
///     shaders: vec![Shader { name: ShaderName::new("models/blade.tga")?, index: 0 }],
///     triangles: vec![Triangle { indices: [0, 2, 1] }],
///     st: vec![St { s: 0.0, t: 0.0 }, St { s: 1.0, t: 0.0 }, St { s: 0.0, t: 1.0 }],
///     vertices: vertices.to_vec(),
///     ..ModelSurface::default()
/// };
/// let frame = ModelFrame { name: FrameName::new("stand1")?, ..ModelFrame::default() };
/// let mut model = Model { frames: vec![frame], surfaces: vec![surface], ..Model::default() };
/// model.update_bounds();
///
/// let file = model.to_bytes()?;
/// assert_eq!(Md3::parse(&file)?.to_model(), model);
/// assert_eq!(Md3::parse(&file)?.frame(0).radius, 8.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// The name in the header, usually the path of the exported file.
    pub name: ModelName,
    /// Flags, unused in Quake III. Engines for Quake read the effect flags of MDL here.
    pub flags: i32,
    /// The frames. All must have the same number of tags.
    pub frames: Vec<ModelFrame>,
    /// The surfaces. Each has vertices for all frames.
    pub surfaces: Vec<ModelSurface>,
    /// The file layout. Use the default for new models. A parsed model has the layout of its file.
    pub layout: Layout,
}

/// The name, the bounds and the tags of a stored pose of a [`Model`]. The surfaces store its vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelFrame {
    /// The frame's name, which has no meaning in most files.
    pub name: FrameName,
    /// The bounds. [`Model::update_bounds`] computes them from the vertices.
    pub bounds: FrameBounds,
    /// The places for attaching other models.
    pub tags: Vec<Tag>,
}

/// The bounding box and the bounding sphere of a frame, in Quake units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrameBounds {
    /// Least coordinates of the bounding box.
    pub min: [f32; 3],
    /// Greatest coordinates of the bounding box.
    pub max: [f32; 3],
    /// Center of the bounding sphere. Leave it at 0: some engines add it to each vertex.
    pub local_origin: [f32; 3],
    /// Radius of the bounding sphere.
    pub radius: f32,
}

/// A mesh of a [`Model`], with its own vertices and image.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelSurface {
    /// The name that skin files use, see [`surface_key`](crate::surface_key).
    pub name: SurfaceName,
    /// Unused.
    pub flags: i32,
    /// Names of shaders or paths of images, usually one.
    pub shaders: Vec<Shader>,
    /// Triangles, clockwise seen from outside.
    pub triangles: Vec<Triangle>,
    /// Texture coordinates, one for each vertex and the same in all frames.
    pub st: Vec<St>,
    /// The vertices of all frames, frame by frame. Each frame needs as many vertices as there are texture coordinates.
    pub vertices: Vec<Vertex>,
}

impl Model {
    /// Number of tags in the first frame.
    pub fn tag_count(&self) -> usize {
        self.frames.first().map_or(0, |frame| frame.tags.len())
    }
}

impl ModelSurface {
    /// Number of vertices in each frame: the number of texture coordinates.
    pub fn vertex_count(&self) -> usize {
        self.st.len()
    }

    /// Returns the vertices of a frame; empty if there is no such frame.
    pub fn frame_vertices(&self, frame: usize) -> &[Vertex] {
        let count = self.vertex_count();
        let start = frame.saturating_mul(count);
        self.vertices.get(start..start.saturating_add(count)).unwrap_or_default()
    }

    /// Returns the vertices of a frame for editing; empty if there is no such frame.
    pub fn frame_vertices_mut(&mut self, frame: usize) -> &mut [Vertex] {
        let count = self.vertex_count();
        let start = frame.saturating_mul(count);
        self.vertices.get_mut(start..start.saturating_add(count)).unwrap_or_default()
    }
}

impl ModelFrame {
    pub(crate) fn from_record(frame: Frame, tags: Vec<Tag>) -> Self {
        let Frame { min, max, local_origin, radius, name } = frame;
        Self { name, bounds: FrameBounds { min, max, local_origin, radius }, tags }
    }

    pub(crate) fn to_record(&self) -> Frame {
        let FrameBounds { min, max, local_origin, radius } = self.bounds;
        Frame { min, max, local_origin, radius, name: self.name }
    }
}
