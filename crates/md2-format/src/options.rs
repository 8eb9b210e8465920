//! Limits for parsing.

/// Limits for the content of a file.
///
/// Parsing compares the counts in the header with these limits before it reads anything else. Parsing itself needs no
/// limits, because the view borrows the file and allocates no memory. The limits are for callers that copy, upload or
/// draw the content.
///
/// ```
/// use md2_format::{Md2, ParseOptions};
///
/// let options = ParseOptions { max_frames: 512, max_vertices: 2048, ..ParseOptions::default() };
/// assert!(Md2::parse_with(b"IDP2", &options).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOptions {
    /// The maximum number of vertices in a frame. The default is 65 536, the most that 16-bit indices can address.
    pub max_vertices: usize,
    /// The maximum number of skin coordinates. The default is 65 536, the most that 16-bit indices can address.
    pub max_st: usize,
    /// The maximum number of triangles. Unlimited by default.
    pub max_triangles: usize,
    /// The maximum number of frames. Unlimited by default.
    pub max_frames: usize,
    /// The maximum number of skin paths. Unlimited by default.
    pub max_skins: usize,
    /// Whether a frame's scale or translation may be infinite or not a number. False by default, because all
    /// positions of such a frame are meaningless.
    pub allow_non_finite: bool,
}

impl ParseOptions {
    /// The limits of the format itself, which are the default.
    pub const FORMAT: Self = Self {
        max_vertices: 65_536,
        max_st: 65_536,
        max_triangles: usize::MAX,
        max_frames: usize::MAX,
        max_skins: usize::MAX,
        allow_non_finite: false,
    };

    /// The limits of the original game, from `qfiles.h`: 2048 vertices, 4096 triangles, 512 frames, 32 skins.
    /// `qfiles.h` has no limit for skin coordinates; the limit of 2048 comes from David Henry's specification.
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
