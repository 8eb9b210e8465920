//! Seams: from corners of triangles to the vertices a GPU wants.
//!
//! A model file gives each corner of a triangle a position and a place on the skin, chosen independently. A
//! GPU takes one index for both. Where a position is used with several places on the skin, which is what a seam
//! is, the vertex has to exist several times; where it is used with one, once is enough, however often
//! the file stores that place.

/// A corner of a triangle in a model file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Index into the file's vertices, which move from frame to frame.
    pub xyz: u32,
    /// Texture coordinates, which stay the same.
    pub uv: [f32; 2],
}

impl Corner {
    /// Equal for corners that can share a vertex. Compares bits: what is not a number equals itself.
    fn key(&self) -> (u32, [u32; 2]) {
        (self.xyz, self.uv.map(f32::to_bits))
    }
}

/// What [`weld`] finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weld {
    /// The first corner that uses each GPU vertex, as its position in the list of corners. The first
    /// vertices are the file's in their places (`None` for one that no corner uses), so that a frame is a copy of
    /// the file's bytes and a few words more; the seam duplicates follow.
    pub first_corners: Vec<Option<u32>>,
    /// The file's vertex that each seam duplicate repeats, in order.
    pub duplicates: Vec<u32>,
    /// The GPU vertex of each corner.
    pub indices: Vec<u32>,
}

/// Gives each distinct corner a vertex.
///
/// The first corner that uses a file's vertex takes its place; others at the same place with other texture
/// coordinates become duplicates, ordered by vertex. The result depends on nothing but the input, and the
/// time is linear but for sorting the corners at seams.
///
/// # Panics
/// If a corner's `xyz` is not below `vertex_count`, or corners and vertices together are more than `u32::MAX`.
#[must_use]
pub fn weld(vertex_count: usize, corners: &[Corner]) -> Weld {
    let numbers = vertex_count.saturating_add(corners.len());
    assert!(u32::try_from(numbers).is_ok(), "vertices are numbered with 32 bits");

    let mut first_corners = vec![None; vertex_count];
    let mut indices: Vec<u32> = corners.iter().map(|corner| corner.xyz).collect();
    let mut seam = Vec::new();
    for (at, corner) in (0_u32..).zip(corners) {
        let in_place = *first_corners[corner.xyz as usize].get_or_insert(at);
        if corners[in_place as usize].key() != corner.key() {
            seam.push((corner.key(), at));
        }
    }

    seam.sort_unstable();
    let mut duplicates = Vec::new();
    for (vertex, group) in (0_u32..).skip(vertex_count).zip(seam.chunk_by(|(a, _), (b, _)| a == b)) {
        let ((xyz, _), first) = group[0];
        first_corners.push(Some(first));
        duplicates.push(xyz);
        for &(_, at) in group {
            indices[at as usize] = vertex;
        }
    }
    Weld { first_corners, duplicates, indices }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner((xyz, u): (u32, u8)) -> Corner {
        Corner { xyz, uv: [f32::from(u), 1.0] }
    }

    #[test]
    fn vertices_stay_in_place_and_duplicates_follow() {
        let corners = [(0, 7), (2, 8), (0, 9), (0, 7), (0, 8), (0, 9)].map(corner);
        let weld = weld(4, &corners);
        assert_eq!(weld.first_corners, [Some(0), None, Some(1), None, Some(4), Some(2)]);
        assert_eq!(weld.duplicates, [0, 0]);
        assert_eq!(weld.indices, [0, 2, 5, 0, 4, 5]);
    }

    #[test]
    fn nothing_gives_nothing() {
        let weld = weld(0, &[]);
        assert!(weld.first_corners.is_empty() && weld.indices.is_empty() && weld.duplicates.is_empty());
    }

    #[test]
    fn not_a_number_is_a_place_like_any_other() {
        let corners = [Corner { xyz: 0, uv: [f32::NAN, 0.0] }; 6];
        assert_eq!(weld(1, &corners).first_corners.len(), 1);
    }
}
