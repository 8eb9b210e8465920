//! The options of the conversion to MDL.

use std::path::Path;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use md2_assets::{ReadAs, read_file};
use md2_export::import::skin_file;
use md2_export::{MdlLimits, MdlOptions};
use md2_load::Palette;

use md2_scene::text;

use crate::failure::Failure;

/// The options for MDL.
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

    /// MDL: greatest height of the skins in texels. Default: 200, which all engines accept; GLQuake and later engines accept 480.
    #[arg(long, value_name = "TEXELS", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) skin_height: Option<u16>,

    /// MDL: engine whose limits the model must respect. Default: the original game, with 256 frames, 2000 vertices, 2048 triangles and
    /// 32 skins.
    #[arg(long, value_name = "ENGINE", value_enum)]
    pub(crate) engine: Option<MdlEngine>,
}

/// An engine with its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MdlEngine {
    /// The original game.
    Classic,
    /// QuakeSpasm: 1024 frames, 4096 triangles.
    Quakespasm,
    /// Ironwail: 1024 frames, 32767 vertices, any number of triangles.
    Ironwail,
}

impl MdlArgs {
    /// Returns the names of all options, and whether the user gave them.
    pub(crate) fn given(&self) -> [(&'static str, bool); 5] {
        [
            ("--dither", self.dither),
            ("--fullbright", self.fullbright),
            ("--holey", self.holey),
            ("--skin-height", self.skin_height.is_some()),
            ("--engine", self.engine.is_some()),
        ]
    }

    /// Returns the options of the conversion, with the palette in the file `palette`, or with Quake's palette.
    ///
    /// # Errors
    /// If the palette cannot be read.
    pub(crate) fn options(&self, palette: Option<&Path>) -> Result<MdlOptions, Failure> {
        let palette = self::palette(palette, None)?;
        let default = MdlOptions::default();
        Ok(MdlOptions {
            palette,
            dither: self.dither,
            fullbright: self.fullbright,
            holey: self.holey,
            skin_height: self.skin_height.unwrap_or(default.skin_height),
            limits: match self.engine {
                None | Some(MdlEngine::Classic) => MdlLimits::CLASSIC,
                Some(MdlEngine::Quakespasm) => MdlLimits::QUAKESPASM,
                Some(MdlEngine::Ironwail) => MdlLimits::IRONWAIL,
            },
            ..default
        })
    }
}

/// Returns the palette in `file`. Without a file, returns the palette of the game that contains `model`, or else Quake's palette.
///
/// # Errors
/// If `file` cannot be read.
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

/// Reads a palette from a PCX, or from a file with 768 bytes.
///
/// # Errors
/// If the file cannot be read or contains no palette.
pub(crate) fn read_palette(path: &Path) -> Result<skin_file::Colors, Failure> {
    let bytes = read_file(path, ReadAs::Image).map_err(|error| Failure::File(error.into()))?.bytes;
    skin_file::read_palette(&bytes)
        .map_err(|reason| Failure::File(anyhow!("\"{}\": {reason}", path.display())))
}
