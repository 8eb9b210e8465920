//! Draws a model at a given time of a sequence without a window, and writes the picture to a PNG file.
//!
//! `cargo run -p md2-render --example headless -- tris.md2 out.png [SEQUENCE [SECONDS]]`

use std::{env, error::Error, path::Path, time::Duration};

use md2_anim::{Playback, find_sequence, opening_sequence};
use md2_assets::FolderCache;
use md2_load::LoadOptions;
use md2_render::{Camera, Floor, ModelInstance, Renderer, RendererOptions, Scene, Skin};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [path, out, rest @ ..] = &args[..] else {
        return Err("usage: headless MODEL OUT [SEQUENCE [SECONDS]]".into());
    };
    let path = Path::new(path);

    // From bytes to a mesh and its sequences.
    let file = md2_load::load(&md2_assets::read_model(path)?, &LoadOptions::default())?;
    let sequences = file.detection.sequences();
    let sequence = match rest.first() {
        Some(name) => find_sequence(sequences, name).ok_or("the model has no sequence of that name")?,
        None => &sequences[opening_sequence(sequences).ok_or("the model has no frames")?],
    };

    // From time to two frames and a blend.
    let mut playback = Playback::for_sequence(sequence);
    let seconds: f64 = rest.get(1).map_or(Ok(0.0), |seconds| seconds.parse())?;
    playback.advance(Duration::try_from_secs_f64(seconds)?);

    // To the device. Without a skin, a model shows a checker.
    let mut renderer = Renderer::headless(&RendererOptions::default())?;
    let model = renderer.add_model(&file.mesh)?;
    let found = md2_assets::find_skins(&FolderCache::default(), path, &file.skins.names());
    let mut skins = Vec::new();
    if let Some(skin) = found.best() {
        skins.push(Skin::opaque(renderer.add_texture(&md2_assets::load_image(&skin.path)?)?));
    }

    // The camera sees the whole sequence, from the front left.
    let bounds = file.mesh.bounds_of(sequence.frames()).unwrap_or(file.mesh.bounds());
    let instance = ModelInstance { pose: playback.pose(), ..ModelInstance::new(model, &skins) };
    let scene = Scene {
        camera: Camera::around(&bounds, 0.6),
        floor: Some(Floor::under(&bounds)),
        models: &[instance],
        ..Scene::default()
    };
    let picture = renderer.render_image(&scene, [800, 800])?;
    let [width, height] = picture.size();
    image::save_buffer(out, picture.rgba(), width, height, image::ColorType::Rgba8)?;
    Ok(())
}
