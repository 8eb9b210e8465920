//! Meshes built from small MD2 models: seams, texture coordinates, normals, bounds, and empty models.

use md2_format::{Md2, nearest_normal};
use md2_load::{LoadError, LoadOptions, NormalSource, UvSource};
use md2_mesh::{Bounds, Indices, Mesh, SourceVertex};
use md2_testdata::{GlWord, Md2Spec, TriangleSpec, one_triangle, seamed_quad, with_frames};

const PLAIN: LoadOptions = LoadOptions {
    uv_source: UvSource::St,
    normals: NormalSource::FromFile,
    optimize_vertex_cache: false,
    palette: md2_load::Palette::QUAKE,
    stem: None,
    max_packed_bytes: 1 << 20,
};

fn mesh(spec: &Md2Spec, options: &LoadOptions) -> Mesh {
    let file = spec.build();
    let md2 = Md2::parse(file.bytes()).expect("the fixture is valid");
    md2_load::md2::mesh(&md2, options).expect("the fixture has a mesh")
}

fn source(xyz: u32, st: u32) -> SourceVertex {
    SourceVertex { xyz, st: Some(st) }
}

#[test]
fn a_seam_doubles_its_vertices_behind_the_others() {
    let mesh = mesh(&seamed_quad(), &PLAIN);
    assert_eq!(
        mesh.source_vertices(),
        [source(0, 0), source(1, 1), source(2, 2), source(3, 4), source(1, 5), source(2, 3)]
    );
    assert_eq!(*mesh.indices(), Indices::U16(vec![0, 1, 2, 5, 4, 3]));
    let position = |vertex: usize| &mesh.frame_bytes(0)[4 * vertex..][..4];
    assert_eq!((position(4), position(5)), (position(1), position(2)));
    // (31 + 0.5) / 64 and (63 + 0.5) / 64 across, 0.5 / 32 down.
    assert_eq!((mesh.uvs()[1], mesh.uvs()[4]), ([0.4921875, 0.015625], [0.9921875, 0.015625]));
}

#[test]
fn bounds_ignore_unused_vertices_and_follow_a_negative_scale() {
    let mut spec = one_triangle();
    spec.vertices = 4;
    for frame in &mut spec.frames {
        frame.vertices.push([255, 255, 255, 0]);
        frame.scale = [-1.0, 1.0, 1.0];
    }
    let mesh = mesh(&spec, &PLAIN);
    assert_eq!(mesh.source_vertices()[3], SourceVertex { xyz: 3, st: None });
    assert_eq!(mesh.frames()[0].bounds, Bounds { min: [-255.0, 0.0, 0.0], max: [0.0, 255.0, 0.0] });
}

#[test]
fn invisible_models_are_meshes() {
    let mut no_triangles = one_triangle();
    no_triangles.triangles.clear();
    let hidden = mesh(&no_triangles, &LoadOptions::default());
    assert_eq!((hidden.vertex_count(), hidden.triangle_count()), (3, 0));
    assert!(hidden.indices().is_empty());
    assert_eq!(
        hidden.frames()[0].bounds.max,
        [31.875, 31.875, 0.0],
        "without triangles, the bounds contain all vertices"
    );

    let mut nothing = no_triangles;
    nothing.vertices = 0;
    nothing.frames.iter_mut().for_each(|frame| frame.vertices.clear());
    let nothing =
        mesh(&nothing, &LoadOptions { normals: NormalSource::Recomputed, ..LoadOptions::default() });
    assert_eq!((nothing.vertex_count(), nothing.frame_count(), nothing.packed_bytes().len()), (0, 2, 0));
    assert_eq!(nothing.bounds(), Bounds::ORIGIN);
    assert!(nothing.frame_bytes(1).is_empty());
}

#[test]
fn one_normal_everywhere_is_replaced() {
    let mut spec = seamed_quad();
    spec.frames[0].vertices.iter_mut().for_each(|vertex| vertex[3] = 77);
    let normals = |options: &LoadOptions| -> Vec<u8> {
        mesh(&spec, options).frame_bytes(0).chunks(4).map(|vertex| vertex[3]).collect()
    };
    assert_eq!(normals(&PLAIN), [77; 6], "as requested");
    // The square of the fixture is clockwise as seen from above.
    let up = nearest_normal([0.0, 0.0, 1.0]);
    assert_eq!(normals(&LoadOptions::default()), [up; 6]);
}

#[test]
fn commands_move_texture_coordinates() {
    let commands = GlWithUv([[0.25, 0.5], [0.75, 0.5], [0.25, 1.0]]);
    let options = LoadOptions { uv_source: UvSource::GlCommands, ..PLAIN };
    // The commands may begin with another corner, or have the opposite winding.
    for order in [[0, 1, 2], [2, 0, 1], [2, 1, 0]] {
        let spec = Md2Spec { gl_words: commands.words(order), ..one_triangle() };
        let mesh = mesh(&spec, &options);
        assert_eq!(mesh.uvs(), commands.0, "{order:?}");
        assert_eq!(mesh.source_vertices(), [source(0, 0), source(1, 1), source(2, 2)]);
        assert_eq!(self::mesh(&spec, &PLAIN).uvs()[0], [0.5 / 64.0; 2], "not requested");
    }
}

