//! The window and its event loop.

mod interface;
mod overlay;
mod pointer;
mod viewer;

use std::sync::Arc;

use md2_render::ValidationLog;
use winit::application::ApplicationHandler;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::window::WindowId;

use crate::startup;
use md2_tool::failure::Failure;
use viewer::{Flow, Viewer};
pub(crate) use viewer::{Launch, PendingModel};

pub(crate) fn run(event_loop: EventLoop<()>, launch: Launch) -> Result<(), Failure> {
    let launch = Some((launch, event_loop.create_proxy()));
    let mut app = App { launch, viewer: None, validation: None, failure: None, has_failed: false };
    let ran = event_loop.run_app(&mut app);
    let App { failure, validation, has_failed, .. } = app;
    if let Some(failure) = failure {
        return Err(failure);
    }
    ran.map_err(|error| Failure::Render(anyhow::Error::new(error).context("the event loop failed")))?;
    validation.map_or(Ok(()), |log| startup::check_validation(&log))?;
    // The window has shown the reason.
    if has_failed { Err(Failure::AlreadyReported(1)) } else { Ok(()) }
}

#[derive(Debug)]
struct App {
    launch: Option<(Launch, EventLoopProxy<()>)>,
    viewer: Option<Viewer>,
    validation: Option<Arc<ValidationLog>>,
    failure: Option<Failure>,
    has_failed: bool,
}

impl App {
    fn handle(&mut self, event_loop: &ActiveEventLoop, outcome: Result<Flow, Failure>) {
        match outcome {
            Ok(Flow::Continue) => {}
            Ok(Flow::Quit) => event_loop.exit(),
            Err(failure) => {
                self.failure = Some(failure);
                event_loop.exit();
            }
        }
    }
}

impl ApplicationHandler for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        let Some((launch, proxy)) = self.launch.take() else { return };
        // Sending fails only after the loop has ended.
        md2_task::set_wake(move || {
            let _ = proxy.send_event(());
        });
        match Viewer::open(event_loop, launch) {
            Ok(viewer) => {
                self.validation = Some(viewer.validation_log());
                self.viewer = Some(viewer);
            }
            Err(failure) => {
                self.failure = Some(failure);
                event_loop.exit();
            }
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        // A closing window may still deliver events after its surface was destroyed.
        if event_loop.exiting() {
            return;
        }
        if let Some(viewer) = &mut self.viewer {
            let outcome = viewer.event(&event);
            self.handle(event_loop, outcome);
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        if event_loop.exiting() {
            return;
        }
        if let Some(viewer) = &mut self.viewer {
            event_loop.set_control_flow(match viewer.poll_tasks() {
                Some(until) => ControlFlow::WaitUntil(until),
                None => ControlFlow::Wait,
            });
            if viewer.is_ending() {
                event_loop.exit();
            }
        }
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        self.has_failed = self.viewer.as_ref().is_some_and(Viewer::has_failed);
        if let Some(viewer) = &mut self.viewer {
            viewer.close();
        }
        // The viewer must be dropped while the connection to the display is open.
        self.viewer = None;
    }
}
