//! Properties of meshes that are built from random models.

use crate::common;
use md2_format::Md2;
use md2_load::{LoadOptions, NormalSource, UvSource};
use md2_mesh::{MAX_COORDINATE, Pose, blend};
use md2_testdata::{FrameSpec, GlWord, Md2Spec, TriangleSpec};
use proptest::prelude::*;

prop_compose! {
    fn triangle(vertices: u16, places: u16)(
        xyz in prop::array::uniform3(0..vertices), st in prop::array::uniform3(0..places)
    ) -> TriangleSpec {
        TriangleSpec { xyz, st }
    }
}

prop_compose! {
    fn frame(vertices: usize)(
        scale in prop::array::uniform3(-2.0_f32..2.0),
        translate in prop::array::uniform3(-100.0_f32..100.0),
        vertices in prop::collection::vec(any::<[u8; 4]>(), vertices),
    ) -> FrameSpec {
        FrameSpec { name: b"any".to_vec(), scale, translate, vertices }
    }
}

fn gl_word() -> impl Strategy<Value = GlWord> {
    prop_oneof![
        (-5..6).prop_map(GlWord::I),
        any::<f32>().prop_map(GlWord::F),
        (0.0_f32..1.0).prop_map(GlWord::F),
    ]
}

fn spec() -> impl Strategy<Value = Md2Spec> {
    (1_u16..12, 1_u16..12).prop_flat_map(|(vertices, places)| {
        (
            [-2..70, -2..70],
            prop::collection::vec([-3_i16..4, -3_i16..4], usize::from(places)),
            prop::collection::vec(triangle(vertices, places), 0..30),
            prop::collection::vec(frame(vertices.into()), 1..4),
            prop::collection::vec(gl_word(), 0..40),
        )
            .prop_map(move |(skin_size, st, triangles, frames, gl_words)| Md2Spec {
                skin_size,
                skins: vec![],
                st,
                triangles,
                vertices: vertices.into(),
                frames,
                gl_words,
            })
    })
}

fn options() -> impl Strategy<Value = LoadOptions> {
    (
        prop::sample::select(vec![UvSource::St, UvSource::GlCommands]),
        prop::sample::select(vec![NormalSource::Auto, NormalSource::FromFile, NormalSource::Recomputed]),
        any::<bool>(),
    )
        .prop_map(|(uv_source, normals, optimize_vertex_cache)| LoadOptions {
            uv_source,
            normals,
            optimize_vertex_cache,
            ..LoadOptions::default()
        })
}

fn sorted(triangles: impl Iterator<Item = [u32; 3]>) -> Vec<[u32; 3]> {
    let mut triangles: Vec<_> = triangles
        .map(|mut triangle| {
            let first = (0..3).min_by_key(|&i| triangle[i]).expect("three corners");
            triangle.rotate_left(first);
            triangle
        })
        .collect();
    triangles.sort_unstable();
    triangles
}

proptest! {
    #[test]
    fn any_model_makes_a_valid_mesh(spec in spec(), options in options()) {
        let mesh = common::mesh(&spec, &options);

        let in_file = spec.triangles.iter().map(|triangle| triangle.xyz.map(u32::from));
        let in_file = sorted(in_file.filter(|[a, b, c]| a != b && b != c && c != a));
        let xyz = |vertex: u32| mesh.source_vertices()[vertex as usize].xyz;
        prop_assert_eq!(sorted(mesh.indices().triangles().map(|triangle| triangle.map(xyz))), in_file);

        prop_assert!(mesh.uvs().iter().flatten().all(|c| c.is_finite()));
        prop_assert!(mesh.packed_bytes().chunks(4).all(|vertex| vertex[3] < 162));
        for (number, frame) in spec.frames.iter().enumerate() {
            for (vertex, source) in mesh.frame_bytes(number).chunks(4).zip(mesh.source_vertices()) {
                prop_assert_eq!(&vertex[..3], &frame.vertices[source.xyz as usize][..3]);
            }
        }
        for [a, b, c] in mesh.indices().triangles() {
            for vertex in [a, b, c] {
                let vertex = blend::blend_vertex(&mesh, vertex as usize, Pose { frame_a: 0, frame_b: u32::MAX, blend: 0.25 });
                prop_assert!(vertex.position.iter().chain(&vertex.normal).all(|c| c.is_finite()));
                let bounds = mesh.bounds();
                let slack = 1e-3;
                prop_assert!((0..3).all(|i| vertex.position[i] > bounds.min[i] - slack));
                prop_assert!((0..3).all(|i| vertex.position[i] < bounds.max[i] + slack));
            }
        }
    }

    #[test]
    fn any_scale_is_refused_or_harmless(
        scale in prop::array::uniform3(any::<f32>()), translate in prop::array::uniform3(any::<f32>()), blend in any::<f32>()
    ) {
        let mut spec = md2_testdata::one_triangle();
        (spec.frames[1].scale, spec.frames[1].translate) = (scale, translate);
        let file = spec.build();
        let Ok(md2) = Md2::parse(file.bytes()) else { return Ok(()) };
        let Ok(mesh) = md2_load::md2::mesh(&md2, &LoadOptions { normals: NormalSource::Recomputed, ..LoadOptions::default() }) else {
            return Ok(());
        };
        let bounds = mesh.bounds();
        prop_assert!(bounds.radius().is_finite());
        prop_assert!(bounds.center().iter().chain(&bounds.size()).all(|c| c.is_finite()));
        prop_assert!(bounds.min.iter().chain(&bounds.max).all(|c| c.abs() <= MAX_COORDINATE));
        for vertex in 0..3 {
            let vertex = blend::blend_vertex(&mesh, vertex, Pose { frame_a: 0, frame_b: 1, blend });
            prop_assert!(vertex.position.iter().chain(&vertex.normal).all(|c| c.is_finite()));
        }
    }
}
