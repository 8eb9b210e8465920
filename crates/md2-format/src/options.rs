//! Limits for parsing.

/// Limits for the content of a file.
///
/// Parsing compares the limits with the header's counts before it reads anything else. The limits do not affect the
/// memory that parsing needs: the view borrows the file. They are for callers that copy, upload or draw the content.
///
/// ```
/// use md2_format::{Md2, ParseOptions};
///
/// let options = ParseOptions { max_frames: 512, max_vertices: 2048, ..ParseOptions::default() };
/// assert!(Md2::parse_with(b"IDP2", &options).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOptions {
    /// Greatest number of vertices in a frame. By default 65 536, which 16-bit indices can address.
    pub max_vertices: usize,
    /// Greatest number of skin coordinates. By default 65 536, which 16-bit indices can address.
    pub max_st: usize,
    /// Greatest number of triangles. Unlimited by default.
    pub max_triangles: usize,
    /// Greatest number of frames. Unlimited by default.
    pub max_frames: usize,
    /// Greatest number of skin paths. Unlimited by default.
    pub max_skins: usize,
    /// Whether a frame's scale or translation may be infinite or not a number. False by default, since all positions
    /// of such a frame are meaningless.
    pub allow_non_finite: bool,
}

impl ParseOptions {
    /// The limits of the format itself: the default.
    pub const FORMAT: Self = Self {
        max_vertices: 65_536,
        max_st: 65_536,
        max_triangles: usize::MAX,
        max_frames: usize::MAX,
        max_skins: usize::MAX,
        allow_non_finite: false,
    };

    /// The limits of the original game, from `qfiles.h`: 2048 vertices, 4096 triangles, 512 frames, 32 skins. It has
    /// none for skin coordinates; the 2048 are from David Henry's specification.
    pub const QUAKE2: Self = Self {
        max_vertices: 2048,
        max_st: 2048,
        max_triangles: 4096,
        max_frames: 512,
        max_skins: 32,
        ..Self::FORMAT
    };
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self::FORMAT
    }
}
