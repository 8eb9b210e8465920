//! The order of triangle corners.

use md2_common::{TriangleOrder, Winding};

const CORNERS: [[f64; 3]; 4] =
    [[100.0; 3], [109.0, 100.0, 100.0], [100.0, 109.0, 100.0], [100.0, 100.0, 109.0]];
const OUTWARD: [[usize; 3]; 4] = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];

fn winding(triangles: &[[usize; 3]]) -> Winding {
    Winding::from_triangles(triangles.iter().map(|triangle| triangle.map(|index| CORNERS[index])))
}

#[test]
fn measures_the_volume_and_order_of_a_solid() {
    let (volume, inside_out) = (9.0 * 9.0 * 9.0 / 6.0, OUTWARD.map(|[a, b, c]| [a, c, b]));
    for (triangles, order, enclosed) in
        [(OUTWARD, TriangleOrder::Clockwise, -volume), (inside_out, TriangleOrder::Counterclockwise, volume)]
    {
        let winding = winding(&triangles);
        assert_eq!(winding.order(), order);
        assert!(
            (winding.enclosed - enclosed).abs() < 1e-9 && (winding.spanned - volume).abs() < 1e-9,
            "{winding:?}"
        );
    }
    assert_eq!(winding(&inside_out).to_string(), "counterclockwise: 121.5 of 121.5 cubic units enclosed");
}

#[test]
fn finds_no_volume_in_sheets() {
    // One triangle, both sides of one triangle, and two adjacent triangles have no outside.
    for triangles in [&[[0, 1, 2]][..], &[[0, 1, 2], [0, 2, 1]], &[[0, 1, 2], [0, 1, 3]], &[]] {
        assert_eq!(winding(triangles).order(), TriangleOrder::OpenOrFlat, "{triangles:?}");
    }
    assert_eq!(winding(&[]), Winding::default());
}

#[test]
fn tolerates_one_missing_or_inverted_triangle() {
    // One of the four sides is missing.
    assert_eq!(winding(&OUTWARD[1..]).order(), TriangleOrder::Clockwise);
    let mut turned = OUTWARD;
    turned[0] = [0, 2, 1];
    assert_eq!(winding(&turned).order(), TriangleOrder::Clockwise);
}

#[test]
fn reports_positions_that_are_not_finite_as_open() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let broken =
            OUTWARD.map(|triangle| triangle.map(|index| [value, CORNERS[index][1], CORNERS[index][2]]));
        assert_eq!(Winding::from_triangles(broken.into_iter()).order(), TriangleOrder::OpenOrFlat, "{value}");
    }
}
