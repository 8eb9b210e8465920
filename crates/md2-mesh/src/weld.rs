//! Seams: from corners of triangles to the vertices a GPU wants.
//!
//! A model file gives each corner of a triangle two indices, one for the position and one for the skin
//! coordinate. A GPU takes one. Where a position is used with several skin coordinates, a seam of the
//! skin, the vertex has to exist several times.

/// A corner of a triangle in a model file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Corner {
    /// Index into the file's vertices, which move from frame to frame.
    pub xyz: u32,
    /// Index into the attributes that stay the same: the skin coordinates.
    pub attribute: u32,
}

/// What [`weld`] finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weld {
    /// The corner that each GPU vertex stands for. The first are the file's vertices in their places
    /// (`None` for one that no corner uses), so that a frame is a copy of the file's bytes and a few
    /// words more; the seam duplicates follow.
    pub vertices: Vec<Option<Corner>>,
    /// The file's vertex that each seam duplicate repeats, in order.
    pub duplicates: Vec<u32>,
    /// The GPU vertex of each corner.
    pub indices: Vec<u32>,
}

/// Gives each distinct corner a vertex.
///
/// The first corner that uses a file's vertex takes its place; others at the same place with another
/// attribute become duplicates, ordered by vertex, then attribute. The result depends on nothing but
/// the input, and the time is linear but for sorting the corners at seams.
///
/// # Panics
/// If a corner's `xyz` is not below `vertex_count`, or there are more than `u32::MAX` vertices in the end.
#[must_use]
pub fn weld(vertex_count: usize, corners: &[Corner]) -> Weld {
    let mut vertices = vec![None; vertex_count];
    let mut indices: Vec<u32> = corners.iter().map(|corner| corner.xyz).collect();
    let mut seam = Vec::new();
    for (at, corner) in corners.iter().enumerate() {
        let in_place = vertices[corner.xyz as usize].get_or_insert(*corner);
        if in_place.attribute != corner.attribute {
            seam.push((*corner, at));
        }
    }

    seam.sort_unstable();
    let mut duplicates = Vec::new();
    for group in seam.chunk_by(|(a, _), (b, _)| a == b) {
        let vertex = u32::try_from(vertices.len()).expect("vertices are numbered with 32 bits");
        let (corner, _) = group[0];
        vertices.push(Some(corner));
        duplicates.push(corner.xyz);
        for &(_, at) in group {
            indices[at] = vertex;
        }
    }
    Weld { vertices, duplicates, indices }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn corner(xyz: u32, attribute: u32) -> Corner {
        Corner { xyz, attribute }
    }

    #[test]
    fn vertices_stay_in_place_and_duplicates_follow() {
        let corners = [corner(0, 7), corner(2, 8), corner(0, 9), corner(0, 7), corner(0, 8), corner(0, 9)];
        let weld = weld(4, &corners);
        assert_eq!(
            weld.vertices,
            [Some(corner(0, 7)), None, Some(corner(2, 8)), None, Some(corner(0, 8)), Some(corner(0, 9)),]
        );
        assert_eq!(weld.duplicates, [0, 0]);
        assert_eq!(weld.indices, [0, 2, 5, 0, 4, 5]);
    }

    #[test]
    fn nothing_gives_nothing() {
        let weld = weld(0, &[]);
        assert!(weld.vertices.is_empty() && weld.indices.is_empty() && weld.duplicates.is_empty());
    }

    proptest! {
        #[test]
        fn every_corner_gets_its_own_vertex(
            corners in prop::collection::vec((0_u32..20, 0_u32..6).prop_map(|(xyz, a)| corner(xyz, a)), 0..200)
        ) {
            let weld = weld(20, &corners);
            for (index, corner) in weld.indices.iter().zip(&corners) {
                prop_assert_eq!(weld.vertices[*index as usize], Some(*corner));
            }
            let mut distinct = corners.clone();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert_eq!(weld.vertices.iter().flatten().count(), distinct.len());
            for (i, vertex) in weld.vertices[..20].iter().enumerate() {
                prop_assert!(vertex.is_none_or(|corner| corner.xyz as usize == i));
            }
            for (vertex, source) in weld.vertices[20..].iter().zip(&weld.duplicates) {
                prop_assert_eq!(vertex.map(|corner| corner.xyz), Some(*source));
            }
        }
    }
}
