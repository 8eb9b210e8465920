//! Operations on skins, and the images that they read and write.

use std::path::Path;

use md2_assets::{ReadAs, RgbaImage, read_file};
use md2_edit::{Effects, Model};
use md2_export::Palettizer;
use md2_export::import::skin_file::{Colors, encode_pcx, encode_png};
use md2_load::Palette;

use super::files::{EditFiles, EditedFile, SkinColors};
use super::parse::image_format;
use super::step::{SkinPlace, Step};
use crate::failure::Failure;
use crate::report::count;

/// Applies an operation on skins. Returns a text with its result.
pub(super) fn apply(model: &mut Model, step: &Step, files: &mut EditFiles) -> Result<String, Failure> {
    Ok(match step {
        Step::SkinPath { skin, path } => {
            model.set_skin_path(skin, path)?;
            format!("skin {skin} has the path {path}")
        }
        Step::AddSkin(path) => match model {
            Model::Mdl(_) => {
                let image = read_image(model, Path::new(path), files)?;
                let indices = palette_indices(&image, model, files, &[]);
                format!("added skin {}", model.add_skin_image(indices)?)
            }
            _ => format!("added skin {}", model.add_skin_path(path)?),
        },
        Step::RemoveSkin(number) => {
            model.remove_skin(*number)?;
            format!("removed skin {number}")
        }
        Step::ReplaceSkin { skin, file } => {
            let old = indices(model, *skin)?.to_vec();
            let image = read_image(model, file, files)?;
            let new = palette_indices(&image, model, files, &old);
            let changed = new.iter().zip(&old).filter(|(new, old)| new != old).count();
            model.set_skin_image(skin.skin, skin.image, new)?;
            format!("changed {}", count(changed, "texel"))
        }
        Step::ExtractSkin { skin, file } => {
            let image = paint(model, *skin, &files.colors.palette)?;
            let bytes = encode(&image, file, &files.colors.palette)?;
            files.made.push(EditedFile { path: Some(file.clone()), bytes });
            format!("{} x {} texels in {}", image.width(), image.height(), file.display())
        }
        Step::GroupSkins { skins, seconds } => {
            model.group_skins(skins, *seconds)?;
            format!("grouped {}", count(skins.len(), "skin"))
        }
        Step::UvTemplate { multiple, file } => {
            let layout = model.uv_layout(*multiple)?;
            let bytes = match image_format(file) {
                Some("svg") => layout.to_svg().into_bytes(),
                _ => encode_png(&layout.draw()).map_err(|error| image_failure(file, &error))?,
            };
            files.made.push(EditedFile { path: Some(file.clone()), bytes });
            let ([width, height], triangles) = (layout.size, count(layout.triangles.len(), "triangle"));
            format!("{triangles} on {width} x {height} pixels in {}", file.display())
        }
        _ => String::new(),
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

fn is_holey(model: &Model) -> bool {
    matches!(model, Model::Mdl(model) if model.effects.contains(Effects::HOLEY))
}

/// Returns an image of an MDL in colors.
fn paint(model: &Model, place: SkinPlace, palette: &Palette) -> Result<RgbaImage, Failure> {
    let is_holey = is_holey(model);
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
    let content = read_file(file, ReadAs::Image).map_err(|error| Failure::File(error.into()))?;
    files.read.push(file.to_path_buf());
    let image = md2_assets::decode(&content.bytes, file)
        .map_err(|error| image_failure(file, &format!("{:#}", anyhow::Error::from(error))))?;
    let [width, height] = model.skin_size().unwrap_or_default();
    if [image.width(), image.height()] != [width, height] {
        return Err(Failure::Usage(format!(
            "{} has {} x {} pixels, but all skins of the model have {width} x {height} texels: resize the image",
            file.display(),
            image.width(),
            image.height()
        )));
    }
    Ok(image)
}

/// Returns the palette index of each pixel. Where the color of the old texel stays, its index stays, too, because several indices may have
/// the same color.
fn palette_indices(image: &RgbaImage, model: &Model, files: &EditFiles, old: &[u8]) -> Vec<u8> {
    let SkinColors { palette, dither, fullbright } = &files.colors;
    let is_same = |index: u8, [red, green, blue, alpha]: [u8; 4]| {
        alpha == u8::MAX && palette.color(index) == [red, green, blue]
    };
    let new = Palettizer::new(palette, *fullbright, *dither, is_holey(model)).convert(image);
    let old = old.iter().copied().map(Some).chain(std::iter::repeat(None));
    let indices = image.pixels().zip(new).zip(old);
    indices.map(|((pixel, new), old)| old.filter(|&index| is_same(index, pixel)).unwrap_or(new)).collect()
}
