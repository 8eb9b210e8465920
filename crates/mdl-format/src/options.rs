//! Limits for parsing.

/// Limits for the content of a file.
///
/// The limits do not affect the memory that parsing needs: the view borrows the file, and its lists depend on the
/// bytes of the file. They are for callers that copy, upload or draw the content. [`check`](crate::check()) reports
/// other requirements of engines (a width divisible by 4, intervals above 0).
///
/// ```
/// use mdl_format::{Mdl, ParseOptions};
///
/// let options = ParseOptions { max_poses: 256, ..ParseOptions::QUAKESPASM };
/// assert!(Mdl::parse_with(b"IDPO", &options).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOptions {
    /// Greatest number of skins; a group counts as one.
    pub max_skins: usize,
    /// Greatest width of the skins in texels.
    pub max_skin_width: usize,
    /// Greatest height of the skins in texels.
    pub max_skin_height: usize,
    /// Greatest number of vertices in a pose.
    pub max_vertices: usize,
    /// Greatest number of triangles.
    pub max_triangles: usize,
    /// Greatest number of frames; a group counts as one.
    pub max_frames: usize,
    /// Greatest number of poses, including those in groups.
    pub max_poses: usize,
    /// Whether the scale and the origin may be infinite or not a number. False by default, since all positions are
    /// meaningless then.
    pub allow_non_finite: bool,
}

impl ParseOptions {
    /// The limits of the format itself, which exceed any file: the default.
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
    /// texels high. It checks neither triangles nor poses, and writes beyond its arrays.
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
