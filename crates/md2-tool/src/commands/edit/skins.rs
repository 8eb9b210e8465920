//! Operations on skins, and the images that they read and write.

use std::path::{Path, PathBuf};

use md2_assets::{ReadAs, RgbaImage, read_file};
use md2_edit::Model;
use md2_export::import::skin_file::{Colors, encode_pcx, encode_png};
use md2_load::Palette;
use md2_picture::Palettizer;

use super::files::{EditFiles, EditedFile, SkinColors, SkinSizeError};
use super::operation::OptionValue::{None as Flag, Required};
use super::operation::{Parsed, Row, change};
use super::values::{optional_pair, pair};
use crate::args::parse_positive;
use crate::failure::Failure;
use crate::report::count;

pub(super) const SKINS: &[Row] = &[
    (
        "skin-path",
        Required("SKIN=PATH"),
        "Set the path of a skin, relative to the game's folder: 0=players/hero/blue.pcx in an MD2; SURFACE=PATH in an MD3",
        skin_path,
    ),
    ("add-skin", Required("PATH"), "MDL: add an image as a skin; MD2: add the path of a skin", add_skin),
    (
        "remove-skin",
        Required("NUMBER"),
        "Remove a skin; the following skins get lower numbers: 1",
        remove_skin,
    ),
    (
        "extract-skin",
        Required("NUMBER=FILE"),
        "MDL: write a skin as PNG or PCX: 0=knight.png; 1.2=torch.png is image 2 of the group 1",
        extract_skin,
    ),
    (
        "replace-skin",
        Required("NUMBER=FILE"),
        "MDL: replace a skin by an image of the same size, in the colors of the palette: 0=knight.png",
        replace_skin,
    ),
    (
        "group-skins",
        Required("NUMBERS[=SECONDS]"),
        "MDL: combine skins to an animated group, with 0.1 seconds for each image or as given: 0,1,2=0.2",
        group_skins,
    ),
    (
        "no-fullbright",
        Flag,
        "MDL: replace the texels that glow in the dark by the nearest colors that do not",
        no_fullbright,
    ),
    (
        "pad-width",
        Flag,
        "MDL: widen the skins to a multiple of 4 texels, which the original game requires",
        pad_width,
    ),
    (
        "uv-template",
        Required("[MULTIPLE=]FILE"),
        "Write the triangles on the skin as SVG, in the size of the skin or a multiple: 4=uv.svg",
        uv_template,
    ),
];

/// The first color of the palette that lighting does not darken.
const FIRST_FULLBRIGHT: u8 = 224;

#[derive(Clone, Copy, Debug)]
struct SkinPlace {
    skin: usize,
    /// The number of the image in a group; 0 for a single image.
    image: usize,
}

fn skin_number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("{text:?} is no skin number; skins are numbered from 0"))
}

/// Parses the number of a skin, or of a skin and an image in its group: `1` or `1.2`.
fn skin_place(text: &str) -> Result<SkinPlace, String> {
    let (skin, image) = text.split_once('.').unwrap_or((text, "0"));
    Ok(SkinPlace { skin: skin_number(skin)?, image: skin_number(image)? })
}

fn image_format(file: &Path) -> Option<&'static str> {
    let extension = file.extension()?;
    ["png", "pcx", "svg"].into_iter().find(|format| extension.eq_ignore_ascii_case(format))
}

fn skin_path(text: &str) -> Parsed {
    let (skin, path) = pair(text, "0=players/hero/blue.pcx")?;
    change(move |model, _| {
        model.set_skin_path(&skin, &path)?;
        Ok(format!("skin {skin} has the path {path}"))
    })
}

fn add_skin(text: &str) -> Parsed {
    let path = text.to_owned();
    change(move |model, files| {
        let number = if model.contains_images() {
            let image = read_image(model, Path::new(&path), files)?;
            let indices = palette_indices(&image, model, files, &[]);
            model.add_skin_image(indices)?
        } else {
            model.add_skin_path(&path)?
        };
        Ok(format!("added skin {number}"))
    })
}

