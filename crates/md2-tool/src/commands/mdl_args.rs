//! The options of the conversion to MDL.

use std::path::Path;

use anyhow::anyhow;
use clap::Args;
use md2_assets::{ReadAs, read_file};
use md2_export::MdlOptions;
use md2_export::import::skin_file;
use md2_load::Palette;

use md2_scene::text;

use super::engine::Engine;
use crate::failure::Failure;

#[derive(Clone, Debug, Default, Args)]
pub struct MdlArgs {
    /// MDL: mix palette colors by ordered dithering.
    #[arg(long)]
    pub(crate) dither: bool,

    /// MDL: also use the last 32 colors of the palette, which glow in the dark.
    #[arg(long)]
    pub(crate) fullbright: bool,

    /// MDL: make transparent texels holes, with palette color 255 and the flag "holey". Later engines support it.
    #[arg(long)]
    pub(crate) holey: bool,

    /// MDL: greatest height of the skins in texels. Default: 200, which all engines accept; GLQuake and later engines accept 480. A glTF that
    /// `export` wrote keeps its size, and a model without images gets 256.
    #[arg(long, value_name = "TEXELS", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) skin_height: Option<u16>,

    /// MDL, MD3: engine whose limits the model must respect. Default: `classic` for MDL; for MD3 `q2pro` if the source is an MD2,
    /// otherwise `ironwail`.
    #[arg(long, value_name = "ENGINE", value_enum)]
    pub(crate) engine: Option<Engine>,
}

impl MdlArgs {
    pub(crate) fn given(&self) -> [(&'static str, bool); 4] {
        [
            ("--dither", self.dither),
            ("--fullbright", self.fullbright),
            ("--holey", self.holey),
            ("--skin-height", self.skin_height.is_some()),
        ]
    }

    /// Returns the options of the conversion, with the palette in the file `palette`, or with Quake's palette.
    pub(crate) fn options(&self, palette: Option<&Path>) -> Result<MdlOptions, Failure> {
        let palette = self::palette(palette, None)?;
        let default = MdlOptions::default();
        Ok(MdlOptions {
            palette,
            dither: self.dither,
            fullbright: self.fullbright,
            holey: self.holey,
            skin_height: self.skin_height,
            limits: self.engine.unwrap_or(Engine::Classic).mdl_limits()?,
            ..default
        })
    }
}

/// Returns the palette in `file`. Without a file, returns the palette of the game that contains `model`, or else Quake's palette.
pub(crate) fn palette(file: Option<&Path>, model: Option<&Path>) -> Result<Palette, Failure> {
    match (file, model) {
        (Some(path), _) => {
            let colors = read_palette(path)?;
            Palette::from_lmp(colors.as_flattened()).map_err(|error| Failure::File(error.into()))
        }
        (None, Some(model)) => Ok(md2_scene::game_palette(model).unwrap_or_else(|note| {
            tracing::warn!("{}", text::message(&note));
            Palette::QUAKE
        })),
        (None, None) => Ok(Palette::QUAKE),
    }
}

pub(crate) fn read_palette(path: &Path) -> Result<skin_file::Colors, Failure> {
    let bytes = read_file(path, ReadAs::Image).map_err(|error| Failure::File(error.into()))?.bytes;
    skin_file::read_palette(&bytes)
        .map_err(|reason| Failure::File(anyhow!("\"{}\": {reason}", path.display())))
}
