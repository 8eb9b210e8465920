//! Limits for parsing.

/// Limits for the content of a file.
///
/// Parsing itself needs no limits, because its memory depends on the size of the file, not on its counts. The limits
/// are for callers that copy, upload or draw the content. [`check`](crate::check()) reports other requirements of
/// engines (a width divisible by 4, intervals above 0).
///
/// ```
/// use mdl_format::{Mdl, ParseOptions};
///
/// let options = ParseOptions { max_poses: 256, ..ParseOptions::QUAKESPASM };
/// assert!(Mdl::parse_with(b"IDPO", &options).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOptions {
    /// The maximum number of skins. A group counts as one skin.
    pub max_skins: usize,
    /// Greatest width of the skins in texels.
    pub max_skin_width: usize,
    /// Greatest height of the skins in texels.
    pub max_skin_height: usize,
    /// The maximum number of vertices in a pose.
    pub max_vertices: usize,
    /// The maximum number of triangles.
    pub max_triangles: usize,
    /// The maximum number of frames. A group counts as one frame.
    pub max_frames: usize,
    /// The maximum number of poses, including the poses in groups.
    pub max_poses: usize,
    /// Whether the scale and the origin may be infinite or not a number. False by default, because all positions
    /// would be meaningless.
    pub allow_non_finite: bool,
}

impl ParseOptions {
    /// No limits except those of the format: the default.
    pub const FORMAT: Self = Self {
        max_skins: usize::MAX,
        max_skin_width: usize::MAX,
        max_skin_height: usize::MAX,
        max_vertices: usize::MAX,
        max_triangles: usize::MAX,
        max_frames: usize::MAX,
        max_poses: usize::MAX,
        allow_non_finite: false,
    };

    /// The limits of the original game's software renderer: 2000 vertices, skins 480 texels high.
    pub const WINQUAKE: Self = Self { max_vertices: 2000, max_skin_height: 480, ..Self::FORMAT };

    /// The limits of the original game's OpenGL renderer: 1024 vertices, 2048 triangles, 256 poses, 32 skins 480
    /// texels high. GLQuake does not check the numbers of triangles and poses, and writes beyond its arrays.
    pub const GLQUAKE: Self = Self {
        max_skins: 32,
        max_skin_height: 480,
        max_vertices: 1024,
        max_triangles: 2048,
        max_poses: 256,
        ..Self::FORMAT
    };

    /// The limits of QuakeSpasm: 2000 vertices, 4096 triangles, 1024 poses, 32 skins.
    pub const QUAKESPASM: Self =
        Self { max_skins: 32, max_vertices: 2000, max_triangles: 4096, max_poses: 1024, ..Self::FORMAT };

    /// The limits of Ironwail: 32 767 vertices, 1024 poses, 32 skins.
    pub const IRONWAIL: Self = Self { max_skins: 32, max_vertices: 32_767, max_poses: 1024, ..Self::FORMAT };

    /// The limits of DarkPlaces: 65 535 vertices, triangles and skins.
    pub const DARKPLACES: Self =
        Self { max_skins: 65_535, max_vertices: 65_535, max_triangles: 65_535, ..Self::FORMAT };
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self::FORMAT
    }
}
