//! The checked view of a file.

use core::slice::ChunksExact;

use crate::frame::Frame;
use crate::glcmds::GlCommands;
use crate::raw::{Header, Records, SkinName, St, Triangle, Word};

/// A model that borrows the bytes of its file.
///
/// Vertices, triangles and coordinates are read from the bytes of the file, not copied. [`parse`](Self::parse) checks
/// everything, so access does not fail. As with slices, only an index out of range ([`frame_count`](Self::frame_count) or
/// [`vertex_count`](Self::vertex_count) and above) panics.
///
/// ```
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// let md2 = md2_format::Md2::parse(&file)?;
///
/// assert_eq!((md2.frame_count(), md2.vertex_count(), md2.triangles().len()), (2, 3, 1));
/// assert_eq!(md2.frame(1).name().to_string(), "stand02");
/// assert_eq!(md2.frame(1).position(1), [0.0, 31.875, 8.0]);
/// # Ok::<(), md2_format::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Md2<'a> {
    pub(crate) file: &'a [u8],
    pub(crate) header: Header,
    pub(crate) skins: Records<'a, SkinName>,
    pub(crate) st: Records<'a, St>,
    pub(crate) triangles: Records<'a, Triangle>,
    /// The bytes of the frames: a multiple of `frame_stride`.
    pub(crate) frames: &'a [u8],
    /// Bytes from the start of one frame to the next, at least 40 + 4 · `vertex_count`.
    pub(crate) frame_stride: usize,
    pub(crate) vertex_count: usize,
    pub(crate) gl_commands: GlCommands<'a>,
    pub(crate) out_of_range_normals: usize,
}

impl<'a> Md2<'a> {
    /// All bytes of the file.
    pub fn file(&self) -> &'a [u8] {
        self.file
    }

    /// The header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Width of the skin in texels, from the header. It may be 0 or negative.
    pub fn skin_width(&self) -> i32 {
        self.header.skinwidth
    }

    /// Height of the skin in texels, from the header. It may be 0 or negative.
    pub fn skin_height(&self) -> i32 {
        self.header.skinheight
    }

    /// Paths of skin images; may be empty.
    pub fn skins(&self) -> Records<'a, SkinName> {
        self.skins
    }

    /// All skin coordinates. Triangles refer to them by index.
    pub fn st(&self) -> Records<'a, St> {
        self.st
    }

    /// All triangles. Every position index is below [`vertex_count`](Self::vertex_count), and every skin coordinate
    /// index is below the length of [`st`](Self::st).
    pub fn triangles(&self) -> Records<'a, Triangle> {
        self.triangles
    }

    /// Number of vertices in each frame, at most 65 536.
    pub fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// Number of frames; may be 0.
    pub fn frame_count(&self) -> usize {
        self.chunks().len()
    }

    /// Returns frame `i`.
    ///
    /// # Panics
    /// If `i >= self.frame_count()`.
    pub fn frame(&self, i: usize) -> Frame<'a> {
        match self.chunks().nth(i) {
            Some(chunk) => Frame::new(chunk, self.vertex_count),
            None => panic!("frame {i} of {}", self.frame_count()),
        }
    }

    /// Returns all frames, in the order of the file.
    pub fn frames(&self) -> impl ExactSizeIterator<Item = Frame<'a>> + DoubleEndedIterator + Clone + use<'a> {
        let vertex_count = self.vertex_count;
        self.chunks().map(move |chunk| Frame::new(chunk, vertex_count))
    }

    fn chunks(&self) -> ChunksExact<'a, u8> {
        self.frames.chunks_exact(self.frame_stride)
    }

    /// The OpenGL commands, which draw the triangles as strips and fans. They may be missing, invalid or cut off at
    /// the end of the file; [`GlCommands::defect`] returns the defect.
    pub fn gl_commands(&self) -> GlCommands<'a> {
        self.gl_commands
    }

    /// The unchecked words of the OpenGL commands: at most `num_glcmds` words, as far as they are inside the file.
    pub fn gl_words(&self) -> &'a [Word] {
        self.gl_commands.words()
    }

    /// Number of vertices, counted over all frames, whose normal index is 162 or above.
    /// [`Vertex::normal`](crate::raw::Vertex::normal) returns (0, 0, 1) for such vertices.
    pub fn out_of_range_normals(&self) -> usize {
        self.out_of_range_normals
    }
}
