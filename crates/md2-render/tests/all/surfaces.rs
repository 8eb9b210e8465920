//! Tests of models with several surfaces, each with its own skin.

use crate::common::{
    BACKGROUND, PACKINGS, SIZE, add_plain_model, add_plain_texture, brightness, count, gpu, gpus, image,
    instance_with, middle_square, scene, surfaces,
};
use md2_mesh::Packing;
use md2_render::{
    Camera, Filter, Floor, Light, ModelInstance, Reflection, RgbaImage, Scene, Shading, Skin, SurfaceBlend,
    TextureId, TextureImages,
};

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const SQUARE: usize = 20 * 20;

fn blended(texture: TextureId, blend: SurfaceBlend) -> Skin {
    Skin::Texture { texture, blend }
}

#[test]
fn every_surface_shows_the_skin_of_its_slot() {
    let Some(mut gpu) = gpu() else { return };
    let [red, green] = [[255, 0, 0], [0, 255, 0]].map(|color| add_plain_texture(&mut gpu, color));
    for packing in PACKINGS {
        let model = gpu.add_model(&surfaces(packing, 1, &[1, 0, 2, 5])).unwrap();
        let skins = [Skin::opaque(red), Skin::opaque(green), Skin::Hidden];
        let models = [ModelInstance::new(model, &skins)];
        let drawn = Scene { models: &models, filter: Filter::Nearest, ..scene() };
        let image = gpu.render_image(&drawn, SIZE).unwrap();
        assert_eq!(image.pixel(20, 50), GREEN, "the first surface has slot 1");
        assert_eq!(image.pixel(40, 50), RED, "the second has slot 0");
        assert_eq!((count(&image, RED), count(&image, GREEN)), (SQUARE, SQUARE));
        assert_eq!(image.pixel(60, 50), BACKGROUND, "the third is hidden");
        assert_eq!(count(&image, BACKGROUND), 100 * 100 - 3 * SQUARE);
        let checker = [[230, 60, 200, 255], [40, 40, 48, 255]].map(|color| count(&image, color));
        assert!(checker.iter().all(|&pixels| pixels > 16), "the fourth shows the checker: {checker:?}");
        // Three surfaces. The background has one color, and is not drawn.
        assert_eq!(gpu.stats().draw_calls, 3);
    }
}

#[test]
fn glow_is_independent_of_the_lamp() {
    let Some(mut gpu) = gpu() else { return };
    let model = gpu.add_model(&middle_square()).unwrap();
    let color = RgbaImage::filled(4, 4, [255; 4]);
    // The left half glows. Its size may differ from that of the colors.
    let glow = image([2, 1], &[40, 90, 200, 0, 0, 0, 0, 0]);
    let dark = Light { key: [0.0; 3], sky: [0.0; 3], ground: [0.0; 3], rim: 0.0, ..Light::default() };
    let mut pixels = |glow: Option<&RgbaImage>, light| {
        let texture =
            gpu.add_texture(TextureImages { glow, may_have_holes: false, ..(&color).into() }).unwrap();
        let models = [instance_with(model, texture)];
        let drawn = Scene { models: &models, light, filter: Filter::Nearest, ..scene() };
        let image = gpu.render_image(&drawn, SIZE).unwrap();
        [image.pixel(40, 50), image.pixel(60, 50)]
    };
    let black = [0, 0, 0, 255];
    assert_eq!(pixels(None, dark), [black; 2]);
    assert_eq!(pixels(Some(&glow), dark), [[40, 90, 200, 255], black]);
    assert_eq!(pixels(Some(&glow), Light::FLAT), [[255; 4]; 2], "added, not blended");
}

#[test]
fn reflections_cover_surfaces_or_add_light_where_their_mask_is_opaque() {
    for mut gpu in gpus() {
        let model = gpu.add_model(&middle_square()).unwrap();
        let color = RgbaImage::filled(4, 4, RED);
        // In the right half of the square, the strength of the reflection is 0.
        let mask = image([2, 1], &[0, 0, 0, 255, 0, 0, 0, 0]);
        // Expected, computed by hand: a reflection with alpha 255 replaces red by green, and a reflection with alpha
        // 0 adds green to red, or to black.
        for (alpha, replaces_added, blend, expected) in [
            (255, false, SurfaceBlend::Opaque, GREEN),
            (0, false, SurfaceBlend::Opaque, [255, 255, 0, 255]),
            (0, true, SurfaceBlend::Added, GREEN),
        ] {
            let environment = RgbaImage::filled(2, 2, [0, 255, 0, alpha]);
            let reflection = Some(Reflection { image: &environment, mask: &mask, replaces_added });
            let images = TextureImages { reflection, ..TextureImages::from(&color) };
            let skins = [blended(gpu.add_texture(images).unwrap(), blend)];
            let models = [ModelInstance::new(model, &skins)];
            for shading in [Shading::Smooth, Shading::Classic, Shading::Game] {
                let drawn = Scene { models: &models, shading, filter: Filter::Nearest, ..scene() };
                let image = gpu.render_image(&drawn, SIZE).unwrap();
                let [left, right] = [image.pixel(40, 50), image.pixel(60, 50)];
                assert!(left[1] == 255 && (left[0] > 128) == (expected[0] > 0), "{shading:?}: {left:?}");
                assert_eq!(
                    right[1],
                    if replaces_added { BACKGROUND[1] } else { 0 },
                    "{shading:?}: {right:?}"
                );
            }
        }
    }
}

