//! Creation of OpenGL commands: strips and fans of triangles.
//!
//! A run (a strip or a fan) of `n` triangles has `1 + 3 * (n + 2)` words in the file. All runs of a model together
//! have three words per triangle and seven per run, so few runs are better. Finding the fewest runs is a hard
//! problem. The module `cover` finds few runs with a greedy pass and improves them with a limited local search. For
//! real files the result has a seventh fewer words than the commands in the file.
//!
//! Triangles are neighbors if they share an edge whose two corners have the same position *and* the same skin
//! coordinate, because a vertex of a command consists of both.

mod adjacency;
mod cover;
mod random;
mod run;

use alloc::vec::Vec;

use crate::glcmds::{GlPrimitive, GlVertex};
use crate::raw::{St, Triangle, Word};

use adjacency::Adjacency;

/// Combines triangles into strips and fans.
///
/// The result contains every triangle of the list once, with its winding, including duplicates and triangles that use
/// a corner twice. The same input gives the same result on every machine, but not in every version of this crate. An
/// index outside `st` is read as the coordinate (0, 0).
///
/// The time is proportional to the number of triangles: 20 000 triangles take at most a few tenths of a second.
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
pub fn stripify(triangles: &[Triangle], st: &[St]) -> Strips {
    let corner = |(xyz, index)| {
        let st = st.get(usize::from(index)).copied().unwrap_or_default();
        Corner { xyz, s: st.s, t: st.t }
    };
    let corners = |triangle: &Triangle| triangle.xyz.into_iter().zip(triangle.st).map(corner);
    let arrange =
        |triangles: &[Triangle]| cover::cover(&Adjacency::new(triangles.iter().flat_map(corners).collect()));
    Strips { runs: triangles.chunks(MAX_TRIANGLES_AT_ONCE).flat_map(arrange).collect() }
}

/// The maximum number of triangles that are combined at once, since half-edge indices have 32 bits. Longer lists are divided.
const MAX_TRIANGLES_AT_ONCE: usize = 1 << 24;

/// The strips and fans of a model's triangles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strips {
    runs: Vec<Run>,
}

/// A strip or a fan: `corners.len() - 2` triangles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The kind of run: a strip or a fan.
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
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Number of words of the commands in a file, including the zero at the end.
    pub fn word_count(&self) -> usize {
        self.runs.iter().map(|run| 1 + GlVertex::WORDS * run.corners.len()).sum::<usize>() + 1
    }

    /// Returns the commands as words, including the zero at the end.
    ///
    /// Texture coordinates are those of [`St::uv`], for a skin of `skin_size` (width and height in texels).
    pub fn to_words(&self, skin_size: [i32; 2]) -> Vec<Word> {
        let mut words = Vec::with_capacity(self.word_count());
        for run in &self.runs {
            // The number of triangles is an `i32` in the file, and a run has at most all triangles.
            let count = i32::try_from(run.corners.len()).unwrap_or(i32::MAX);
            words.push(i32::to_le_bytes(match run.primitive {
                GlPrimitive::Strip => count,
                GlPrimitive::Fan => -count,
            }));
            for corner in &run.corners {
                let [u, v] = St::new(corner.s, corner.t).uv(skin_size);
                words.extend([u.to_le_bytes(), v.to_le_bytes(), u32::from(corner.xyz).to_le_bytes()]);
            }
        }
        words.push([0; 4]);
        words
    }
}
