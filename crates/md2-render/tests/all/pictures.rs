//! Tests of pictures of simple scenes, pixel by pixel.

use crate::common::{
    BACKGROUND, NORMAL_X, SIZE, Square, add_plain_model, assert_alike, brightness, camera, count, difference,
    gpu, gpu_with, gpus, image, instance_with, middle_square, scene, square_mesh, squares,
};
use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing};
use md2_render::{
    Background, Camera, Filter, Floor, Light, ModelInstance, Renderer, RendererOptions, RgbaImage, Scene,
    Shading,
};

const RED: [u8; 4] = [255, 0, 0, 255];

fn draw_model(gpu: &mut Renderer, instance: ModelInstance<'_>) -> RgbaImage {
    gpu.render_image(&Scene { models: &[instance], ..scene() }, SIZE).expect("a picture")
}

fn red_instance(gpu: &mut Renderer, mesh: &Mesh) -> ModelInstance<'static> {
    add_plain_model(gpu, mesh, [255, 0, 0])
}

#[test]
fn a_skin_is_upright_and_not_mirrored() {
    let Some(mut gpu) = gpu() else { return };
    let colors: [[u8; 4]; 4] = [[250, 0, 0, 255], [0, 250, 0, 255], [0, 0, 250, 255], [250, 250, 0, 255]];
    let skin = gpu.add_texture(&image([2, 2], &colors.concat())).unwrap();
    let model = gpu.add_model(&middle_square()).unwrap();
    let models = [instance_with(model, skin)];
    let picture = Scene { models: &models, filter: Filter::Nearest, ..scene() };
    let image = gpu.render_image(&picture, SIZE).unwrap();
    // Seen from +X, the model's left, +Y, is on the right, and +Z is up.
    assert_eq!(image.pixel(30, 30), colors[0]);
    assert_eq!(image.pixel(70, 30), colors[1]);
    assert_eq!(image.pixel(30, 70), colors[2]);
    assert_eq!(image.pixel(70, 70), colors[3]);
    for color in colors {
        assert_eq!(count(&image, color), 25 * 25, "texels are hard-edged");
    }

    let smooth = gpu.render_image(&Scene { filter: Filter::Linear, ..picture }, SIZE).unwrap();
    assert!(count(&smooth, colors[0]) < 25 * 25 / 2, "smooth with linear filtering");
}

#[test]
fn only_front_faces_are_visible_unless_two_sided() {
    let Some(mut gpu) = gpu() else { return };
    let frame = [Square { corner: [-25.0, -25.0], size: 50.0, normal: NORMAL_X }];
    let clockwise = red_instance(&mut gpu, &squares(&frame));
    let counter = red_instance(&mut gpu, &square_mesh(&frame, &[2, 1, 0, 3, 2, 0]));
    let mut mirrored = clockwise;
    mirrored.transform[1][1] = -1.0;
    let mut seen = |instance: ModelInstance<'_>, two_sided| {
        let picture = Scene { models: &[instance], two_sided, ..scene() };
        count(&gpu.render_image(&picture, SIZE).unwrap(), RED)
    };
    assert_eq!(seen(clockwise, false), 2500);
    assert_eq!(seen(counter, false), 0);
    assert_eq!(seen(mirrored, false), 2500, "a mirrored model shows its front");
    for instance in [clockwise, counter, mirrored] {
        assert_eq!(seen(instance, true), 2500);
    }
}

#[test]
fn backs_are_lit_like_fronts() {
    let Some(mut gpu) = gpu() else { return };
    let models = [add_plain_model(&mut gpu, &middle_square(), [255; 3])];
    let mut seen = |x: f32| {
        let camera = Camera { eye: [x, 0.0, 0.0], ..camera() };
        let light = Light { direction: [x, 0.0, 0.0], ..Light::default() };
        let picture = Scene { models: &models, camera, light, ..scene() };
        gpu.render_image(&picture, SIZE).unwrap().pixel(50, 50)
    };
    let (front, back) = (seen(50.0), seen(-50.0));
    assert!(brightness(front) > 200, "{front:?}");
    assert_eq!(front, back);
}

#[test]
fn meshes_without_triangles_draw_nothing() {
    let Some(mut gpu) = gpu() else { return };
    let no_triangles = square_mesh(&[Square { corner: [0.0; 2], size: 9.0, normal: 0 }], &[]);
    let still = vec![FrameTransform::IDENTITY; 3];
    let no_vertices = MeshParts::whole(Packing::Position8Normal8, still, vec![], vec![]);
    let no_vertices = Mesh::from_parts(no_vertices).unwrap();
    for mesh in [no_triangles, no_vertices] {
        let instance = red_instance(&mut gpu, &mesh);
        let floor = Some(Default::default());
        let models = [instance];
        let image = gpu.render_image(&Scene { models: &models, floor, ..scene() }, SIZE).unwrap();
        let empty = gpu.render_image(&Scene { floor, ..scene() }, SIZE).unwrap();
        assert_eq!(difference(&image, &empty), 0);
        assert_eq!(gpu.stats().frame_data_bytes, 0);
    }
}

