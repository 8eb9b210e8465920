//! The checked view of a file.

use alloc::vec::Vec;

use crate::extent::offset;
use crate::location::{List, Location, SurfacePart};
use crate::raw::{
    Frame, Header, ModelName, Record, Records, Shader, St, SurfaceField, SurfaceHeader, SurfaceName, Tag,
    Triangle, Vertex,
};

/// A model that borrows the bytes of its file.
///
/// Vertices, triangles and coordinates are read from the bytes of the file; only headers are copied. [`parse`](Self::parse) checks
/// everything, so access does not fail. As with slices, only an index out of range ([`frame_count`](Self::frame_count),
/// [`tag_count`](Self::tag_count) or the number of [`surfaces`](Self::surfaces) and above) panics.
#[derive(Clone, Debug)]
pub struct Md3<'a> {
    pub(crate) file: &'a [u8],
    pub(crate) header: Header,
    pub(crate) frame_count: usize,
    /// The bytes of the frames: a multiple of `frame_stride`.
    pub(crate) frames: &'a [u8],
    /// Bytes from the start of one frame to the next: 56 or 104.
    pub(crate) frame_stride: usize,
    /// The tags of all frames, frame by frame.
    pub(crate) tags: Records<'a, Tag>,
    pub(crate) tag_count: usize,
    pub(crate) surfaces: Vec<Surface<'a>>,
}

impl<'a> Md3<'a> {
    /// All bytes of the file.
    pub fn file(&self) -> &'a [u8] {
        self.file
    }

    /// The header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The name in the header.
    pub fn name(&self) -> ModelName {
        self.header.name
    }

    /// Number of frames of the model and of each surface.
    pub fn frame_count(&self) -> usize {
        self.frame_count
    }

    /// Returns the bounds, radius and name of frame `i`, which are often wrong.
    ///
    /// # Panics
    /// If `i >= self.frame_count()`.
    pub fn frame(&self, i: usize) -> Frame {
        assert!(i < self.frame_count, "frame {i} of {}", self.frame_count);
        Frame::read(&self.frames[i * self.frame_stride..])
    }

    /// Returns all frames, in the order of the file.
    pub fn frames(&self) -> impl ExactSizeIterator<Item = Frame> + DoubleEndedIterator + Clone {
        (0..self.frame_count).map(|i| self.frame(i))
    }

    /// Number of tags in each frame; 0 if the model has no frames.
    pub fn tag_count(&self) -> usize {
        self.tag_count
    }

    /// Returns the tags of a frame.
    ///
    /// # Panics
    /// If `frame >= self.frame_count()`.
    pub fn tags(&self, frame: usize) -> Records<'a, Tag> {
        assert!(frame < self.frame_count, "frame {frame} of {}", self.frame_count);
        self.tags.slice(frame * self.tag_count..(frame + 1) * self.tag_count)
    }

    /// Returns tag `i` of a frame.
    ///
    /// # Panics
    /// If `frame >= self.frame_count()` or `i >= self.tag_count()`.
    pub fn tag(&self, frame: usize, i: usize) -> Tag {
        self.tags(frame).record(i)
    }

    /// Returns the first tag with this name in a frame. As in the game, the name is case-sensitive.
    ///
    /// # Panics
    /// If `frame >= self.frame_count()`.
    pub fn find_tag(&self, frame: usize, name: &[u8]) -> Option<Tag> {
        self.tags(frame).iter().find(|tag| tag.name.as_bytes() == name)
    }

    /// All surfaces of the model.
    pub fn surfaces(&self) -> &[Surface<'a>] {
        &self.surfaces
    }

    /// Byte offset in the file of tag `i`. The tags of all frames are counted together.
    pub(crate) fn tag_offset(&self, i: usize) -> usize {
        offset(self.header.tags().start).saturating_add(i.saturating_mul(size_of::<Tag>()))
    }

    /// Byte offset in the file of frame `i`.
    pub fn frame_offset(&self, i: usize) -> usize {
        offset(self.header.frames().start).saturating_add(i.saturating_mul(self.frame_stride))
    }
}

