//! The order of triangle corners.

use md2_common::{InsideOut, TriangleOrder, Winding};

const CORNERS: [[f64; 3]; 4] =
    [[100.0; 3], [109.0, 100.0, 100.0], [100.0, 109.0, 100.0], [100.0, 100.0, 109.0]];
const OUTWARD: [[usize; 3]; 4] = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];

fn winding(triangles: &[[usize; 3]]) -> Winding {
    Winding::from_triangles(triangles.iter().map(|triangle| triangle.map(|index| CORNERS[index])))
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

/// The corners and triangles of a box with sides of 8 units, moved along Y. Its triangles are clockwise seen from outside.
fn block(y: f64) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let corner = |i: u32| [i & 1, i >> 1 & 1, i >> 2 & 1].map(|bit| 8.0 * f64::from(bit));
    let corners = (0..8).map(corner).map(|[x, up, z]| [x, up + y, z]).collect();
    let faces = [[0, 2, 6, 4], [1, 5, 7, 3], [0, 4, 5, 1], [2, 3, 7, 6], [0, 1, 3, 2], [4, 6, 7, 5]];
    (corners, faces.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect())
}

/// Joins boxes at these places. The triangles with the numbers in `turned` face inwards.
fn blocks(places: &[f64], turned: std::ops::Range<usize>) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for &y in places {
        let (own, faces) = block(y);
        let base = u32::try_from(corners.len()).unwrap();
        corners.extend(own);
        triangles.extend(faces.iter().map(|face| face.map(|corner| base + corner)));
    }
    triangles[turned].iter_mut().for_each(|triangle| triangle.swap(1, 2));
    (corners, triangles)
}

#[test]
fn finds_the_closed_parts_that_are_inside_out() {
    let far = [0.0, 20.0, 40.0];
    let text =
        |range: &str| format!("{range} triangles of the closed part around 4.0, 24.0, 4.0 face inwards");
    // The boxes in the third line touch each other.
    for (places, turned, parts, is_whole) in [
        (&far[..], 0..0, vec![], false),
        (&far, 12..24, vec![text("all 12")], false),
        (&[0.0, 20.0, 28.0], 12..24, vec![text("all 12")], false),
        (&far, 13..16, vec![text("3 of 12")], false),
        (&far, 0..36, vec![], true),
    ] {
        let (corners, triangles) = blocks(places, turned.clone());
        let found = InsideOut::find(&corners, &triangles);
        assert_eq!(found.triangles, turned.clone().collect::<Vec<_>>(), "{places:?}");
        assert_eq!(found.parts.iter().map(ToString::to_string).collect::<Vec<_>>(), parts);
        assert!(found.has_inside && found.winding.is_some() == is_whole);
        // A file may repeat the vertices of every triangle.
        let split: Vec<[f64; 3]> =
            triangles.iter().flatten().map(|&vertex| corners[vertex as usize]).collect();
        let own: Vec<[u32; 3]> = (0..36).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        assert!(
            places[2] == 28.0 || InsideOut::find(&split, &own).triangles == found.triangles,
            "{places:?}"
        );
    }
}

#[test]
fn leaves_sheets_alone_unless_they_are_most_of_the_model() {
    let (corners, mut triangles) = blocks(&[0.0, 20.0], 0..12);
    // Without its lid, the second box is open. Its winding says nothing about the first one.
    triangles.truncate(22);
    let found = InsideOut::find(&corners, &triangles);
    assert_eq!((found.triangles, found.parts.len()), ((0..12).collect(), 1));
    triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    assert_eq!(InsideOut::find(&corners, &triangles).triangles, []);
    // An open body alone is judged by its volume.
    let open = InsideOut::find(&corners, &triangles[12..]);
    assert_eq!((open.triangles.len(), open.winding.is_some()), (10, true));
    // Both sides of a sheet, and a band that is twisted, have no inside.
    let sheet = [[0, 1, 3], [0, 3, 1], [0, 3, 2], [0, 2, 3]];
    assert_eq!(InsideOut::find(&corners, &sheet), InsideOut::default());
    assert_eq!(InsideOut::find(&corners, &[[0, 1, 99], [0, 0, 1]]), InsideOut::default());
}
