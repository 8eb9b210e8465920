//! The checked view of a file.

use core::slice::ChunksExact;

use zerocopy::{FromBytes, IntoBytes};

use crate::error::ParseError;
use crate::glcmds::GlCommands;
use crate::options::ParseOptions;
use crate::parse;
use crate::raw::{FrameHeader, FrameName, Header, Skin, St, Triangle, Vertex, Word};

/// A model that borrows the bytes of its file.
///
/// Nothing is copied: the vertices, triangles and coordinates it hands out are the file's own. Everything that
/// could be wrong was checked by [`parse`](Self::parse), so no access fails; only an index beyond
/// [`frame_count`](Self::frame_count) or [`vertex_count`](Self::vertex_count) panics, as with slices.
///
/// ```
/// let file = md2_testdata::one_triangle().build();
/// let md2 = md2_format::Md2::parse(file.bytes())?;
///
/// assert_eq!((md2.frame_count(), md2.vertex_count(), md2.triangles().len()), (2, 3, 1));
/// assert_eq!(md2.frame(1).name(), b"stand02");
/// assert_eq!(md2.frame(1).position(1), [0.0, 31.875, 8.0]);
/// # Ok::<(), md2_format::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Md2<'a> {
    pub(crate) file: &'a [u8],
    pub(crate) header: Header,
    pub(crate) skins: &'a [Skin],
    pub(crate) st: &'a [St],
    pub(crate) triangles: &'a [Triangle],
    /// The section of the frames: a whole number of `frame_stride`.
    pub(crate) frames: &'a [u8],
    /// Bytes from one frame to the next, at least 40 + 4 · `vertex_count`.
    pub(crate) frame_stride: usize,
    pub(crate) vertex_count: usize,
    pub(crate) gl_commands: GlCommands<'a>,
    pub(crate) out_of_range_normals: usize,
}

impl<'a> Md2<'a> {
    /// Checks the bytes of a file and gives a view of it.
    ///
    /// Accepted is every file whose skins, skin coordinates, triangles and frames lie inside it, whose triangles
    /// refer to existing positions and coordinates, and whose frames have finite scales and translations. What
    /// the names hold, where the file claims to end, what follows the last section, whether coordinates lie on the
    /// skin, how triangles wind, and which normals the vertices name does not matter; neither does anything about
    /// the OpenGL commands. [`check`](crate::check()) reports all of that.
    ///
    /// Takes about as long as copying the file. Allocates nothing.
    ///
    /// # Errors
    /// The first thing in the file that violates the above.
    pub fn parse(file: &'a [u8]) -> Result<Self, ParseError> {
        parse::parse(file, &ParseOptions::FORMAT)
    }

    /// Like [`parse`](Self::parse), with limits of the caller's own.
    ///
    /// # Errors
    /// Also if the file holds more than `options` allow.
    pub fn parse_with(file: &'a [u8], options: &ParseOptions) -> Result<Self, ParseError> {
        parse::parse(file, options)
    }

    /// All bytes of the file.
    pub fn file(&self) -> &'a [u8] {
        self.file
    }

    /// The header as it stands in the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Width in texels that skin coordinates refer to, as in the header: 0 and negative values occur.
    pub fn skin_width(&self) -> i32 {
        self.header.skinwidth
    }

    /// Height in texels that skin coordinates refer to, as in the header: 0 and negative values occur.
    pub fn skin_height(&self) -> i32 {
        self.header.skinheight
    }

    /// Paths of skin images, possibly none.
    pub fn skins(&self) -> &'a [Skin] {
        self.skins
    }

    /// Skin coordinates, which triangles refer to.
    pub fn st(&self) -> &'a [St] {
        self.st
    }

    /// The triangles. Every position index is below [`vertex_count`](Self::vertex_count), every coordinate index
    /// below the length of [`st`](Self::st).
    pub fn triangles(&self) -> &'a [Triangle] {
        self.triangles
    }

    /// Number of vertices in each frame, at most 65 536.
    pub fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// Number of frames, possibly 0.
    pub fn frame_count(&self) -> usize {
        self.frames().len()
    }

    /// Frame `i`.
    ///
    /// # Panics
    /// If `i >= self.frame_count()`.
    pub fn frame(&self, i: usize) -> Frame<'a> {
        match self.frames().nth(i) {
            Some(frame) => frame,
            None => panic!("frame {i} of {}", self.frame_count()),
        }
    }

    /// All frames in the order of the file.
    pub fn frames(&self) -> Frames<'a> {
        Frames { chunks: self.frames.chunks_exact(self.frame_stride), vertex_count: self.vertex_count }
    }

    /// The OpenGL commands, which draw the triangles once more as strips and fans. They may be absent, broken or
    /// cut off by the end of the file, and [say so](GlCommands::defect).
    pub fn gl_commands(&self) -> GlCommands<'a> {
        self.gl_commands
    }

    /// The words of the OpenGL commands, unchecked: as many of the header's `num_glcmds` as the file holds.
    pub fn gl_words(&self) -> &'a [Word] {
        self.gl_commands.words()
    }

    /// How many vertices, over all frames, have a normal index of 162 or above. [`Vertex::normal`] reads those as
    /// straight up.
    pub fn out_of_range_normals(&self) -> usize {
        self.out_of_range_normals
    }

    /// Byte offset of triangle `i` in the file.
    pub(crate) fn triangle_offset(&self, i: usize) -> usize {
        offset(self.header.ofs_tris).saturating_add(i.saturating_mul(size_of::<Triangle>()))
    }

    /// Byte offset of frame `i` in the file.
    pub(crate) fn frame_offset(&self, i: usize) -> usize {
        offset(self.header.ofs_frames).saturating_add(i.saturating_mul(self.frame_stride))
    }
}

