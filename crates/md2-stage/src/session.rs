//! A workspace and its uploaded models and skins, changed together.
//!
//! The window and the command `render` both draw a session, so their pictures look the same.

use std::sync::Arc;
use std::time::{Duration, Instant};

use md2_render::{DrawStatus, Overlay, RenderError, Renderer, RgbaImage};
use md2_scene::change::Change;
use md2_scene::text::warnings;
use md2_scene::{
    Command, CommandError, DecodedSkin, History, Outcome, SkinDecoder, SkinImageError, Viewport, Workspace,
    builtin,
};

use crate::stage::{PictureSetting, Stage};

/// The maximum time to wait for the first skins of a model before the model is drawn without them.
const FIRST_WAIT: Duration = Duration::from_millis(150);

#[derive(Debug)]
pub struct Session {
    workspace: Workspace,
    stage: Stage,
    decoder: SkinDecoder,
    history: History,
}

#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    Render(#[from] RenderError),
    #[error("{0:#}")]
    Floor(anyhow::Error),
}

impl Session {
    pub fn new(renderer: Renderer, workspace: Workspace) -> Result<Self, SessionError> {
        let floor = builtin::floor_texture().map_err(SessionError::Floor)?;
        let mut stage = Stage::new(renderer, &floor)?;
        stage.mirror(&workspace)?;
        Ok(Self { workspace, stage, decoder: SkinDecoder::default(), history: History::default() })
    }

    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    pub fn renderer_mut(&mut self) -> &mut Renderer {
        self.stage.renderer_mut()
    }

    pub fn apply(&mut self, command: Command) -> Result<Outcome, SessionError> {
        // The copy takes little time, since models, skins and notes are shared.
        let mut after = self.workspace.clone();
        let outcome = after.apply(command.clone())?;
        let before = self.show(after)?;
        self.history.record(&command, before, &self.workspace);
        Ok(outcome)
    }

    /// Undoes the last change of the model, its skin, weapon or sequences, or of the look. `None` if there is nothing to undo.
    pub fn undo(&mut self) -> Result<Option<Change>, SessionError> {
        self.travel(History::undo)
    }

    pub fn redo(&mut self) -> Result<Option<Change>, SessionError> {
        self.travel(History::redo)
    }

    /// Shows a state of the history. If that fails, the history remains as it was, so that the user can try again.
    fn travel(
        &mut self,
        step: impl FnOnce(&mut History, &Workspace) -> Option<(Workspace, Change)>,
    ) -> Result<Option<Change>, SessionError> {
        let mut history = self.history.clone();
        let Some((workspace, change)) = step(&mut history, &self.workspace) else { return Ok(None) };
        self.show(workspace)?;
        self.history = history;
        Ok(Some(change))
    }

    fn show(&mut self, workspace: Workspace) -> Result<Workspace, SessionError> {
        self.stage.mirror(&workspace)?;
        Ok(std::mem::replace(&mut self.workspace, workspace))
    }

    /// Applies the skins that were decoded, and starts tasks for new requests. It never waits. A finished task wakes
    /// the event loop, which calls this function again. Returns messages about skins that cannot be shown.
    pub fn decode_skins(&mut self) -> Vec<String> {
        let mut messages = Vec::new();
        while let Some(decoded) = self.decoder.take_finished() {
            messages.extend(self.set_outfit(decoded));
        }
        self.decoder.start(&self.workspace);
        messages
    }

    /// Decodes and applies the requested skins, and waits for them a short time. Called before the first picture of a
    /// model. Returns messages about skins that cannot be shown.
    pub fn wait_for_skins(&mut self) -> Vec<String> {
        let end = Instant::now() + FIRST_WAIT;
        let mut messages = self.decode_skins();
        while let Some(decoded) =
            self.decoder.wait(&self.workspace, end.saturating_duration_since(Instant::now()))
        {
            messages.extend(self.set_outfit(decoded));
            messages.extend(self.decode_skins());
        }
        messages
    }

    fn set_outfit(&mut self, (request, outfit): DecodedSkin) -> Vec<String> {
        let outfit = outfit.map(Arc::new).map_err(Arc::new);
        let applied = self.apply(Command::SetOutfit { request: request.clone(), outfit }).or_else(|error| {
            let reason = format!("{:#}", anyhow::Error::from(error));
            let outfit = Err(Arc::new(SkinImageError::Refused { reason }));
            self.apply(Command::SetOutfit { request, outfit })
        });
        applied.map(warnings).unwrap_or_default()
    }

    pub fn set_viewport(&mut self, viewport: Viewport) {
        if viewport != *self.workspace.viewport() {
            // This command uploads nothing and cannot fail.
            let _outcome = self.workspace.apply(Command::SetViewport(viewport));
        }
    }

    pub fn advance(&mut self, time: Duration) {
        self.workspace.advance(time);
    }

    pub fn measure(&mut self) {
        self.stage.measure(&self.workspace);
    }

    pub fn draw(&mut self, overlay: &Overlay<'_>) -> Result<DrawStatus, RenderError> {
        self.stage.draw(&self.workspace, overlay)
    }

    pub fn picture(&mut self, size: [u32; 2]) -> Result<RgbaImage, RenderError> {
        self.picture_in(size, PictureSetting::default())
    }

    pub fn picture_in(&mut self, size: [u32; 2], setting: PictureSetting) -> Result<RgbaImage, RenderError> {
        let mut image = RgbaImage::filled(1, 1, [0; 4]);
        self.stage.picture(&self.workspace, size, setting, &mut image)?;
        Ok(image)
    }
}

#[cfg(test)]
mod skin_tests;
#[cfg(test)]
pub(crate) mod tests;
