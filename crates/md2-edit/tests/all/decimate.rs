//! Tests of the removal of triangles.

use std::collections::BTreeSet;

use md2_edit::Model;
use md2_testdata::{FrameSpec, Md2Spec, TriangleSpec};

use crate::common::{CELLS, corners, grid, parse};

fn places(model: &Model, frame: usize) -> BTreeSet<[i32; 3]> {
    let mut places = BTreeSet::new();
    for (position, st) in corners(model, frame).into_iter().flatten() {
        assert_eq!([position[0] / 10.0 * 8.0, position[1] / 10.0 * 8.0], st, "{}", model.format());
        #[expect(clippy::cast_possible_truncation, reason = "small whole numbers")]
        places.insert(position.map(|c| (c / 10.0).round() as i32));
    }
    places
}

#[test]
fn a_flat_square_keeps_its_corners() {
    let end = i32::try_from(CELLS).unwrap();
    for mut model in grid([99, 99]) {
        assert_eq!(model.decimate(2), Ok(2 * CELLS * CELLS - 2), "{}", model.format());
        let expected = [[0, 0, 0], [end, 0, 0], [0, end, 0], [end, end, 0]];
        assert_eq!(places(&model, 0), BTreeSet::from(expected));
        assert_eq!(model.frame_positions(0).len(), 4, "unused vertices are removed");
        let read = Model::parse(&model.to_bytes().unwrap()).unwrap();
        assert_eq!(read.triangle_count(), 2);
        // Both triangles are on the same side as before, and the whole square is covered.
        let area = |[a, b, c]: [([f32; 3], [f32; 2]); 3]| {
            let [u, v] = [b.0, c.0].map(|end| [end[0] - a.0[0], end[1] - a.0[1]]);
            u[0] * v[1] - u[1] * v[0]
        };
        let areas: Vec<f32> = corners(&model, 0).into_iter().map(area).collect();
        assert_eq!(areas, [3600.0; 2]);
    }
}

#[test]
fn a_point_that_moves_in_one_frame_remains() {
    for mut model in grid([2, 3]) {
        model.decimate(16).unwrap();
        // 200 steps of a quarter unit are 50 units, 5 cells.
        assert!(places(&model, 1).contains(&[2, 3, 5]), "{}: {:?}", model.format(), places(&model, 1));
        assert!(places(&model, 0).contains(&[2, 3, 0]));
    }
}

#[test]
fn refuses_a_limit_below_a_closed_body() {
    // Four triangles are the fewest that enclose a volume.
    let original = parse(md2_testdata::block(false).build());
    for limit in [0, 1, 3] {
        let mut model = original.clone();
        let error = model.decimate(limit).unwrap_err();
        assert!(error.to_string().starts_with("triangles: found "), "{error}");
        assert_eq!(model, original);
    }
    let mut model = original.clone();
    assert_eq!(model.decimate(12), Ok(0));
    assert_eq!(model, original);
    assert!(grid([99, 99])[0].decimate(0).is_err(), "no triangles");
}

#[test]
fn a_blade_keeps_its_length_and_its_sides() {
    // A closed tube of 8 rings with 6 corners, 8 steps wide and 250 long, with a point at each end.
    const RINGS: u16 = 8;
    const CORNERS: u16 = 6;
    let ring = [[8, 4], [6, 7], [2, 7], [0, 4], [2, 1], [6, 1]];
    let vertex = |number: u16| {
        let [y, z] = ring[usize::from(number % CORNERS)];
        [u8::try_from(25 + 28 * (number / CORNERS)).unwrap(), y, z, 5]
    };
    let count = RINGS * CORNERS;
    let mut vertices: Vec<_> = (0..count).map(vertex).collect();
    vertices.extend([[0, 4, 4, 5], [250, 4, 4, 5]]);
    let mut triangles = Vec::new();
    for corner in 0..CORNERS {
        let next = (corner + 1) % CORNERS;
        for first in (0..RINGS - 1).map(|ring| ring * CORNERS) {
            let [a, b, c, d] = [corner, next, corner + CORNERS, next + CORNERS].map(|i| first + i);
            triangles.extend([[a, b, c], [c, b, d]]);
        }
        let last = (RINGS - 1) * CORNERS;
        triangles.extend([[count, next, corner], [count + 1, last + corner, last + next]]);
    }
    let frame = FrameSpec {
        name: b"blade".to_vec(),
        scale: [0.25; 3],
        translate: [0.0; 3],
        vertices: vertices.clone(),
    };
    let spec = Md2Spec {
        skin_size: [64, 64],
        st: vec![[0, 0]],
        triangles: triangles.iter().map(|&xyz| TriangleSpec { xyz, st: [0; 3] }).collect(),
        vertices: vertices.len(),
        frames: vec![frame],
        ..Md2Spec::default()
    };
    let mut model = parse(spec.build());
    let least = (4..50).find(|&target| model.decimate(target).is_ok());
    assert!(least.is_some(), "more than half of the triangles can go");
    let positions = model.frame_positions(0);
    let extent = |axis: usize| {
        let all = || positions.iter().map(move |position| position[axis]);
        all().fold(f32::MIN, f32::max) - all().fold(f32::MAX, f32::min)
    };
    // 1.5 % of the diagonal are one unit, of 62.5 units of length and 2 of width.
    assert!(extent(0) >= 60.5 && extent(1) >= 1.0, "{} long, {} wide", extent(0), extent(1));
}
