//! The icon of the program, and the reduction of images to icons.

use anyhow::Context as _;
use md2_assets::RgbaImage;

pub fn icon() -> anyhow::Result<RgbaImage> {
    let image = include_bytes!("../../../assets/desktop/md2-viewer.png");
    let image = md2_assets::decode(image, "md2-viewer.png").context("the icon is broken")?;
    Ok(shrink(&image, 128))
}

/// Reduces an image so that its longer side has at most `side` pixels.
pub(crate) fn shrink(image: &RgbaImage, side: u32) -> RgbaImage {
    let [width, height] = image.size();
    let longer = u64::from(width.max(height));
    if longer <= u64::from(side) {
        return image.clone();
    }
    let scale = |one: u32| u32::try_from(u64::from(one) * u64::from(side) / longer).unwrap_or(1).max(1);
    let large = image::RgbaImage::from_raw(width, height, image.rgba().to_vec());
    let small = large.map(|large| image::imageops::thumbnail(&large, scale(width), scale(height)));
    small
        .and_then(|small| RgbaImage::new(small.width(), small.height(), small.into_raw()).ok())
        .unwrap_or_else(|| image.clone())
}
