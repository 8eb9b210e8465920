//! Tests that depth is cleared only where models are, and that pictures look as if all depth were cleared.

use crate::common::{self, Square, add_plain_texture, gpu_with, scene, squares};
use md2_render::{
    AdapterKind, Camera, Fade, Ghost, MarkVertex, Marks, ModelInstance, Pose, Projection, RendererOptions,
    Scene, Shading, Skin,
};
use md2_testdata::random::Random;

#[test]
fn limiting_the_depth_area_changes_no_picture() {
    let options = RendererOptions { samples: 1, ..RendererOptions::default() };
    let Some(mut gpu) = gpu_with(&options) else { return };
    let skins =
        [[200, 60, 60], [60, 200, 60]].map(|color| [Skin::opaque(add_plain_texture(&mut gpu, color))]);
    let square = |at: f32, size| Square { corner: [at, at], size, normal: common::NORMAL_X };
    let model =
        gpu.add_model(&squares(&[square(-8.0, 16.0), square(4.0, 20.0), square(-30.0, 9.0)])).unwrap();
    // An invisible mark far behind the eye makes the renderer clear the whole depth image.
    let unseen = MarkVertex { position: [9e5, 0.0, 0.0], color: [255; 4] };
    let marks = Marks { points: &[unseen], ..Marks::default() };
    let mut random = Random::new(7);
    let is_software = gpu.adapter().kind == AdapterKind::Software;
    let (mut drawn, mut smaller) = (0, 0);
    for number in 0..60_u32 {
        let projection = match number % 3 {
            0 => Projection::Orthographic { height: random.within(20.0, 200.0) },
            _ => Projection::Perspective { fov_y: random.within(0.3, 2.0) },
        };
        let eye = [random.within(20.0, 300.0), random.within(-80.0, 80.0), random.within(-80.0, 80.0)];
        let camera = Camera { eye, projection, near: 1.0, ..Camera::default() };
        let models = [&skins[0], &skins[1]].map(|skins| {
            let (sin, cos) = random.within(0.0, 6.3).sin_cos();
            let [x, y, z] = [0.0; 3].map(|middle: f32| middle + random.within(-30.0, 30.0));
            let size = random.within(0.2, 1.5);
            // Every fifth model is mirrored.
            let side = if number % 5 == 0 { -size } else { size };
            let transform = [
                [cos * size, sin * size, 0.0, 0.0],
                [-sin * size, cos * size, 0.0, 0.0],
                [0.0, 0.0, side, 0.0],
                [x, y, z, 1.0],
            ];
            let pose =
                Pose { frame_a: number % 3, frame_b: (number + 1) % 3, blend: random.within(0.0, 1.0) };
            let from = Pose::still((number + 2) % 3);
            let fade = (number % 4 == 0).then(|| Fade { from, weight: random.within(0.0, 1.0) });
            ModelInstance { transform, pose, fade, ..ModelInstance::new(model, skins) }
        });
        let [solid, other] = models;
        let ghost = (number % 7 == 0).then_some(Ghost {
            color: [0.2, 0.9, 0.3],
            opacity: 0.5,
            behind: number % 2 == 0,
        });
        let models = [solid, ModelInstance { ghost, ..other }];
        let shading = [Shading::Smooth, Shading::Classic, Shading::Game][number as usize % 3];
        let alone = Scene { camera, shading, models: &models, two_sided: true, ..scene() };
        let beside = Scene { marks, ..alone };
        let [alone, beside] = [alone, beside].map(|scene| {
            let image = gpu.render_image(&scene, [75, 55]).unwrap();
            (image, gpu.stats().depth_pixels_cleared)
        });
        let ((alone, cleared), (beside, all)) = (alone, beside);
        assert_eq!(all, 75 * 55);
        assert!(cleared == all || is_software && cleared < all / 2, "{cleared} pixels of picture {number}");
        smaller += u32::from(cleared < all);
        assert!(alone == beside, "picture {number} with {camera:?} and {models:?}");
        drawn += u32::from(alone.rgba().chunks_exact(4).any(|pixel| pixel != common::BACKGROUND));
    }
    assert!(drawn > 45, "{drawn} pictures with something in them");
    assert!(!is_software || smaller > 30, "depth was cleared where models are in {smaller} pictures");
}
