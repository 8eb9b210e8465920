//! The table of normals, compared with a computed icosphere.

use md2_common::{NORMAL_COUNT, NORMALS, nearest_normal};

type Vector = [f64; 3];

fn table() -> Vec<Vector> {
    NORMALS.iter().map(|n| n.map(f64::from)).collect()
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn distance(a: Vector, b: Vector) -> f64 {
    let d = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    dot(d, d).sqrt()
}

fn normalized(v: Vector) -> Vector {
    let length = dot(v, v).sqrt();
    v.map(|c| c / length)
}

/// Returns the vertices of an icosahedron whose edges are split in four, projected onto the unit sphere. The corners of
/// the icosahedron are (±a, 0, ±b) and their cyclic permutations.
fn icosphere() -> Vec<Vector> {
    let (a, b) = (((5.0 - 5.0_f64.sqrt()) / 10.0).sqrt(), ((5.0 + 5.0_f64.sqrt()) / 10.0).sqrt());
    let mut corners = Vec::new();
    for (x, z) in [(a, b), (a, -b), (-a, b), (-a, -b)] {
        corners.extend([[x, 0.0, z], [0.0, z, x], [z, x, 0.0]]);
    }
    let is_edge = |p, q| (distance(p, q) - 2.0 * a).abs() < 1e-9;
    let mut sphere: Vec<Vector> = Vec::new();
    for (i, &p) in corners.iter().enumerate() {
        for (j, &q) in corners.iter().enumerate().skip(i + 1) {
            for &r in &corners[j + 1..] {
                if !(is_edge(p, q) && is_edge(q, r) && is_edge(r, p)) {
                    continue;
                }
                for (u, v) in (0..=4).flat_map(|u| (0..=4 - u).map(move |v| (u, v))) {
                    let (u, v, w) = (f64::from(u), f64::from(v), f64::from(4 - u - v));
                    let point = [0, 1, 2].map(|k| u * p[k] + v * q[k] + w * r[k]);
                    let point = normalized(point);
                    if sphere.iter().all(|&other| distance(point, other) > 1e-9) {
                        sphere.push(point);
                    }
                }
            }
        }
    }
    sphere
}

#[test]
fn table_equals_the_icosphere() {
    let sphere = icosphere();
    assert_eq!(sphere.len(), NORMAL_COUNT);
    let is_in = |set: &[Vector], n| set.iter().any(|&m| distance(m, n) < 1e-6);
    assert!(table().iter().all(|&n| is_in(&sphere, n)));
    assert!(sphere.iter().all(|&n| is_in(&table(), n)));
}

#[test]
fn table_has_the_order_of_the_game() {
    // A missing or repeated row would shift the entries after it.
    assert_eq!(NORMALS[0], [-0.525731, 0.0, 0.850651]);
    assert_eq!(NORMALS[32], [0.0, 1.0, 0.0]);
    assert_eq!(NORMALS[52], [1.0, 0.0, 0.0]);
    assert_eq!(NORMALS[104], [0.0, -1.0, 0.0]);
    assert_eq!(NORMALS[161], [-0.688191, -0.587785, -0.425325]);
}

#[test]
fn the_first_of_equally_near_normals_is_found() {
    for (direction, equally_near) in [([0.0, 1.0, 1.0], [7, 8]), ([1.0, 0.0, -1.0], [65, 66])] {
        let [one, other] = equally_near.map(|index: u8| NORMALS[usize::from(index)].map(f32::abs));
        assert_eq!(one, other, "mirrored at a plane that contains the direction");
        assert_eq!(nearest_normal(direction), equally_near[0]);
    }
}

#[test]
fn the_nearest_normal_is_the_first_of_the_greatest_dot_products() {
    let first_of_all = |direction: [f32; 3]| {
        let largest = direction.iter().fold(0.0_f32, |largest, c| largest.max(c.abs()));
        let [x, y, z] = direction.map(|c| c / largest);
        let dots = NORMALS.map(|[nx, ny, nz]| x * nx + y * ny + z * nz);
        let greatest = dots.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        dots.iter().position(|&dot| dot == greatest)
    };
    // Components that are zero or negligible, and the directions halfway between two normals.
    let small = [0.0, 1e-12, 3e-8, 1e-7, 1e-6, 0.9e-5, 1.1e-5, 1e-3, 0.3, 1.0, 1.7];
    let signed: Vec<f32> = small.iter().flat_map(|&c| [c, -c]).collect();
    let mut directions = Vec::new();
    for &x in &signed {
        directions.extend(signed.iter().flat_map(|&y| signed.iter().map(move |&z| [x, y, z])));
    }
    for a in &NORMALS {
        directions.extend(NORMALS.iter().map(|b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]));
    }
    for length in [1.0, 1e-40, 1e-20, 0.3, 17.0, 1e20, 3e38] {
        directions.extend(NORMALS.map(|normal| normal.map(|c| c * length)));
    }
    directions.retain(|direction| *direction != [0.0; 3]);
    for direction in directions {
        assert_eq!(Some(usize::from(nearest_normal(direction))), first_of_all(direction), "{direction:?}");
    }
}
