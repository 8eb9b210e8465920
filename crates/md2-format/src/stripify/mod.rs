//! Building OpenGL commands: triangles arranged as strips and fans.
//!
//! A run (strip or fan) of `n` triangles takes `1 + 3 * (n + 2)` words in the file, so a model takes three words per
//! triangle and seven per run: a good arrangement has few runs. Finding the fewest is a hard problem. Here a greedy
//! pass makes a good arrangement, and a bounded search improves it (`cover`). On real files the result is a seventh
//! shorter than that of the tools that made them.
//!
//! Triangles are neighbors if they share an edge whose two corners have the same position *and* the same skin
//! coordinate, because a vertex of a command has both.

mod adjacency;
mod cover;
mod random;
mod run;

use alloc::vec::Vec;

use crate::glcmds::{GlPrimitive, GlVertex};
use crate::raw::{St, Triangle, Word};

use adjacency::Adjacency;

/// Arranges triangles as strips and fans.
///
/// Every triangle is in the result exactly once, with its winding, even if it occurs twice or uses a corner twice.
/// The same input gives the same result on every machine, but not in every version of this crate. An index outside
/// `st` means the coordinate (0, 0).
///
/// Takes time in proportion to the number of triangles: 20 000 take a few tenths of a second at most.
///
/// ```
/// use md2_format::raw::{St, Triangle};
/// use md2_format::stripify;
///
/// // Two triangles that share the edge from 2 to 1.
/// let st = [St::new(0, 0), St::new(8, 0), St::new(0, 8), St::new(8, 8)];
/// let quad = [Triangle::new([0, 1, 2], [0, 1, 2]), Triangle::new([2, 1, 3], [2, 1, 3])];
///
/// let strips = stripify(&quad, &st);
/// assert_eq!(strips.runs().len(), 1);
/// // One strip of four vertices, and the zero at the end.
/// assert_eq!(strips.to_words([8, 8]).len(), 1 + 4 * 3 + 1);
/// ```
#[must_use]
pub fn stripify(triangles: &[Triangle], st: &[St]) -> Strips {
    let corner = |(xyz, index)| {
        let st = st.get(usize::from(index)).copied().unwrap_or_default();
        Corner { xyz, s: st.s(), t: st.t() }
    };
    let corners = |triangle: &Triangle| triangle.xyz().into_iter().zip(triangle.st()).map(corner);
    let arrange =
        |triangles: &[Triangle]| cover::cover(&Adjacency::new(triangles.iter().flat_map(corners).collect()));
    Strips { runs: triangles.chunks(MAX_TRIANGLES_AT_ONCE).flat_map(arrange).collect() }
}

/// Half-edges are numbered with 32 bits, so more triangles than this are arranged in parts. No real model has so
/// many.
const MAX_TRIANGLES_AT_ONCE: usize = 1 << 24;

/// Triangles arranged as strips and fans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strips {
    runs: Vec<Run>,
}

/// A strip or a fan: `corners.len() - 2` triangles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The way in which the corners form triangles.
    pub primitive: GlPrimitive,
    /// The corners, at least three.
    pub corners: Vec<Corner>,
}

/// A corner of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Corner {
    /// Index of the position in a frame's vertices.
    pub xyz: u16,
    /// Skin coordinate: texels from the left edge.
    pub s: i16,
    /// Skin coordinate: texels from the top edge.
    pub t: i16,
}

impl Strips {
    /// The strips and fans.
    #[must_use]
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Number of words of the commands in a file, including the zero at the end.
    #[must_use]
    pub fn word_count(&self) -> usize {
        self.runs.iter().map(|run| 1 + GlVertex::WORDS * run.corners.len()).sum::<usize>() + 1
    }

    /// Returns the commands as words, including the zero at the end.
    ///
    /// Texture coordinates are those of [`St::uv`], for a skin of `skin_size` (width and height in texels).
    #[must_use]
    pub fn to_words(&self, skin_size: [i32; 2]) -> Vec<Word> {
        let mut words = Vec::with_capacity(self.word_count());
        for run in &self.runs {
            // A run has at most all triangles, whose number is an `i32` in the file.
            let count = i32::try_from(run.corners.len()).unwrap_or(i32::MAX);
            words.push(Word::from_i32(match run.primitive {
                GlPrimitive::Strip => count,
                GlPrimitive::Fan => -count,
            }));
            for corner in &run.corners {
                let [u, v] = St::new(corner.s, corner.t).uv(skin_size);
                words.extend([Word::from_f32(u), Word::from_f32(v), Word::from_i32(corner.xyz.into())]);
            }
        }
        words.push(Word::from_i32(0));
        words
    }
}
