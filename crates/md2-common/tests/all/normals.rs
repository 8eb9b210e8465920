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
fn each_normal_is_nearest_to_itself_at_any_length() {
    for (index, n) in NORMALS.iter().enumerate() {
        for length in [1.0, 1e-40, 1e-20, 0.3, 17.0, 1e20, 3e38] {
            let found = usize::from(nearest_normal(n.map(|c| c * length)));
            assert_eq!(found, index, "length {length}");
        }
    }
}

fn nearest_of_all(direction: [f32; 3]) -> u8 {
    let largest = direction.iter().fold(0.0_f32, |largest, c| largest.max(c.abs()));
    let [x, y, z] = direction.map(|c| c / largest);
    let dot = |[nx, ny, nz]: [f32; 3]| x * nx + y * ny + z * nz;
    let mut nearest = 0;
    for (index, &normal) in (0_u8..).zip(&NORMALS) {
        if dot(normal) > dot(NORMALS[usize::from(nearest)]) {
            nearest = index;
        }
    }
    nearest
}

#[test]
fn finds_the_nearest_of_all_normals() {
    // A fine grid on a cube includes the edges and corners of all cells, and many directions with two nearest normals.
    const STEPS: i32 = 160;
    for a in -STEPS..=STEPS {
        for b in -STEPS..=STEPS {
            for side in [-STEPS, STEPS] {
                for direction in [[side, a, b], [a, side, b], [a, b, side]] {
                    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
                    let direction = direction.map(|c| c as f32);
                    assert_eq!(nearest_normal(direction), nearest_of_all(direction), "{direction:?}");
                }
            }
        }
    }
    // The result changes halfway between two neighbors. Test this direction and the floats next to it.
    for (i, a) in NORMALS.iter().enumerate() {
        for b in &NORMALS[..i] {
            let middle = [0, 1, 2].map(|axis| a[axis] + b[axis]);
            for axis in 0..3 {
                for step in [f32::next_down, f32::next_up, |c| c] {
                    let mut direction = middle;
                    direction[axis] = step(direction[axis]);
                    if direction != [0.0; 3] {
                        assert_eq!(nearest_normal(direction), nearest_of_all(direction), "{direction:?}");
                    }
                }
            }
        }
    }
    // Pseudorandom directions of any length.
    let mut bits = 1_u32;
    let mut next = || {
        bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from_bits(bits)
    };
    for _ in 0..300_000 {
        let direction = [next(), next(), next()];
        if direction.iter().all(|c| c.is_finite()) && direction != [0.0; 3] {
            assert_eq!(nearest_normal(direction), nearest_of_all(direction), "{direction:?}");
        }
    }
}