#[test]
fn a_background_gradient_is_linear_in_light() {
    let Some(mut gpu) = gpu() else { return };
    let background = Background { top: [0.0; 3], bottom: [1.0; 3] };
    let image = gpu.render_image(&Scene { background, ..scene() }, SIZE).unwrap();
    for y in 0..100 {
        // Linear in light, so the picture has the inverse of the sRGB curve.
        let light = (y as f32 + 0.5) / 100.0;
        let expected = 255.0 * (1.055 * light.powf(1.0 / 2.4) - 0.055);
        for x in [0, 50, 99] {
            let [r, g, b, a] = image.pixel(x, y);
            assert!((f32::from(r) - expected).abs() <= 1.5, "{r} in row {y}, not {expected}");
            assert_eq!((r, g, a), (g, b, 255));
        }
    }
}

#[test]
fn draws_more_vertices_than_16_bits_can_index() {
    let Some(mut gpu) = gpu() else { return };
    // A square after 70,000 unused vertices.
    const UNUSED: u32 = 70_000;
    let mut packed = vec![0; UNUSED as usize * 4];
    for [y, z] in [[0u8, 0], [0, 50], [50, 50], [50, 0]] {
        packed.extend([0, y, z, NORMAL_X]);
    }
    let frame = FrameTransform { scale: [1.0; 3], translate: [0.0, -25.0, -25.0] };
    let indices = [0, 1, 2, 0, 2, 3].map(|i| UNUSED + i).to_vec();
    let parts = MeshParts::whole(Packing::Position8Normal8, vec![frame], packed, indices);
    let square = red_instance(&mut gpu, &Mesh::from_parts(parts).unwrap());
    assert_eq!(count(&draw_model(&mut gpu, square), RED), 2500);
}

#[test]
fn finished_pictures_are_timed_if_requested() {
    for timing in [false, true] {
        let Some(mut gpu) = gpu_with(&RendererOptions { timing, ..Default::default() }) else { return };
        // Software devices have a clock.
        let is_software = gpu.adapter().kind == md2_render::AdapterKind::Software;
        assert_eq!(gpu.device_time(), None, "nothing was drawn");
        for round in 0..2 {
            // The second picture waits for the first, so its timer is not even reset yet.
            for _ in 0..2 {
                gpu.draw_unread(&scene(), [512, 512]).expect("a picture");
            }
            // A fast device may have finished it.
            let early = gpu.device_time();
            gpu.wait().expect("its end");
            let time = gpu.device_time();
            assert!(time.is_some() == timing || !is_software, "picture {round}: {time:?}");
            assert!(time.is_none_or(|time| time.as_secs_f64() < 60.0), "picture {round}: {time:?}");
            assert!(early.is_none() || early == time, "picture {round}: {early:?}, then {time:?}");
        }
    }
}

#[test]
fn classic_light_multiplies_the_bytes_of_a_skin() {
    for mut gpu in gpus() {
        let square = add_plain_model(&mut gpu, &middle_square(), [200, 100, 50]);
        let direction = [1.0, 0.0, 0.0];
        let even =
            |key: [f32; 3], rim| Light { direction, key, sky: key, ground: key, rim, ..Light::default() };
        // Half ambient light, half from a lamp in front of the square.
        let light = even([0.25; 3], 1.0);
        let shown = Scene { models: &[square], light, shading: Shading::Classic, ..scene() };
        let image = gpu.render_image(&shown, SIZE).expect("a picture");
        assert_eq!(count(&image, [100, 50, 25, 255]), 50 * 50);
        assert_eq!(count(&image, BACKGROUND), 100 * 100 - 50 * 50);
        // Colored light counts as the mean of its channels.
        let light = even([0.75, 0.0, 0.0], 0.0);
        let image = gpu.render_image(&Scene { light, ..shown }, SIZE).expect("a picture");
        assert_eq!(image.pixel(50, 50), [100, 50, 25, 255]);
    }
}

#[test]
fn all_shadings_draw_the_same_backgrounds_and_floors() {
    let Some(mut gpu) = gpu() else { return };
    let game = gpu.render_image(&Scene { shading: Shading::Game, ..scene() }, SIZE).expect("a picture");
    assert_eq!(count(&game, BACKGROUND), 100 * 100);
    let background = Background { top: [0.1, 0.2, 0.4], bottom: [0.6, 0.5, 0.3] };
    let camera = Camera { eye: [200.0, 0.0, 100.0], ..camera() };
    let floor = Some(Floor { fade: [1000.0, 2000.0], ..Floor::default() });
    for floor in [None, floor] {
        let mut picture = |shading| {
            let shown = Scene { background, camera, floor, shading, light: Light::default(), ..scene() };
            gpu.render_image(&shown, SIZE).expect("a picture")
        };
        let smooth = picture(Shading::Smooth);
        for shading in [Shading::Classic, Shading::Game] {
            assert_alike(&picture(shading), &smooth, &format!("{shading:?}"));
        }
    }
}
