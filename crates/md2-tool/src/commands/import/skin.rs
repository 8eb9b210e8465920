//! The skin that is written beside an imported model.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use md2_assets::{ReadAs, RgbaImage, read_file};
use md2_export::import::{Imported, paint};

use crate::failure::Failure;

/// The largest picture that the original game reads as a PCX.
const CLASSIC_PCX: [u16; 2] = [640, 480];

/// The palette of a game, out of a PCX that has it or alone.
///
/// # Errors
/// If the file cannot be read or holds none.
pub(super) fn palette(path: &Path) -> Result<paint::Colors, Failure> {
    let bytes = read_file(path, ReadAs::Image).map_err(|error| Failure::File(error.into()))?.bytes;
    paint::palette_of(&bytes).map_err(|reason| Failure::File(anyhow!("\"{}\": {reason}", path.display())))
}

/// A picture that somebody chose.
///
/// # Errors
/// If the file cannot be read or is no picture.
pub(super) fn picture(path: &Path) -> Result<RgbaImage, Failure> {
    let bytes = read_file(path, ReadAs::Image).map_err(|error| Failure::File(error.into()))?.bytes;
    let picture = md2_assets::decode(&bytes, path);
    picture.with_context(|| format!("cannot read \"{}\"", path.display())).map_err(Failure::File)
}

/// The skin as a file.
#[derive(Debug)]
pub(super) struct EncodedSkin {
    pub(super) file: Vec<u8>,
    /// Width and height in pixels.
    pub(super) size: [u32; 2],
}

/// The skin as a file. A PCX has the size that coordinates refer to, as far as the original game reads it.
///
/// # Errors
/// If the picture is too large for a PCX.
pub(super) fn encode(
    imported: &Imported,
    is_pcx: bool,
    palette: Option<&paint::Colors>,
) -> Result<EncodedSkin, Failure> {
    let skin = &imported.skin;
    let mut size = skin.pixels.size();
    let encoded = if is_pcx {
        let [width, height] = imported.report.skin_size;
        size = [width.min(CLASSIC_PCX[0]), height.min(CLASSIC_PCX[1])].map(u32::from);
        let resized;
        let pixels = if skin.pixels.size() == size {
            &skin.pixels
        } else {
            resized = paint::resized(&skin.pixels, size);
            &resized
        };
        paint::pcx(pixels, &palette.copied().unwrap_or_else(|| paint::choose_colors(pixels)))
    } else {
        skin.png.clone().map_or_else(|| paint::png(&skin.pixels), Ok)
    };
    let file = encoded.map_err(|reason| Failure::File(anyhow!("cannot encode the skin: {reason}")))?;
    Ok(EncodedSkin { file, size })
}
