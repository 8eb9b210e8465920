//! Limits for parsing.

/// Limits for the content of a file.
///
/// Parsing compares the counts in the headers with these limits before it reads the lists. Parsing itself needs no
/// limits, because the view borrows the file and copies only headers. The limits are for callers that copy, upload or
/// draw the content.
///
/// ```
/// use md3_format::{Md3, ParseOptions};
///
/// let options = ParseOptions { max_frames: 512, max_vertices: 1000, ..ParseOptions::default() };
/// assert!(Md3::parse_with(b"IDP3", &options).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOptions {
    /// The maximum number of frames. Unlimited by default.
    pub max_frames: usize,
    /// The maximum number of tags in a frame. Unlimited by default.
    pub max_tags: usize,
    /// The maximum number of surfaces. Unlimited by default.
    pub max_surfaces: usize,
    /// The maximum number of shaders of a surface. Unlimited by default.
    pub max_shaders: usize,
    /// The maximum number of vertices of a surface in a frame. Unlimited by default.
    pub max_vertices: usize,
    /// The maximum number of triangles of a surface. Unlimited by default.
    pub max_triangles: usize,
    /// Whether texture coordinates and the origins and axes of tags may be infinite or not a number. False by
    /// default, because such values cannot be drawn. The bounds of frames may have any values in either case.
    pub allow_non_finite: bool,
}

impl ParseOptions {
    /// The limits of the format itself: the default.
    pub const FORMAT: Self = Self {
        max_frames: usize::MAX,
        max_tags: usize::MAX,
        max_surfaces: usize::MAX,
        max_shaders: usize::MAX,
        max_vertices: usize::MAX,
        max_triangles: usize::MAX,
        allow_non_finite: false,
    };

    /// The limits of `qfiles.h`: 1024 frames, 16 tags and 32 surfaces; per surface 256 shaders, 4096 vertices and
    /// 8192 triangles. The game draws only surfaces of at most 1000 vertices and 2000 triangles.
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
