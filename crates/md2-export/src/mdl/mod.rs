//! Writing of models as MDL, with skins in the colors of a palette.

mod build;

use md2_load::Palette;

use crate::import::convert_error::ConvertError;
use crate::import::{ImportedModel, OwnedModel};
use crate::limits::EngineLimits;

/// Options of writing an MDL.
#[derive(Clone, Debug, PartialEq)]
pub struct MdlOptions {
    /// The palette of the game.
    pub palette: Palette,
    /// Whether to mix palette colors by ordered dithering.
    pub dither: bool,
    /// Whether skins may use the colors 224 to 254, which lighting does not darken.
    pub fullbright: bool,
    /// Whether transparent texels become holes. The model then gets the flag *holey*, which only later engines support.
    pub holey: bool,
    /// The greatest height of the skins in texels, at least 1. Larger skins are reduced. The software renderers of the original game accept
    /// 200, GLQuake accepts 480. `None`: 200, except that a glTF that this toolkit exported keeps its size, and that a model without images
    /// gets 256, so that its texture coordinates stay precise.
    pub skin_height: Option<u16>,
    /// The limits of the engine for which the model is made.
    pub limits: EngineLimits,
    /// The effects of the model as stored in the header, such as a rocket's trail.
    pub flags: u32,
}

impl Default for MdlOptions {
    fn default() -> Self {
        Self {
            palette: Palette::QUAKE,
            dither: false,
            fullbright: false,
            holey: false,
            skin_height: None,
            limits: EngineLimits::CLASSIC_MDL,
            flags: 0,
        }
    }
}

impl OwnedModel {
    /// Builds an MDL. All frames have one scale and one origin. The skins are resized to one size and converted to the colors of a palette.
    ///
    /// # Errors
    /// If the model exceeds a limit of the options.
    pub fn to_mdl(self, options: &MdlOptions) -> Result<ImportedModel, ConvertError> {
        build::build(self.mesh, self.skins?, &self.options, options)
    }
}
