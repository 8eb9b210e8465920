//! Tests of invalid parts, which `Mesh::from_parts` rejects with an error.

use md2_mesh::{Bounds, FrameTransform, Mesh, MeshParts, Packing, SourceVertex, Surface, Tag, TagFrame};

fn parts() -> MeshParts {
    let still = vec![FrameTransform::IDENTITY; 2];
    MeshParts::whole(Packing::Position8Normal8, still, vec![0; 2 * 3 * 4], vec![0, 1, 2])
}

#[track_caller]
fn check(change: impl Fn(&mut MeshParts), expected: &str) {
    let mut parts = parts();
    change(&mut parts);
    let error = Mesh::from_parts(parts).expect_err("the parts do not fit");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn errors_name_every_contradiction() {
    check(|p| p.frames.clear(), "the model has no frames");
    check(|p| p.packed.push(0), "packed: found 25 elements, expected 24");
    check(|p| p.uvs.push([0.0; 2]), "packed: found 24 elements, expected 32");
    check(|p| p.source_vertices.truncate(1), "source_vertices: found 1 elements, expected 3");
    let beyond = "source_vertices[2]: found source vertex 3, expected 0..3";
    check(|p| p.source_vertices[2].xyz = 3, beyond);
    check(|p| p.indices.truncate(2), "indices: found 2 elements, expected a multiple of 3");
    check(|p| p.indices.extend([0, 1, 2]), "indices: found 6 elements, expected 3");
    check(|p| p.surfaces.clear(), "indices: found 3 elements, expected 0");
    check(|p| p.indices[1] = 3, "indices[1]: found vertex 3, expected 0..3");
    check(|p| p.indices[2] = u32::MAX, "indices[2]: found vertex 4294967295, expected 0..3");
    check(|p| p.packed[23] = 162, "frame 1, vertex 2: found normal index 162, expected 0..162");
    check(|p| p.uvs[2] = [0.0, f32::NAN], "uvs[2]: (0, NaN) is not finite");
}

#[test]
fn rejects_coordinates_beyond_the_limit() {
    let limit = "expected finite values up to 1e18";
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -2.0e18] {
        check(
            |p| p.frames[1].translate[1] = value,
            &format!("frame 1: y coordinates are {value:e} to {:e}, {limit}", value + 255.0),
        );
    }
    check(|p| p.frames[0].scale[0] = f32::NAN, &format!("frame 0: x coordinates are NaN to NaN, {limit}"));
    check(|p| p.frames[0].scale[2] = -f32::MAX, &format!("frame 0: z coordinates are 0e0 to -inf, {limit}"));
}

#[test]
fn surfaces_must_divide_the_triangles() {
    let surface = |start: usize, end: usize, vertices| Surface {
        indices: start..end,
        vertices,
        ..Surface::whole(0, 0)
    };
    let change = |surfaces: &[Surface]| {
        let surfaces = surfaces.to_vec();
        move |p: &mut MeshParts| {
            p.indices = vec![0, 1, 1, 1, 2, 2];
            p.surfaces.clone_from(&surfaces);
        }
    };
    let mut parts = parts();
    change(&[surface(0, 3, 0..2), surface(3, 3, 0..0), surface(3, 6, 1..3)])(&mut parts);
    let mesh = Mesh::from_parts(parts).expect("they fit");
    assert_eq!((mesh.surfaces().len(), mesh.skin_slot_count()), (3, 1));

    check(change(&[surface(0, 3, 0..3)]), "indices: found 6 elements, expected 3");
    let gap = "surfaces[1]: found indices 4..6, expected whole triangles from 3 up to 6";
    check(change(&[surface(0, 3, 0..3), surface(4, 6, 0..3)]), gap);
    let partial = "surfaces[0]: found indices 0..4, expected whole triangles from 0 up to 6";
    check(change(&[surface(0, 4, 0..3)]), partial);
    let long = "surfaces[0]: found indices 0..9, expected whole triangles from 0 up to 6";
    check(change(&[surface(0, 9, 0..3)]), long);
    check(change(&[surface(0, 6, 0..4)]), "surfaces[0]: found vertices 0..4, expected within 0..3");
    let foreign = "indices[3]: found vertex 1, expected 2..3";
    check(change(&[surface(0, 3, 0..3), surface(3, 6, 2..3)]), foreign);
}

#[test]
fn tags_need_a_finite_pose_for_each_frame() {
    let tag = |frames: &[TagFrame]| Tag { name: String::from("tag_head"), frames: frames.to_vec() };
    let with = |tag: Tag| move |p: &mut MeshParts| p.tags.push(tag.clone());
    check(with(tag(&[TagFrame::IDENTITY])), "tag \"tag_head\": found 1 frames, expected 2");
    let nowhere = TagFrame { origin: [0.0, f32::NAN, 0.0], ..TagFrame::IDENTITY };
    check(
        with(tag(&[TagFrame::IDENTITY, nowhere])),
        "tag \"tag_head\", frame 1: position or axes are not finite",
    );
    let mut parts = parts();
    with(tag(&[TagFrame::IDENTITY; 2]))(&mut parts);
    let mesh = Mesh::from_parts(parts).expect("they fit");
    assert_eq!(mesh.tag("TAG_Head").map(|tag| tag.frames.len()), Some(2));
    assert_eq!(mesh.tag("tag_torso"), None);
}

#[test]
fn bounds_contain_only_used_vertices() {
    let mut parts = parts();
    parts.packing = Packing::Position16Normal16;
    parts.frames = vec![FrameTransform { scale: [0.5, 1.0, -1.0], translate: [0.0, 100.0, 0.0] }];
    let far = [[-9000_i16, 9000, 9000]; 20];
    let used = [[-4, 8, 0], [2, -8, 1], [0, 0, 300]];
    let vertices: Vec<[i16; 3]> = used.into_iter().chain(far).collect();
    let bytes = |v: &[i16; 3]| [v.map(i16::to_le_bytes).as_flattened(), &[3, 200]].concat();
    parts.packed = vertices.iter().flat_map(bytes).collect();
    parts.uvs = vec![[0.0; 2]; vertices.len()];
    parts.source_vertices = vec![SourceVertex { xyz: 0, st: None }; vertices.len()];
    parts.surfaces = vec![Surface::whole(vertices.len(), 3)];
    let mesh = Mesh::from_parts(parts).expect("they fit");
    assert_eq!(mesh.bounds(), Bounds { min: [-2.0, 92.0, -300.0], max: [1.0, 108.0, 0.0] });
    assert_eq!(mesh.frame_stride_bytes(), 23 * 8);
    assert_eq!(mesh.position(0, 2), [0.0, 100.0, -300.0]);
}
