//! The mesh: renderers upload it, exporters write it, and [`blend`](crate::blend) poses it.

use std::ops::RangeInclusive;

use md2_common::triangle::is_degenerate;

use crate::bounds::Bounds;
use crate::packing::Packing;
use crate::surface::Surface;
use crate::tag::Tag;
use crate::transform::FrameTransform;

/// A keyframe-animated triangle mesh in the form that a GPU reads.
///
/// Vertices are quantized: each coordinate is an integer of 8 or 16 bits. Vertex `i` of frame `f` begins at byte `f *
/// frame_stride_bytes() + i * packing().vertex_bytes()` of [`packed_bytes`](Self::packed_bytes). Its texture coordinates, `uvs()[i]`, are
/// the same in every frame. Each triangle belongs to one surface. There is at least one frame. There may be no surfaces, vertices or
/// triangles.
///
/// Front faces are clockwise as seen from outside. The axes are as in Quake: X forward, Y left, Z up.
#[derive(Clone, Debug)]
pub struct Mesh {
    pub(crate) packing: Packing,
    pub(crate) frames: Vec<MeshFrame>,
    pub(crate) packed: Vec<u8>,
    pub(crate) uvs: Vec<[f32; 2]>,
    pub(crate) indices: Indices,
    pub(crate) surfaces: Vec<Surface>,
    pub(crate) tags: Vec<Tag>,
    pub(crate) source_vertices: Vec<SourceVertex>,
}

impl Mesh {
    /// Returns the layout of a quantized vertex.
    pub fn packing(&self) -> Packing {
        self.packing
    }

    /// Number of vertices in each frame, including duplicates at seams.
    pub fn vertex_count(&self) -> usize {
        self.uvs.len()
    }

    /// Number of frames, at least 1.
    pub fn frame_count(&self) -> usize {
        self.frames.len()
    }

    /// Number of triangles.
    pub fn triangle_count(&self) -> usize {
        self.indices.len() / 3
    }

    /// Whether the mesh has a triangle of three different vertices of the file. Others are lines or points, which draw nothing.
    pub fn has_visible_triangle(&self) -> bool {
        let in_file = |vertex: u32| self.source_vertices[vertex as usize].xyz;
        self.indices.triangles().any(|triangle| !is_degenerate(triangle.map(in_file)))
    }

    /// Number of bytes from one frame to the next in [`packed_bytes`](Self::packed_bytes), a multiple of 4.
    pub fn frame_stride_bytes(&self) -> usize {
        self.vertex_count() * self.packing.vertex_bytes()
    }

    /// Returns the quantized vertices of all frames, one frame after the other, without gaps.
    pub fn packed_bytes(&self) -> &[u8] {
        &self.packed
    }

    /// Returns the quantized vertices of one frame.
    ///
    /// # Panics
    /// If `frame >= self.frame_count()`.
    pub fn frame_bytes(&self, frame: usize) -> &[u8] {
        let stride = self.frame_stride_bytes();
        &self.packed[frame * stride..][..stride]
    }

    /// Returns the transform and the bounds of each frame.
    pub fn frames(&self) -> &[MeshFrame] {
        &self.frames
    }

    /// Returns the texture coordinates of each vertex: (0, 0) is the top left corner of the skin, (1, 1) the bottom right corner. Outside
    /// 0..=1, the skin repeats.
    pub fn uvs(&self) -> &[[f32; 2]] {
        &self.uvs
    }

    /// Returns the vertex indices, three per triangle.
    pub fn indices(&self) -> &Indices {
        &self.indices
    }

    /// Returns the surfaces. Together they contain all indices, in order and without gaps.
    pub fn surfaces(&self) -> &[Surface] {
        &self.surfaces
    }

    /// Number of skin slots. The slot of every surface is below this number.
    pub fn skin_slot_count(&self) -> usize {
        self.surfaces.iter().map(|surface| surface.skin_slot + 1).max().unwrap_or(0)
    }

