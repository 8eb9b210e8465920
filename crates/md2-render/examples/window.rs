//! The smallest viewer: a model in a window, turning, all its frames played in a loop.
//!
//! `cargo run -p md2-render --example window -- tris.md2 skin.png`

use std::{
    env,
    error::Error,
    fs,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use md2_load::LoadOptions;
use md2_mesh::Mesh;
use md2_render::{
    Camera, DrawStatus, Floor, ModelId, ModelInstance, Pose, RenderError, Renderer, RendererOptions, Scene,
    Skin,
};
use winit::{
    application::ApplicationHandler,
    event::{StartCause, WindowEvent},
    event_loop::{ActiveEventLoop, ControlFlow, EventLoop},
    window::{Window, WindowId},
};

/// What is shown.
struct Viewer {
    mesh: Mesh,
    skin: md2_assets::RgbaImage,
    start: Instant,
    shown: Option<Shown>,
}

/// What exists once there is a window.
struct Shown {
    renderer: Renderer,
    model: ModelId,
    skins: [Skin; 1],
    window: Arc<Window>,
}

impl Viewer {
    fn show(&self, event_loop: &ActiveEventLoop) -> Result<Shown, Box<dyn Error>> {
        let window = Arc::new(event_loop.create_window(Window::default_attributes())?);
        let size = window.inner_size().into();
        let mut renderer = Renderer::for_window(Arc::clone(&window), size, &RendererOptions::default())?;
        let model = renderer.add_model(&self.mesh)?;
        let skins = [Skin::opaque(renderer.add_texture(&self.skin)?)];
        Ok(Shown { renderer, model, skins, window })
    }

    fn draw(&mut self) -> Result<DrawStatus, RenderError> {
        let Some(shown) = &mut self.shown else { return Ok(DrawStatus::Hidden) };
        // Ten frames a second, blended; the last one leads back to the first.
        const FRAME_MS: u128 = 100;
        let elapsed_ms = self.start.elapsed().as_millis();
        let count = self.mesh.frame_count() as u128;
        let frame_at = |number: u128| u32::try_from(number % count).unwrap_or(0);
        let frame = elapsed_ms / FRAME_MS;
        let blend = (elapsed_ms % FRAME_MS) as f32 / FRAME_MS as f32;
        let pose = Pose { frame_a: frame_at(frame), frame_b: frame_at(frame + 1), blend };
        let instance = ModelInstance { pose, ..ModelInstance::new(shown.model, &shown.skins) };
        let (sin, cos) = (elapsed_ms as f32 * 0.0005).sin_cos();
        let bounds = self.mesh.bounds();
        let radius = bounds.radius().max(1.0);
        let [x, y, z] = bounds.center();
        let scene = Scene {
            camera: Camera {
                eye: [x + radius * 3.0 * cos, y + radius * 3.0 * sin, z + radius * 0.6],
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
        shown.renderer.draw(&scene, None)
    }
}

impl ApplicationHandler for Viewer {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        match self.show(event_loop) {
            Ok(shown) => self.shown = Some(shown),
            Err(error) => {
                eprintln!("{error}");
                event_loop.exit();
            }
        }
    }

    fn new_events(&mut self, event_loop: &ActiveEventLoop, _: StartCause) {
        // Software drivers do not wait for the display, so the loop does.
        event_loop.set_control_flow(ControlFlow::WaitUntil(Instant::now() + Duration::from_millis(16)));
        if let Some(shown) = &self.shown {
            shown.window.request_redraw();
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Resized(size) => {
                if let Some(shown) = &mut self.shown {
                    shown.renderer.resize(size.into());
                }
            }
            WindowEvent::RedrawRequested => match self.draw() {
                Ok(_) => {}
                Err(error) => {
                    eprintln!("{error}");
                    event_loop.exit();
                }
            },
            _ => {}
        }
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        // While the event loop, and with it the display, is still there.
        self.shown = None;
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [model, skin] = &args[..] else { return Err("usage: window MODEL SKIN".into()) };
    let bytes = fs::read(model)?;
    let mesh = md2_load::load(&bytes, &LoadOptions::default())?.mesh;
    let skin = md2_assets::load_skin(Path::new(skin))?;
    let mut viewer = Viewer { mesh, skin, start: Instant::now(), shown: None };
    Ok(EventLoop::new()?.run_app(&mut viewer)?)
}
