//! The pass on a caller's device draws the pictures of the renderer, without a message of the validation layer.

#![allow(clippy::multiple_unsafe_ops_per_block, reason = "the calls of a step have the same reason")]

use std::path::Path;
use std::sync::Arc;

use ash::vk;
use md2_mesh::{Fade, Mesh, Pose};
use md2_render::{
    AliasPass, AliasView, Background, Camera, Light, ModelId, ModelInstance, PassFormats, Renderer,
    RendererOptions, RgbaImage, Scene, Shading, Skin, SurfaceBlend,
};
use md2_testdata::pictures::differences;

use crate::common;
use crate::vk::Instance;

#[path = "../examples/own_device.rs"]
#[expect(dead_code, reason = "the tests call functions of the program")]
mod example;

/// Creates an instance, with core and synchronization validation if the layer is installed. Without Vulkan, the test is reported as skipped.
fn instance() -> Option<Arc<Instance>> {
    let instance = common::validated(|validation| Instance::new(c"own device", validation, None));
    instance.map(|(instance, _)| instance).map_err(md2_testdata::skip_without_vulkan).ok()
}

/// Destroys the instance, and checks that there were no validation messages. The caller has destroyed the device.
fn finish(instance: Arc<Instance>) {
    let log = instance.validation_log();
    drop(instance);
    let mut messages = log.first_messages();
    assert_eq!(log.count() as usize, messages.len(), "all messages are stored");
    // The example uses the general layout for all images, for which the layer recommends others.
    messages.retain(|message| !message.contains("Performance Warning"));
    assert_eq!(messages, [""; 0]);
}

fn wanderer() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/wanderer/tris.md2")
}

const SIZE: [u32; 2] = [example::SIZE; 2];

fn renderer(samples: vk::SampleCountFlags) -> Option<common::Gpu> {
    common::gpu_with(&RendererOptions { samples: samples.as_raw(), ..Default::default() })
}

/// The gray to which the example clears its pictures, as an sRGB color.
const GRAY: f32 = 0.484_529;

#[test]
fn the_example_draws_the_picture_of_the_renderer() {
    let Some(instance) = instance() else { return };
    let found = match example::draw(&instance.raw, &wanderer()) {
        Ok(picture) => RgbaImage::new(SIZE[0], SIZE[1], picture).expect("the pixels of a picture"),
        Err(error) => return md2_testdata::skip_without_vulkan(error),
    };
    finish(instance);
    let Some(mut gpu) = renderer(vk::SampleCountFlags::TYPE_4) else { return };
    let model = md2_kit::open(wanderer()).expect("the model");
    let mut run = model.play("run").expect("the model runs");
    run.advance(std::time::Duration::from_millis(350));
    let skins = model.skins().expect("the skin decodes");
    let skins = [Skin::opaque(gpu.add_texture(skins[0].as_ref().expect("a skin")).expect("a texture"))];
    let instance = ModelInstance::new(gpu.add_model(model.mesh()).expect("a model"), &skins);
    let expected = gpu
        .render_image(
            &Scene {
                camera: Camera::around(&model.mesh().frames()[run.pose().frames()[0]].bounds, 0.6),
                background: Background::plain([GRAY; 3]),
                models: &[ModelInstance { pose: run.pose(), ..instance }],
                ..Scene::default()
            },
            SIZE,
        )
        .expect("a picture");
    let background = expected.pixels().next().expect("a pixel");
    let drawn = expected.pixels().filter(|pixel| *pixel != background).count();
    assert!(drawn > 20_000, "{drawn} pixels");
    common::assert_alike(&found, &expected, "the example and the renderer");
}

/// The instances of a test picture: two packings side by side, with holes, added light, a missing skin, a mirrored model and a cross-fade.
fn instances<'a>(models: &[ModelId; 2], skins: &'a [Vec<Skin>; 2]) -> Vec<ModelInstance<'a>> {
    let at = |y: f32, z: f32, sign: f32| {
        [[1.0, 0.0, 0.0, 0.0], [0.0, sign, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, y, z, 1.0]]
    };
    let pose = Pose { frame_a: 0, frame_b: 1, blend: 0.4 };
    let mut instances = Vec::new();
    for (number, &model) in models.iter().enumerate() {
        let z = -18.0 + 36.0 * number as f32;
        let [first, second] = skins;
        let plain = ModelInstance { pose, transform: at(0.0, z, 1.0), ..ModelInstance::new(model, first) };
        let fade = Some(Fade { from: Pose::still(1), weight: 0.3 });
        let transform = at(6.0, z - 12.0, -1.0);
        instances.extend([plain, ModelInstance { fade, transform, skins: second, ..plain }]);
    }
    instances
}

fn skins(mut add: impl FnMut(&RgbaImage) -> md2_render::TextureId) -> [Vec<Skin>; 2] {
    let mut holes = RgbaImage::filled(8, 8, [220, 160, 40, 255]);
    holes.rgba_mut().as_chunks_mut().0.iter_mut().step_by(3).for_each(|texel| *texel = [0; 4]);
    let [plain, holes] = [RgbaImage::filled(4, 4, [90, 140, 220, 255]), holes].map(|image| add(&image));
    let skin = |texture, blend| Skin::Texture { texture, blend };
    [
        vec![Skin::opaque(plain), skin(holes, SurfaceBlend::Cutout)],
        vec![Skin::opaque(holes), skin(plain, SurfaceBlend::Added), Skin::Hidden],
    ]
}

