//! Loading damaged files.

use md2_load::{LoadError, LoadOptions, LoadedModel, Verdict, load, salvage, verdict};
use md2_testdata::md3::VertexSpec;
use md2_testdata::{TriangleSpec, corpus, one_triangle};

fn salvaged(file: &[u8]) -> Result<(LoadedModel, Vec<String>), LoadError> {
    let salvaged = salvage(file)?;
    Ok((salvaged.load(&LoadOptions::default())?, salvaged.repairs))
}

#[test]
fn a_valid_file_is_loaded_without_repairs() {
    let file = one_triangle().build();
    let (loaded, repairs) = salvaged(file.bytes()).expect("the fixture is valid");
    let plain = load(file.bytes(), &LoadOptions::default()).expect("the fixture is valid");
    assert!(repairs.is_empty());
    assert_eq!(loaded.mesh.packed_bytes(), plain.mesh.packed_bytes());
    assert_eq!(loaded.facts, plain.facts);
    for (path, bytes) in corpus::files("md2") {
        assert!(salvaged(&bytes).is_ok_and(|(_, repairs)| repairs.is_empty()), "{}", path.display());
        assert_eq!(verdict(&bytes), Verdict::Sound, "{}", path.display());
    }
}

/// A bent sheet of 8 x 8 vertices: their bytes, and its triangles.
fn sheet() -> (Vec<[u8; 4]>, Vec<[u8; 3]>) {
    let vertex = |i: u8| [60 + i % 8 * 20, 60 + i / 8 * 20, 100 + (i % 8) * (i / 8), 9];
    let squares = (0..56).filter(|i| i % 8 < 7);
    (
        (0..64).map(vertex).collect(),
        squares.flat_map(|i| [[i, i + 8, i + 1], [i + 1, i + 8, i + 9]]).collect(),
    )
}

/// The sheet as an MD2 of one frame, in which some vertices are zero.
fn one_frame_md2(zeros: std::ops::Range<usize>) -> Vec<u8> {
    let (mut vertices, triangles) = sheet();
    vertices[zeros].fill([0; 4]);
    let mut spec = one_triangle();
    spec.frames.truncate(1);
    (spec.vertices, spec.frames[0].vertices) = (64, vertices);
    let triangle = |corners: &[u8; 3]| TriangleSpec { xyz: corners.map(u16::from), st: [0; 3] };
    spec.triangles = triangles.iter().map(triangle).collect();
    spec.gl_words.clear();
    spec.build().into_bytes()
}

/// The sheet as an MD3 of one frame, whose bounds are multiplied by a number.
fn one_frame_md3(bounds: f32, change: impl Fn(&mut [VertexSpec])) -> Vec<u8> {
    let (vertices, triangles) = sheet();
    let place = |at: u8| i16::from(at) * 16 - 1920;
    let vertex = |[x, y, z, azimuth]: [u8; 4]| VertexSpec { xyz: [x, y, z].map(place), zenith: 5, azimuth };
    let mut vertices: Vec<VertexSpec> = vertices.into_iter().map(vertex).collect();
    change(&mut vertices);
    let mut spec = md2_testdata::md3::one_triangle();
    spec.frames.truncate(1);
    spec.tags.truncate(1);
    spec.frames[0].min = [-15.0, -15.0, -5.0].map(|at| at * bounds);
    spec.frames[0].max = [20.0, 20.0, 7.25].map(|at| at * bounds);
    let surface = &mut spec.surfaces[0];
    surface.triangles = triangles.iter().map(|corners| corners.map(i32::from)).collect();
    (surface.st, surface.vertices) = (vec![[0.0; 2]; 64], vec![vertices]);
    spec.build().into_bytes()
}

#[test]
fn damage_of_a_single_frame_is_named_and_odd_models_are_sound() {
    let far = |vertices: &mut [VertexSpec]| vertices[27].xyz[0] = 32000;
    let point = |vertices: &mut [VertexSpec]| vertices[..8].iter_mut().for_each(|vertex| vertex.xyz = [0; 3]);
    let without_normals = |vertices: &mut [VertexSpec]| {
        point(vertices);
        vertices.iter_mut().for_each(|vertex| (vertex.zenith, vertex.azimuth) = (0, 0));
    };
    for (file, sign) in [
        (one_frame_md2(20..25), "vertices 20 to 24 are zero"),
        (
            one_frame_md3(1.0, |vertices| vertices[30..34].fill(VertexSpec::default())),
            "vertices 30 to 33 are zero",
        ),
        (one_frame_md3(1.0, far), "far outside the bounds"),
    ] {
        let reason = verdict(&file).reason().map(ToString::to_string).unwrap_or_default();
        assert!(reason.contains(sign), "{reason}");
    }
    // Few zeros, a far vertex inside the bounds or outside the bounds of another model, and rows that are a point.
    let odd =
        [one_frame_md2(0..2), one_frame_md3(30.0, far), one_frame_md3(0.1, far), one_frame_md3(0.2, |_| {})];
    for file in odd.into_iter().chain([one_frame_md3(1.0, point), one_frame_md3(1.0, without_normals)]) {
        assert_eq!(verdict(&file), Verdict::Sound);
    }
}

#[test]
fn the_error_of_a_file_that_cannot_be_salvaged_names_its_conversion() {
    let mut file = one_triangle().build();
    file.set_text("skin[0]", &[0xff; 64]).set_i32("num_tris", i32::MAX);
    let converted = String::from_utf8_lossy(file.bytes()).into_owned();
    let error = salvaged(converted.as_bytes()).expect_err("the bytes are lost");
    assert!(error.is_text_conversion(), "{error}");
    assert!(error.to_string().contains("the file was converted to UTF-8"), "{error}");
    assert_eq!(load(converted.as_bytes(), &LoadOptions::default()).unwrap_err(), error);
}
