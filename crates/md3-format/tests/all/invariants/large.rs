//! Files of up to a few hundred kilobytes for which the functions need as much memory or time as possible.

use md2_testdata::md3::{Md3FrameSpec, Md3Spec, SurfaceSpec, TagSpec};

pub(crate) fn models() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("surfaces without lists", headers(3000, 0)),
        ("surfaces that share lists", headers(3000, 2)),
        ("surfaces that use the whole file", headers(3000, 4000)),
        ("triangles out of range", stray_triangles()),
        ("frames without vertices", frames_and_surfaces()),
        ("tags of one name", tags(2500, |_| b"tag".to_vec())),
        ("tags of different names", tags(2500, |i| format!("tag{i}").into_bytes())),
        ("long names", names()),
    ]
}

pub(crate) fn texts() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("empty shaders", b"a{}".repeat(20_000)),
        ("empty stages", [&b"a{"[..], &b"{}".repeat(30_000), b"}"].concat()),
        ("opening braces", b"{".repeat(60_000)),
        ("closing braces", b"}".repeat(60_000)),
        ("names without shaders", b"a ".repeat(30_000)),
        ("rows", b"a,b\n".repeat(15_000)),
        ("one line", b"a,b ".repeat(15_000)),
        ("words without a comma", b"a b ".repeat(15_000)),
        ("commas", b",".repeat(60_000)),
        ("comments", b"/**/".repeat(15_000)),
        ("a keyword and many comments", [&b"a{{map "[..], &b"/**/".repeat(15_000), b"b}}"].concat()),
        ("quotes", b"\"".repeat(60_001)),
        ("empty models", b"model a{}".repeat(7_000)),
        ("frames", [&b"model a{"[..], &b"frame a a 0 b ".repeat(5_000)].concat()),
    ]
}

/// Builds a file with `count` surface headers in a row. The list of `shaders` shaders of each surface overlaps the headers.
fn headers(count: usize, shaders: usize) -> Vec<u8> {
    let surfaces = vec![SurfaceSpec::default(); count];
    let mut file = Md3Spec { surfaces, ..Md3Spec::default() }.build().into_bytes();
    let length = file.len();
    for start in (108..length).step_by(108) {
        let shaders = i32::try_from(shaders.min((length - start) / 68)).unwrap();
        file[start + 76..start + 80].copy_from_slice(&shaders.to_le_bytes());
        file[start + 92..start + 96].copy_from_slice(&0_i32.to_le_bytes());
    }
    file
}

fn stray_triangles() -> Vec<u8> {
    let surface = SurfaceSpec { triangles: vec![[-1, 7, i32::MAX]; 25_000], ..SurfaceSpec::default() };
    Md3Spec { surfaces: vec![surface], ..Md3Spec::default() }.build().into_bytes()
}

fn frames_and_surfaces() -> Vec<u8> {
    let frames = vec![Md3FrameSpec::default(); 3000];
    let surfaces = vec![SurfaceSpec { vertices: vec![Vec::new(); 3000], ..SurfaceSpec::default() }; 1500];
    Md3Spec { frames, surfaces, ..Md3Spec::default() }.build().into_bytes()
}

fn tags(count: usize, name: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
    let tags = (0..count).map(|i| TagSpec { name: name(i), ..TagSpec::default() }).collect();
    Md3Spec { frames: vec![Md3FrameSpec::default()], tags: vec![tags], ..Md3Spec::default() }
        .build()
        .into_bytes()
}

fn names() -> Vec<u8> {
    let named = |i| SurfaceSpec { name: format!("{i:A>64}").into_bytes(), ..SurfaceSpec::default() };
    Md3Spec { surfaces: (0..2000).map(named).collect(), ..Md3Spec::default() }.build().into_bytes()
}
