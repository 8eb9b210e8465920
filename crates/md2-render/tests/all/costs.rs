//! Tests of the costs of drawing: device memory, written bytes, and allocations on the host.

use crate::common::{NORMAL_X, Square, add_plain_texture, gpu, scene, squares, surfaces};
use md2_mesh::Packing;
use md2_render::{
    Fade, Filter, Floor, Light, ModelInstance, Overlay, OverlayMesh, OverlayTexture, OverlayVertex, Pose,
    Renderer, RgbaImage, Scene, Skin, SurfaceBlend, TextureId, TextureImages,
};
use md2_testdata::heap;

fn frame(size: f32) -> Square {
    Square { corner: [-25.0, -24.0], size, normal: NORMAL_X }
}

#[test]
fn frames_take_exactly_the_bytes_of_their_packing() {
    let Some(mut gpu) = gpu() else { return };
    let meshes = [
        (4, squares(&[frame(1.0)])),
        (4, squares(&[frame(1.0), frame(2.0), frame(3.0)])),
        (4, surfaces(Packing::Position8Normal8, 5, &[0, 1, 0])),
        (8, surfaces(Packing::Position16Normal16, 7, &[0, 1, 2, 3])),
    ];
    let (mut frames, mut statics, mut tables) = (0, 0, 0);
    let before = gpu.stats().vertex_bytes_uploaded;
    for (vertex_bytes, mesh) in &meshes {
        gpu.add_model(mesh).unwrap();
        frames += vertex_bytes * mesh.vertex_count() as u64 * mesh.frame_count() as u64;
        // Two floats for each vertex, and indices of 16 bits.
        statics += mesh.vertex_count() as u64 * 8 + mesh.indices().len() as u64 * 2;
        // Scale, translation and bounds of each frame, for crowds.
        tables += 48 * mesh.frame_count() as u64;
        assert_eq!(gpu.stats().frame_data_bytes, frames);
        assert_eq!(gpu.stats().static_data_bytes, statics);
    }
    assert_eq!(gpu.stats().vertex_bytes_uploaded - before, frames + statics + tables);
}

#[test]
fn removed_objects_leave_no_device_memory() {
    let Some(mut gpu) = gpu() else { return };
    let picture = RgbaImage::filled(64, 64, [99, 99, 99, 255]);
    let round = |gpu: &mut Renderer| {
        let model = gpu.add_model(&squares(&[frame(1.0), frame(2.0)])).unwrap();
        let texture = gpu.add_texture(TextureImages { glow: Some(&picture), ..(&picture).into() }).unwrap();
        let with_both = gpu.device_memory();
        gpu.remove_model(model);
        gpu.remove_texture(texture);
        assert!(gpu.device_memory().retired > 0, "the GPU may still read them");
        // Each picture waits for earlier submissions.
        for _ in 0..3 {
            gpu.render_image(&scene(), [64, 64]).unwrap();
        }
        with_both
    };
    // The first pictures create shared resources.
    round(&mut gpu);
    let before = gpu.device_memory();
    assert!(
        before.objects > 0 && before.handles > before.objects && before.bytes > 0 && before.retired == 0,
        "{before:?}"
    );
    for _ in 0..5 {
        let with_both = round(&mut gpu);
        assert!(with_both.objects > before.objects && with_both.bytes > before.bytes, "{with_both:?}");
        assert_eq!(gpu.device_memory(), before);
    }
}

struct TestScene {
    models: Vec<md2_render::ModelId>,
    skins: Vec<[Skin; 3]>,
    pattern: TextureId,
    image: RgbaImage,
}