#[test]
fn without_valid_commands_st_is_used() {
    let options = LoadOptions { uv_source: UvSource::GlCommands, ..PLAIN };
    let plain = mesh(&one_triangle(), &PLAIN);
    for uv in [f32::NAN, f32::INFINITY] {
        let words = GlWithUv([[uv, 0.0], [0.0; 2], [0.0; 2]]).words([0, 1, 2]);
        assert_eq!(mesh(&Md2Spec { gl_words: words, ..one_triangle() }, &options).uvs(), plain.uvs());
    }
    assert_eq!(mesh(&Md2Spec { gl_words: vec![], ..one_triangle() }, &options).uvs(), plain.uvs());
    // The commands of the fixture agree with its texture coordinates exactly.
    assert_eq!(mesh(&one_triangle(), &options).uvs(), plain.uvs());
}

#[test]
fn triangles_that_share_their_vertices_keep_their_own_coordinates() {
    // The same three vertices form a front and a back triangle, each with its own part of the skin.
    let mut spec = one_triangle();
    spec.triangles.push(TriangleSpec { xyz: [0, 2, 1], st: [0, 2, 1] });
    let front = GlWithUv([[0.0, 0.0], [0.5, 0.0], [0.0, 0.5]]);
    let back = GlWithUv([[0.5, 0.5], [1.0, 0.5], [0.5, 1.0]]);
    spec.gl_words = front.words([0, 1, 2]);
    spec.gl_words.pop();
    spec.gl_words.extend(back.words([2, 1, 0]));
    let mesh = mesh(&spec, &LoadOptions { uv_source: UvSource::GlCommands, ..PLAIN });
    let uvs: Vec<_> = mesh.indices().iter().map(|index| mesh.uvs()[index as usize]).collect();
    assert_eq!(uvs, [front.0[0], front.0[1], front.0[2], back.0[0], back.0[2], back.0[1]]);
}

#[test]
fn indices_have_16_bits_if_they_fit() {
    let mut spec = with_frames(["only"]);
    spec.vertices = 65_536;
    spec.frames[0].vertices = vec![[0; 4]; 65_536];
    spec.triangles = vec![TriangleSpec { xyz: [0, 1, u16::MAX], st: [0, 1, 2] }];
    let short = mesh(&spec, &PLAIN);
    assert_eq!(short.vertex_count(), 65_536);
    assert_eq!(*short.indices(), Indices::U16(vec![0, 1, u16::MAX]));

    // One more duplicate needs 32 bits.
    spec.triangles.push(TriangleSpec { xyz: [u16::MAX, 1, 0], st: [0, 1, 0] });
    let long = mesh(&spec, &PLAIN);
    assert_eq!(long.vertex_count(), 65_537);
    assert_eq!(*long.indices(), Indices::U32(vec![0, 1, 65_535, 65_536, 1, 0]));
    assert_eq!(long.source_vertices()[65_536], source(65_535, 0));
}

/// An OpenGL triangle strip that draws the model [`one_triangle`], with these texture coordinates at its three vertices.
struct GlWithUv([[f32; 2]; 3]);

impl GlWithUv {
    fn words(&self, order: [usize; 3]) -> Vec<GlWord> {
        let vertex = |i: usize| {
            let [u, v] = self.0[i];
            [GlWord::F(u), GlWord::F(v), GlWord::I(i.try_into().expect("below 3"))]
        };
        let mut words = vec![GlWord::I(3)];
        words.extend(order.into_iter().flat_map(vertex));
        words.push(GlWord::I(0));
        words
    }
}

#[test]
fn rejects_meshes_far_larger_than_their_file() {
    // Three vertices with new texture coordinates in every triangle: a file of 0.4 MB has 60,000 vertices in each of 600 frames.
    let mut spec = with_frames((0..600).map(|frame| format!("run{frame}")));
    spec.st = (0..20_000).map(|st| [st % 64, st / 64]).collect();
    spec.triangles =
        (0..20_000).map(|st| TriangleSpec { xyz: [0, 1, 2], st: [st, (st + 1) % 20_000, st / 2] }).collect();
    let file = spec.build().into_bytes();
    let error = md2_load::load(&file, &LoadOptions::default()).expect_err("the mesh is too large");
    let LoadError::TooLarge { bytes, allowed, .. } = error else { panic!("{error}") };
    assert!(bytes > 50 << 20 && allowed == 16 * file.len() + (1 << 20), "{bytes} of {allowed}");
    // With a single frame, the same model is small enough.
    spec.frames.truncate(1);
    assert!(md2_load::load(&spec.build().into_bytes(), &LoadOptions::default()).is_ok());
}
