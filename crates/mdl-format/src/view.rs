//! The checked view of a file.

use crate::effects::{Effects, SyncType};
use crate::frame::{Frame, Pose};
use crate::parts::Parts;
use crate::raw::{Header, Records, St, Triangle};
use crate::skin::Skin;

/// A model that borrows the bytes of its file.
///
/// Vertices, triangles, coordinates and texels are read from the file, not copied. [`parse`](Self::parse) checks
/// everything, so access does not fail. As with slices, only an index out of range panics.
#[derive(Clone, Debug)]
pub struct Mdl<'a> {
    pub(crate) parts: Parts<'a>,
}

impl<'a> Mdl<'a> {
    /// All bytes of the file.
    pub const fn file(&self) -> &'a [u8] {
        self.parts.file
    }

    /// The header of the file.
    pub const fn header(&self) -> &Header {
        &self.parts.header
    }

    /// Size of a quantization step in Quake units, per axis, in all poses. Finite.
    pub const fn scale(&self) -> [f32; 3] {
        self.parts.header.scale
    }

    /// Offset in Quake units that is added after scaling, per axis, in all poses. Finite.
    pub const fn origin(&self) -> [f32; 3] {
        self.parts.header.scale_origin
    }

    /// The synchronization of groups between entities.
    pub const fn sync_type(&self) -> SyncType {
        SyncType::from_field(self.parts.header.synctype)
    }

    /// The effects of entities that show the model.
    pub const fn effects(&self) -> Effects {
        Effects::from_bits(self.parts.header.flags.cast_unsigned())
    }

    /// Width of all skins in texels; may be 0.
    pub const fn skin_width(&self) -> u32 {
        self.parts.header.skinwidth.cast_unsigned()
    }

    /// Height of all skins in texels; may be 0.
    pub const fn skin_height(&self) -> u32 {
        self.parts.header.skinheight.cast_unsigned()
    }

    /// All skins; may be empty. Engines draw one of them, and use the first skin if the number of the requested skin is
    /// out of range.
    pub fn skins(&self) -> &[Skin<'a>] {
        &self.parts.skins
    }

    /// Skin coordinates, one for each vertex. For a vertex on the seam, the texture coordinate also depends on the
    /// triangle, see [`corner_uv`](Self::corner_uv).
    pub const fn st(&self) -> Records<'a, St> {
        self.parts.st
    }

    /// Returns all triangles. Every index is below [`vertex_count`](Self::vertex_count).
    pub const fn triangles(&self) -> Records<'a, Triangle> {
        self.parts.triangles
    }

    /// Number of vertices in each pose.
    pub const fn vertex_count(&self) -> usize {
        self.parts.st.len()
    }

    /// All frames; may be empty. The game refers to them by number. Each frame is a range of [`poses`](Self::poses).
    pub fn frames(&self) -> &[Frame<'a>] {
        &self.parts.frames
    }

    /// The poses of all frames, in the order of the file.
    pub fn poses(&self) -> &[Pose<'a>] {
        &self.parts.poses
    }

    /// Returns the position of a vertex in a pose, in Quake units (X forward, Y left, Z up).
    ///
    /// # Panics
    /// If there is no such pose or vertex.
    pub fn position(&self, pose: usize, vertex: usize) -> [f32; 3] {
        self.poses()[pose].vertices.record(vertex).dequantize(self.scale(), self.origin())
    }

    /// Returns all positions of a pose, in the order of the vertices.
    ///
    /// # Panics
    /// If there is no such pose.
    pub fn positions(
        &self,
        pose: usize,
    ) -> impl ExactSizeIterator<Item = [f32; 3]> + DoubleEndedIterator + Clone + use<'a> {
        let (scale, origin) = (self.scale(), self.origin());
        self.poses()[pose].vertices.iter().map(move |vertex| vertex.dequantize(scale, origin))
    }

    /// The bytes after the last frame; empty in most files. Data of the editor qME (names, groups, bones) starts with `QMEX`.
    pub const fn trailing(&self) -> &'a [u8] {
        self.parts.rest
    }

    /// Number of vertices, counted over all poses, whose normal index is 162 or above.
    /// [`Vertex::normal`](crate::raw::Vertex::normal) returns (0, 0, 1) for such vertices.
    pub fn out_of_range_normals(&self) -> usize {
        self.poses()
            .iter()
            .flat_map(|pose| pose.vertices.iter())
            .filter(|vertex| !vertex.has_normal())
            .count()
    }
}
