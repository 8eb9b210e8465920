//! What a caller accepts.

/// How much a file may hold, and what it may contain, to be parsed.
///
/// The counts are compared with the headers' before anything is read. Memory hardly depends on them: the view
/// borrows the file, and everything it offers lies inside the bytes given. Limits are for callers who copy, upload
/// or draw what they read.
///
/// ```
/// use md3_format::{Md3, ParseOptions};
///
/// let options = ParseOptions { max_frames: 512, max_vertices: 1000, ..ParseOptions::default() };
/// assert!(Md3::parse_with(b"IDP3", &options).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOptions {
    /// Most frames. By default as many as the file holds.
    pub max_frames: usize,
    /// Most tags in a frame. By default as many as the file holds.
    pub max_tags: usize,
    /// Most surfaces. By default as many as the file holds.
    pub max_surfaces: usize,
    /// Most shaders of a surface. By default as many as the file holds.
    pub max_shaders: usize,
    /// Most vertices in a frame of a surface. By default as many as the file holds.
    pub max_vertices: usize,
    /// Most triangles of a surface. By default as many as the file holds.
    pub max_triangles: usize,
    /// Whether texture coordinates and the origins and axes of tags may be infinite or not a number. By default they
    /// may not: nothing could be drawn with them. Bounds of frames may be anything in any case.
    pub allow_non_finite: bool,
}

impl ParseOptions {
    /// What the format itself can express: the default.
    pub const FORMAT: Self = Self {
        max_frames: usize::MAX,
        max_tags: usize::MAX,
        max_surfaces: usize::MAX,
        max_shaders: usize::MAX,
        max_vertices: usize::MAX,
        max_triangles: usize::MAX,
        allow_non_finite: false,
    };

    /// The limits of `qfiles.h`: 1024 frames, 16 tags, 32 surfaces, and in each 256 shaders, 4096 vertices, 8192
    /// triangles. The game itself draws surfaces of up to 1000 vertices and 2000 triangles only.
    pub const QUAKE3: Self = Self {
        max_frames: 1024,
        max_tags: 16,
        max_surfaces: 32,
        max_shaders: 256,
        max_vertices: 4096,
        max_triangles: 8192,
        ..Self::FORMAT
    };
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self::FORMAT
    }
}