impl TestScene {
    fn new(gpu: &mut Renderer) -> Self {
        let meshes = [
            squares(&[frame(40.0), frame(50.0), frame(45.0)]),
            surfaces(Packing::Position8Normal8, 3, &[0, 1]),
            surfaces(Packing::Position16Normal16, 3, &[0, 1, 1, 2]),
        ];
        let pattern = add_plain_texture(gpu, [90; 3]);
        let lamp = RgbaImage::filled(8, 8, [20, 20, 0, 255]);
        let skins = (0..5).map(|step: u8| {
            let color = RgbaImage::filled(8, 8, [step * 50, 100, 50, 200]);
            let glow = step.is_multiple_of(2).then_some(&lamp);
            let texture = gpu.add_texture(TextureImages { glow, ..(&color).into() }).unwrap();
            let cutout = Skin::Texture { texture, blend: SurfaceBlend::Cutout };
            let added = Skin::Texture { texture, blend: SurfaceBlend::Added };
            [Skin::opaque(texture), cutout, if step == 3 { Skin::Hidden } else { added }]
        });
        let skins = skins.collect();
        let image = RgbaImage::filled(1, 1, [0; 4]);
        Self {
            models: meshes.iter().map(|mesh| gpu.add_model(mesh).unwrap()).collect(),
            skins,
            pattern,
            image,
        }
    }

    fn draw(&mut self, gpu: &mut Renderer, overlay: &Overlay<'_>, round: u16) {
        let blend = f32::from(round % 10) / 10.0;
        let pose = Pose { frame_a: u32::from(round % 3), frame_b: u32::from((round + 1) % 3), blend };
        let skins = &self.skins[usize::from(round) % self.skins.len()];
        let instance = |model: usize| {
            // The second model fades.
            let fade = (model == 1).then_some(Fade { from: Pose::still(2), weight: 0.1 + 0.5 * blend });
            ModelInstance { pose, fade, ..ModelInstance::new(self.models[model], skins) }
        };
        let scroll = [-f32::from(round), 0.0];
        let drawn = Scene {
            light: Light::default(),
            floor: Some(Floor { texture: Some(self.pattern), scroll, ..Floor::default() }),
            models: &[0, 1, 2, 2].map(instance),
            ..scene()
        };
        gpu.render_image_into(&drawn, Some(overlay), [200, 150], &mut self.image).unwrap();
    }
}

#[test]
fn drawing_allocates_nothing_and_uploads_no_vertices() {
    let Some(mut gpu) = gpu() else { return };
    let texture = OverlayTexture { size: [1, 1], pixels: &[255; 4], part: None, filter: Filter::Linear };
    gpu.set_overlay_texture(1, &texture).unwrap();
    let corner = |x, y| OverlayVertex { pos: [x, y], uv: [0.5; 2], color: [90, 90, 90, 128] };
    let vertices = [corner(0.0, 0.0), corner(30.0, 0.0), corner(0.0, 30.0)];
    let mesh =
        OverlayMesh { clip: [0.0, 0.0, 100.0, 100.0], texture: 1, vertices: &vertices, indices: &[0, 1, 2] };
    let overlay = Overlay { pixels_per_point: 1.0, meshes: &[mesh] };
    let mut scene = TestScene::new(&mut gpu);
    // Images and buffers of this size are created once, for each slot.
    for round in 0..4 {
        scene.draw(&mut gpu, &overlay, round);
    }
    let stats = gpu.stats();
    const PICTURES: u16 = 20;
    let ((), allocated) = heap::allocations(|| {
        for round in 0..PICTURES {
            scene.draw(&mut gpu, &overlay, round);
        }
    });
    let after = gpu.stats();
    assert_eq!(allocated, 0, "allocations in {PICTURES} pictures");
    assert_eq!(after.pictures - stats.pictures, u64::from(PICTURES));
    assert_eq!(after.vertex_bytes_uploaded, stats.vertex_bytes_uploaded);
    assert_eq!(after.texture_bytes_uploaded, stats.texture_bytes_uploaded, "animated skins");
    // The uniforms, and three vertices and three indices of the interface.
    assert_eq!(after.bytes_written_last_draw, 64 + 16 * 16 + 3 * 20 + 3 * 4);
    // Shadows: one draw for the solid surfaces of each model, one per surface with holes, and two for the blur.
    let shadows = (1 + 1 + 1 + 1) + (1 + 2 + 2) + 2;
    let surfaces = 1 + 2 + 4 + 4;
    // The floor and the interface are one draw each. The background has one color, and is not drawn.
    assert_eq!(after.draw_calls, shadows + surfaces + 1 + 1);
}
