//! The checked view of a file.

use crate::frame::{Frame, Frames};
use crate::glcmds::GlCommands;
use crate::raw::{Header, Skin, St, Triangle, Word};

/// A model that borrows the bytes of its file.
///
/// Nothing is copied: the vertices, triangles and coordinates it hands out are the file's own. Everything that
/// could be wrong was checked by [`parse`](Self::parse), so no access fails; only an index beyond
/// [`frame_count`](Self::frame_count) or [`vertex_count`](Self::vertex_count) panics, as with slices.
///
/// ```
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// let md2 = md2_format::Md2::parse(&file)?;
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
    /// All bytes of the file.
    #[must_use]
    pub fn file(&self) -> &'a [u8] {
        self.file
    }

    /// The header as it stands in the file.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Width in texels that skin coordinates refer to, as in the header: 0 and negative values occur.
    #[must_use]
    pub fn skin_width(&self) -> i32 {
        self.header.skinwidth
    }

    /// Height in texels that skin coordinates refer to, as in the header: 0 and negative values occur.
    #[must_use]
    pub fn skin_height(&self) -> i32 {
        self.header.skinheight
    }

    /// Paths of skin images, possibly none.
    #[must_use]
    pub fn skins(&self) -> &'a [Skin] {
        self.skins
    }

    /// Skin coordinates, which triangles refer to.
    #[must_use]
    pub fn st(&self) -> &'a [St] {
        self.st
    }

    /// The triangles. Every position index is below [`vertex_count`](Self::vertex_count), every coordinate index
    /// below the length of [`st`](Self::st).
    #[must_use]
    pub fn triangles(&self) -> &'a [Triangle] {
        self.triangles
    }

    /// Number of vertices in each frame, at most 65 536.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// Number of frames, possibly 0.
    #[must_use]
    pub fn frame_count(&self) -> usize {
        self.frames().len()
    }

    /// Frame `i`.
    ///
    /// # Panics
    /// If `i >= self.frame_count()`.
    #[must_use]
    pub fn frame(&self, i: usize) -> Frame<'a> {
        match self.frames().nth(i) {
            Some(frame) => frame,
            None => panic!("frame {i} of {}", self.frame_count()),
        }
    }

    /// All frames in the order of the file.
    #[must_use]
    pub fn frames(&self) -> Frames<'a> {
        Frames::new(self.frames, self.frame_stride, self.vertex_count)
    }

    /// The OpenGL commands, which draw the triangles once more as strips and fans. They may be absent, broken or
    /// cut off by the end of the file, and [say so](GlCommands::defect).
    #[must_use]
    pub fn gl_commands(&self) -> GlCommands<'a> {
        self.gl_commands
    }

    /// The words of the OpenGL commands, unchecked: as many of the header's `num_glcmds` as the file holds.
    #[must_use]
    pub fn gl_words(&self) -> &'a [Word] {
        self.gl_commands.words()
    }

    /// How many vertices, over all frames, have a normal index of 162 or above. [`Vertex::normal`](crate::raw::Vertex::normal) reads those as
    /// straight up.
    #[must_use]
    pub fn out_of_range_normals(&self) -> usize {
        self.out_of_range_normals
    }
}
