//! Loading of MDL: seams, frame groups, skins, doubtful normals. The expected values are computed by hand.

use std::time::Duration;

use md2_load::{Format, LoadOptions, LoadedModel, ModelSkin, NormalSource, Palette, load};
use md2_mesh::NORMALS;
use md2_testdata::mdl::{self, MdlFrameSpec, MdlSpec, PoseSpec};

fn loaded(spec: &MdlSpec) -> LoadedModel {
    load(spec.build().bytes(), &LoadOptions::default()).expect("the fixture is valid")
}

#[test]
fn back_triangles_move_their_seam_vertices_half_a_skin() {
    let model = loaded(&mdl::seamed_quad());
    // Two of the four vertices are on the seam. A front and a back triangle use them.
    assert_eq!((model.mesh.vertex_count(), model.facts.vertices), (6, 4));
    let mut corners: Vec<(u32, [f32; 2])> = model
        .mesh
        .indices()
        .iter()
        .map(|i| (model.mesh.source_vertices()[i as usize].xyz, model.mesh.uvs()[i as usize]))
        .collect();
    corners.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    // (s + 0.5) / 16 and (t + 0.5) / 8, where s is shifted by 8 on the back.
    let expected = [
        (0, [3.5 / 16.0, 3.5 / 8.0]),
        (1, [0.5 / 16.0, 0.5 / 8.0]),
        (1, [8.5 / 16.0, 0.5 / 8.0]),
        (2, [7.5 / 16.0, 7.5 / 8.0]),
        (2, [15.5 / 16.0, 7.5 / 8.0]),
        (3, [12.5 / 16.0, 3.5 / 8.0]),
    ];
    assert_eq!(corners, expected);
    // Duplicates move with the vertex that they repeat.
    for (vertex, source) in model.mesh.source_vertices().iter().enumerate() {
        assert_eq!(model.mesh.position(0, vertex), model.mesh.position(0, source.xyz as usize));
    }
}

#[test]
fn poses_of_groups_are_frames_in_the_order_of_the_file() {
    let model = loaded(&mdl::frame_group());
    let names: Vec<&[u8]> = model.frame_names.iter().map(Vec::as_slice).collect();
    assert_eq!(names, [&b"stand1"[..], b"flame1", b"flame2", b"flame3", b"stand2"]);
    let heights: Vec<f32> = (0..5).map(|frame| model.mesh.position(frame, 0)[2]).collect();
    assert_eq!(heights, [-24.0, -23.875, -23.75, -23.625, -23.5]);
    let found: Vec<_> = model
        .detection
        .sequences()
        .iter()
        .map(|s| (s.name.as_str(), s.first, s.last, s.times.is_some()))
        .collect();
    assert_eq!(found, [("stand", 0, 0, false), ("flame", 1, 3, true), ("stand", 4, 4, false)]);
}

fn embedded(model: &LoadedModel, index: usize) -> &md2_load::EmbeddedSkin {
    match &model.skins.alternatives[index] {
        ModelSkin::Embedded(skin) => skin,
        other => panic!("an MDL contains its skins, found {other:?}"),
    }
}

#[test]
fn skins_are_painted_with_the_palette() {
    let model = loaded(&mdl::skin_group());
    assert_eq!(model.skins.alternatives.len(), 2);
    let single = embedded(&model, 0);
    assert_eq!((single.size(), single.image_count(), single.times()), ([8, 8], 1, None));
    let painted = single.paint(0).expect("the skin has texels");
    // Colors 0, 1 and 2 of Quake's palette.
    let pixels: Vec<_> = painted.color.pixels().take(3).collect();
    assert_eq!(pixels, [[0, 0, 0, 255], [15, 15, 15, 255], [31, 31, 31, 255]]);
    assert_eq!((painted.glow, painted.has_holes), (None, false));

    let group = embedded(&model, 1);
    assert_eq!(group.image_count(), 3);
    let times = group.times().expect("the skin is timed");
    let shown = [0, 199, 200, 499, 500, 999, 1000].map(|ms| times.key_at(Duration::from_millis(ms)));
    assert_eq!(shown, [0, 0, 1, 1, 2, 2, 0]);
    assert_eq!(group.paint(2).map(|painted| painted.color.pixel(7, 7)), Some([47, 47, 47, 255]));
    assert_eq!(group.paint(3), None);

    let gray: Vec<u8> = (0..=255).flat_map(|i| [i, i, i]).collect();
    let palette = Palette::from_lmp(&gray).expect("768 bytes");
    let options = LoadOptions { palette, ..LoadOptions::default() };
    let model = load(mdl::skin_group().build().bytes(), &options).expect("valid");
    assert_eq!(
        embedded(&model, 0).paint(0).map(|painted| painted.color.pixel(5, 1)),
        Some([13, 13, 13, 255])
    );
}

#[test]
fn flags_of_the_game_are_read() {
    let mut spec = mdl::one_triangle();
    (spec.flags, spec.sync_type) = (8, 1);
    let model = loaded(&spec);
    assert!(model.facts.spins && model.facts.random_start);
    let model = loaded(&mdl::one_triangle());
    assert!(!model.facts.spins && !model.facts.random_start);
}