fn half() -> RgbaImage {
    image([2, 1], &[255, 255, 255, 255, 255, 255, 255, 0])
}

#[test]
fn holes_show_what_is_behind_them() {
    for mut gpu in gpus() {
        let half = gpu.add_texture(&half()).unwrap();
        for packing in PACKINGS {
            let front = gpu.add_model(&surfaces(packing, 1, &[0, 0])).unwrap();
            let skins = [blended(half, SurfaceBlend::Cutout)];
            let mut behind = add_plain_model(&mut gpu, &middle_square(), [255, 0, 0]);
            behind.transform[3][0] = -1.0;
            let holes = ModelInstance::new(front, &skins);
            for models in [[holes, behind], [behind, holes]] {
                let drawn = Scene { models: &models, filter: Filter::Nearest, ..scene() };
                let image = gpu.render_image(&drawn, SIZE).unwrap();
                assert_eq!(image.pixel(15, 50), [255; 4]);
                assert_eq!(image.pixel(22, 50), BACKGROUND);
                assert_eq!(image.pixel(35, 50), [255; 4]);
                assert_eq!(image.pixel(45, 50), RED, "a hole writes no depth");
                // The left half of each square is white, except for pixels at the edge of the hole.
                let white = count(&image, [255; 4]);
                assert!(white.abs_diff(SQUARE) <= 2 * 20, "{white}");
                assert!(image.pixels().all(|[.., alpha]| alpha == 255));
            }
        }
    }
}

#[test]
fn added_light_hides_nothing() {
    let Some(mut gpu) = gpu() else { return };
    let square = gpu.add_model(&middle_square()).unwrap();
    let [dim, red] = [[100; 3], [255, 0, 0]].map(|color| add_plain_texture(&mut gpu, color));
    let flash = gpu.add_model(&surfaces(Packing::Position16Normal16, 1, &[0, 0, 0, 0])).unwrap();
    let added = [blended(dim, SurfaceBlend::Added)];
    let at = |x: f32, mut instance: ModelInstance<'static>| {
        instance.transform[3][0] = x;
        instance
    };
    let floor = Some(Floor { height: -10.0, ..Floor::default() });
    let mut pixels = |flash_x: f32, light| {
        let mut flash = ModelInstance::new(flash, &added);
        flash.transform[3][0] = flash_x;
        let models = [flash, at(0.0, instance_with(square, red))];
        let image = gpu.render_image(&Scene { models: &models, light, floor, ..scene() }, SIZE).unwrap();
        [image.pixel(12, 45), image.pixel(50, 45)]
    };
    // The sum of light of sRGB 100 and the background's 51, 102, 153.
    let sum = |a: u8, b: u8| {
        let light = |value: u8| ((f32::from(value) / 255.0 + 0.055) / 1.055).powf(2.4);
        ((light(a) + light(b)).powf(1.0 / 2.4) * 1.055 - 0.055) * 255.0
    };
    for light in [Light::FLAT, Light::default()] {
        let [over_nothing, _] = pixels(1.0, light);
        for channel in 0..3 {
            let expected = sum(100, BACKGROUND[channel]);
            let found = f32::from(over_nothing[channel]);
            assert!((found - expected).abs() <= 1.0, "{over_nothing:?}, not {expected}");
        }
    }
    assert_eq!(pixels(1.0, Light::FLAT)[1], [255, 100, 100, 255]);
    assert_eq!(pixels(-1.0, Light::FLAT)[1], RED, "hidden by a nearer surface");
}

#[test]
fn only_visible_parts_cast_shadows() {
    let Some(mut gpu) = gpu() else { return };
    let half = gpu.add_texture(&half()).unwrap();
    let light = Light { direction: [-1.0, 0.0, 1.0], ..Light::default() };
    let camera = Camera { eye: [93.2, 0.0, 97.5], target: [0.0, 0.0, -20.0], ..Camera::default() };
    let floor = Some(Floor { height: -10.0, fade: [200.0, 400.0], ..Floor::default() });
    for packing in PACKINGS {
        let model = gpu.add_model(&surfaces(packing, 1, &[0, 1])).unwrap();
        // The number of pixels that the model's shadow darkens.
        let mut shaded = |skins: [Skin; 2]| {
            let models = [ModelInstance::new(model, &skins)];
            let mut picture = |shadow| {
                let floor = floor.map(|floor| Floor { shadow, ..floor });
                let drawn = Scene { models: &models, camera, light, floor, ..scene() };
                gpu.render_image(&drawn, [200, 200]).unwrap()
            };
            let (with, without) = (picture(1.0), picture(0.0));
            with.pixels().zip(without.pixels()).filter(|(a, b)| brightness(*a) + 20 < brightness(*b)).count()
        };
        let both = shaded([Skin::Checker; 2]);
        let one = shaded([Skin::Checker, Skin::Hidden]);
        let holes = shaded([blended(half, SurfaceBlend::Cutout); 2]);
        assert!(both > 300, "{both}");
        assert!((one * 3 / 2..one * 3).contains(&both), "{one} of {both}");
        assert!((both / 4..both * 4 / 5).contains(&holes), "{holes} of {both}");
        assert_eq!(shaded([Skin::Hidden; 2]), 0);
        assert_eq!(shaded([blended(half, SurfaceBlend::Added); 2]), 0);
    }
}
