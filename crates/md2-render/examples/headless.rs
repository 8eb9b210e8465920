//! Draws one frame of a model to a PNG, without a window.
//!
//! `cargo run -p md2-render --example headless -- tris.md2 skin.png out.png [FRAME]`

use std::{env, error::Error, fs, path::Path};

use md2_load::LoadOptions;
use md2_render::{Camera, Floor, ImageData, ModelInstance, Pose, Renderer, RendererOptions, Scene};

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
    let skin =
        renderer.add_texture(&ImageData { width: skin.width(), height: skin.height(), rgba: skin.rgba() })?;

    // A camera that sees all of this frame, in front of it and a little to its left.
    let bounds = mesh.bounds_of(frame as usize..=frame as usize).unwrap_or(mesh.bounds());
    let radius = bounds.radius().max(1.0);
    let [x, y, _] = bounds.center();
    let mut instance = ModelInstance::new(model, Some(skin));
    instance.pose = Pose { frame_a: frame, frame_b: frame, blend: 0.0 };
    let scene = Scene {
        camera: Camera::orbit(bounds.center(), radius * 3.2, 0.6, 0.2),
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
    image::save_buffer(out, &picture.rgba, picture.width, picture.height, image::ColorType::Rgba8)?;
    Ok(())
}
