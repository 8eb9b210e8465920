//! A view of one frame of a file.

use crate::raw::{FrameHeader, FrameName, Record, Records, Vertex};

/// One stored pose of an [`Md2`](crate::Md2).
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    header: &'a [u8; size_of::<FrameHeader>()],
    vertices: Records<'a, Vertex>,
}

impl<'a> Frame<'a> {
    /// Returns the frame at the start of `chunk`.
    ///
    /// # Panics
    /// If `chunk` is shorter than 40 + 4 · `vertex_count` bytes.
    #[inline]
    pub(crate) fn new(chunk: &'a [u8], vertex_count: usize) -> Self {
        const CHECKED: &str = "parsing checks that a frame contains its vertices";
        let (header, rest) = chunk.split_first_chunk().expect(CHECKED);
        let vertices = rest.get(..vertex_count * size_of::<Vertex>()).expect(CHECKED);
        Self { header, vertices: Records::new(vertices) }
    }

    /// The frame's name, usually the name of its sequence and a number: `run1`.
    pub fn name(&self) -> FrameName {
        FrameHeader::read(self.header).name
    }

    /// Size of a quantization step in Quake units, per axis. A negative value, which occurs in some files, mirrors
    /// the axis.
    pub fn scale(&self) -> [f32; 3] {
        FrameHeader::read(self.header).scale
    }

    /// Offset in Quake units that is added after scaling, per axis.
    pub fn translate(&self) -> [f32; 3] {
        FrameHeader::read(self.header).translate
    }

    /// The vertices, with quantized positions.
    pub fn vertices(&self) -> Records<'a, Vertex> {
        self.vertices
    }

    /// Position of vertex `i` in model space, in Quake units (X forward, Y left, Z up).
    ///
    /// # Panics
    /// If `i >= self.vertices().len()`.
    pub fn position(&self, i: usize) -> [f32; 3] {
        self.vertices.record(i).dequantize(self.scale(), self.translate())
    }

    /// All positions, in the order of the vertices.
    pub fn positions(
        &self,
    ) -> impl ExactSizeIterator<Item = [f32; 3]> + DoubleEndedIterator + Clone + use<'a> {
        let (scale, translate) = (self.scale(), self.translate());
        self.vertices.iter().map(move |vertex| vertex.dequantize(scale, translate))
    }
}