fn offset(field: i32) -> usize {
    usize::try_from(field).unwrap_or(0)
}

/// One stored pose of a [`Md2`].
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    header: &'a FrameHeader,
    vertices: &'a [Vertex],
}

impl<'a> Frame<'a> {
    /// The frame at the start of `chunk`, which is at least 40 + 4 · `vertex_count` bytes long.
    ///
    /// # Panics
    /// If it is not.
    #[inline]
    pub(crate) fn new(chunk: &'a [u8], vertex_count: usize) -> Self {
        const CHECKED: &str = "parsing made sure that a frame holds its vertices";
        let (header, rest) = FrameHeader::ref_from_prefix(chunk).expect(CHECKED);
        let (vertices, _) = <[Vertex]>::ref_from_prefix_with_elems(rest, vertex_count).expect(CHECKED);
        Self { header, vertices }
    }

    /// The name up to the first NUL, at most 16 bytes; it need not be UTF-8.
    pub fn name(&self) -> &'a [u8] {
        self.header.name.as_bytes()
    }

    /// All 16 bytes of the name.
    pub fn raw_name(&self) -> &'a FrameName {
        &self.header.name
    }

    /// Quake units per packed step, per axis. Negative in some files: the sign mirrors that axis.
    pub fn scale(&self) -> [f32; 3] {
        self.header.scale()
    }

    /// Quake units added after scaling, per axis.
    pub fn translate(&self) -> [f32; 3] {
        self.header.translate()
    }

    /// The packed vertices.
    pub fn vertices(&self) -> &'a [Vertex] {
        self.vertices
    }

    /// The packed vertices as bytes: x, y, z, normal index, x, y, …
    pub fn vertex_bytes(&self) -> &'a [u8] {
        self.vertices.as_bytes()
    }

    /// Position of vertex `i` in model space, in Quake units (X forward, Y left, Z up).
    ///
    /// # Panics
    /// If `i >= self.vertices().len()`.
    pub fn position(&self, i: usize) -> [f32; 3] {
        self.vertices[i].dequantize(self.scale(), self.translate())
    }

    /// All positions, in the order of the vertices.
    pub fn positions(
        &self,
    ) -> impl ExactSizeIterator<Item = [f32; 3]> + DoubleEndedIterator + Clone + use<'a> {
        let (scale, translate) = (self.scale(), self.translate());
        self.vertices.iter().map(move |vertex| vertex.dequantize(scale, translate))
    }
}

/// The frames of a [`Md2`], in the order of the file.
#[derive(Clone, Debug)]
pub struct Frames<'a> {
    chunks: ChunksExact<'a, u8>,
    vertex_count: usize,
}

impl<'a> Iterator for Frames<'a> {
    type Item = Frame<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.chunks.next().map(|chunk| Frame::new(chunk, self.vertex_count))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.chunks.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.chunks.nth(n).map(|chunk| Frame::new(chunk, self.vertex_count))
    }
}

impl DoubleEndedIterator for Frames<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.chunks.next_back().map(|chunk| Frame::new(chunk, self.vertex_count))
    }
}

impl ExactSizeIterator for Frames<'_> {}
impl core::iter::FusedIterator for Frames<'_> {}
