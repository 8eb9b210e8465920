//! Texture coordinates of the corners of triangles.

use md2_testdata::corpus;
use md2_testdata::mdl::{self, MdlTriangleSpec, StSpec};
use mdl_format::Mdl;

/// Computes the texture coordinates of all triangle corners from the bytes of the file as the format description says,
/// without calling the crate.
fn by_the_rule(file: &[u8]) -> Vec<[[f64; 2]; 3]> {
    let int = |at: usize| i32::from_le_bytes(file[at..at + 4].try_into().unwrap());
    let count = |at: usize| usize::try_from(int(at)).unwrap();
    let [skins, width, height, vertices, triangles] = [48, 52, 56, 60, 64].map(count);
    let mut at = 84;
    for _ in 0..skins {
        let images = if int(at) == 0 { 1 } else { count(at + 4) };
        at += if int(at) == 0 { 4 } else { 8 + 4 * images };
        at += images * width * height;
    }
    let (st, triangle) = (at, at + 12 * vertices);
    let corner = |front: i32, vertex: usize| {
        let [onseam, s, t] = [0, 4, 8].map(|field| int(st + 12 * vertex + field));
        let mut s = f64::from(s);
        if front == 0 && onseam != 0 {
            s += f64::from(int(52) / 2);
        }
        [(s + 0.5) / width as f64, (f64::from(t) + 0.5) / height as f64]
    };
    let records = (0..triangles).map(|i| triangle + 16 * i);
    records.map(|at| [4, 8, 12].map(|field| corner(int(at), count(at + field)))).collect()
}

#[track_caller]
fn follows_the_rule(file: &[u8]) {
    let mdl = Mdl::parse(file).unwrap();
    let expected = by_the_rule(file);
    assert_eq!(expected.len(), mdl.triangles().len());
    for (triangle, expected) in mdl.triangles().iter().zip(expected) {
        for (corner, expected) in expected.into_iter().enumerate() {
            let found = mdl.corner_uv(triangle, corner).map(f64::from);
            let is_near =
                |axis: usize| (found[axis] - expected[axis]).abs() <= 1.0e-6 * expected[axis].abs().max(1.0);
            assert!(is_near(0) && is_near(1), "{found:?}, expected {expected:?}");
        }
    }
}

#[test]
fn any_value_but_zero_is_on_the_seam_or_front() {
    for (front, onseam, shifted) in [
        (1, 0, 0.0),
        (1, 32, 0.0),
        (0, 0, 0.0),
        (0, 32, 7.0),
        (0, 1, 7.0),
        (0, -1, 7.0),
        (1_637_888, 32, 0.0),
    ] {
        let spec = mdl::MdlSpec {
            // Half of an odd width is rounded down.
            skin_size: [15, 8],
            skins: Vec::new(),
            st: vec![StSpec { onseam, s: 3, t: 5 }; 3],
            triangles: vec![MdlTriangleSpec { front, vertices: [0, 1, 2] }],
            ..mdl::one_triangle()
        };
        let file = spec.build();
        let mdl = Mdl::parse(file.bytes()).unwrap();
        let [u, v] = mdl.corner_uv(mdl.triangles().record(0), 1);
        assert_eq!([u, v], [(3.5 + shifted) / 15.0, 5.5 / 8.0], "front {front}, onseam {onseam}");
        follows_the_rule(file.bytes());
    }
}

#[test]
fn real_models_follow_the_rule() {
    for (path, file) in corpus::files("mdl") {
        println!("{}", path.display());
        follows_the_rule(&file);
    }
}
