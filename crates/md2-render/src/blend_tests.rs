//! Tests of internals: that the shader's blending matches the CPU's, and that the test harness reports errors.

use bytemuck::{Pod, Zeroable};
use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing, blend::blend_vertex};

use crate::common::{Gpu, gpu, panic_text};
use crate::renderer::Renderer;
use crate::slots::ModelId;
use crate::spirv::spirv;
use crate::vk::{Buffer, Use, compute};
use md2_common::Pose;

/// The block of shaders/probe.comp.glsl.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct ProbePush {
    scale_a: [f32; 3],
    blend: f32,
    translate_a: [f32; 3],
    first_a: u32,
    scale_b: [f32; 3],
    first_b: u32,
    translate_b: [f32; 3],
    count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct ProbedVertex {
    position: [f32; 4],
    normal: [f32; 4],
}

/// Returns all vertices of a model in a pose, computed by the shader from the buffer for drawing.
fn pose_on_device(
    renderer: &mut Renderer,
    mesh: &Mesh,
    ModelId(id): ModelId,
    pose: Pose,
) -> Vec<ProbedVertex> {
    let device = &renderer.device;
    let model = renderer.content.models.get(id).expect("a model");
    let data = model.data.as_ref().expect("a model with triangles");
    let frames = model.frames_of(pose);
    let vertex_bytes = mesh.packing().vertex_bytes() as u64;
    let first = |offset: u64| u32::try_from(offset / vertex_bytes).expect("a small model");
    let count = mesh.vertex_count();
    let push = ProbePush {
        scale_a: frames.a.scale,
        blend: frames.blend,
        translate_a: frames.a.translate,
        first_a: first(frames.offsets[0]),
        scale_b: frames.b.scale,
        first_b: first(frames.offsets[1]),
        translate_b: frames.b.translate,
        count: u32::try_from(count).expect("a small model"),
    };
    let size = (count * size_of::<ProbedVertex>()) as u64;
    let posed = Buffer::new(device, "posed", size, Use::ReadBack).expect("a small buffer");
    let normals = &renderer.normals;
    let spirv: &[u8] = match mesh.packing() {
        Packing::Position8Normal8 => spirv!("probe8.comp"),
        Packing::Position16Normal16 => spirv!("probe16.comp"),
        other => panic!("no probe for {other:?}"),
    };
    let groups = push.count.div_ceil(64);
    compute::run(device, spirv, [&data.frames, normals, &posed], &push, groups).expect("the probe runs");
    bytemuck::cast_slice(posed.read()).to_vec()
}

/// Returns a vertex that depends on its number and frame. Together the vertices contain all bytes and all normals.
fn varied_vertex(packing: Packing, vertex: u32, frame: u32) -> Vec<u8> {
    let varied = |factor: u32| vertex * factor + frame * 89;
    let byte = |value: u32| u8::try_from(value % 256).expect("a byte");
    match packing {
        Packing::Position8Normal8 => {
            vec![byte(varied(1)), byte(varied(3)), byte(varied(7)), byte((vertex + frame * 40) % 162)]
        }
        _ => {
            let word = |factor: u32| (varied(factor * 257) % 65536).to_le_bytes();
            let [x, y, z] = [1, 3, 7].map(word).map(|[low, high, ..]| [low, high]);
            [x, y, z, [byte(varied(1)), byte(varied(5) / 3)]].concat()
        }
    }
}

/// Returns a mesh with every byte, many pairs of normals, and scales of either sign.
fn varied_mesh(packing: Packing) -> Mesh {
    const VERTICES: u32 = 300;
    // The scale makes models of both packings equally large.
    let unit = 255.0 / packing.coordinate_range()[1];
    let frame = |scale: f32, translate: f32| FrameTransform {
        scale: [scale, -0.7 * scale, 0.31].map(|scale| scale * unit),
        translate: [translate, 2.0 * translate, -24.0],
    };
    let vertices = |frame| (0..VERTICES).flat_map(move |vertex| varied_vertex(packing, vertex, frame));
    let frames = vec![frame(0.25, -31.5), frame(0.4, 12.25), frame(-0.1, 99.0)];
    let packed = (0..3).flat_map(vertices).collect();
    Mesh::from_parts(MeshParts::whole(packing, frames, packed, (0..VERTICES).collect())).expect("a mesh")
}

/// Compares the shader with the CPU, vertex by vertex. Normals have a larger tolerance than positions: Vulkan
/// bounds the error of a sine by 2^-11.
fn compare(packing: Packing, direction_tolerance: f32) {
    let Some(mut gpu) = gpu() else { return };
    let mesh = varied_mesh(packing);
    let model = gpu.add_model(&mesh).expect("a model");
    let off = |found: &[f32; 4], expected: [f32; 3]| -> f32 {
        (0..3).map(|axis| (found[axis] - expected[axis]).abs()).fold(0.0, f32::max)
    };
    for (frame_a, frame_b) in [(0, 1), (1, 2), (2, 0), (1, 1)] {
        for blend in [0.0, 0.1, 0.25, 0.5, 0.731, 1.0] {
            let pose = Pose { frame_a, frame_b, blend };
            let posed = pose_on_device(&mut gpu, &mesh, model, pose);
            assert_eq!(posed.len(), mesh.vertex_count());
            for (vertex, posed) in posed.iter().enumerate() {
                let expected = blend_vertex(&mesh, vertex, pose);
                let position = off(&posed.position, expected.position);
                let normal = off(&posed.normal, expected.normal);
                let fits = position <= 1e-4 && normal <= direction_tolerance;
                assert!(fits, "vertex {vertex} of {pose:?}: off by {position} and {normal}");
            }
        }
    }
}

#[test]
fn the_shader_blends_bytes_like_the_cpu() {
    compare(Packing::Position8Normal8, 1e-4);
}

#[test]
fn the_shader_blends_words_like_the_cpu() {
    compare(Packing::Position16Normal16, 2e-3);
}

#[test]
fn opposite_normals_blend_to_up() {
    let Some(mut gpu) = gpu() else { return };
    // Normals 52 and 143 are +X and -X.
    let packed = [52, 143].map(|normal| [[0, 0, 0, normal], [9, 0, 0, normal], [0, 9, 0, normal]]);
    let (still, packed) = (vec![FrameTransform::IDENTITY; 2], packed.concat().concat());
    let parts = MeshParts::whole(Packing::Position8Normal8, still, packed, vec![0, 1, 2]);
    let mesh = Mesh::from_parts(parts).expect("a mesh");
    assert_eq!(md2_mesh::NORMALS[143], [-1.0, 0.0, 0.0]);
    let model = gpu.add_model(&mesh).expect("a model");
    let pose = Pose { frame_a: 0, frame_b: 1, blend: 0.5 };
    for posed in pose_on_device(&mut gpu, &mesh, model, pose) {
        assert_eq!(posed.normal, [0.0, 0.0, 1.0, 0.0]);
    }
}

#[test]
fn a_validation_message_fails_a_test() {
    let Some(gpu) = gpu().filter(Gpu::is_validated) else { return };
    gpu.device.provoke_message();
    let text = panic_text(|| drop(gpu));
    assert!(text.contains("VUID-VkBufferCreateInfo-size-00912"), "{text}");
}

#[test]
fn a_leak_fails_a_test() {
    let Some(gpu) = gpu() else { return };
    gpu.device.leak_memory();
    let text = panic_text(|| drop(gpu));
    assert!(text.contains("leaked on purpose"), "{text}");
}
