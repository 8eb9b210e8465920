//! Which way triangles turn.

use md2_common::{TriangleOrder, Winding};

/// A tetrahedron far from the origin, its corners clockwise seen from outside.
const CORNERS: [[f64; 3]; 4] =
    [[100.0; 3], [109.0, 100.0, 100.0], [100.0, 109.0, 100.0], [100.0, 100.0, 109.0]];
const OUTWARD: [[usize; 3]; 4] = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];

fn winding(triangles: &[[usize; 3]]) -> Winding {
    Winding::from_triangles(triangles.iter().map(|triangle| triangle.map(|index| CORNERS[index])))
}

#[test]
fn a_solid_tells_its_outside_and_its_volume() {
    let (volume, inside_out) = (9.0 * 9.0 * 9.0 / 6.0, OUTWARD.map(|[a, b, c]| [a, c, b]));
    for (triangles, turn, enclosed) in
        [(OUTWARD, TriangleOrder::Clockwise, -volume), (inside_out, TriangleOrder::Counterclockwise, volume)]
    {
        let winding = winding(&triangles);
        assert_eq!(winding.order(), turn);
        assert!(
            (winding.enclosed - enclosed).abs() < 1e-9 && (winding.spanned - volume).abs() < 1e-9,
            "{winding:?}"
        );
    }
    assert_eq!(winding(&inside_out).to_string(), "counterclockwise: 121.5 of 121.5 cubic units enclosed");
}

#[test]
fn sheets_enclose_nothing_wherever_they_are() {
    // A single triangle, both sides of one, and two that stand on each other: no outside.
    for triangles in [&[[0, 1, 2]][..], &[[0, 1, 2], [0, 2, 1]], &[[0, 1, 2], [0, 1, 3]], &[]] {
        assert_eq!(winding(triangles).order(), TriangleOrder::OpenOrFlat, "{triangles:?}");
    }
    assert_eq!(winding(&[]), Winding::default());
}

#[test]
fn one_triangle_may_be_missing_or_turned() {
    // Seen from the middle of what is left, three of four sides still tell.
    assert_eq!(winding(&OUTWARD[1..]).order(), TriangleOrder::Clockwise);
    let mut turned = OUTWARD;
    turned[0] = [0, 2, 1];
    assert_eq!(winding(&turned).order(), TriangleOrder::Clockwise);
}

#[test]
fn what_is_no_number_tells_nothing() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let broken =
            OUTWARD.map(|triangle| triangle.map(|index| [value, CORNERS[index][1], CORNERS[index][2]]));
        assert_eq!(Winding::from_triangles(broken.into_iter()).order(), TriangleOrder::OpenOrFlat, "{value}");
    }
}
