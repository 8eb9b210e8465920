//! Skins inside a model's file.

use std::sync::Arc;

use md2_anim::KeyTimes;
use md2_common::RgbaImage;
use mdl_format::{Palette, Picture, Skin};

/// A skin of an MDL: one picture, or several that take turns.
///
/// Pictures are kept as the file has them, a byte a texel, and painted when they are worn.
#[derive(Clone, PartialEq)]
pub struct EmbeddedSkin {
    size: [u32; 2],
    picture_count: usize,
    /// Those of all pictures, one after the other.
    texels: Vec<u8>,
    times: Option<KeyTimes>,
    palette: Arc<Palette>,
    holey: bool,
}

/// The most pictures that are taken from a model, those of all skins together. Games showed up to 32 skins of four.
///
/// A picture without texels takes four bytes in a file, and some hundred wherever it is listed and shown.
pub const MAX_EMBEDDED_PICTURES: usize = 1024;

/// The first skins of a model, which have [`MAX_EMBEDDED_PICTURES`] together at most, and how many are left out.
pub(crate) fn first_skins(
    skins: &[Skin<'_>],
    palette: &Arc<Palette>,
    holey: bool,
) -> (Vec<EmbeddedSkin>, usize) {
    let mut pictures = 0_usize;
    let fits = |skin: &&Skin<'_>| {
        pictures = pictures.saturating_add(skin.picture_count());
        pictures <= MAX_EMBEDDED_PICTURES
    };
    let taken: Vec<_> =
        skins.iter().take_while(fits).map(|skin| EmbeddedSkin::new(skin, palette, holey)).collect();
    let left_out = skins.len() - taken.len();
    (taken, left_out)
}

impl EmbeddedSkin {
    fn new(skin: &Skin<'_>, palette: &Arc<Palette>, holey: bool) -> Self {
        let ends: Vec<f32> = skin.intervals().iter().collect();
        Self {
            size: skin.pictures().next().map_or([0; 2], |picture| [picture.width, picture.height]),
            picture_count: skin.picture_count(),
            texels: skin.pictures().map(|picture| picture.texels).collect::<Vec<_>>().concat(),
            times: skin.is_group().then(|| KeyTimes::from_ends_or_tenths(&ends)),
            palette: Arc::clone(palette),
            holey,
        }
    }

    /// Width and height in texels, possibly 0.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Number of pictures.
    #[must_use]
    pub fn picture_count(&self) -> usize {
        self.picture_count
    }

    /// When each picture gives way to the next; `None` for a single picture.
    #[must_use]
    pub fn times(&self) -> Option<&KeyTimes> {
        self.times.as_ref()
    }

    /// Picture `index` in colors; `None` if there is no such picture, or if it has no texels.
    #[must_use]
    pub fn paint(&self, index: usize) -> Option<EmbeddedImage> {
        if index >= self.picture_count {
            return None;
        }
        let [width, height] = self.size;
        let bytes = self.texels.len() / self.picture_count;
        let picture = Picture { width, height, texels: self.texels.get(index * bytes..)?.get(..bytes)? };
        let layers = self.palette.paint_layers(&picture, self.holey)?;
        Some(EmbeddedImage { color: layers.lit, glow: layers.glow, has_holes: self.holey })
    }
}

/// The size and the number of pictures; their texels would fill screens.
impl std::fmt::Debug for EmbeddedSkin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EmbeddedSkin")
            .field("size", &self.size)
            .field("pictures", &self.picture_count)
            .finish_non_exhaustive()
    }
}

/// A picture of an [`EmbeddedSkin`], in colors.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EmbeddedImage {
    /// What light falls on.
    pub color: RgbaImage,
    /// What shines by itself, added to it; black elsewhere. `None` if nothing shines.
    pub glow: Option<RgbaImage>,
    /// Whether pixels without alpha are holes.
    pub has_holes: bool,
}
