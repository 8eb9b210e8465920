//! A virtual display for tests, and a window on it whose renderer is validated.
//!
//! A process has one event loop, which connects to the display of the environment. So each test runs in a separate
//! process of this test program.

use std::{env, process::Command, sync::Arc};

use md2_render::{Drivers, Renderer, RendererOptions, ValidationLog};
use md2_tests::Desktop;
use winit::{
    application::ApplicationHandler,
    dpi::PhysicalSize,
    event::WindowEvent,
    event_loop::{ActiveEventLoop, EventLoop},
    platform::x11::EventLoopBuilderExtX11 as _,
    window::{Window, WindowId},
};

use crate::common::validated;

/// The environment variable that marks a process with a virtual display.
const MARK: &str = "MD2_RENDER_TEST_DISPLAY";

/// Calls `test` on a virtual display of this size in pixels, in another process of this binary. That process runs
/// only the calling test, whose full name is `name`.
pub(crate) fn on_a_display(width: u16, height: u16, name: &str, test: impl FnOnce()) {
    if env::var_os(MARK).is_some() {
        return test();
    }
    if let Err(error) = Drivers::load() {
        return md2_testdata::skip_without_vulkan(error);
    }
    let Some(desktop) = Desktop::for_test(width, height) else { return };
    let output = Command::new(env::current_exe().expect("this test's own path"))
        .args([name, "--exact", "--nocapture"])
        .env(MARK, "1")
        .env("DISPLAY", desktop.name())
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .expect("a process");
    let texts = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    // Without a matching test, the process also succeeds.
    let has_run = output.status.success() && texts[0].contains(" 1 passed;");
    assert!(has_run, "{}\n{}", texts[0], texts[1]);
}

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

/// Opens a window, and calls `act` twice: with a renderer that draws to the window's images, and with one that
/// copies pictures to them. Any validation message fails the test.
pub(crate) fn with_window(size: [u32; 2], mut act: impl FnMut(&mut Renderer, &Window)) {
    let copying = RendererOptions { mutable_swapchain: false, samples: 1, ..Default::default() };
    for log in with_validated_window(size, &[RendererOptions::default(), copying], &mut act) {
        assert!(log.count() == 0, "validation: {:#?}", log.first_messages());
    }
}

pub(crate) fn with_validated_window(
    size: [u32; 2],
    options: &[RendererOptions],
    mut act: impl FnMut(&mut Renderer, &Window),
) -> Vec<Arc<ValidationLog>> {
    let mut logs = Vec::new();
    let event_loop = EventLoop::builder().with_any_thread(true).build().expect("a display");
    let act = |window: Arc<Window>| {
        for options in options {
            let make = |validation| {
                let options = RendererOptions { validation, ..options.clone() };
                Renderer::for_window(Arc::clone(&window), window.inner_size().into(), &options)
            };
            let (mut renderer, _) = validated(make).expect("a renderer");
            logs.push(renderer.validation_log());
            act(&mut renderer, &window);
        }
    };
    let mut app = OnceOpen { size: size.into(), act: Some(act) };
    event_loop.run_app(&mut app).expect("the display answers");
    logs
}
