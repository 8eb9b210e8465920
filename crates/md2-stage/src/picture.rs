//! Pictures of a session without a window.

use md2_picture::{downsample, remove_backdrop};
use md2_render::{RenderError, RgbaImage};

use crate::session::Session;
use crate::stage::PictureSetting;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureOptions {
    pub size: [u32; 2],
    /// The factor by which pictures are drawn larger along each side before they are reduced to `size`.
    pub supersample: u32,
    /// Whether the background is transparent and the floor hidden.
    pub transparent: bool,
    /// The width of one tile of the floor in units; `None` for the original width.
    pub tile: Option<f32>,
}

impl PictureOptions {
    pub const fn new(size: [u32; 2]) -> Self {
        Self { size, supersample: 1, transparent: false, tile: None }
    }

    pub fn draw(&self, session: &mut Session) -> Result<RgbaImage, RenderError> {
        let size = self.size.map(|side| side * self.supersample);
        let mut draw = |plain: Option<f32>| {
            let setting =
                PictureSetting { plain: plain.map(|gray| [gray; 3]), tile: self.tile, viewport: None };
            session.picture_in(size, setting)
        };
        let image = if self.transparent {
            remove_backdrop(&draw(Some(0.0))?, &draw(Some(1.0))?)
        } else {
            draw(None)?
        };
        Ok(if self.supersample > 1 { downsample(&image, self.supersample) } else { image })
    }
}
