//! What a caller accepts.

/// How much a file may hold, and what it may contain, to be parsed.
///
/// The counts are compared with the header's before anything is read. Memory never depends on them: the view
/// borrows the file, and everything it offers lies inside the bytes given. Limits are for callers who copy, upload
/// or draw what they read.
///
/// ```
/// use md2_format::{Md2, ParseOptions};
///
/// let options = ParseOptions { max_frames: 512, max_vertices: 2048, ..ParseOptions::default() };
/// assert!(Md2::parse_with(b"IDP2", &options).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOptions {
    /// Most vertices in a frame. By default 65 536, what the triangles' 16-bit indices can reach.
    pub max_vertices: usize,
    /// Most skin coordinates. By default 65 536, what the triangles' 16-bit indices can reach.
    pub max_st: usize,
    /// Most triangles. By default as many as the file holds.
    pub max_triangles: usize,
    /// Most frames. By default as many as the file holds.
    pub max_frames: usize,
    /// Most skin paths. By default as many as the file holds.
    pub max_skins: usize,
    /// Whether a frame's scale or translation may be infinite or not a number. By default it may not: every
    /// position of such a frame would be meaningless, and bounds computed from them as well.
    pub allow_non_finite: bool,
}

impl ParseOptions {
    /// What the format itself can express: the default.
    pub const FORMAT: Self = Self {
        max_vertices: 65_536,
        max_st: 65_536,
        max_triangles: usize::MAX,
        max_frames: usize::MAX,
        max_skins: usize::MAX,
        allow_non_finite: false,
    };

    /// The limits of the original game, from `qfiles.h`: 2048 vertices, 4096 triangles, 512 frames, 32 skins. It
    /// sets none for skin coordinates; the 2048 here are David Henry's.
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
