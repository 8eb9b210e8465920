//! The distance of a point from a triangle.

use crate::vector::{dot, minus};

/// Returns the squared distance of a point from the nearest point of a triangle.
///
/// The function follows Ericson, "Real-Time Collision Detection", 2005: the signs of a few products tell whether a corner, an edge or the
/// inside is nearest.
pub(crate) fn squared_distance(point: [f32; 3], [a, b, c]: [[f32; 3]; 3]) -> f32 {
    let (ab, ac) = (minus(b, a), minus(c, a));
    let from = |corner| minus(point, corner);
    let to_corner = |corner| dot(from(corner), from(corner));
    let [ab_a, ac_a] = [dot(ab, from(a)), dot(ac, from(a))];
    if ab_a <= 0.0 && ac_a <= 0.0 {
        return to_corner(a);
    }
    let [ab_b, ac_b] = [dot(ab, from(b)), dot(ac, from(b))];
    if ab_b >= 0.0 && ac_b <= ab_b {
        return to_corner(b);
    }
    let [ab_c, ac_c] = [dot(ab, from(c)), dot(ac, from(c))];
    if ac_c >= 0.0 && ab_c <= ac_c {
        return to_corner(c);
    }
    let along = |start: [f32; 3], edge: [f32; 3], share: f32| {
        let rest = minus(from(start), edge.map(|c| c * share));
        dot(rest, rest)
    };
    // The areas of the triangles that the point forms with the edges.
    let area_c = ab_a * ac_b - ab_b * ac_a;
    if area_c <= 0.0 && ab_a >= 0.0 && ab_b <= 0.0 {
        return along(a, ab, ab_a / (ab_a - ab_b));
    }
    let area_b = ab_c * ac_a - ab_a * ac_c;
    if area_b <= 0.0 && ac_a >= 0.0 && ac_c <= 0.0 {
        return along(a, ac, ac_a / (ac_a - ac_c));
    }
    let area_a = ab_b * ac_c - ab_c * ac_b;
    if area_a <= 0.0 && ac_b >= ab_b && ab_c >= ac_c {
        return along(b, minus(c, b), (ac_b - ab_b) / ((ac_b - ab_b) + (ab_c - ac_c)));
    }
    let sum = area_a + area_b + area_c;
    let rest = minus(from(a), [0, 1, 2].map(|i| (ab[i] * area_b + ac[i] * area_c) / sum));
    dot(rest, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_nearest_corner_edge_or_inside() {
        let triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
        for (point, expected) in [
            ([-3.0, -4.0, 0.0], 25.0),
            ([6.0, -1.0, 0.0], 5.0),
            ([0.0, 7.0, 2.0], 13.0),
            ([2.0, -3.0, 0.0], 9.0),
            ([-2.0, 1.0, 1.0], 5.0),
            ([4.0, 4.0, 0.0], 8.0),
            ([1.0, 1.0, -5.0], 25.0),
            ([1.0, 1.0, 0.0], 0.0),
        ] {
            for turn in 0..3 {
                let corners = [0, 1, 2].map(|i| triangle[(i + turn) % 3]);
                let found = squared_distance(point, corners);
                assert!((found - expected).abs() < 1e-4, "{point:?}: {found}, expected {expected}");
            }
        }
    }
}
