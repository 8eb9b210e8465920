//! Loading of MD3: surfaces, 16-bit vertices, tags. The expected values are computed by hand.

use md2_load::{Format, LoadError, LoadOptions, LoadedModel, load};
use md2_mesh::{Bounds, Packing, Pose, blend};
use md2_testdata::md3::{self, Md3Spec};

fn loaded(spec: &Md3Spec) -> LoadedModel {
    load(spec.build().bytes(), &LoadOptions::default()).expect("the fixture is valid")
}

#[test]
fn surfaces_share_one_list_of_vertices() {
    let model = loaded(&md3::two_surfaces());
    assert_eq!(model.format, Format::Md3);
    let mesh = &model.mesh;
    assert_eq!(mesh.packing(), Packing::Position16Normal16);
    assert_eq!((mesh.vertex_count(), mesh.frame_count(), mesh.triangle_count()), (7, 3, 3));
    assert_eq!(mesh.packed_bytes().len(), 8 * 7 * 3, "eight bytes per vertex and frame");
    let [floor, wall] = mesh.surfaces() else { panic!("two surfaces") };
    assert_eq!((floor.name.as_str(), floor.indices.clone(), floor.vertices.clone()), ("Floor", 0..6, 0..4));
    assert_eq!((wall.name.as_str(), wall.indices.clone(), wall.vertices.clone()), ("wall_1", 6..9, 4..7));
    assert_eq!((floor.skin_slot, wall.skin_slot, mesh.skin_slot_count()), (0, 1, 2));
    assert_eq!(model.skins.slots[1].surface, b"wall_1");
    assert_eq!(model.skins.slots[1].shader, b"textures/wall.jpg");
    assert_eq!(mesh.uvs()[1], [0.0, 1.0]);
    assert_eq!(mesh.uvs()[4], [0.0, 1.0]);
    // The second vertex of the wall has height 32 and rises by 4 per frame. Halfway to the third frame its height is 38.
    let top = blend::blend_vertex(mesh, 5, Pose { frame_a: 1, frame_b: 2, blend: 0.5 });
    assert_eq!((top.position, top.normal[0]), ([16.0, -16.0, 38.0], 1.0));
    assert_eq!(mesh.bounds(), Bounds { min: [-16.0, -16.0, 0.0], max: [16.0, 16.0, 40.0] });
}

#[test]
fn the_first_tag_of_a_name_counts_and_a_missing_one_keeps_its_place() {
    let mut spec = md3::player_upper();
    let second = spec.tags[0][2].clone();
    for frame in &mut spec.tags {
        // tag_head, tag_head, tag_torso.
        frame[1].name = frame[0].name.clone();
    }
    // In frame 1 the first tag is renamed, so the second tag becomes the first tag with the name `tag_head`.
    spec.tags[1][0].name = b"tag_other".to_vec();
    // Frame 2 has no `tag_head`, but three tags with the name `tag_torso`.
    spec.tags[2] = vec![second.clone(), second.clone(), second];
    let model = loaded(&spec);
    let names: Vec<&str> = model.mesh.tags().iter().map(|tag| tag.name.as_str()).collect();
    assert_eq!(names, ["tag_head", "tag_torso"]);
    let origins: Vec<[f32; 3]> = model.mesh.tags()[0].frames.iter().map(|frame| frame.origin).collect();
    let weapon = [12.0, -8.0, 16.0];
    assert_eq!(origins, [[0.0, 0.0, 24.0], weapon, weapon, [0.0, 0.0, 27.0]]);
}

#[test]
fn a_model_of_tags_alone_is_a_mesh() {
    let mut spec = md3::player_upper();
    spec.surfaces.clear();
    let model = loaded(&spec);
    assert_eq!((model.mesh.vertex_count(), model.mesh.triangle_count(), model.skins.slots.len()), (0, 0, 0));
    assert_eq!(model.mesh.tags().len(), 3);
}

#[test]
fn keeps_triangles_that_use_a_vertex_twice() {
    let mut spec = md3::two_surfaces();
    spec.surfaces[0].triangles.insert(1, [1, 1, 2]);
    let model = loaded(&spec);
    assert_eq!((model.facts.triangles, model.mesh.triangle_count()), (4, 4));
    assert_eq!(model.mesh.surfaces()[1].indices, 9..12);
}

#[test]
fn errors_name_other_formats() {
    let check = |bytes: &[u8], expected: &str| {
        let error = load(bytes, &LoadOptions::default()).expect_err("no model");
        assert_eq!(error.to_string(), expected);
    };
    check(
        b"IDST\x0a\0\0\0",
        "this is a Half-Life model (MDL variant), not a model of Quake (MDL), Quake II (MD2) or Quake III Arena (MD3)",
    );
    check(
        b"\x01\x02IDP2",
        "not a model: it starts with \"\\x01\\x02ID\", expected \"IDPO\", \"IDP2\" or \"IDP3\"",
    );
    assert!(matches!(load(b"", &LoadOptions::default()), Err(LoadError::Foreign { .. })));
    assert!(matches!(load(b"IDP3", &LoadOptions::default()), Err(LoadError::Md3(_))));
    assert!(matches!(load(b"IDPO", &LoadOptions::default()), Err(LoadError::Mdl(_))));
    assert!(matches!(load(b"IDP2", &LoadOptions::default()), Err(LoadError::Md2(_))));
}
