//! What a caller accepts.

/// How much a file may hold, and what it may contain, to be parsed.
///
/// Memory never depends on these: the view borrows the file, and what it keeps beside that follows the bytes that
/// are there. Limits are for callers who copy, upload or draw what they read. What else an engine insists on (a
/// width divisible by 4, intervals above 0) is for [`check`](crate::check()) to tell.
///
/// ```
/// use mdl_format::{Mdl, ParseOptions};
///
/// let options = ParseOptions { max_poses: 256, ..ParseOptions::QUAKESPASM };
/// assert!(Mdl::parse_with(b"IDPO", &options).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOptions {
    /// Most skins; a group counts as one.
    pub max_skins: usize,
    /// Most texels in a row of a skin.
    pub max_skin_width: usize,
    /// Most rows of a skin.
    pub max_skin_height: usize,
    /// Most vertices in a pose.
    pub max_vertices: usize,
    /// Most triangles.
    pub max_triangles: usize,
    /// Most frames; a group counts as one.
    pub max_frames: usize,
    /// Most poses, those in groups included.
    pub max_poses: usize,
    /// Whether the scale and the origin may be infinite or not a number. By default they may not: every position
    /// would be meaningless, and bounds computed from them as well.
    pub allow_non_finite: bool,
}

impl ParseOptions {
    /// What the format itself can express, which is more than any file holds: the default.
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
    /// texels high. It checks neither triangles nor poses and writes behind its arrays instead.
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
