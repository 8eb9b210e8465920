//! The skin file of an imported model.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use md2_assets::{ReadAs, RgbaImage, read_file};
use md2_export::import::{ImportedModel, skin_file};

use crate::failure::Failure;

/// The maximum width and height of a PCX that the original game reads.
const CLASSIC_PCX: [u16; 2] = [640, 480];

pub(super) fn read_image(path: &Path) -> Result<RgbaImage, Failure> {
    let content = read_file(path, ReadAs::Image).context("cannot use --skin").map_err(Failure::File)?;
    let bytes = content.bytes;
    let image = md2_assets::decode(&bytes, path);
    image.with_context(|| format!("cannot read \"{}\"", path.display())).map_err(Failure::File)
}

#[derive(Debug)]
pub(super) struct EncodedSkin {
    pub(super) file: Vec<u8>,
    pub(super) size: [u32; 2],
}

/// Encodes the skin as PNG or PCX. A PCX is resized to the skin size in the model, but at most to the largest size that the
/// original game reads.
///
/// # Errors
/// If the skin is too large for a PCX.
pub(super) fn encode(
    imported: &ImportedModel,
    is_pcx: bool,
    palette: Option<&skin_file::Colors>,
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
            resized = skin_file::resize(&skin.pixels, size);
            &resized
        };
        skin_file::encode_pcx(pixels, &palette.copied().unwrap_or_else(|| skin_file::choose_colors(pixels)))
    } else {
        skin.png.clone().map_or_else(|| skin_file::encode_png(&skin.pixels), Ok)
    };
    let file = encoded.map_err(|reason| Failure::File(anyhow!("cannot encode the skin: {reason}")))?;
    Ok(EncodedSkin { file, size })
}