/// Builds a pyramid without a base. `normals` are the normal indices of the apex and the four corners.
fn pyramid(normals: [u8; 5]) -> MdlSpec {
    let corners = [[100, 100, 200], [0, 0, 0], [200, 0, 0], [200, 200, 0], [0, 200, 0]];
    let vertices: Vec<[u8; 4]> =
        corners.into_iter().zip(normals).map(|([x, y, z], normal)| [x, y, z, normal]).collect();
    let mut spec = mdl::one_triangle();
    spec.st = vec![spec.st[0]; 5];
    spec.triangles = [[0, 2, 1], [0, 3, 2], [0, 4, 3], [0, 1, 4]]
        .map(|vertices| mdl::MdlTriangleSpec { front: 1, vertices })
        .to_vec();
    spec.frames = vec![MdlFrameSpec::Single(PoseSpec::new("pyramid", &vertices))];
    spec
}

#[test]
fn implausible_normals_are_recomputed() {
    let outward = [5, 31, 40, 65, 127].map(|_| 0_u8);
    let direction = |model: &LoadedModel, vertex: usize| {
        model.mesh.packing().direction(model.mesh.vertex_bytes(0, vertex))
    };
    // All vertices have the same normal.
    let model = loaded(&pyramid(outward));
    assert!(model.facts.normals_recomputed);
    assert_eq!(direction(&model, 0), [0.0, 0.0, 1.0], "the top points up");
    assert!(direction(&model, 1)[0] < -0.3 && direction(&model, 1)[1] < -0.3, "and the corner outward");

    // Plausible normals are used; inverted normals are not.
    let nearest = |[x, y, z]: [f32; 3]| md2_common::nearest_normal([x, y, z]);
    let outside = [[0.0, 0.0, 1.0], [-1.0, -1.0, 0.5], [1.0, -1.0, 0.5], [1.0, 1.0, 0.5], [-1.0, 1.0, 0.5]];
    let model = loaded(&pyramid(outside.map(nearest)));
    assert!(!model.facts.normals_recomputed);
    let inward = outside.map(|normal| nearest(normal.map(|c| -c)));
    let model = loaded(&pyramid(inward));
    assert!(model.facts.normals_recomputed);
    assert_eq!(direction(&model, 0), [0.0, 0.0, 1.0]);

    // If the triangles have the wrong winding, normals that point outwards are plausible.
    let mut spec = pyramid(outside.map(nearest));
    spec.triangles.iter_mut().for_each(|triangle| triangle.vertices.swap(1, 2));
    assert!(!loaded(&spec).facts.normals_recomputed);
    // Inverted normals are recomputed with either winding.
    let mut spec = pyramid(inward);
    spec.triangles.iter_mut().for_each(|triangle| triangle.vertices.swap(1, 2));
    let model = loaded(&spec);
    assert!(model.facts.normals_recomputed);
    assert_eq!(direction(&model, 0), [0.0, 0.0, 1.0]);

    let options = LoadOptions { normals: NormalSource::FromFile, ..LoadOptions::default() };
    let model = load(pyramid(outward).build().bytes(), &options).expect("valid");
    assert_eq!(direction(&model, 0), NORMALS[0]);
}

#[test]
fn normals_past_the_table_point_up() {
    let mut file = mdl::one_triangle().build();
    file.set_u8("frame[1].pose[0].vertex[1].normal", 200);
    let options = LoadOptions { normals: NormalSource::FromFile, ..LoadOptions::default() };
    let model = load(file.bytes(), &options).expect("valid");
    assert_eq!(model.facts.bad_normals, 1);
    assert_eq!(model.mesh.vertex_bytes(1, 1)[3], 5);
}

#[test]
fn models_of_the_hexen_2_mission_pack_are_opened() {
    let spec = mdl::one_triangle();
    let built = spec.build();
    let (triangles, frames) = (built.offset_of("tri[0].front"), built.offset_of("frame[0].type"));
    let indices = [1_u16, 0, 0, 1, 2, 2, 1, 0].map(u16::to_le_bytes).concat();
    let ident = [&b"RAPO\x32\0\0\0"[..], &built.bytes()[8..84], &3_i32.to_le_bytes()].concat();
    let file = [&ident[..], &built.bytes()[84..triangles], &indices, &built.bytes()[frames..]].concat();

    let hexen2 = load(&file, &LoadOptions::default()).unwrap();
    let quake = load(built.bytes(), &LoadOptions::default()).unwrap();
    assert_eq!((hexen2.format, hexen2.facts.file_bytes), (Format::Mdl, file.len()));
    assert_eq!(hexen2.frame_names, quake.frame_names);
    assert_eq!(hexen2.skins, quake.skins);
    assert!(hexen2.header.iter().any(|field| field.name == "numverts"));

    let error = load(&file[..file.len() - 1], &LoadOptions::default()).unwrap_err().to_string();
    assert!(error.starts_with("MDL: frame 1: the file ends after"), "{error}");
}
