//! The mesh: what a renderer uploads, an exporter walks, and [`blend`](crate::blend) poses.

use std::ops::RangeInclusive;

use crate::bounds::Bounds;
use crate::packing::Packing;
use crate::surface::Surface;
use crate::tag::Tag;
use crate::transform::FrameTransform;

/// A keyframe-animated triangle mesh in the form a GPU reads.
///
/// Vertex `i` of frame `f` lies at `f * frame_stride_bytes() + i * packing().vertex_bytes()` of
/// [`packed_bytes`](Self::packed_bytes); its texture coordinates, the same in every frame, are
/// `uvs()[i]`. Surfaces share the vertices and the frames, and divide the triangles among them.
/// There is at least one frame; surfaces, vertices and triangles may be none.
///
/// Front faces are clockwise seen from outside; space is Quake's (X forward, Y left, Z up).
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
    /// How the bytes of a vertex are to be read.
    #[must_use]
    pub fn packing(&self) -> Packing {
        self.packing
    }

    /// Vertices in each frame, those doubled at seams included.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.uvs.len()
    }

    /// Frames, at least 1.
    #[must_use]
    pub fn frame_count(&self) -> usize {
        self.frames.len()
    }

    /// Triangles.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.indices.len() / 3
    }

    /// Bytes from one frame to the next in [`packed_bytes`](Self::packed_bytes), a multiple of 4.
    #[must_use]
    pub fn frame_stride_bytes(&self) -> usize {
        self.vertex_count() * self.packing.vertex_bytes()
    }

    /// The packed vertices of all frames, one frame after the other, without gaps.
    #[must_use]
    pub fn packed_bytes(&self) -> &[u8] {
        &self.packed
    }

    /// The packed vertices of one frame.
    ///
    /// # Panics
    /// If `frame >= self.frame_count()`.
    #[must_use]
    pub fn frame_bytes(&self, frame: usize) -> &[u8] {
        let stride = self.frame_stride_bytes();
        &self.packed[frame * stride..][..stride]
    }

    /// What turns packed coordinates into positions, and the bounds, for each frame.
    #[must_use]
    pub fn frames(&self) -> &[MeshFrame] {
        &self.frames
    }

    /// Texture coordinates per vertex: (0, 0) is the top left corner of the skin, (1, 1) the bottom right.
    /// They may lie outside 0..=1 and then repeat.
    #[must_use]
    pub fn uvs(&self) -> &[[f32; 2]] {
        &self.uvs
    }

    /// Three vertex indices per triangle.
    #[must_use]
    pub fn indices(&self) -> &Indices {
        &self.indices
    }

    /// The parts that wear a skin each, in the order of their indices, which they divide without gaps.
    #[must_use]
    pub fn surfaces(&self) -> &[Surface] {
        &self.surfaces
    }

    /// How many skins are worn at once: every surface's slot is below it.
    #[must_use]
    pub fn skin_slot_count(&self) -> usize {
        self.surfaces.iter().map(|surface| surface.skin_slot + 1).max().unwrap_or(0)
    }

    /// The places where other models can be hung, each with as many frames as the mesh.
    #[must_use]
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// The first tag of this name, in any case.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// The packed bytes of one vertex in one frame.
    ///
    /// # Panics
    /// If there is no such frame or vertex.
    #[must_use]
    pub fn vertex_bytes(&self, frame: usize, vertex: usize) -> &[u8] {
        let size = self.packing.vertex_bytes();
        &self.frame_bytes(frame)[vertex * size..][..size]
    }

    /// Where a vertex is in one frame, in model space.
    ///
    /// # Panics
    /// If there is no such frame or vertex.
    #[must_use]
    pub fn position(&self, frame: usize, vertex: usize) -> [f32; 3] {
        let packed = self.packing.coordinates(self.vertex_bytes(frame, vertex));
        self.frames[frame].transform.position(packed)
    }

    /// Where each vertex comes from in the source model.
    #[must_use]
    pub fn source_vertices(&self) -> &[SourceVertex] {
        &self.source_vertices
    }

    /// The bounds of all frames together. Every blend of two frames lies in them.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        union(&self.frames).unwrap_or(Bounds::ORIGIN)
    }

    /// The bounds of the frames `range` and of every blend between them; frames past the last one are
    /// ignored. `None` if that leaves no frame.
    #[must_use]
    pub fn bounds_of(&self, range: RangeInclusive<usize>) -> Option<Bounds> {
        let last = (*range.end()).min(self.frames.len() - 1);
        union(self.frames.get(*range.start()..=last)?)
    }
}

/// The bounds of several frames together, `None` if there are none.
fn union(frames: &[MeshFrame]) -> Option<Bounds> {
    frames.iter().map(|frame| frame.bounds).reduce(|all, bounds| all.union(&bounds))
}

/// What belongs to a frame besides its packed vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MeshFrame {
    /// What turns packed coordinates into positions.
    pub transform: FrameTransform,
    /// The bounds of the vertices that triangles use (of all vertices, if there are no triangles).
    pub bounds: Bounds,
}

/// Triangle indices in the smallest type that can name every vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Indices {
    /// For up to 65 536 vertices.
    U16(Vec<u16>),
    /// For more.
    U32(Vec<u32>),
}

impl Indices {
    /// Number of indices, three per triangle.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::U16(indices) => indices.len(),
            Self::U32(indices) => indices.len(),
        }
    }

    /// Whether there are no triangles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The indices in order, whatever their type.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        (0..self.len()).map(|i| match self {
            Self::U16(indices) => u32::from(indices[i]),
            Self::U32(indices) => indices[i],
        })
    }

    /// The triangles in order, whatever the index type.
    #[must_use]
    pub fn triangles(&self) -> impl ExactSizeIterator<Item = [u32; 3]> + '_ {
        self.triangles_in(0..self.len())
    }

    /// The triangles of a surface, in order.
    #[must_use]
    pub fn triangles_of(&self, surface: &Surface) -> impl ExactSizeIterator<Item = [u32; 3]> + '_ {
        self.triangles_in(surface.indices.clone())
    }

    /// The triangles that a range of indices, a surface's, holds whole, in order.
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

/// The place a GPU vertex has in the model it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SourceVertex {
    /// Index into the source's vertices (positions and normals), those of all its surfaces counted through.
    pub xyz: u32,
    /// Index into the source's skin coordinates; `None` for a vertex that no triangle uses.
    pub st: Option<u32>,
}
