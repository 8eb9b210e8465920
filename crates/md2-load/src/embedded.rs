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
    pictures: Vec<Vec<u8>>,
    times: Option<KeyTimes>,
    palette: Arc<Palette>,
    holey: bool,
}

impl EmbeddedSkin {
    pub(crate) fn new(skin: &Skin<'_>, palette: &Arc<Palette>, holey: bool) -> Self {
        let pictures: Vec<Picture<'_>> = skin.pictures().collect();
        let ends: Vec<f32> = skin.intervals().iter().collect();
        Self {
            size: pictures.first().map_or([0; 2], |picture| [picture.width, picture.height]),
            pictures: pictures.iter().map(|picture| picture.texels.to_vec()).collect(),
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
        self.pictures.len()
    }

    /// When each picture gives way to the next; `None` for a single picture.
    #[must_use]
    pub fn times(&self) -> Option<&KeyTimes> {
        self.times.as_ref()
    }

    /// Picture `index` in colors; `None` if there is no such picture, or if it has no texels.
    #[must_use]
    pub fn paint(&self, index: usize) -> Option<Painted> {
        let [width, height] = self.size;
        let picture = Picture { width, height, texels: self.pictures.get(index)? };
        let layers = self.palette.paint_layers(&picture, self.holey)?;
        Some(Painted { color: layers.lit, glow: layers.glow, has_holes: self.holey })
    }
}

/// The size and the number of pictures; their texels would fill screens.
impl std::fmt::Debug for EmbeddedSkin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EmbeddedSkin")
            .field("size", &self.size)
            .field("pictures", &self.pictures.len())
            .finish_non_exhaustive()
    }
}

/// A picture of an [`EmbeddedSkin`], in colors.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Painted {
    /// What light falls on.
    pub color: RgbaImage,
    /// What shines by itself, added to it; black elsewhere. `None` if nothing shines.
    pub glow: Option<RgbaImage>,
    /// Whether pixels without alpha are holes.
    pub has_holes: bool,
}
