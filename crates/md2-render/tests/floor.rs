//! The floor: where it is, how it moves, and what falls on it.

mod common;

use common::{
    BACKGROUND, NORMAL_X, Square, brightness, difference, gpu, image, plain, scene, squares, wearing,
};
use md2_render::{Camera, Floor, Light, ModelInstance, Renderer, RgbaImage, Scene, TextureId};

const SIZE: [u32; 2] = [200, 200];

/// A camera that looks down on the floor from the front.
fn scene_from_above<'a>() -> Scene<'a> {
    Scene {
        camera: Camera { eye: [93.2, 0.0, 97.5], target: [0.0, 0.0, -20.0], ..Camera::default() },
        light: Light::default(),
        floor: Some(Floor { fade: [200.0, 400.0], ..Floor::default() }),
        ..scene()
    }
}

/// Four fields, each of its own color.
fn fields(gpu: &mut Renderer) -> TextureId {
    let rgba = [[200, 40, 40, 255], [40, 200, 40, 255], [40, 40, 200, 255], [200, 200, 40, 255]];
    let row = |left: [u8; 4], right: [u8; 4]| [left.repeat(8), right.repeat(8)].concat();
    let rgba = [row(rgba[0], rgba[1]).repeat(8), row(rgba[2], rgba[3]).repeat(8)].concat();
    gpu.add_texture(&image([16, 16], &rgba)).unwrap()
}

#[test]
fn the_pattern_scrolls_and_repeats() {
    let Some(mut gpu) = gpu() else { return };
    let texture = Some(fields(&mut gpu));
    let mut picture = |scroll| {
        let floor = Floor { texture, tile: 40.0, scroll, ..Floor::default() };
        gpu.render_image(&Scene { floor: Some(floor), ..scene_from_above() }, SIZE).unwrap()
    };
    let still = picture([0.0; 2]);
    assert!(difference(&still, &picture([20.0, 0.0])) > 50);
    assert!(difference(&still, &picture([0.0, 20.0])) > 50);
    assert!(difference(&still, &picture([40.0, -80.0])) <= 1);
    assert!(difference(&still, &picture([-40_000.0, 0.0])) <= 1, "however long it scrolls");
}

#[test]
fn scrolling_backwards_is_walking_forwards() {
    let Some(mut gpu) = gpu() else { return };
    // One dark stripe across X, on a floor seen straight from the front: nearer is further down.
    let mut row = [[230, 230, 230, 255]; 16];
    row[8] = [20, 20, 20, 255];
    let texture = Some(gpu.add_texture(&image([16, 16], &row.concat().repeat(16))).unwrap());
    let mut darkest_row = |x: f32| {
        let floor = Floor { texture, tile: 200.0, scroll: [x, 0.0], ..Floor::default() };
        let picture = Scene { floor: Some(floor), ..scene_from_above() };
        let image = gpu.render_image(&picture, SIZE).unwrap();
        (60..190).min_by_key(|&y| brightness(image.pixel(100, y))).unwrap()
    };
    // Moved along +X, towards the eye, the stripe comes down the picture.
    assert!(darkest_row(-90.0) > darkest_row(-110.0));
}

#[test]
fn models_cast_shadows_away_from_the_lamp() {
    let Some(mut gpu) = gpu() else { return };
    let gray = plain(&mut gpu, [128; 3]);
    // A wall across the line of sight, 24 high, that stands on the floor.
    let wall = squares(&[Square { corner: [-12.0, -24.0], size: 24.0, normal: NORMAL_X }]);
    let model = gpu.add_model(&wall).unwrap();
    let models = [wearing(model, gray)];
    let light = Light { direction: [-1.0, 0.0, 1.0], ..Light::default() };
    let mut picture = |shadow: f32, models: &[ModelInstance<'_>]| -> RgbaImage {
        let floor = Floor { shadow, fade: [200.0, 400.0], ..Floor::default() };
        let picture = Scene { light, floor: Some(floor), models, ..scene_from_above() };
        gpu.render_image(&picture, SIZE).unwrap()
    };
    let empty = picture(1.0, &[]);
    let unshaded = picture(0.0, &models);
    let shaded = picture(1.0, &models);
    // The lamp is behind the wall, so its shadow lies in front of it, lower in the picture.
    let (mut in_front, mut elsewhere) = (0, 0);
    for y in 0..200 {
        for x in 0..200 {
            if brightness(unshaded.pixel(x, y)) > brightness(shaded.pixel(x, y)) + 20 {
                *if (70..=130).contains(&x) && y > 80 { &mut in_front } else { &mut elsewhere } += 1;
            }
        }
    }
    assert!(in_front > 300, "{in_front}");
    assert_eq!(elsewhere, 0);
    // Where no shadow falls, nothing changes.
    assert_eq!(empty.pixel(10, 190), shaded.pixel(10, 190));
    assert_eq!(empty.pixel(190, 20), shaded.pixel(190, 20));
}

#[test]
fn it_fades_into_the_background_and_is_not_seen_from_below() {
    let Some(mut gpu) = gpu() else { return };
    let floor = Some(Floor { fade: [20.0, 40.0], ..Floor::default() });
    let image = gpu.render_image(&Scene { floor, ..scene_from_above() }, SIZE).unwrap();
    assert_ne!(image.pixel(100, 105), BACKGROUND);
    assert_eq!(image.pixel(2, 197), BACKGROUND);
    assert_eq!(image.pixel(100, 2), BACKGROUND);

    let camera = Camera { eye: [131.6, 0.0, -91.9], target: [0.0, 0.0, -20.0], ..Camera::default() };
    let below = gpu.render_image(&Scene { camera, ..scene_from_above() }, SIZE).unwrap();
    assert_eq!(common::count(&below, BACKGROUND), 200 * 200);
}

#[test]
fn pictures_a_few_pixels_high_come_to_an_end() {
    let Some(mut gpu) = gpu() else { return };
    // One pixel sees the floor from the eye's feet to the horizon; some drivers filter that texel by texel.
    let floor = Some(Floor { texture: Some(fields(&mut gpu)), fade: [48.0, 190.0], ..Floor::default() });
    for (size, yaw) in [([71, 7], 1.720), ([693, 8], 5.631), ([600, 1], 0.5), ([900, 3], 3.0)] {
        let (sin, cos) = f32::sin_cos(yaw);
        let camera = Camera { eye: [93.1 * cos, 93.1 * sin, 18.9], near: 1.9, ..Camera::default() };
        let picture = Scene { camera, floor, ..scene_from_above() };
        gpu.render_image(&picture, size).unwrap();
    }
}
