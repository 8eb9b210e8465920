//! The images of a model's skins.

use std::path::{Path, PathBuf};

use anyhow::Error;
use md2_assets::RgbaImage;
use md2_export::import::skin_file;
use md2_export::{FIGURE_HEADS, ImageFile, SkinSet, SlotSkin, player_icon};
use md2_scene::Figure;
use md2_scene::findings::CLASSIC_PCX;

use crate::commands::mdl_args::read_palette;
use crate::failure::Failure;
use crate::output::{self, Overwrite};

/// Returns the image of a skin slot: its content and its file extension.
pub(super) fn file_of(skin: &SkinSet, slot: usize) -> Result<Option<(Vec<u8>, &'static str)>, Failure> {
    let SlotSkin::Texture(texture) = skin.slot(slot) else { return Ok(None) };
    let ImageFile { bytes, extension, .. } =
        texture.to_file().map_err(|error| Failure::File(error.into()))?;
    Ok(Some((bytes.into_owned(), extension)))
}

/// Writes a PCX next to each PNG and JPEG of the folder of `figure`. For a player, also writes the icon of each skin in both formats, unless
/// the author of the skin made one.
pub(super) fn add_pcx(
    folder: &Path,
    figure: &Figure,
    palette: Option<&Path>,
    has_icons: bool,
) -> Result<(), Failure> {
    let palette = palette.map(read_palette).transpose()?;
    let files = md2_assets::list_files(folder).map_err(|error| Failure::File(error.into()))?;
    let is_image = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "png" || end == "jpg" || has_icons && end == "pcx")
    };
    if palette.is_none() && files.iter().any(is_image) {
        tracing::warn!(
            "the PCX skins have their own palettes, which old engines ignore; use --palette pics/colormap.pcx"
        );
    }
    for path in files.iter().filter(|path| is_image(path)) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        if stem.ends_with("_i") {
            continue;
        }
        let image = md2_assets::load_image(path).map_err(|error| Failure::File(error.into()))?;
        let pcx = |image: &RgbaImage, path: PathBuf| {
            let colors = palette.unwrap_or_else(|| skin_file::choose_colors(image));
            let bytes = skin_file::encode_pcx(image, &colors).map_err(Error::msg).map_err(Failure::File)?;
            if path.exists() { Ok(()) } else { output::write(&path, &bytes, Overwrite::default()) }
        };
        // Software renderers read the texel at the model's coordinates, without regard to the size of the image.
        let own = figure.parts()[0].document.facts.skin_size.filter(|_| stem != "weapon");
        let [width, height] = own.map_or(image.size(), |size| size.map(i32::cast_unsigned));
        let size = [width.min(CLASSIC_PCX[0]), height.min(CLASSIC_PCX[1])];
        let small = if size == image.size() { image.clone() } else { skin_file::resize(&image, size) };
        pcx(&small, path.with_extension("pcx"))?;
        if has_icons && stem != "weapon" && !path.with_file_name(format!("{stem}_i.pcx")).exists() {
            let icon = player_icon(figure.parts()[0].document.mesh(), &image, FIGURE_HEADS);
            pcx(&icon, path.with_file_name(format!("{stem}_i.pcx")))?;
            let png = skin_file::encode_png(&icon).map_err(Error::msg).map_err(Failure::File)?;
            let path = path.with_file_name(format!("{stem}_i.png"));
            output::write(&path, &png, Overwrite { force: true })?;
        }
    }
    Ok(())
}

/// Encodes an image as TGA, the format in which Quake III's menus look for icons.
pub(super) fn tga(image: &RgbaImage) -> Vec<u8> {
    let side = |side: u32| u16::try_from(side).unwrap_or(u16::MAX).to_le_bytes();
    // Type 2 is an image without compression, with 8 bits of alpha. The last row comes first, because the game ignores another order.
    let mut file =
        [&[0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &side(image.width()), &side(image.height()), &[32, 8]]
            .concat();
    let pixels: Vec<_> = image.pixels().collect();
    for row in pixels.chunks(image.width().max(1) as usize).rev() {
        row.iter().for_each(|[red, green, blue, alpha]| file.extend([blue, green, red, alpha]));
    }
    file
}
