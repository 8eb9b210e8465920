//! The pictures and `.skin` files of MD3 replacements.

use std::ops::RangeInclusive;

use md2_common::RgbaImage;
use md2_load::{EmbeddedSkin, LoadedModel, ModelSkin};
use md3_format::skin_file;
use mdl_format::{Mdl, SkinImage};

use super::{EnhanceOptions, SkinReplacement};
use crate::image_file::encode;
use crate::import::convert_error::ConvertError;
use crate::limits::{EngineLimits, LimitedCount};

/// The palette colors that Quake replaces by the colors of a player, and the names of their pictures in DarkPlaces.
const PLAYER_COLORS: [(&str, RangeInclusive<u8>); 2] = [("shirt", 16..=31), ("pants", 96..=111)];

#[derive(Debug, Default)]
pub(super) struct Skins {
    pub(super) files: Vec<(String, Vec<u8>)>,
    pub(super) shaders: Vec<String>,
    pub(super) count: usize,
}

pub(super) fn mdl_skins(
    mdl: &Mdl<'_>,
    model: &LoadedModel,
    [file_name, surface]: [&str; 2],
    options: &EnhanceOptions,
    notes: &mut Vec<String>,
) -> Result<Skins, ConvertError> {
    let found = mdl.skins().len();
    EngineLimits::IRONWAIL_MD3.check(LimitedCount::Skins, found)?;
    // Each line of a skin file is an image of an animated skin. DarkPlaces has no animated skins in skin files.
    let max_images = if options.darkplaces { 1 } else { 4 };
    let mut skins = Skins { count: found, ..Skins::default() };
    for (number, (skin, alternative)) in mdl.skins().iter().zip(&model.skins.alternatives).enumerate() {
        let ModelSkin::Embedded(embedded) = alternative else { continue };
        let replacements = options.replacements.iter().filter(|replacement| replacement.skin == number);
        let replacements: Vec<&SkinReplacement> = replacements.collect();
        let is_whole = replacements.iter().any(|replacement| replacement.image.is_none());
        let count = if is_whole { 1 } else { skin.image_count() };
        if count > max_images {
            let read = if max_images == 1 {
                "DarkPlaces reads only the first"
            } else {
                "engines read the first 4 of them"
            };
            notes.push(format!("skin {number} is a group of {count} images: {read}"));
        }
        let mut rows = Vec::new();
        for image in 0..count.min(max_images) {
            let stem =
                if count > 1 { format!("{surface}_{number}_{image}") } else { format!("{surface}_{number}") };
            let own = replacements.iter().find(|own| own.image.is_none_or(|number| number == image));
            let is_lmp = options.lmp && !options.darkplaces && own.is_none();
            let glow = if options.darkplaces { "glow" } else { "luma" };
            if let Some(own) = own {
                let has_alpha = own.color.pixels().any(|pixel| pixel[3] < 255);
                skins.files.extend(layers(&own.color, has_alpha, own.glow.as_ref(), [&stem, glow])?);
            } else if is_lmp {
                skins.files.push((format!("{stem}.lmp"), lmp(&skin.image(image))));
            } else {
                let player = (options.lmp && options.darkplaces).then(|| skin.image(image));
                skins.files.extend(pictures(embedded, image, player, [&stem, glow])?);
            }
            let extension = if is_lmp { "lmp" } else { "png" };
            rows.push((surface, format!("{}/{stem}.{extension}", options.folder)));
        }
        if number == 0 {
            skins.shaders.extend(rows.first().map(|(_, path)| path.clone()));
        }
        let text = skin_file::write(rows).map_err(|error| ConvertError::Image(error.to_string()))?;
        skins.files.push((format!("{file_name}_{number}.skin"), text));
    }
    Ok(skins)
}

/// Returns the PNG of an image, of its full-bright colors if there are any, and of the colors of the `player` if they are wanted. Their
/// names are `stem`, followed by `glow` for the full-bright colors.
fn pictures(
    skin: &EmbeddedSkin,
    image: usize,
    player: Option<SkinImage<'_>>,
    [stem, glow]: [&str; 2],
) -> Result<Vec<(String, Vec<u8>)>, ConvertError> {
    let Some(mut painted) = skin.paint(image) else { return Ok(Vec::new()) };
    let mut player_layers = Vec::new();
    for (name, colors) in player.iter().flat_map(|_| PLAYER_COLORS) {
        let texels = player.as_ref().map_or(&[][..], |player| player.texels);
        if let Some(layer) = split_player_color(&mut painted.color, texels, &colors) {
            player_layers.push((format!("{stem}_{name}.png"), png(&layer, false)?));
        }
    }
    let mut files = layers(&painted.color, painted.has_holes, painted.glow.as_ref(), [stem, glow])?;
    files.extend(player_layers);
    Ok(files)
}

fn layers(
    color: &RgbaImage,
    has_alpha: bool,
    glowing: Option<&RgbaImage>,
    [stem, glow]: [&str; 2],
) -> Result<Vec<(String, Vec<u8>)>, ConvertError> {
    let mut files = vec![(format!("{stem}.png"), png(color, has_alpha)?)];
    if let Some(image) = glowing {
        files.push((format!("{stem}_{glow}.png"), png(image, false)?));
    }
    Ok(files)
}

fn png(image: &RgbaImage, has_alpha: bool) -> Result<Vec<u8>, ConvertError> {
    encode(image, has_alpha).map_err(|error| ConvertError::Image(error.to_string()))
}

/// Makes the texels with these palette colors black, and returns their brightness as an image. The engine multiplies it by the color of
/// the player. `None` if there are no such texels.
fn split_player_color(
    image: &mut RgbaImage,
    texels: &[u8],
    colors: &RangeInclusive<u8>,
) -> Option<RgbaImage> {
    if !texels.iter().any(|texel| colors.contains(texel)) {
        return None;
    }
    let [width, height] = [image.width(), image.height()];
    let mut layer = RgbaImage::filled(width, height, [0, 0, 0, 255]);
    let pixels = image.rgba_mut().chunks_exact_mut(4).zip(layer.rgba_mut().chunks_exact_mut(4));
    for ((pixel, bright), texel) in pixels.zip(texels).filter(|(_, texel)| colors.contains(texel)) {
        // Each range has 16 colors, from dark to bright.
        bright[..3].fill((texel - colors.start()) * 17);
        pixel[..3].fill(0);
    }
    Some(layer)
}

fn lmp(image: &SkinImage<'_>) -> Vec<u8> {
    [&image.width.to_le_bytes()[..], &image.height.to_le_bytes(), image.texels].concat()
}
