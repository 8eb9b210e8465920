//! Comparison of the OpenGL commands with the triangle list.

use alloc::vec::Vec;
use core::cmp::Ordering;

use md2_common::triangle::is_degenerate;

use super::list::GlCommands;
use crate::raw::Triangle;

/// The result of comparing the triangles of the OpenGL commands with the triangle list, by positions and winding.
///
/// Triangles that use a position twice are invisible and are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TriangleAgreement {
    /// Number of triangles that the commands and the triangle list share, with the same winding.
    pub matching: usize,
    /// Number of triangles that the commands and the triangle list share, with opposite winding.
    pub flipped: usize,
    /// Number of triangles that are only in the triangle list.
    pub missing: usize,
    /// Number of triangles that are only in the OpenGL commands.
    pub extra: usize,
}

impl TriangleAgreement {
    /// Whether the OpenGL commands draw exactly the triangles of the triangle list.
    pub const fn is_exact(&self) -> bool {
        self.flipped == 0 && self.missing == 0 && self.extra == 0
    }
}

impl GlCommands<'_> {
    /// Compares the triangles of the valid commands with `triangles`. The order does not matter; repeated triangles
    /// are counted separately.
    pub fn compare_triangles(&self, triangles: impl IntoIterator<Item = Triangle>) -> TriangleAgreement {
        let listed = sorted(triangles.into_iter().map(|triangle| triangle.xyz.map(u32::from)));
        let drawn = sorted(self.triangles().map(|corners| corners.map(|vertex| vertex.xyz)));
        let (matching, missing, extra) = merge(&listed, &drawn);
        let turned = sorted(extra.into_iter().map(|[a, b, c]| [a, c, b]));
        let (flipped, missing, extra) = merge(&missing, &turned);
        TriangleAgreement { matching, flipped, missing: missing.len(), extra: extra.len() }
    }
}

/// Returns the visible triangles in ascending order, each rotated so that its lowest index is first.
fn sorted(triangles: impl Iterator<Item = [u32; 3]>) -> Vec<[u32; 3]> {
    let mut sorted: Vec<_> = triangles
        .filter(|corners| !is_degenerate(*corners))
        .map(|[a, b, c]| [a, b, c].min([b, c, a]).min([c, a, b]))
        .collect();
    sorted.sort_unstable();
    sorted
}

/// Returns the number of elements that two sorted lists share, the elements that are only in `a`, and the elements only
/// in `b`.
fn merge(a: &[[u32; 3]], b: &[[u32; 3]]) -> (usize, Vec<[u32; 3]>, Vec<[u32; 3]>) {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let (mut common, mut only_a, mut only_b) = (0, Vec::new(), Vec::new());
    while let (Some(&&next_a), Some(&&next_b)) = (a.peek(), b.peek()) {
        match next_a.cmp(&next_b) {
            Ordering::Less => only_a.extend(a.next()),
            Ordering::Greater => only_b.extend(b.next()),
            Ordering::Equal => {
                common += 1;
                a.next();
                b.next();
            }
        }
    }
    only_a.extend(a);
    only_b.extend(b);
    (common, only_a, only_b)
}
