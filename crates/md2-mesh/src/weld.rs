//! Conversion of triangle corners to GPU vertices.
//!
//! In a model file, each corner of a triangle has two indices: one for the position and one for the texture coordinate. A GPU needs one
//! index for both. At a seam, one position has several texture coordinates, so the vertex is duplicated.

/// A corner of a triangle in a model file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Index of the vertex in the file.
    pub xyz: u32,
    /// Texture coordinates. They are the same in every frame.
    pub uv: [f32; 2],
}

impl Corner {
    /// Returns a key that is equal for corners that can share a vertex. The key contains the bits of the coordinates, so NaN equals
    /// itself.
    fn key(&self) -> (u32, [u32; 2]) {
        (self.xyz, self.uv.map(f32::to_bits))
    }
}

/// The result of [`weld`]: vertices and indices for a GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weld {
    /// For each GPU vertex, the index of the first corner that uses it; `None` if no corner uses it. The GPU vertices begin with the
    /// vertices of the file in their order, so that the bytes of a frame can be copied from the file. The duplicates at seams follow.
    pub first_corners: Vec<Option<u32>>,
    /// For each duplicate, the index of the file's vertex that it repeats.
    pub duplicates: Vec<u32>,
    /// The GPU vertex of each corner.
    pub indices: Vec<u32>,
}

/// Assigns a GPU vertex to each corner. Corners share a vertex if their position and texture coordinates are equal.
///
/// The first corner that uses a vertex of the file gets that vertex. Corners with the same position and different texture coordinates get
/// duplicates, which are sorted by vertex. The time is linear, except for sorting the corners at seams.
///
/// # Panics
/// If the `xyz` of a corner is not below `vertex_count`, or if there are more than `u32::MAX` corners and vertices together.
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
    fn duplicates_follow_the_vertices_of_the_file() {
        let corners = [(0, 7), (2, 8), (0, 9), (0, 7), (0, 8), (0, 9)].map(corner);
        let weld = weld(4, &corners);
        assert_eq!(weld.first_corners, [Some(0), None, Some(1), None, Some(4), Some(2)]);
        assert_eq!(weld.duplicates, [0, 0]);
        assert_eq!(weld.indices, [0, 2, 5, 0, 4, 5]);
    }
}
