//! One picture of a session: as large, as smooth and as clear as it is asked for.

use md2_export::picture::{matte, reduced};
use md2_render::{RenderError, RgbaImage};

use md2_stage::Session;
use md2_stage::Setting;

/// How pictures are taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shot {
    /// Width and height in pixels.
    pub(super) size: [u32; 2],
    /// By how much larger they are drawn on each side, and made smaller again.
    pub(super) supersample: u32,
    /// Whether there is nothing behind the models.
    pub(super) transparent: bool,
    /// The edge of one repetition of the floor's pattern, if not its own.
    pub(super) tile: Option<f32>,
}

impl Shot {
    /// Takes a picture of what is seen at this moment.
    ///
    /// # Errors
    /// As the renderer's.
    pub(super) fn take(&self, session: &mut Session) -> Result<RgbaImage, RenderError> {
        let size = self.size.map(|side| side * self.supersample);
        let mut draw = |plain: Option<f32>| {
            let setting = Setting { plain: plain.map(|gray| [gray; 3]), tile: self.tile };
            session.picture_in(size, setting)
        };
        let image = if self.transparent { matte(&draw(Some(0.0))?, &draw(Some(1.0))?) } else { draw(None)? };
        Ok(if self.supersample > 1 { reduced(&image, self.supersample) } else { image })
    }
}
