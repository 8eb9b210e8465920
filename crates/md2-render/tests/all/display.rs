//! What tests with a window share: a virtual display, and a window on it whose renderer is watched.
//!
//! A process has one event loop, and it connects to the display that the environment names. So each case runs in
//! a process of its own: its test binary, called again.

use std::{process::Command, sync::Arc};

use md2_render::{RenderError, Renderer, RendererOptions, Validation, ValidationLog};
use md2_tests::Desktop;
use winit::{
    application::ApplicationHandler,
    dpi::PhysicalSize,
    event::WindowEvent,
    event_loop::{ActiveEventLoop, EventLoop},
    platform::x11::EventLoopBuilderExtX11 as _,
    window::{Window, WindowId},
};

/// Runs an ignored test of this binary, by its whole name, on a display of this size.
pub(crate) fn on_a_display(width: u16, height: u16, test: &str) {
    if let Err(error) = Renderer::probe() {
        return md2_testdata::skip_without_vulkan(error);
    }
    let desktop = Desktop::start(width, height).expect("a virtual display");
    let output = Command::new(std::env::current_exe().expect("this test's own path"))
        .args([test, "--exact", "--ignored", "--nocapture"])
        .env("DISPLAY", desktop.name())
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .expect("a process");
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    // A name that fits none is no failure.
    let has_run = output.status.success() && said[0].contains(" 1 passed;");
    assert!(has_run, "{}\n{}", said[0], said[1]);
}

/// What is done with a window once it is there.
struct OnceOpen<F> {
    size: PhysicalSize<u32>,
    act: Option<F>,
}

impl<F: FnOnce(Arc<Window>)> ApplicationHandler for OnceOpen<F> {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        let attributes = Window::default_attributes().with_inner_size(self.size).with_resizable(true);
        let window = Arc::new(event_loop.create_window(attributes).expect("a window"));
        if let Some(act) = self.act.take() {
            act(window);
        }
        event_loop.exit();
    }

    fn window_event(&mut self, _: &ActiveEventLoop, _: WindowId, _: WindowEvent) {}
}

/// Opens a window, and does something with a renderer for it, which validation watches to its end.
pub(crate) fn with_window(
    size: [u32; 2],
    options: &RendererOptions,
    act: impl FnOnce(&mut Renderer, &Window),
) {
    let log = with_watched_window(size, options, act);
    assert!(log.count() == 0, "validation: {:#?}", log.first_messages());
}

/// Likewise, and returns what validation says.
pub(crate) fn with_watched_window(
    size: [u32; 2],
    options: &RendererOptions,
    act: impl FnOnce(&mut Renderer, &Window),
) -> Arc<ValidationLog> {
    let mut watched = None;
    let event_loop = EventLoop::builder().with_any_thread(true).build().expect("a display");
    let act = |window: Arc<Window>| {
        let size = window.inner_size().into();
        let mut options = RendererOptions { validation: Validation::Full, ..options.clone() };
        let mut renderer = Renderer::for_window(Arc::clone(&window), size, &options);
        if matches!(renderer, Err(RenderError::NoValidationLayer)) && !md2_testdata::vulkan_is_required() {
            eprintln!("not watched by validation: the layer is not installed");
            options.validation = Validation::Off;
            renderer = Renderer::for_window(Arc::clone(&window), size, &options);
        }
        let mut renderer = renderer.expect("a renderer");
        watched = Some(renderer.validation_log());
        act(&mut renderer, &window);
    };
    let mut app = OnceOpen { size: size.into(), act: Some(act) };
    event_loop.run_app(&mut app).expect("the display answers");
    drop(app);
    watched.expect("the window was opened")
}
