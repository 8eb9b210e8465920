//! A minimal viewer: a model in a window, with a circling camera, playing its first sequence.
//!
//! `cargo run -p md2-render --example window -- tris.md2`

use std::{
    env,
    error::Error,
    path::Path,
    process::exit,
    sync::Arc,
    time::{Duration, Instant},
};

use md2_anim::Playback;
use md2_assets::{FolderCache, RgbaImage};
use md2_load::{LoadOptions, LoadedModel};
use md2_mesh::Bounds;
use md2_render::{
    Camera, DrawStatus, Floor, ModelId, ModelInstance, RenderError, Renderer, RendererOptions, Scene, Skin,
};
use winit::{
    application::ApplicationHandler,
    event::{StartCause, WindowEvent},
    event_loop::{ActiveEventLoop, ControlFlow, EventLoop},
    window::{Window, WindowId},
};

struct Viewer {
    file: LoadedModel,
    skin: Option<RgbaImage>,
    playback: Playback,
    bounds: Bounds,
    start: Instant,
    /// The time at which the last picture was drawn. Each picture advances the playback by the time since then.
    drawn_at: Instant,
    window: Option<OpenWindow>,
}

struct OpenWindow {
    renderer: Renderer,
    model: ModelId,
    skins: Vec<Skin>,
    window: Arc<Window>,
}

impl Viewer {
    fn show(&self, event_loop: &ActiveEventLoop) -> Result<OpenWindow, Box<dyn Error>> {
        let window = Arc::new(event_loop.create_window(Window::default_attributes())?);
        let size = window.inner_size().into();
        let mut renderer = Renderer::for_window(Arc::clone(&window), size, &RendererOptions::default())?;
        let model = renderer.add_model(&self.file.mesh)?;
        let mut skins = Vec::new();
        if let Some(skin) = &self.skin {
            skins.push(Skin::opaque(renderer.add_texture(skin)?));
        }
        Ok(OpenWindow { renderer, model, skins, window })
    }

    fn draw(&mut self) -> Result<DrawStatus, RenderError> {
        let Some(open) = &mut self.window else { return Ok(DrawStatus::Hidden) };
        self.playback.advance(self.drawn_at.elapsed());
        self.drawn_at = Instant::now();
        let pose = self.playback.pose();
        let scene = Scene {
            camera: Camera::around(&self.bounds, self.start.elapsed().as_secs_f32() * 0.5),
            floor: Some(Floor::under(&self.bounds)),
            models: &[ModelInstance { pose, ..ModelInstance::new(open.model, &open.skins) }],
            ..Scene::default()
        };
        open.renderer.draw(&scene, None)
    }
}

impl ApplicationHandler for Viewer {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        match self.show(event_loop) {
            Ok(open) => self.window = Some(open),
            Err(error) => {
                eprintln!("{error}");
                event_loop.exit();
            }
        }
    }

    fn new_events(&mut self, event_loop: &ActiveEventLoop, _: StartCause) {
        // Software drivers do not wait for the display, so the loop does.
        event_loop.set_control_flow(ControlFlow::WaitUntil(Instant::now() + Duration::from_millis(16)));
        if let Some(open) = &self.window {
            open.window.request_redraw();
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Resized(size) => {
                if let Some(open) = &mut self.window {
                    open.renderer.resize(size.into());
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
        // While the event loop and its display still exist.
        self.window = None;
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(path) = env::args().nth(1) else {
        eprintln!("usage: window MODEL");
        exit(2);
    };
    let path = Path::new(&path);
    let file = md2_load::load(&md2_assets::read_model(path)?, &LoadOptions::default())?;
    let found = md2_assets::find_skins(&FolderCache::default(), path, &file.skins.names());
    let skin = found.best().map(|skin| md2_assets::load_image(&skin.path)).transpose()?;
    let opening = file.detection.opening_sequence().ok_or("the model has no frames")?;
    let sequence = &file.detection.sequences()[opening];
    let playback = Playback::for_sequence(sequence);
    let bounds = file.mesh.bounds_of(sequence.frames()).unwrap_or(file.mesh.bounds());
    let start = Instant::now();
    let mut viewer = Viewer { file, skin, playback, bounds, start, drawn_at: start, window: None };
    Ok(EventLoop::new()?.run_app(&mut viewer)?)
}