fn remove_skin(text: &str) -> Parsed {
    let number = skin_number(text)?;
    change(move |model, _| {
        model.remove_skin(number)?;
        Ok(format!("removed skin {number}"))
    })
}

fn replace_skin(text: &str) -> Parsed {
    let (place, file) = pair(text, "0=skin.png")?;
    let (SkinPlace { skin, image }, file) = (skin_place(&place)?, PathBuf::from(file));
    change(move |model, files| {
        let pixels = read_image(model, &file, files)?;
        Ok(format!("changed {}", count(replace(model, skin, image, &pixels, files)?, "texel")))
    })
}

/// Replaces an image in an MDL by one of the same size. Returns the number of changed texels.
pub(super) fn replace(
    model: &mut Model,
    skin: usize,
    image: usize,
    pixels: &RgbaImage,
    files: &EditFiles,
) -> Result<usize, Failure> {
    let old = indices(model, SkinPlace { skin, image })?.to_vec();
    let new = palette_indices(pixels, model, files, &old);
    let changed = new.iter().zip(&old).filter(|(new, old)| new != old).count();
    model.set_skin_image(skin, image, new)?;
    Ok(changed)
}

fn extract_skin(text: &str) -> Parsed {
    let (place, file) = pair(text, "0=skin.png")?;
    let file = PathBuf::from(file);
    if !matches!(image_format(&file), Some("png" | "pcx")) {
        return Err(String::from("the name of the image must end in .png or .pcx"));
    }
    let place = skin_place(&place)?;
    change(move |model, files| {
        let image = paint(model, place, &files.colors.palette)?;
        let bytes = encode(&image, &file, &files.colors.palette)?;
        files.made.push(EditedFile { path: Some(file.clone()), bytes });
        Ok(format!("{} x {} texels in {}", image.width(), image.height(), file.display()))
    })
}

fn group_skins(text: &str) -> Parsed {
    /// The time of an image in Quake's own skin groups.
    const SECONDS: f32 = 0.1;
    let (skins, seconds) =
        text.split_once('=').map_or((text, None), |(skins, seconds)| (skins, Some(seconds)));
    let skins = skins.split(',').map(|number| skin_number(number.trim())).collect::<Result<Vec<_>, _>>()?;
    let seconds = seconds.map_or(Ok(SECONDS), parse_positive)?;
    change(move |model, _| {
        model.group_skins(&skins, seconds)?;
        Ok(format!("grouped {}", count(skins.len(), "skin")))
    })
}

fn no_fullbright(_: &str) -> Parsed {
    change(|model, files| {
        let SkinColors { palette, dither, .. } = &files.colors;
        let is_holey = model.is_holey();
        let is_fullbright = |index: u8| index >= FIRST_FULLBRIGHT && !(is_holey && index == u8::MAX);
        let mut changed = 0;
        for skin in 0..model.skin_count() {
            for image in 0..model.skin_images(skin)?.len() {
                let place = SkinPlace { skin, image };
                let old = indices(model, place)?;
                let glowing = old.iter().filter(|&&index| is_fullbright(index)).count();
                if glowing > 0 {
                    let mut dark = Palettizer::new(palette, false, *dither, is_holey);
                    let dark = dark.convert(&paint(model, place, palette)?);
                    let texels =
                        old.iter().zip(dark).map(|(&old, new)| if is_fullbright(old) { new } else { old });
                    model.set_skin_image(skin, image, texels.collect())?;
                    changed += glowing;
                }
            }
        }
        Ok(format!("changed {}", count(changed, "texel")))
    })
}

fn pad_width(_: &str) -> Parsed {
    change(|model, _| {
        let [old, new] = model.pad_skin_width()?;
        Ok(format!("skin width {old} -> {new} texels"))
    })
}

