//! Texture coordinates: moving of UV islands onto the image, and rounding to texels.

use std::collections::HashMap;

use super::error::ImportError;
use super::mesh::AnimatedMesh;

/// The tolerance for texture coordinates outside the image, as a fraction of the image size. Coordinates within the tolerance are
/// treated as on the edge of the image.
pub(crate) const SLACK: f32 = 1e-4;

/// Moves every UV island by whole image sizes so that its smallest coordinate is on the image. With a repeating image, the model looks
/// the same. Returns for each vertex whether its island still extends beyond the image.
///
/// `merged` gives the merged vertex of each vertex. An island is a set of connected triangles. Triangles are connected if they have a
/// merged vertex, its texture coordinate and the material in common.
pub(crate) fn move_islands(mesh: &mut AnimatedMesh, merged: &[Option<u32>]) -> Vec<bool> {
    let islands = islands(mesh, merged);
    let mut bounds: HashMap<u32, ([f32; 2], [f32; 2])> = HashMap::new();
    for (&island, &uv) in islands.iter().zip(&mesh.uvs) {
        let (least, greatest) = bounds.entry(island).or_insert((uv, uv));
        for axis in 0..2 {
            least[axis] = least[axis].min(uv[axis]);
            greatest[axis] = greatest[axis].max(uv[axis]);
        }
    }
    let is_outside = |least: f32, greatest: f32| least < -SLACK || greatest > 1.0 + SLACK;
    let mut tiles = vec![false; mesh.uvs.len()];
    for ((island, uv), tiles) in islands.iter().zip(&mut mesh.uvs).zip(&mut tiles) {
        let (least, greatest) = bounds[island];
        for axis in 0..2 {
            if is_outside(least[axis], greatest[axis]) {
                let shift = (least[axis] + SLACK).floor();
                uv[axis] -= shift;
                *tiles |= is_outside(least[axis] - shift, greatest[axis] - shift);
            }
        }
    }
    tiles
}

fn islands(mesh: &AnimatedMesh, merged: &[Option<u32>]) -> Vec<u32> {
    let mut parent: Vec<u32> = (0..).take(mesh.vertex_count()).collect();
    let mut root = |mut vertex: u32, join: Option<u32>| {
        while parent[vertex as usize] != vertex {
            // Path halving.
            parent[vertex as usize] = parent[parent[vertex as usize] as usize];
            vertex = parent[vertex as usize];
        }
        if let Some(other) = join {
            parent[vertex as usize] = other;
        }
        vertex
    };
    for &[a, b, c] in &mesh.triangles {
        for (from, to) in [(a, b), (b, c)] {
            let to = root(to, None);
            root(from, Some(to));
        }
    }
    let mut at_place: HashMap<(u32, u32, [u32; 2]), u32> = HashMap::new();
    for (vertex, (place, uv)) in (0..).zip(merged.iter().zip(&mesh.uvs)) {
        let Some(place) = *place else { continue };
        let key = (place, mesh.material_of[vertex as usize], uv.map(f32::to_bits));
        let other = *at_place.entry(key).or_insert(vertex);
        let to = root(other, None);
        root(vertex, Some(to));
    }
    (0..).take(mesh.vertex_count()).map(|vertex| root(vertex, None)).collect()
}

/// Converts a texture coordinate to a texel of a skin with the width and height `size`. Coordinates at the edges of the image give its
/// first and last texels; coordinates outside give texels outside. Rejects texels that do not fit 16 bits.
pub(crate) fn texel(vertex: usize, uv: [f32; 2], size: [u16; 2]) -> Result<[i16; 2], ImportError> {
    let one = |axis: usize| {
        let (coordinate, length) = (uv[axis], f64::from(size[axis]));
        let texel = (f64::from(coordinate) * length).floor();
        let is_on_image = (-SLACK..=1.0 + SLACK).contains(&coordinate);
        let texel = if is_on_image { texel.clamp(0.0, length - 1.0) } else { texel };
        let in_range = (f64::from(i16::MIN)..=f64::from(i16::MAX)).contains(&texel);
        #[expect(clippy::cast_possible_truncation, reason = "whole, and in range")]
        in_range.then_some(texel as i16).ok_or_else(|| {
            let found = format!("texture coordinate {uv:?} on a skin of {} x {}", size[0], size[1]);
            ImportError::invalid(format!("vertex {vertex}"), found, "texels from -32768 to 32767")
        })
    };
    Ok([one(0)?, one(1)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangles(uvs: &[[f32; 2]]) -> AnimatedMesh {
        let count = u32::try_from(uvs.len()).expect("few");
        AnimatedMesh {
            uvs: uvs.to_vec(),
            material_of: vec![0; uvs.len()],
            triangles: (0..count / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
            ..AnimatedMesh::default()
        }
    }

    fn unmerged(count: u32) -> Vec<Option<u32>> {
        (0..count).map(Some).collect()
    }

    #[test]
    fn moves_islands_onto_the_image() {
        let on_image = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
        let beyond = on_image.map(|[u, v]| [u / 2.0 + 3.25, v / 2.0 - 2.0]);
        let mut mesh = triangles(&[on_image, beyond].concat());
        assert_eq!(move_islands(&mut mesh, &unmerged(6)), [false; 6]);
        assert_eq!(mesh.uvs, [on_image, on_image.map(|[u, v]| [u / 2.0 + 0.25, v / 2.0])].concat());
    }

    #[test]
    fn keeps_and_reports_islands_larger_than_the_image() {
        // The triangles share a position, but with different vertex indices.
        let uvs = [[0.5, 0.5], [0.75, 0.5], [0.5, 0.75], [0.5, 0.5], [1.5, 0.5], [1.25, 0.75]];
        let mut mesh = triangles(&uvs);
        let merged = [0, 1, 2, 0, 3, 4].map(Some);
        assert_eq!(move_islands(&mut mesh, &merged), [true; 6]);
        assert_eq!(mesh.uvs, uvs, "no move by a whole image size helps");
    }

    #[test]
    fn converts_coordinates_to_texels() {
        for (uv, expected) in [
            ([0.0, 1.0], Some([0, 31])),
            ([0.5 / 64.0, 31.5 / 32.0], Some([0, 31])),
            ([63.999 / 64.0, -0.001], Some([63, -1])),
            ([1.5, 2.0], Some([96, 64])),
            ([600.0, 0.0], None),
            ([0.0, f32::INFINITY], None),
            ([f32::NAN, 0.0], None),
        ] {
            assert_eq!(texel(0, uv, [64, 32]).ok(), expected, "{uv:?}");
        }
    }
}
