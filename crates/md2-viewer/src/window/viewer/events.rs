//! The events of the window.

use std::time::Instant;

use md2_scene::Command;
use winit::event::{ElementState, WindowEvent};

use super::{Next, Viewer};
use md2_tool::failure::Failure;

impl Viewer {
    /// Handles one event of the window.
    pub(in crate::window) fn event(&mut self, event: &WindowEvent) -> Result<Next, Failure> {
        let response = self.display.interface.event(&self.display.window, event);
        // Not for the redraw itself, which would ask for the next one without end.
        if response.repaint && !matches!(event, WindowEvent::RedrawRequested) {
            self.display.pacer.request();
        }
        self.saved.keeper.stir();
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => return Ok(Next::Quit),
            WindowEvent::RedrawRequested => return self.redraw(),
            WindowEvent::Resized(size) => {
                self.session.renderer_mut().resize((*size).into());
                self.display.pacer.request();
            }
            WindowEvent::ScaleFactorChanged { scale_factor, .. } => {
                self.input.pointer.set_scale(*scale_factor);
                self.display.pacer.request();
            }
            WindowEvent::Occluded(occluded) => {
                self.display.occluded = *occluded;
                self.display.pacer.request();
            }
            WindowEvent::ModifiersChanged(modifiers) => {
                self.input.modifiers = *modifiers;
                // The held keys mean something else with other modifiers.
                self.input.steering.stop();
            }
            WindowEvent::KeyboardInput { event, .. } if event.state == ElementState::Released => {
                self.input.steering.release(event.physical_key);
            }
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. }
                if !response.consumed
                    || self.list_passes_on(event)
                    || !(self.ui.files.has_focus || self.display.interface.keeps(&event.logical_key)) =>
            {
                return Ok(self.key(event));
            }
            // Files may have changed while another window had the focus.
            WindowEvent::Focused(true) => {
                self.browser.check_thumbnails();
                self.display.pacer.request();
            }
            WindowEvent::Focused(false) => {
                self.input.pointer.lost();
                self.input.steering.stop();
            }
            // Each of several files comes as an event of its own.
            WindowEvent::DroppedFile(path) => self.opening.dropped.push(path.clone()),
            event => self.pointer_event(event),
        }
        Ok(Next::GoOn)
    }

    fn pointer_event(&mut self, event: &WindowEvent) {
        match event {
            WindowEvent::CursorLeft { .. } => {
                self.input.pointer.left();
                self.input.pointing.moved();
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.input.pointing.moved();
                if let Some(command) = self.input.pointer.moved(*position) {
                    self.apply(command);
                }
            }
            WindowEvent::MouseInput { state, button, .. } => {
                let in_scene = self.pointer_is_in_scene();
                self.input.pointer.button(*button, *state, in_scene);
                self.click(*button, *state, in_scene);
                if in_scene && state.is_pressed() {
                    self.apply(Command::SetAutoOrbit(false));
                }
                if self.input.pointer.is_double_click(*button, *state, in_scene, Instant::now()) {
                    self.double_click();
                }
            }
            WindowEvent::MouseWheel { delta, .. } if self.pointer_is_in_scene() => {
                self.input.pointing.moved();
                self.apply(self.input.pointer.wheel(*delta));
            }
            WindowEvent::PinchGesture { delta, .. } if self.pointer_is_in_scene() => {
                if let Some(command) = self.input.pointer.pinch(*delta) {
                    self.apply(command);
                }
            }
            _ => {}
        }
    }
}
