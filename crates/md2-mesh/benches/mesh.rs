//! What posing costs, for a model of the size of a Quake II player: 500 vertices, 198 frames; beside it a copy of as many
//! bytes as it writes. One thread; the aim is a billion vertices a second with their normals.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use md2_mesh::{
    FrameTransform, Mesh, MeshParts, NORMALS, Packing, Pose, SourceVertex, blend, blend::Columns,
};

const VERTICES: u32 = 500;
const FRAMES: usize = 198;

/// Vertices that jump about: how they move makes no difference to the time.
fn cloud(packing: Packing) -> Mesh {
    let mut state = 7_u32;
    let mut byte = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    let mut packed: Vec<u8> =
        (0..VERTICES as usize * FRAMES * packing.vertex_bytes()).map(|_| byte()).collect();
    if packing == Packing::Position8Normal8 {
        let count = u8::try_from(NORMALS.len()).expect("162");
        packed.iter_mut().skip(3).step_by(4).for_each(|normal| *normal %= count);
    }
    Mesh::from_parts(MeshParts {
        packing,
        frames: vec![FrameTransform { scale: [0.25; 3], translate: [-32.0; 3] }; FRAMES],
        packed,
        uvs: vec![[0.0; 2]; VERTICES as usize],
        indices: vec![],
        surfaces: vec![],
        tags: vec![],
        source_vertices: (0..VERTICES).map(|xyz| SourceVertex { xyz, st: None }).collect(),
    })
    .expect("the parts fit")
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let pose = Pose { frame_a: 3, frame_b: 4, blend: 0.3 };
    for (name, packing) in [("8 bits", Packing::Position8Normal8), ("16 bits", Packing::Position16Normal16)] {
        let mesh = cloud(packing);
        let mut positions = vec![[0.0; 3]; mesh.vertex_count()];
        let mut normals = positions.clone();
        let mut group = criterion.benchmark_group(format!("pose, {name}"));
        group.throughput(Throughput::Elements(VERTICES.into()));
        group.bench_function("positions", |b| {
            b.iter(|| blend::blend_positions(black_box(&mesh), pose, &mut positions));
        });
        group.bench_function("positions and normals", |b| {
            b.iter(|| blend::blend_frames(black_box(&mesh), pose, &mut positions, &mut normals));
        });
        group.bench_function("one by one", |b| {
            b.iter(|| {
                for vertex in 0..mesh.vertex_count() {
                    let posed = blend::blend_vertex(black_box(&mesh), vertex, pose);
                    (positions[vertex], normals[vertex]) = (posed.position, posed.normal);
                }
            });
        });
        let mut columns = vec![vec![0.0; mesh.vertex_count()]; 6];
        let [x, y, z, normal_x, normal_y, normal_z] = &mut *columns else { unreachable!("six") };
        group.bench_function("columns of positions", |b| {
            b.iter(|| blend::blend_position_columns(black_box(&mesh), pose, Columns { x, y, z }));
        });
        group.bench_function("columns of positions and normals", |b| {
            b.iter(|| {
                let normals = Columns { x: normal_x, y: normal_y, z: normal_z };
                blend::blend_columns(black_box(&mesh), pose, Columns { x, y, z }, normals);
            });
        });
        let source = vec![[0.5_f32; 6]; mesh.vertex_count()];
        let mut target = source.clone();
        group.bench_function("a copy of as many bytes", |b| {
            b.iter(|| black_box(&mut target).copy_from_slice(black_box(&source)));
        });
        group.finish();
    }
    criterion.final_summary();
}