/// A mesh of an [`Md3`], with its own vertices and image.
#[derive(Clone, Copy, Debug)]
pub struct Surface<'a> {
    pub(crate) offset: usize,
    pub(crate) header: SurfaceHeader,
    pub(crate) triangles: Records<'a, Triangle>,
    pub(crate) shaders: Records<'a, Shader>,
    pub(crate) st: Records<'a, St>,
    /// The vertices of all frames, frame by frame.
    pub(crate) vertices: Records<'a, Vertex>,
    pub(crate) vertex_count: usize,
}

impl<'a> Surface<'a> {
    /// The header of the surface.
    pub fn header(&self) -> &SurfaceHeader {
        &self.header
    }

    /// The name. [`surface_key`](crate::surface_key) converts it to the name in skin files.
    pub fn name(&self) -> SurfaceName {
        self.header.name
    }

    /// Names of shaders: names in shader scripts, or paths of images. Most surfaces have one shader, and some have no
    /// shader. The game draws the first shader.
    pub fn shaders(&self) -> Records<'a, Shader> {
        self.shaders
    }

    /// Returns all triangles. Every index is below [`vertex_count`](Self::vertex_count).
    pub fn triangles(&self) -> Records<'a, Triangle> {
        self.triangles
    }

    /// Texture coordinates, one for each vertex and the same in all frames.
    pub fn st(&self) -> Records<'a, St> {
        self.st
    }

    /// Number of vertices in each frame.
    pub fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// Returns the vertices of a frame.
    ///
    /// # Panics
    /// If `frame` is not below the model's [`frame_count`](Md3::frame_count), unless the surface has no vertices.
    pub fn vertices(&self, frame: usize) -> Records<'a, Vertex> {
        self.vertices.slice(frame * self.vertex_count..(frame + 1) * self.vertex_count)
    }

    /// The vertices of all frames, frame by frame.
    pub fn all_vertices(&self) -> Records<'a, Vertex> {
        self.vertices
    }

    /// Returns the positions of all vertices in a frame, in Quake units.
    ///
    /// # Panics
    /// As [`vertices`](Self::vertices).
    pub fn positions(
        &self,
        frame: usize,
    ) -> impl ExactSizeIterator<Item = [f32; 3]> + DoubleEndedIterator + Clone + use<'a> {
        self.vertices(frame).iter().map(|vertex| vertex.position())
    }

    /// Creates a surface whose lists are still empty.
    pub(crate) fn new(offset: usize, header: SurfaceHeader) -> Self {
        Self {
            offset,
            header,
            triangles: Records::default(),
            shaders: Records::default(),
            st: Records::default(),
            vertices: Records::default(),
            vertex_count: usize::try_from(header.num_verts).unwrap_or(0),
        }
    }

    pub(crate) fn list_bytes(&self) -> u64 {
        let bytes = [
            self.triangles.as_bytes().len(),
            self.shaders.as_bytes().len(),
            self.st.as_bytes().len(),
            self.vertices.as_bytes().len(),
        ];
        bytes.into_iter().map(|bytes| bytes as u64).fold(0, u64::saturating_add)
    }

    pub(crate) fn location(&self, index: usize, part: SurfacePart) -> Location {
        Location::Surface { surface: index, name: self.header.name, part }
    }

    pub(crate) fn field_place(&self, index: usize, field: SurfaceField) -> (Location, usize) {
        (self.location(index, SurfacePart::Header(field)), self.offset.saturating_add(field.offset()))
    }

    pub(crate) fn record_offset(&self, list: List, i: usize) -> usize {
        let start = self.header.list(list, self.offset as u64).start;
        offset(start).saturating_add(i.saturating_mul(list.record_bytes()))
    }
}