const PICTURE_CAMERA: fn() -> Camera = || Camera { eye: [90.0, 10.0, 5.0], ..common::camera() };

/// Draws the instances on a device of the test.
fn draw_on_own_device(
    instance: &Instance,
    meshes: &[Mesh; 2],
    (shading, samples): (Shading, vk::SampleCountFlags),
) -> RgbaImage {
    let gpu = example::OwnDevice::new(&instance.raw).expect("a device");
    let color =
        if shading == Shading::Smooth { vk::Format::R8G8B8A8_SRGB } else { vk::Format::R8G8B8A8_UNORM };
    let formats = PassFormats { color, depth: vk::Format::D32_SFLOAT, samples };
    // SAFETY: the device has the needed features and outlives the pass; `picture` waits for the queue.
    let mut pass = unsafe { AliasPass::new(&gpu.0, formats, shading) }.expect("a pass");
    let models = meshes.each_ref().map(|mesh| pass.add_model(mesh).expect("a model"));
    let skins = skins(|image| pass.add_texture(image).expect("a texture"));
    let view = AliasView::new(PICTURE_CAMERA().view_projection(1.0));
    // The first picture checks the barriers between the uniforms of two pictures.
    let other = AliasView { light: Light::FLAT, ..view };
    gpu.picture(formats, (&mut pass, &other), &instances(&models, &skins)).expect("a picture");
    let picture = gpu.picture(formats, (&mut pass, &view), &instances(&models, &skins)).expect("a picture");
    // SAFETY: the queue is idle, so no draw uses the models.
    unsafe { models.into_iter().for_each(|model| pass.remove_model(model)) };
    drop(pass);
    RgbaImage::new(SIZE[0], SIZE[1], picture).expect("the pixels of a picture")
}

fn meshes() -> [Mesh; 2] {
    common::PACKINGS.map(|packing| common::surfaces(packing, 2, &[0, 1, 2]))
}

fn draw_with_renderer(
    gpu: &mut Renderer,
    models: &[ModelId; 2],
    skins: &[Vec<Skin>; 2],
    (shading, light): (Shading, Light),
) -> RgbaImage {
    // In sRGB bytes, the example clears to this number itself.
    let gray = if shading == Shading::Smooth { GRAY } else { 0.2 };
    let scene = Scene {
        camera: PICTURE_CAMERA(),
        light,
        background: Background::plain([gray; 3]),
        models: &instances(models, skins),
        shading,
        ..Scene::default()
    };
    gpu.render_image(&scene, SIZE).expect("a picture")
}

fn add_content(gpu: &mut Renderer) -> ([ModelId; 2], [Vec<Skin>; 2]) {
    let models = meshes().map(|mesh| gpu.add_model(&mesh).expect("a model"));
    (models, skins(|image| gpu.add_texture(image).expect("a texture")))
}

#[test]
fn draws_all_kinds_of_surfaces_like_the_renderer() {
    let Some(instance) = instance() else { return };
    let (one, four) = (vk::SampleCountFlags::TYPE_1, vk::SampleCountFlags::TYPE_4);
    for (shading, samples) in [
        (Shading::Smooth, one),
        (Shading::Smooth, four),
        (Shading::Classic, one),
        (Shading::Classic, four),
        (Shading::Game, four),
    ] {
        let Some(mut gpu) = renderer(samples) else { break };
        let (models, skins) = add_content(&mut gpu);
        let expected = draw_with_renderer(&mut gpu, &models, &skins, (shading, Light::default()));
        let colors: std::collections::BTreeSet<_> = expected.pixels().collect();
        assert!(colors.len() > 4, "{shading:?}: {} colors", colors.len());
        let found = draw_on_own_device(&instance, &meshes(), (shading, samples));
        let (different, allowed) = differences(found.rgba(), expected.rgba());
        // SwiftShader averages the samples of the renderer's image in linear light, although its view has no sRGB format. Only outlines
        // differ.
        let averages_light =
            gpu.adapter().name.contains("SwiftShader") && shading != Shading::Smooth && samples == four;
        let allowed = if averages_light { 10 * allowed } else { allowed };
        assert!(different <= allowed, "{shading:?}, {samples:?}: {different} pixels");
    }
    finish(instance);
}

#[test]
fn faults_exceed_the_allowed_differences_tenfold() {
    let Some(mut gpu) = renderer(vk::SampleCountFlags::TYPE_4) else { return };
    let (models, skins) = add_content(&mut gpu);
    let [first, second] = &skins;
    let light = Light::default();
    let dimmer = Light { key: light.key.map(|part| 0.9 * part), ..light };
    let faults = [
        ("a missing surface", [vec![first[0], Skin::Hidden], second.clone()], light),
        ("a wrong skin", [vec![first[1]; 2], second.clone()], light),
        ("another light", skins.clone(), dimmer),
    ];
    let expected = draw_with_renderer(&mut gpu, &models, &skins, (Shading::Smooth, light));
    for (fault, skins, light) in faults {
        let found = draw_with_renderer(&mut gpu, &models, &skins, (Shading::Smooth, light));
        let (different, allowed) = differences(found.rgba(), expected.rgba());
        assert!(different >= 10 * allowed, "{fault}: {different} pixels, {allowed} are allowed");
    }
}
