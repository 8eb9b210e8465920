//! Draws one frame of a model to a PNG, without a window.
//!
//! `cargo run -p md2-render --example headless -- tris.md2 skin.png out.png [FRAME]`

use std::{env, error::Error, fs, path::Path};

use md2_load::LoadOptions;
use md2_render::{Camera, Floor, ModelInstance, Pose, Renderer, RendererOptions, Scene, Skin};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [model, skin, out, rest @ ..] = &args[..] else {
        return Err("usage: headless MODEL SKIN OUT [FRAME]".into());
    };
    let frame = rest.first().map_or(Ok(0), |frame| frame.parse())?;

    // From bytes to arrays.
    let bytes = fs::read(model)?;
    let mesh = md2_load::load(&bytes, &LoadOptions::default())?.mesh;
    let skin = md2_assets::load_skin(Path::new(skin))?;

    // To the device, once.
    let mut renderer = Renderer::headless(&RendererOptions::default())?;
    let model = renderer.add_model(&mesh)?;
    let skins = [Skin::opaque(renderer.add_texture(&skin)?)];

    // A camera that sees all of this frame, in front of it and a little to its left.
    let bounds = mesh.bounds_of(frame as usize..=frame as usize).unwrap_or(mesh.bounds());
    let radius = bounds.radius().max(1.0);
    let [x, y, z] = bounds.center();
    let instance = ModelInstance { pose: Pose::still(frame), ..ModelInstance::new(model, &skins) };
    let scene = Scene {
        camera: Camera {
            eye: [x + radius * 2.6, y + radius * 1.8, z + radius * 0.6],
            target: [x, y, z],
            near: radius * 0.05,
            ..Camera::default()
        },
        floor: Some(Floor {
            height: bounds.min[2],
            center: [x, y],
            fade: [radius * 1.5, radius * 6.0],
            ..Floor::default()
        }),
        models: &[instance],
        ..Scene::default()
    };
    let picture = renderer.render_image(&scene, [800, 800])?;
    let [width, height] = picture.size();
    image::save_buffer(out, picture.rgba(), width, height, image::ColorType::Rgba8)?;
    Ok(())
}
