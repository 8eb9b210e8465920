//! The images of skins, decoded on request.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use md2_assets::{
    Cover, FileStamp, FolderCache, ImageFormat, MAX_PIXELS, ReadAs, ReflectionBlend, RgbaImage, read_file,
};
use md2_load::{EmbeddedSkin, Palette};

pub const MAX_OUTFIT_BYTES: usize = 128 << 20;

#[derive(Clone, Debug)]
pub enum SkinImage {
    File(PathBuf),
    // The bytes of an image file in memory. A TGA is recognized only by the extension of `name`.
    Encoded { name: String, bytes: Arc<[u8]> },
    Embedded { skin: Arc<EmbeddedSkin>, number: usize },
}

impl PartialEq for SkinImage {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::File(path), Self::File(other)) => path == other,
            (Self::Encoded { name, bytes }, Self::Encoded { name: other, bytes: others }) => {
                name == other && bytes == others
            }
            (Self::Embedded { skin, number }, Self::Embedded { skin: other, number: others }) => {
                Arc::ptr_eq(skin, other) && number == others
            }
            _ => false,
        }
    }
}

impl Eq for SkinImage {}

impl Hash for SkinImage {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::File(path) => path.hash(state),
            Self::Encoded { name, .. } => name.hash(state),
            Self::Embedded { skin, number } => (Arc::as_ptr(skin), number).hash(state),
        }
    }
}

impl SkinImage {
    pub fn is_embedded(&self) -> bool {
        self.embedded().is_some()
    }

    pub(crate) fn embedded(&self) -> Option<&Arc<EmbeddedSkin>> {
        if let Self::Embedded { skin, .. } = self { Some(skin) } else { None }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    pub color: RgbaImage,
    pub glow: Option<RgbaImage>,
    pub reflection: Option<Reflection>,
    /// Whether pixels with alpha 0 are holes, even if the skin states that they are opaque.
    pub has_holes: bool,
}

impl Layers {
    pub fn in_full_light(&self) -> RgbaImage {
        let mut sum = self.color.clone();
        let (Some(glow), width, height) = (&self.glow, sum.width(), sum.height()) else { return sum };
        for (index, pixel) in (0..).zip(sum.rgba_mut().as_chunks_mut::<4>().0) {
            let (x, y) = (index % width, index / width);
            let added = glow.pixel(x * glow.width() / width, y * glow.height() / height);
            for (part, added) in pixel.iter_mut().zip(added).take(3) {
                *part = part.saturating_add(added);
            }
        }
        sum
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reflection {
    /// The image of the environment. Its colors are premultiplied by alpha: a pixel with alpha 0 adds light, and a
    /// pixel with alpha 255 covers the surface.
    pub image: RgbaImage,
    pub mask: RgbaImage,
    pub is_alone: bool,
}

impl Reflection {
    pub(crate) fn new(mut image: RgbaImage, color: &RgbaImage, blend: ReflectionBlend, cover: Cover) -> Self {
        use ReflectionBlend::{Add, AddWhereClear, Filter, Over, OverWhereClear, OverWhereOpaque, Replace};
        for pixel in image.rgba_mut().as_chunks_mut().0 {
            let [red, green, blue, alpha] = pixel.map(u32::from);
            let scaled = |value: u32| u8::try_from(value * alpha / 255).unwrap_or(u8::MAX);
            *pixel = match blend {
                Add | AddWhereClear => [pixel[0], pixel[1], pixel[2], 0],
                Over => [scaled(red), scaled(green), scaled(blue), pixel[3]],
                Filter => [0, 0, 0, u8::try_from(255 - (red + green + blue) / 3).unwrap_or(0)],
                _ => [pixel[0], pixel[1], pixel[2], 255],
            };
        }
        let is_even = matches!(blend, Add | Over | Filter | Replace) && cover != Cover::Cutout;
        let mut mask = if is_even { RgbaImage::filled(1, 1, [u8::MAX; 4]) } else { color.clone() };
        for [.., alpha] in mask.rgba_mut().as_chunks_mut::<4>().0 {
            *alpha = match blend {
                _ if cover == Cover::Cutout && *alpha < 128 => 0,
                AddWhereClear | OverWhereClear => 255 - *alpha,
                OverWhereOpaque => *alpha,
                _ => 255,
            };
        }
        Self { image, mask, is_alone: false }
    }
}

impl SkinImage {
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Encoded { .. } | Self::Embedded { .. } => None,
        }
    }

