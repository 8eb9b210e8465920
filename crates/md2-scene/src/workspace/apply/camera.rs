//! Commands that move the camera.

use glam::Vec3;

use super::{finite, finite_pair};
use crate::camera::OrbitCamera;
use crate::error::CommandError;
use crate::viewport::Viewport;
use crate::workspace::Workspace;

impl Workspace {
    pub(super) fn zoom_at(&mut self, notches: f32, pixel: [f32; 2]) -> Result<(), CommandError> {
        let point = self.camera.beside_target(finite_pair(pixel)?, &self.viewport);
        self.camera.zoom_to(point, finite(notches)?);
        Ok(())
    }

    pub(super) fn zoom_to(&mut self, notches: f32, [x, y, z]: [f32; 3]) -> Result<(), CommandError> {
        let point = Vec3::new(finite(x)?, finite(y)?, finite(z)?);
        self.camera.zoom_to(point, finite(notches)?);
        Ok(())
    }

    pub(super) fn reset_view(&mut self) {
        self.camera = OrbitCamera::framing(&self.subject(), &self.viewport);
        self.turns_alone = false;
    }

    pub(super) fn set_pitch(&mut self, radians: f32) {
        self.camera.set_pitch(radians);
        // The distance at which a model fits depends on the pitch.
        self.camera.refit(&self.viewport);
    }

    pub(super) fn set_auto_orbit(&mut self, on: bool) {
        self.camera.set_auto_orbit(on);
        self.turns_alone = on && !self.transport.playing;
    }

    pub(super) fn set_viewport(&mut self, viewport: Viewport) {
        if viewport != self.viewport {
            self.viewport = viewport;
            self.camera.refit(&viewport);
        }
    }
}
