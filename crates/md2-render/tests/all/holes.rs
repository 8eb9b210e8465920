//! Tests of holes from a skin's alpha: their edges, thin parts, and filtering.

use crate::common::{self, Gpu, gpu, gpus, image, middle_square, scene};
use md2_render::{
    Background, Camera, Floor, ModelId, ModelInstance, RgbaImage, Scene, Skin, SurfaceBlend, TextureImages,
};

const BLACK: Background = Background::plain([0.0; 3]);

fn white_on(side: u32, clear: [u8; 3], is_there: impl Fn(u32, u32) -> bool) -> RgbaImage {
    let texel = |at: u32| match is_there(at % side, at / side) {
        true => [255; 4],
        false => [clear[0], clear[1], clear[2], 0],
    };
    image([side; 2], &(0..side * side).map(texel).collect::<Vec<_>>().concat())
}

fn picture(gpu: &mut Gpu, model: ModelId, skin: &RgbaImage, distance: f32) -> RgbaImage {
    let texture = gpu.add_texture(skin).unwrap();
    let skins = [Skin::Texture { texture, blend: SurfaceBlend::Cutout }];
    let models = [ModelInstance::new(model, &skins)];
    let camera = Camera { eye: [distance, 0.0, 0.0], near: 0.5, ..common::camera() };
    let drawn = Scene { camera, background: BLACK, models: &models, ..scene() };
    let picture = gpu.render_image(&drawn, [200; 2]).unwrap();
    gpu.remove_texture(texture);
    picture
}

/// Returns the sum of the light of all pixels. A white pixel counts 1.
fn light(picture: &RgbaImage) -> f64 {
    let linear = |value: u8| ((f64::from(value) / 255.0 + 0.055) / 1.055).powf(2.4);
    picture.pixels().map(|[r, ..]| if r == 0 { 0.0 } else { linear(r) }).sum()
}

#[test]
fn colors_of_transparent_texels_are_invisible() {
    for mut gpu in gpus() {
        let model = gpu.add_model(&middle_square()).unwrap();
        let holes = |x: u32, y: u32| (x / 8 + y / 8).is_multiple_of(2);
        // Typical colors of transparent texels: the pink of Quake's index 255, white, black.
        let pictures = [[255, 0, 255], [255; 3], [0; 3]].map(|clear| white_on(64, clear, holes));
        for distance in [8.0, 40.0, 90.0, 300.0] {
            let [pink, white, black] = [0, 1, 2].map(|n| picture(&mut gpu, model, &pictures[n], distance));
            // Magnified or minified, every pixel is a gray: white where it is covered, on black.
            assert!(pink.pixels().all(|[r, g, b, _]| r == g && g == b), "from {distance}");
            assert!(pink == white && pink == black, "from {distance}");
            assert!(light(&pink) > 0.0);
        }
    }
}

#[test]
fn parts_thinner_than_a_pixel_keep_their_coverage() {
    // Lines of one texel in eight, along and across, cover 15 texels of 64. Squares of three in eight cover nine.
    let skins = [
        (white_on(128, [255, 0, 255], |x, y| x % 8 == 3 || y % 8 == 3), 15.0 / 64.0),
        (white_on(128, [255, 0, 255], |x, y| x % 8 < 3 && y % 8 < 3), 9.0 / 64.0),
    ];
    for mut gpu in gpus() {
        let samples = gpu.adapter().samples;
        let model = gpu.add_model(&middle_square()).unwrap();
        for (skin, covered) in &skins {
            // A texel is a pixel at a distance of 78; at 300 it is a quarter of a pixel.
            for distance in [30.0, 60.0, 160.0, 300.0] {
                let side = f64::from(50.0 / distance * 100.0_f32).min(200.0);
                let found = light(&picture(&mut gpu, model, skin, distance)) / (side * side);
                let part = found / covered;
                assert!((0.75..1.3).contains(&part), "{part} of it, {samples} samples, from {distance}");
            }
        }
    }
}

#[test]
fn parts_thinner_than_a_shadow_texel_cast_shadows() {
    let Some(mut gpu) = gpu() else { return };
    let model = gpu.add_model(&middle_square()).unwrap();
    let camera = Camera { eye: [60.0, 0.0, 60.0], target: [-20.0, 0.0, -25.0], ..Camera::default() };
    let light = md2_render::Light { direction: [1.0, 0.0, 1.0], ..md2_render::Light::default() };
    let floor = Floor { height: -25.0, fade: [300.0, 400.0], brightness: 3.0, ..Floor::default() };
    let mut darkness = |skin: &RgbaImage| {
        let texture = gpu.add_texture(skin).unwrap();
        let mut picture = |blend| {
            let skins = [Skin::Texture { texture, blend }];
            let models = [ModelInstance::new(model, &skins)];
            let drawn =
                Scene { camera, light, floor: Some(floor), background: BLACK, models: &models, ..scene() };
            gpu.render_image(&drawn, [200; 2]).unwrap()
        };
        let with = picture(SurfaceBlend::Cutout);
        // Added surfaces cast no shadow.
        let without = picture(SurfaceBlend::Added);
        // The part of the floor behind the square, next to it in the picture, where its shadow falls.
        let rows = (0..70).flat_map(|y| (0..200).map(move |x| (x, y)));
        rows.map(|(x, y)| {
            let brightness = |picture: &RgbaImage| i64::from(common::brightness(picture.pixel(x, y)));
            (brightness(&without) - brightness(&with)).max(0)
        })
        .sum::<i64>()
    };
    let solid = darkness(&RgbaImage::filled(256, 256, [0, 0, 0, 255]));
    // Each texel of the mask covers some 20 texels of these skins.
    let wires = darkness(&black_where(|x, y| x % 16 == 3 || y % 16 == 3));
    let half = darkness(&black_where(|x, y| (x / 2 + y / 2).is_multiple_of(2)));
    let none = darkness(&black_where(|x, y| x == 0 && y == 0));
    assert!(solid > 1000, "{solid}");
    assert!(10 * wires > solid / 2 && 2 * wires < solid, "{wires} of {solid}");
    assert!(4 * half > solid && half < solid, "{half} of {solid}");
    assert!(20 * none < solid, "{none} of {solid}");
}

fn black_where(is_there: impl Fn(u32, u32) -> bool) -> RgbaImage {
    let mut picture = white_on(256, [0; 3], is_there);
    picture.rgba_mut().as_chunks_mut::<4>().0.iter_mut().for_each(|texel| *texel = [0, 0, 0, texel[3]]);
    picture
}

#[test]
fn textures_without_holes_are_stored_once() {
    let Some(mut gpu) = gpu() else { return };
    let skin = white_on(64, [255, 0, 255], |x, _| x < 32);
    let mut bytes = |may_have_holes, color: &RgbaImage| {
        let before = gpu.stats().texture_bytes_uploaded;
        gpu.add_texture(TextureImages { may_have_holes, ..color.into() }).unwrap();
        gpu.stats().texture_bytes_uploaded - before
    };
    let once = bytes(false, &skin);
    assert_eq!(bytes(true, &skin), 2 * once);
    assert_eq!(bytes(true, &RgbaImage::filled(64, 64, [9, 9, 9, 255])), once, "nothing is clear");
    assert_eq!(bytes(true, &RgbaImage::filled(64, 64, [9, 9, 9, 0])), once, "nothing is left");
}