    pub fn place(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Encoded { .. } => String::from("built in"),
            Self::Embedded { .. } => String::from("inside the model"),
        }
    }

    pub fn decode(&self) -> Result<Layers, SkinImageError> {
        self.decode_stamped().map(|(layers, _)| layers)
    }

    pub(crate) fn decode_stamped(&self) -> Result<(Layers, Option<FileStamp>), SkinImageError> {
        let plain = |color| Layers { color, glow: None, reflection: None, has_holes: false };
        let layers = match self {
            Self::File(path) if ImageFormat::from_name(path) == Some(ImageFormat::Lmp) => {
                let (size, texels, stamp) = md2_assets::load_lmp(path)?;
                let palette = palette_of(&FolderCache::default(), path).ok().flatten().unwrap_or_default();
                let skin = EmbeddedSkin::from_texels(size, texels, palette);
                let painted = skin.paint(0).ok_or(SkinImageError::Empty { size })?;
                return Ok((Layers { glow: painted.glow, ..plain(painted.color) }, Some(stamp)));
            }
            Self::File(path) => {
                let (color, stamp) = md2_assets::load_stamped_image(path)?;
                return Ok((plain(color), Some(stamp)));
            }
            Self::Encoded { name, bytes } => md2_assets::decode(bytes, name)
                .map(plain)
                .map_err(|source| SkinImageError::Broken { name: name.clone(), source })?,
            Self::Embedded { skin, number } => {
                let [width, height] = skin.size().map(u64::from);
                if width.saturating_mul(height) > u64::from(MAX_PIXELS) {
                    return Err(SkinImageError::TooLarge { size: skin.size() });
                }
                let painted = skin.paint(*number).ok_or(SkinImageError::Empty { size: skin.size() })?;
                Layers { glow: painted.glow, has_holes: painted.has_holes, ..plain(painted.color) }
            }
        };
        Ok((layers, None))
    }
}

pub fn game_palette(model: &Path) -> Result<Palette, String> {
    palette_of(&FolderCache::default(), model).map(Option::unwrap_or_default)
}

/// Returns the palette in the game folders around a model or an image, if there is one.
///
/// # Errors
/// A note for the user, if the palette cannot be read.
pub(crate) fn palette_of(folders: &FolderCache, path: &Path) -> Result<Option<Palette>, String> {
    let Some(path) = md2_assets::find_palette(folders, path) else { return Ok(None) };
    let failed =
        |reason: &dyn std::fmt::Display| format!("{}: {reason}; using Quake's palette", path.display());
    let bytes = read_file(&path, ReadAs::Palette).map_err(|error| failed(&error.reason()))?.bytes;
    Palette::from_lmp(&bytes).map(Some).map_err(|error| failed(&error))
}

#[derive(Debug, thiserror::Error)]
pub enum SkinImageError {
    #[error(transparent)]
    File(#[from] md2_assets::LoadImageError),
    #[error("skin {name}")]
    Broken { name: String, source: md2_assets::ImageError },
    #[error("a skin inside the model has {} x {} texels, expected at most {MAX_PIXELS} in total", size[0], size[1])]
    TooLarge { size: [u32; 2] },
    #[error("the skin's images need more than {} MiB", MAX_OUTFIT_BYTES >> 20)]
    TooMuch,
    #[error("cannot apply the skin: {reason}")]
    Refused { reason: String },
    #[error("a skin inside the model has {} x {} texels, expected at least 1 x 1", size[0], size[1])]
    Empty { size: [u32; 2] },
}
