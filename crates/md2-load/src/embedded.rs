//! Skins that are stored inside a model file.

use std::sync::Arc;

use md2_anim::KeyTimes;
use md2_common::RgbaImage;
use mdl_format::{Palette, Skin, SkinImage};

/// A skin inside an MDL: one image, or several images that are shown in turn.
///
/// The images are stored as in the file, with one byte per texel. [`paint`](Self::paint) converts them to colors.
#[derive(Clone, PartialEq)]
pub struct EmbeddedSkin {
    size: [u32; 2],
    image_count: usize,
    texels: Vec<u8>,
    times: Option<KeyTimes>,
    palette: Arc<Palette>,
    holey: bool,
}

/// The largest number of images that are read from all skins of a model together. The games' models have up to 32 skins of up
/// to four images.
///
/// The limit is needed because an image without texels takes only four bytes of a file, but about a hundred bytes of memory.
pub const MAX_EMBEDDED_IMAGES: usize = 1024;

/// Reads the first skins of a model, up to [`MAX_EMBEDDED_IMAGES`] images. Also returns the number of skins that were not read.
pub(crate) fn first_skins(
    skins: &[Skin<'_>],
    palette: &Arc<Palette>,
    holey: bool,
) -> (Vec<EmbeddedSkin>, usize) {
    let mut images = 0_usize;
    let fits = |skin: &&Skin<'_>| {
        images = images.saturating_add(skin.image_count());
        images <= MAX_EMBEDDED_IMAGES
    };
    let taken: Vec<_> =
        skins.iter().take_while(fits).map(|skin| EmbeddedSkin::new(skin, palette, holey)).collect();
    let omitted = skins.len() - taken.len();
    (taken, omitted)
}

impl EmbeddedSkin {
    fn new(skin: &Skin<'_>, palette: &Arc<Palette>, holey: bool) -> Self {
        let ends: Vec<f32> = skin.intervals().iter().collect();
        Self {
            size: skin.images().next().map_or([0; 2], |image| [image.width, image.height]),
            image_count: skin.image_count(),
            texels: skin.images().map(|image| image.texels).collect::<Vec<_>>().concat(),
            times: skin.is_group().then(|| KeyTimes::from_ends_or_tenths(&ends)),
            palette: Arc::clone(palette),
            holey,
        }
    }

    /// Creates a skin with a single image. `texels` contains an index of the palette for each texel.
    pub fn from_texels(size: [u32; 2], texels: Vec<u8>, palette: Palette) -> Self {
        Self { size, image_count: 1, texels, times: None, palette: Arc::new(palette), holey: false }
    }

    /// Width and height in texels. Either may be 0.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Number of images.
    pub fn image_count(&self) -> usize {
        self.image_count
    }

    /// The times at which the images end; `None` for a single image.
    pub fn times(&self) -> Option<&KeyTimes> {
        self.times.as_ref()
    }

    /// Returns the colors of image `index`. `None` if there is no such image, or if it has no texels.
    pub fn paint(&self, index: usize) -> Option<EmbeddedImage> {
        if index >= self.image_count {
            return None;
        }
        let [width, height] = self.size;
        let bytes = self.texels.len() / self.image_count;
        let image = SkinImage { width, height, texels: self.texels.get(index * bytes..)?.get(..bytes)? };
        let layers = self.palette.paint_layers(&image, self.holey)?;
        Some(EmbeddedImage { color: layers.lit, glow: layers.glow, has_holes: self.holey })
    }
}

/// Formats the skin without its texels, which would fill many pages.
impl std::fmt::Debug for EmbeddedSkin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EmbeddedSkin")
            .field("size", &self.size)
            .field("images", &self.image_count)
            .finish_non_exhaustive()
    }
}

/// The colors of an image of an [`EmbeddedSkin`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EmbeddedImage {
    /// The colors that lighting darkens. Fullbright pixels are black.
    pub color: RgbaImage,
    /// The fullbright colors, which lighting does not darken. All other pixels are black. `None` if the image has no fullbright colors.
    pub glow: Option<RgbaImage>,
    /// Whether pixels with alpha 0 are holes.
    pub has_holes: bool,
}

impl EmbeddedImage {
    /// Returns the complete image: the sum of `color` and `glow`.
    pub fn combined(&self) -> RgbaImage {
        let mut image = self.color.clone();
        if let Some(glow) = &self.glow {
            let pixels = image.rgba_mut().chunks_exact_mut(4);
            for (pixel, [red, green, blue, _]) in pixels.zip(glow.pixels()) {
                // The alpha stays, because both images have the same.
                pixel
                    .iter_mut()
                    .zip([red, green, blue])
                    .for_each(|(sum, light)| *sum = sum.saturating_add(light));
            }
        }
        image
    }
}
