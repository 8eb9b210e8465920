//! Tests of the lighting of Quake II, compared with a computation on the CPU.

use crate::common::{
    self, NORMAL_X, PACKINGS, SIZE, Square, camera, difference, gpu, image, normal_squares, scene, squares,
    surfaces,
};
use md2_mesh::{NORMALS, Packing};
use md2_render::{
    Background, Camera, Fade, Filter, Light, ModelId, ModelInstance, Pose, Renderer, RgbaImage, Scene,
    Shading, Skin, SurfaceBlend, game,
};

fn lit<'a>() -> Scene<'a> {
    Scene {
        shading: Shading::Game,
        background: Background::plain([0.0; 3]),
        filter: Filter::Nearest,
        ..scene()
    }
}

fn rotation(degrees: f32) -> [[f32; 4]; 4] {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [[cos, sin, 0.0, 0.0], [-sin, cos, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
}

fn shaded(texel: [u8; 3], shade: f32) -> [f32; 3] {
    texel.map(|byte| (f32::from(byte) * game::PLACE_LIGHT * shade).min(255.0))
}

fn assert_color(found: [u8; 4], texel: [u8; 3], shade: f32, case: &str) {
    for (channel, expected) in shaded(texel, shade).into_iter().enumerate() {
        let off = f32::from(found[channel]) - expected;
        assert!(off.abs() <= 1.0, "{found:?}, not {expected}, in channel {channel}: {case}");
    }
}

fn one_skin(gpu: &mut Renderer, texel: [u8; 3]) -> [Skin; 1] {
    [Skin::opaque(common::add_plain_texture(gpu, texel))]
}

/// Draws a model that is rotated by a yaw in degrees. The camera rotates with the model, so only the light changes
/// with the yaw.
fn draw_turned(gpu: &mut Renderer, model: ModelId, texel: [u8; 3], degrees: f32) -> RgbaImage {
    let skins = one_skin(gpu, texel);
    let transform = rotation(degrees);
    let eye = [50.0 * transform[0][0], 50.0 * transform[0][1], 0.0];
    let models = [ModelInstance { transform, ..ModelInstance::new(model, &skins) }];
    gpu.render_image(&Scene { camera: Camera { eye, ..camera() }, models: &models, ..lit() }, SIZE)
        .expect("a picture")
}

#[test]
fn every_normal_has_the_shade_of_the_table_at_every_yaw() {
    let Some(mut gpu) = gpu() else { return };
    let table = gpu.add_model(&normal_squares(Packing::Position8Normal8, 1)).expect("a model");
    // The squares face +X. At every yaw, the formula also lights normals outside the table.
    let outside = gpu.add_model(&surfaces(Packing::Position16Normal16, 1, &[0])).expect("a model");
    let texel = [120, 60, 100];
    for direction in 0..game::DIRECTIONS {
        // A different angle between one direction of light and the next.
        let degrees = direction as f32 * 22.5 + [0.0, 11.0, 22.0][direction % 3];
        let picture = draw_turned(&mut gpu, table, texel, degrees);
        for normal in 0..u8::try_from(NORMALS.len()).expect("there are 162 normals") {
            // The center of the square.
            let [x, y] = [3 + u32::from(normal % 16) * 6, 81 - u32::from(normal / 16) * 6];
            let case = format!("normal {normal} at {degrees} degrees");
            assert_color(picture.pixel(x, y), texel, game::table_shade(normal, direction), &case);
        }
        let found = draw_turned(&mut gpu, outside, texel, degrees).pixel(20, 50);
        assert_color(found, texel, game::shade([1.0, 0.0, 0.0], direction), &format!("{degrees} degrees"));
    }
}

#[test]
fn positions_are_blended_and_normals_are_from_the_next_frame() {
    let Some(mut gpu) = gpu() else { return };
    let normals = [NORMAL_X, 100, 143];
    let mesh = squares(&normals.map(|normal| Square { corner: [-25.0, -25.0], size: 50.0, normal }));
    let model = gpu.add_model(&mesh).expect("a model");
    let texel = [90; 3];
    let skins = one_skin(&mut gpu, texel);
    let mut check = |pose: Pose, fade: Option<Fade>, normal: u8| {
        let models = [ModelInstance { pose, fade, ..ModelInstance::new(model, &skins) }];
        let picture = gpu.render_image(&Scene { models: &models, ..lit() }, SIZE).expect("a picture");
        let case = format!("{pose:?}, {fade:?}");
        assert_color(picture.pixel(50, 50), texel, game::table_shade(normal, 0), &case);
    };
    let pose = |frame_a, frame_b, blend| Pose { frame_a, frame_b, blend };
    check(pose(0, 1, 0.0), None, normals[0]);
    check(pose(0, 1, 0.01), None, normals[1]);
    check(pose(0, 1, 1.0), None, normals[1]);
    let fade = |weight| Some(Fade { from: pose(2, 2, 0.0), weight });
    check(pose(0, 1, 0.5), fade(0.0), normals[2]);
    check(pose(0, 1, 0.5), fade(0.1), normals[1]);
    check(pose(0, 1, 0.0), fade(0.1), normals[0]);
    check(pose(0, 1, 0.5), fade(1.0), normals[1]);
}

#[test]
fn only_the_light_of_the_place_counts() {
    let Some(mut gpu) = gpu() else { return };
    let model = gpu.add_model(&surfaces(Packing::Position8Normal8, 1, &[0, 0])).expect("a model");
    let skins = one_skin(&mut gpu, [40, 80, 120]);
    let models = [ModelInstance::new(model, &skins)];
    let mut picture =
        |light| gpu.render_image(&Scene { models: &models, light, ..lit() }, SIZE).expect("a picture");
    let standard = picture(Light::default());
    assert_eq!(difference(&picture(Light::FLAT), &standard), 0);
    let [dark, light] = [picture(Light::default().times(0.5)), standard].map(|picture| picture.pixel(20, 50));
    assert!((0..3).all(|i| dark[i].abs_diff(light[i] / 2) <= 1), "{dark:?}, {light:?}");
}

#[test]
fn holes_glow_and_added_surfaces_work_as_in_other_shadings() {
    let Some(mut gpu) = gpu() else { return };
    let color = image([2, 1], &[[200, 100, 50, 255], [200, 100, 50, 0]].concat());
    let lamp = RgbaImage::filled(1, 1, [10, 20, 30, 255]);
    let images = md2_render::TextureImages { glow: Some(&lamp), ..(&color).into() };
    let texture = gpu.add_texture(images).expect("a texture");
    let blended = |blend| Skin::Texture { texture, blend };
    let skins = [SurfaceBlend::Opaque, SurfaceBlend::Cutout, SurfaceBlend::Added].map(blended);
    for packing in PACKINGS {
        let model = gpu.add_model(&surfaces(packing, 1, &[0, 1, 2])).expect("a model");
        let models = [ModelInstance::new(model, &skins)];
        let picture = gpu.render_image(&Scene { models: &models, ..lit() }, SIZE).expect("a picture");
        let [r, g, b] = shaded([200, 100, 50], game::shade([1.0, 0.0, 0.0], 0));
        let glowing = [r + 10.0, g + 20.0, b + 30.0];
        let is_near = |x: u32, expected: [f32; 3]| {
            let found = picture.pixel(x, 50);
            let near = (0..3).all(|i| (f32::from(found[i]) - expected[i].min(255.0)).abs() <= 2.0);
            assert!(near, "{found:?}, not {expected:?}, at {x} with {packing:?}");
        };
        is_near(15, glowing);
        is_near(35, glowing);
        is_near(45, [0.0; 3]);
        is_near(55, [210.0, 120.0, 80.0]);
    }
}
