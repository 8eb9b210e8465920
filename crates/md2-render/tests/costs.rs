//! What drawing costs: memory on the device, bytes written, and allocations of the host.

mod common;

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

use common::{NORMAL_X, Square, gpu, plain, scene, squares};
use md2_render::{
    Filter, Floor, Image, ImageData, Light, ModelInstance, Overlay, OverlayMesh, OverlayTexture,
    OverlayVertex, Pose, Scene,
};

/// Counts the allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: everything is handed on to the system's allocator; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn frame(size: f32) -> Square {
    Square { corner: [-25.0, -24.0], size, normal: NORMAL_X }
}

#[test]
fn frames_take_four_bytes_a_vertex() {
    let Some(mut gpu) = gpu() else { return };
    let meshes = [squares(&[frame(1.0)]), squares(&[frame(1.0), frame(2.0), frame(3.0)])];
    let mut expected = 0;
    let before = gpu.stats().vertex_bytes_uploaded;
    for mesh in &meshes {
        gpu.add_model(mesh).unwrap();
        expected += 4 * mesh.vertex_count() as u64 * mesh.frame_count() as u64;
        assert_eq!(gpu.stats().frame_data_bytes, expected);
    }
    // Four corners with two floats each, six indices of 16 bits, for either model.
    let statics = 2 * (4 * 8 + 6 * 2);
    assert_eq!(gpu.stats().static_data_bytes, statics);
    assert_eq!(gpu.stats().vertex_bytes_uploaded - before, expected + statics);
}

#[test]
fn drawing_allocates_nothing_and_uploads_no_vertices() {
    let Some(mut gpu) = gpu() else { return };
    let skin = plain(&mut gpu, [200, 100, 50]);
    let pattern = plain(&mut gpu, [90; 3]);
    let model = gpu.add_model(&squares(&[frame(40.0), frame(50.0), frame(45.0)])).unwrap();
    let white = ImageData { width: 1, height: 1, rgba: &[255; 4] };
    let texture = OverlayTexture { image: white, part: None, filter: Filter::Linear };
    gpu.set_overlay_texture(1, &texture).unwrap();
    let corner = |x, y| OverlayVertex { pos: [x, y], uv: [0.5; 2], color: [90, 90, 90, 128] };
    let vertices = [corner(0.0, 0.0), corner(30.0, 0.0), corner(0.0, 30.0)];
    let mesh =
        OverlayMesh { clip: [0.0, 0.0, 100.0, 100.0], texture: 1, vertices: &vertices, indices: &[0, 1, 2] };
    let overlay = Overlay { pixels_per_point: 1.0, meshes: &[mesh] };
    let mut image = Image::default();
    let mut picture = |gpu: &mut common::Gpu, round: u16| {
        let blend = f32::from(round % 10) / 10.0;
        let pose = Pose { frame_a: u32::from(round % 3), frame_b: u32::from((round + 1) % 3), blend };
        let instance = ModelInstance { pose, ..ModelInstance::new(model, Some(skin)) };
        let scroll = [-f32::from(round), 0.0];
        let drawn = Scene {
            light: Light::default(),
            floor: Some(Floor { texture: Some(pattern), scroll, ..Floor::default() }),
            models: &[instance; 3],
            ..scene()
        };
        gpu.render_image_into(&drawn, Some(&overlay), [200, 150], &mut image).unwrap();
    };
    // Images and buffers of this size are made once; each slot has its own.
    for round in 0..4 {
        picture(&mut gpu, round);
    }
    let stats = gpu.stats();
    let allocations = ALLOCATIONS.get();
    const PICTURES: u16 = 50;
    for round in 0..PICTURES {
        picture(&mut gpu, round);
    }
    let allocated = ALLOCATIONS.get() - allocations;
    let after = gpu.stats();
    assert_eq!(allocated, 0, "allocations in {PICTURES} pictures");
    assert_eq!(after.pictures - stats.pictures, u64::from(PICTURES));
    assert_eq!(after.vertex_bytes_uploaded, stats.vertex_bytes_uploaded);
    assert_eq!(after.texture_bytes_uploaded, stats.texture_bytes_uploaded);
    // One block of uniforms; three corners of the interface and three indices.
    assert_eq!(after.bytes_written_last_draw, 64 + 15 * 16 + 3 * 20 + 3 * 4);
    // Shadows of three models and two blurs; three models, background, floor, interface.
    assert_eq!(after.draw_calls, 3 + 2 + 3 + 1 + 1 + 1);

    let seen = std::hint::black_box(vec![1]);
    assert!(ALLOCATIONS.get() > allocations, "the counter counts: {seen:?}");
}
