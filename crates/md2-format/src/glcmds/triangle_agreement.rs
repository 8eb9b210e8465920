//! Whether the commands draw what the triangle list says.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::list::GlCommands;
use crate::raw::Triangle;

/// How the triangles of the commands compare with the triangle list, by their positions and winding.
///
/// Triangles that use a position twice draw nothing and are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TriangleAgreement {
    /// Triangles that both have.
    pub matching: usize,
    /// Triangles that both have, wound the other way by the commands.
    pub flipped: usize,
    /// Triangles of the list that the commands lack.
    pub missing: usize,
    /// Triangles of the commands that the list lacks.
    pub extra: usize,
}

impl TriangleAgreement {
    /// Whether the commands draw exactly the triangles of the list.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.flipped == 0 && self.missing == 0 && self.extra == 0
    }
}

impl GlCommands<'_> {
    /// Compares the triangles of the sound commands with `triangles`, as sets in which a triangle can occur
    /// several times.
    #[must_use]
    pub fn compare_triangles(&self, triangles: &[Triangle]) -> TriangleAgreement {
        let listed = sorted(triangles.iter().map(|triangle| triangle.xyz().map(u32::from)));
        let drawn = sorted(self.triangles().map(|corners| corners.map(|vertex| vertex.xyz())));
        let (matching, missing, extra) = merge(&listed, &drawn);
        let turned = sorted(extra.into_iter().map(|[a, b, c]| [a, c, b]));
        let (flipped, missing, extra) = merge(&missing, &turned);
        TriangleAgreement { matching, flipped, missing: missing.len(), extra: extra.len() }
    }
}

/// The triangles that can be seen, each from its lowest corner on, in order.
fn sorted(triangles: impl Iterator<Item = [u32; 3]>) -> Vec<[u32; 3]> {
    let mut sorted: Vec<_> = triangles
        .filter(|[a, b, c]| a != b && b != c && c != a)
        .map(|[a, b, c]| [a, b, c].min([b, c, a]).min([c, a, b]))
        .collect();
    sorted.sort_unstable();
    sorted
}

/// How many elements two sorted lists have in common, and what only the one or only the other has.
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
