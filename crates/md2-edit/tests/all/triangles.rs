//! Tests of welding and removing vertices.

use md2_edit::Model;
use md2_testdata::md3;
use md2_testdata::mdl::{self, MdlFrameSpec};
use md2_testdata::{Md2Spec, TriangleSpec, seamed_quad};

use crate::common::{corners, parse};

/// Returns the quad with a vertex and a skin coordinate for each corner of each triangle, and with an unused one of both.
fn apart() -> Md2Spec {
    let quad = seamed_quad();
    let mut spec = quad.clone();
    let all = |part: fn(&TriangleSpec) -> [u16; 3]| quad.triangles.iter().flat_map(part).map(usize::from);
    let vertices = all(|t| t.xyz).map(|i| quad.frames[0].vertices[i]);
    spec.frames[0].vertices = [[7, 7, 7, 7]].into_iter().chain(vertices).collect();
    spec.st = [[-1, -1]].into_iter().chain(all(|t| t.st).map(|i| quad.st[i])).collect();
    spec.vertices = 7;
    spec.triangles =
        vec![TriangleSpec { xyz: [1, 2, 3], st: [1, 2, 3] }, TriangleSpec { xyz: [4, 5, 6], st: [4, 5, 6] }];
    spec
}

#[test]
fn welds_vertices_at_the_same_place_and_removes_unused_ones() {
    let mut model = Model::parse(apart().build().bytes()).unwrap();
    let before = corners(&model, 0);
    assert_eq!(model.clone().remove_unused(), [1, 1]);
    // The square has four corners; two of them were stored twice, and one vertex was unused.
    assert_eq!(model.weld(0.0), Ok([3, 0]));
    assert_eq!(corners(&model, 0), before);
    let Model::Md2(welded) = &model else { panic!("an MD2") };
    assert_eq!((welded.vertex_count(), welded.st.len()), (4, 6), "the seam has its own skin coordinates");
    let bytes = model.to_bytes().unwrap();
    assert_eq!(Model::parse(&bytes).unwrap(), model);
    // Nothing is left to do.
    assert_eq!((model.weld(0.0), model.remove_unused()), (Ok([0, 0]), [0, 0]));
    assert_eq!(model.to_bytes().unwrap(), bytes);
}

#[test]
fn welds_within_a_distance_and_removes_flat_triangles() {
    let mut spec = apart();
    spec.frames[0].vertices[4][0] -= 1;
    let model = Model::parse(spec.build().bytes()).unwrap();
    assert_eq!(model.clone().weld(0.0), Ok([2, 0]), "one vertex is a step of 0.125 units away");
    assert_eq!(model.clone().weld(0.2), Ok([3, 0]));
    // One of the two triangles becomes a line.
    spec.frames[0].vertices[2] = spec.frames[0].vertices[1];
    assert_eq!(Model::parse(spec.build().bytes()).unwrap().weld(0.2).unwrap()[1], 1);
    // The square is 31.875 units wide: all its corners are one place at a distance of 50.
    for distance in [-1.0, 50.0, f32::NAN, f32::INFINITY] {
        assert!(model.clone().weld(distance).is_err());
    }
}

#[test]
fn computes_opengl_commands() {
    let mut model = Model::parse(seamed_quad().build().bytes()).unwrap();
    // Two strips of three vertices, since the triangles share no skin coordinates, and the zero at the end.
    assert_eq!(model.rebuild_commands(), Ok([0, 2 * (1 + 3 * 3) + 1]));
    model.flip_winding();
    let bytes = model.to_bytes().unwrap();
    let md2 = md2_format::Md2::parse(&bytes).unwrap();
    let of_commands: Vec<_> = md2.gl_commands().triangles().map(|t| t.map(|v| v.xyz)).collect();
    let mut sets: Vec<_> = md2.triangles().iter().map(|t| t.xyz.map(u32::from)).collect();
    for triangle in of_commands {
        let turns = [0, 1, 2].map(|i| [triangle[i], triangle[(i + 1) % 3], triangle[(i + 2) % 3]]);
        let at = sets.iter().position(|t| turns.contains(t)).expect("a triangle with the same winding");
        sets.remove(at);
    }
    assert!(sets.is_empty());
}

#[test]
fn welds_mdl_vertices_only_with_equal_skin_coordinates() {
    let mut spec = mdl::seamed_quad();
    // Vertex 4 repeats vertex 1, vertex 5 is at the same place on another texel.
    let MdlFrameSpec::Single(pose) = &mut spec.frames[0] else { panic!("a single pose") };
    pose.vertices.extend([pose.vertices[1]; 2]);
    spec.st.extend([spec.st[1]; 2]);
    spec.st[5].t += 1;
    spec.triangles[0].vertices = [0, 4, 2];
    spec.triangles[1].vertices = [2, 5, 3];
    let mut model = parse(spec.build());
    let before = corners(&model, 0);
    assert_eq!(model.weld(0.0), Ok([1, 0]));
    assert_eq!(corners(&model, 0), before);
    let Model::Mdl(welded) = &model else { panic!("an MDL") };
    assert_eq!((welded.vertex_count(), welded.triangles[1].facesfront), (5, 0));
    // Without the triangle in front, its corners 0 and 1 are unused. The back has vertex 5 in place of 1.
    let Model::Mdl(welded) = &mut model else { panic!("an MDL") };
    welded.triangles.remove(0);
    assert_eq!(model.remove_unused(), [2, 0]);
    assert_eq!(corners(&model, 0), before[1..]);
}

#[test]
fn welds_md3_vertices_only_on_one_surface_and_with_equal_texture_coordinates() {
    let mut spec = md3::two_surfaces();
    // The first surface gets a copy of its vertex 1, a copy with another texture coordinate, and an unused vertex.
    let floor = &mut spec.surfaces[0];
    let count = floor.st.len();
    floor.st.extend([floor.st[1], [0.25, 0.75], [0.5, 0.5]]);
    for pose in &mut floor.vertices {
        let copied = pose[1];
        pose.extend([copied, copied, md3::VertexSpec::default()]);
    }
    let index = |vertex: usize| i32::try_from(vertex).unwrap();
    let uses_1 =
        floor.triangles.iter().position(|corners| corners.contains(&1)).expect("a triangle at vertex 1");
    let other = floor.triangles[uses_1];
    floor.triangles.push(other.map(|corner| if corner == 1 { index(count + 1) } else { corner }));
    floor.triangles[uses_1] = other.map(|corner| if corner == 1 { index(count) } else { corner });
    let model = parse(spec.build());
    let before: Vec<_> = (0..model.frame_count()).map(|frame| corners(&model, frame)).collect();
    let all = |model: &Model| (0..model.frame_count()).map(|frame| corners(model, frame)).collect::<Vec<_>>();

    let mut cleaned = model.clone();
    assert_eq!(cleaned.remove_unused()[0], 1);
    assert_eq!(all(&cleaned), before);
    let mut welded = model;
    assert_eq!(welded.weld(0.0).map(|[_, triangles]| triangles), Ok(0));
    assert_eq!(all(&welded), before);
    let Model::Md3(md3) = &welded else { panic!("an MD3") };
    assert_eq!(md3.surfaces[0].vertex_count(), count + 1, "the copy with another texture coordinate remains");
    assert_eq!(Model::parse(&welded.to_bytes().unwrap()).unwrap(), welded);
}
