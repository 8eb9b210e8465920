//! Normals that point into a model. Exporters that mirror the triangles but not the normals write such models.

use md2_load::{LoadOptions, LoadedModel, NormalSource, load};
use md2_mesh::{Mesh, Packing};
use md2_testdata::{Md2Spec, block};

fn loaded(spec: &Md2Spec, normals: NormalSource) -> LoadedModel {
    load(spec.build().bytes(), &LoadOptions { normals, ..LoadOptions::default() }).unwrap()
}

/// Returns two numbers of vertices: with normals that point away from the center of the mesh, and with other normals.
fn outward_and_inward(mesh: &Mesh) -> (usize, usize) {
    assert_eq!(mesh.packing(), Packing::Position8Normal8);
    let middle = mesh.bounds().center();
    let is_outward = |&vertex: &usize| {
        let (at, normal) =
            (mesh.position(0, vertex), md2_mesh::NORMALS[usize::from(mesh.vertex_bytes(0, vertex)[3])]);
        (0..3).map(|i| (at[i] - middle[i]) * normal[i]).sum::<f32>() > 0.0
    };
    let outward = (0..mesh.vertex_count()).filter(is_outward).count();
    (outward, mesh.vertex_count() - outward)
}

fn turned(mut spec: Md2Spec) -> Md2Spec {
    spec.triangles.iter_mut().for_each(|triangle| {
        triangle.xyz.swap(1, 2);
        triangle.st.swap(1, 2);
    });
    spec
}

#[test]
fn normals_that_point_inwards_are_recomputed() {
    for inverted in [block(true), turned(block(true))] {
        let model = loaded(&inverted, NormalSource::Auto);
        assert!(model.facts.normals_inverted && model.facts.normals_recomputed);
        let (outward, inward) = outward_and_inward(&model.mesh);
        assert!(outward >= 8 && inward == 0, "{outward} out, {inward} in");
        // The mesh with the normals from the file is equal in everything else.
        let own = model.own_normals.expect("both fit into memory");
        assert_eq!(outward_and_inward(&own), (0, outward));
        assert_eq!(
            (own.indices(), own.uvs(), own.bounds()),
            (model.mesh.indices(), model.mesh.uvs(), model.mesh.bounds())
        );
    }
}

#[test]
fn normals_that_point_outwards_are_kept() {
    // The winding must not matter.
    for valid in [block(false), turned(block(false))] {
        let model = loaded(&valid, NormalSource::Auto);
        assert!(!model.facts.normals_inverted && !model.facts.normals_recomputed);
        assert!(model.own_normals.is_none());
        let from_file = loaded(&valid, NormalSource::FromFile);
        assert_eq!(model.mesh.packed_bytes(), from_file.mesh.packed_bytes());
    }
}

#[test]
fn one_outward_corner_in_five_is_not_inverted() {
    let mut mixed = block(true);
    let outward = block(false);
    for corner in [0, 7] {
        mixed.frames[0].vertices[corner] = outward.frames[0].vertices[corner];
    }
    assert!(!loaded(&mixed, NormalSource::Auto).facts.normals_inverted);
}

#[test]
fn both_meshes_are_made_only_if_they_fit() {
    let file = block(true).build();
    let needed = loaded(&block(true), NormalSource::Auto).mesh.packed_bytes().len();
    for (max_packed_bytes, is_kept) in [(2 * needed, true), (2 * needed - 1, false), (needed, false)] {
        let model = load(file.bytes(), &LoadOptions { max_packed_bytes, ..LoadOptions::default() }).unwrap();
        assert_eq!(model.own_normals.is_some(), is_kept, "{max_packed_bytes} bytes");
        assert!(model.facts.normals_recomputed);
    }
}
