//! A workspace and its mirror on the GPU, kept alike.
//!
//! The window and the `render` command both draw a session, so that a picture shows what the window
//! shows. A session knows nothing of windows.

use std::time::Duration;

use md2_render::{DrawStatus, Overlay, RenderError, Renderer, RgbaImage};
use md2_scene::{Command, CommandError, Outcome, Viewport, Workspace};

use crate::stage::{CrowdNumbers, Setting, Stage};
use md2_browse::builtin;

#[derive(Debug)]
pub struct Session {
    workspace: Workspace,
    stage: Stage,
}

/// Why a command has no effect.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error(transparent)]
    Command(#[from] CommandError),
    /// The GPU cannot hold what it brings.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The built-in picture of the floor cannot be decoded.
    #[error("{0:#}")]
    Floor(anyhow::Error),
}

impl Session {
    /// Puts a workspace on the GPU.
    ///
    /// # Errors
    /// If the GPU cannot hold it.
    pub fn new(renderer: Renderer, workspace: Workspace) -> Result<Self, SessionError> {
        let floor = builtin::floor_texture().map_err(SessionError::Floor)?;
        let mut stage = Stage::new(renderer, &floor)?;
        stage.mirror(&workspace)?;
        Ok(Self { workspace, stage })
    }

    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// What the last picture drew of the crowd, if there is one.
    pub fn crowd_numbers(&self) -> Option<CrowdNumbers> {
        self.workspace.crowd().map(|_| self.stage.crowd_numbers())
    }

    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    pub fn renderer_mut(&mut self) -> &mut Renderer {
        self.stage.renderer_mut()
    }

    /// Carries out a command, on the GPU too.
    ///
    /// # Errors
    /// If it cannot be carried out, or the GPU cannot hold what it brings. Nothing has changed then.
    pub fn apply(&mut self, command: Command) -> Result<Outcome, SessionError> {
        // A few strings; models, skins and what is told of them are shared.
        let before = self.workspace.clone();
        let outcome = self.workspace.apply(command)?;
        if let Err(error) = self.stage.mirror(&self.workspace) {
            self.workspace = before;
            return Err(error.into());
        }
        Ok(outcome)
    }

    /// Tells the size of the window, and which part of it the panels leave free.
    pub fn set_viewport(&mut self, viewport: Viewport) {
        if viewport != *self.workspace.viewport() {
            // It brings nothing to the GPU, and a viewport cannot be wrong.
            let _outcome = self.workspace.apply(Command::SetViewport(viewport));
        }
    }

    /// Lets time pass.
    pub fn advance(&mut self, time: Duration) {
        self.workspace.advance(time);
    }

    /// Measures what is compared at this moment: the stage has it then.
    pub fn measure(&mut self) {
        self.stage.measure(&self.workspace);
    }

    /// Draws to the window, with the interface over it.
    ///
    /// # Errors
    /// As the renderer's.
    pub fn draw(&mut self, overlay: &Overlay<'_>) -> Result<DrawStatus, RenderError> {
        self.stage.draw(&self.workspace, overlay)
    }

    /// Draws the same scene into a picture of any size, without the interface.
    ///
    /// # Errors
    /// As the renderer's.
    pub fn picture(&mut self, size: [u32; 2]) -> Result<RgbaImage, RenderError> {
        self.picture_in(size, Setting::default())
    }

    /// The same in another setting.
    ///
    /// # Errors
    /// As the renderer's.
    pub fn picture_in(&mut self, size: [u32; 2], setting: Setting) -> Result<RgbaImage, RenderError> {
        let mut image = RgbaImage::filled(1, 1, [0; 4]);
        self.stage.picture(&self.workspace, size, setting, &mut image)?;
        Ok(image)
    }
}

#[cfg(all(test, target_os = "linux"))]
#[path = "session/soak/tests.rs"]
mod soak;
#[cfg(test)]
pub(crate) mod tests;