fn uv_template(text: &str) -> Parsed {
    let (multiple, file) = optional_pair(text);
    let multiple = multiple.map_or(Ok(1), |number| {
        let parsed = number.parse::<u32>().ok().filter(|&number| number > 0);
        parsed.ok_or_else(|| format!("{number:?}: expected a multiple of the skin size, such as 4=uv.svg"))
    })?;
    let file = PathBuf::from(file);
    if image_format(&file) != Some("svg") {
        return Err(String::from("the name of the template must end in .svg"));
    }
    change(move |model, files| {
        let layout = model.uv_layout(multiple)?;
        let bytes = layout.to_svg().into_bytes();
        files.made.push(EditedFile { path: Some(file.clone()), bytes });
        let ([width, height], triangles) = (layout.size, count(layout.triangles.len(), "triangle"));
        Ok(format!("{triangles} on {width} x {height} pixels in {}", file.display()))
    })
}

fn image_failure(file: &Path, error: &str) -> Failure {
    Failure::File(anyhow::anyhow!("{}: {error}", file.display()))
}

fn indices(model: &Model, SkinPlace { skin, image }: SkinPlace) -> Result<&[u8], Failure> {
    let images = model.skin_images(skin)?;
    let count = count(images.len(), "image");
    images
        .into_iter()
        .nth(image)
        .ok_or_else(|| Failure::Usage(format!("no image {image} in skin {skin}, which has {count}")))
}

fn paint(model: &Model, place: SkinPlace, palette: &Palette) -> Result<RgbaImage, Failure> {
    let is_holey = model.is_holey();
    let color = |&index: &u8| match palette.color(index) {
        _ if index == u8::MAX && is_holey => [0; 4],
        [red, green, blue] => [red, green, blue, u8::MAX],
    };
    let [width, height] = model.skin_size().unwrap_or_default();
    let rgba = indices(model, place)?.iter().flat_map(color).collect();
    RgbaImage::new(width, height, rgba)
        .map_err(|error| Failure::Usage(format!("skin {}: {error}", place.skin)))
}

fn encode(image: &RgbaImage, file: &Path, palette: &Palette) -> Result<Vec<u8>, Failure> {
    let encoded = match image_format(file) {
        Some("pcx") => {
            let color = |index| palette.color(u8::try_from(index).unwrap_or_default());
            let colors: Colors = std::array::from_fn(color);
            encode_pcx(image, &colors)
        }
        _ => encode_png(image),
    };
    encoded.map_err(|error| image_failure(file, &error))
}

/// Reads an image of the size of the model's skins.
fn read_image(model: &Model, file: &Path, files: &mut EditFiles) -> Result<RgbaImage, Failure> {
    let image = decode_image(file, files)?;
    check_size(model, &image, file).map_err(|error| Failure::Usage(format!("{error}: resize the image")))?;
    Ok(image)
}

pub(super) fn decode_image(file: &Path, files: &mut EditFiles) -> Result<RgbaImage, Failure> {
    let content = read_file(file, ReadAs::Image).map_err(|error| Failure::File(error.into()))?;
    files.read.push(file.to_path_buf());
    md2_assets::decode(&content.bytes, file)
        .map_err(|error| image_failure(file, &format!("{:#}", anyhow::Error::from(error))))
}

pub(super) fn check_size(model: &Model, image: &RgbaImage, file: &Path) -> Result<(), SkinSizeError> {
    let (found, wanted) = ([image.width(), image.height()], model.skin_size().unwrap_or_default());
    if found == wanted { Ok(()) } else { Err(SkinSizeError { file: file.to_owned(), found, wanted }) }
}

/// Returns the palette index of each pixel. Where the color of the old texel stays, its index stays, too, because several indices may have
/// the same color.
fn palette_indices(image: &RgbaImage, model: &Model, files: &EditFiles, old: &[u8]) -> Vec<u8> {
    let SkinColors { palette, dither, fullbright } = &files.colors;
    let is_same = |index: u8, [red, green, blue, alpha]: [u8; 4]| {
        alpha == u8::MAX && palette.color(index) == [red, green, blue]
    };
    let new = Palettizer::new(palette, *fullbright, *dither, model.is_holey()).convert(image);
    let old = old.iter().copied().map(Some).chain(std::iter::repeat(None));
    let indices = image.pixels().zip(new).zip(old);
    indices.map(|((pixel, new), old)| old.filter(|&index| is_same(index, pixel)).unwrap_or(new)).collect()
}
