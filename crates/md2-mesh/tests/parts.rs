//! What `Mesh::from_parts` refuses, and how it says so.

use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing, SourceVertex};

fn parts() -> MeshParts {
    MeshParts {
        packing: Packing::Position8Normal8,
        frames: vec![FrameTransform { scale: [1.0; 3], translate: [0.0; 3] }; 2],
        packed: vec![0; 2 * 3 * 4],
        uvs: vec![[0.0; 2]; 3],
        indices: vec![0, 1, 2],
        source_vertices: vec![SourceVertex { xyz: 0, st: None }; 3],
    }
}

#[track_caller]
fn check(change: impl Fn(&mut MeshParts), expected: &str) {
    let mut parts = parts();
    change(&mut parts);
    let error = Mesh::from_parts(parts).expect_err("the parts do not fit");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn fitting_parts_make_a_mesh() {
    assert!(Mesh::from_parts(parts()).is_ok());
}

#[test]
fn every_contradiction_is_named() {
    check(|p| p.frames.clear(), "the model has no frames");
    check(|p| p.packed.push(0), "packed: 25 given, expected 24");
    check(|p| p.uvs.push([0.0; 2]), "packed: 24 given, expected 32");
    check(|p| p.source_vertices.truncate(1), "source_vertices: 1 given, expected 3");
    check(|p| p.indices.truncate(2), "indices: 2 given, expected a multiple of 3");
    check(|p| p.indices[1] = 3, "indices[1]: vertex 3, expected 0..3");
    check(|p| p.indices[2] = u32::MAX, "indices[2]: vertex 4294967295, expected 0..3");
    check(|p| p.packed[23] = 162, "frame 1, vertex 2: normal index 162, expected 0..162");
    check(|p| p.uvs[2] = [0.0, f32::NAN], "uvs[2]: (0, NaN) is not finite");
}

#[test]
fn every_coordinate_must_be_within_reach() {
    let limit = "allowed are finite values up to 1e18";
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -2.0e18] {
        check(
            |p| p.frames[1].translate[1] = value,
            &format!("frame 1: y runs from {value:e} to {:e}, {limit}", value + 255.0),
        );
    }
    check(|p| p.frames[0].scale[0] = f32::NAN, &format!("frame 0: x runs from NaN to NaN, {limit}"));
    check(|p| p.frames[0].scale[2] = -f32::MAX, &format!("frame 0: z runs from 0e0 to -inf, {limit}"));
}
