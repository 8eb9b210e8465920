//! The events of the window.

use std::time::Instant;

use md2_scene::Command;
use winit::dpi::PhysicalSize;
use winit::event::{ElementState, WindowEvent};
use winit::keyboard::{Key, NamedKey};

use super::{Flow, Viewer};
use md2_tool::failure::Failure;

impl Viewer {
    fn shrink_to_limit(&mut self, size: PhysicalSize<u32>) {
        let most = self.session.stage().renderer().max_window_edge();
        if size.width.max(size.height) > most {
            let within = PhysicalSize::new(size.width.min(most), size.height.min(most));
            let _ = self.display.window.request_inner_size(within);
            self.ui.messages.show_notice(format!("The GPU draws windows of at most {most} x {most} pixels"));
        }
    }

    pub(in crate::window) fn event(&mut self, event: &WindowEvent) -> Result<Flow, Failure> {
        if let Some(late) = &mut self.input.late
            && let WindowEvent::KeyboardInput { .. } | WindowEvent::ModifiersChanged(_) | WindowEvent::Ime(_) =
                event
        {
            late.push(event.clone());
            return Ok(Flow::Continue);
        }
        let response = self.display.interface.event(&self.display.window, event);
        // A redraw must not request the next one.
        if response.repaint && !matches!(event, WindowEvent::RedrawRequested) {
            self.display.pacer.request();
        }
        match event {
            WindowEvent::CloseRequested => return Ok(self.quit()),
            WindowEvent::Destroyed => return Ok(Flow::Quit),
            WindowEvent::RedrawRequested => {
                let mut flow = self.redraw()?;
                for event in self.input.late.take().into_iter().flatten() {
                    flow = flow.and(self.event(&event)?);
                }
                return Ok(flow);
            }
            WindowEvent::Resized(size) => {
                self.session.renderer_mut().resize((*size).into());
                self.shrink_to_limit(*size);
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
                // Held keys have other meanings with other modifiers.
                self.input.camera_keys.stop();
            }
            WindowEvent::KeyboardInput { event, .. } if event.state == ElementState::Released => {
                self.input.camera_keys.release(event.physical_key);
            }
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. }
                if self.is_unused_by_list(event)
                    || !(self.ui.files.has_focus
                        || response.consumed && self.uses_key(&event.logical_key)) =>
            {
                return Ok(self.key(event));
            }
            // Files may have changed while another window had the focus.
            WindowEvent::Focused(true) => {
                self.browser.check_thumbnails();
                self.display.pacer.request();
            }
            WindowEvent::Focused(false) => {
                self.input.pointer.drag = None;
                self.input.camera_keys.stop();
            }
            // There is one event for each file.
            WindowEvent::DroppedFile(path) => self.opening.dropped.push(path.clone()),
            event => self.pointer_event(event),
        }
        Ok(Flow::Continue)
    }

    fn uses_key(&self, key: &Key) -> bool {
        let closes = *key == Key::Named(NamedKey::Escape)
            && (self.ui.has_dialog() || !self.display.interface.takes_text());
        !closes && self.display.interface.uses_key(key, self.input.modifiers.state().control_key())
    }

    fn pointer_event(&mut self, event: &WindowEvent) {
        match event {
            WindowEvent::CursorLeft { .. } => {
                self.input.pointer.leave();
                self.input.picking.pointer_moved();
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.input.picking.pointer_moved();
                if let Some(command) = self.input.pointer.move_to(*position) {
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
                self.input.picking.pointer_moved();
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