    /// Returns the tags: points to which other models can be attached. Each tag has a pose for every frame.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// Returns the first tag named `name`, ignoring case; `None` if there is no such tag.
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// Returns the bytes of one quantized vertex in one frame.
    ///
    /// # Panics
    /// If `frame` or `vertex` is out of range.
    pub fn vertex_bytes(&self, frame: usize, vertex: usize) -> &[u8] {
        let size = self.packing.vertex_bytes();
        &self.frame_bytes(frame)[vertex * size..][..size]
    }

    /// Returns the position of a vertex in one frame, in model space.
    ///
    /// # Panics
    /// If `frame` or `vertex` is out of range.
    pub fn position(&self, frame: usize, vertex: usize) -> [f32; 3] {
        let packed = self.packing.coordinates(self.vertex_bytes(frame, vertex));
        self.frames[frame].transform.position(packed)
    }

    /// Returns, for each vertex of the mesh, the vertex and the texture coordinate of the model file from which it was made.
    pub fn source_vertices(&self) -> &[SourceVertex] {
        &self.source_vertices
    }

    /// Returns the bounds of all frames together. They contain every blend of two frames.
    pub fn bounds(&self) -> Bounds {
        union(&self.frames).unwrap_or(Bounds::ORIGIN)
    }

    /// Returns the bounds of the frames in `range` and of every blend between them. Ignores frames past the end of the mesh. `None` if no
    /// frame remains.
    pub fn bounds_of(&self, range: RangeInclusive<usize>) -> Option<Bounds> {
        let last = (*range.end()).min(self.frames.len() - 1);
        union(self.frames.get(*range.start()..=last)?)
    }
}

fn union(frames: &[MeshFrame]) -> Option<Bounds> {
    frames.iter().map(|frame| frame.bounds).reduce(|all, bounds| all.union(&bounds))
}

/// The transform and the bounds of one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MeshFrame {
    /// The conversion of quantized coordinates to positions.
    pub transform: FrameTransform,
    /// The bounds of the vertices that triangles use. Without triangles, the bounds of all vertices.
    pub bounds: Bounds,
}

/// Vertex indices in the smallest integer type that is large enough for every vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Indices {
    /// For at most 65 536 vertices.
    U16(Vec<u16>),
    /// For more than 65 536 vertices.
    U32(Vec<u32>),
}

impl Indices {
    /// Number of indices, three per triangle.
    pub fn len(&self) -> usize {
        match self {
            Self::U16(indices) => indices.len(),
            Self::U32(indices) => indices.len(),
        }
    }

    /// Whether there are no indices, and therefore no triangles.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the indices as `u32`.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        (0..self.len()).map(|i| match self {
            Self::U16(indices) => u32::from(indices[i]),
            Self::U32(indices) => indices[i],
        })
    }

    /// Iterates over the triangles, each as three vertex indices.
    pub fn triangles(&self) -> impl ExactSizeIterator<Item = [u32; 3]> + '_ {
        self.triangles_in(0..self.len())
    }

    /// Iterates over the triangles of a surface, each as three vertex indices.
    pub fn triangles_of(&self, surface: &Surface) -> impl ExactSizeIterator<Item = [u32; 3]> + '_ {
        self.triangles_in(surface.indices.clone())
    }

    pub(crate) fn triangles_in(
        &self,
        indices: std::ops::Range<usize>,
    ) -> impl ExactSizeIterator<Item = [u32; 3]> + '_ {
        (indices.start / 3..indices.end / 3).map(move |t| match self {
            Self::U16(indices) => [0, 1, 2].map(|k| u32::from(indices[3 * t + k])),
            Self::U32(indices) => [0, 1, 2].map(|k| indices[3 * t + k]),
        })
    }
}

/// The origin of a GPU vertex in the model file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SourceVertex {
    /// Index of the vertex (position and normal) among the vertices of all surfaces of the file.
    pub xyz: u32,
    /// Index of the texture coordinate in the file; `None` if no triangle uses the vertex.
    pub st: Option<u32>,
}
