//! Pictures that skins are made of: where each lies, decoded when it is put on.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use md2_assets::{FileStamp, MAX_PIXELS, RgbaImage};
use md2_load::EmbeddedSkin;

/// The most memory that the decoded pictures of one skin take.
pub const MAX_OUTFIT_BYTES: usize = 128 << 20;

/// A picture that is not decoded yet. Two are equal if they come from the same place.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are named after what they hold")]
pub enum SkinImage {
    /// An image file.
    File(PathBuf),
    /// The bytes of an image file in memory. The extension of the name identifies a TGA.
    Encoded { name: String, bytes: Arc<[u8]> },
    /// A picture inside a model's file, by its index in the skin.
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

/// A picture in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// What light falls on.
    pub color: RgbaImage,
    /// What shines by itself, and is added to it; `None` if nothing does.
    pub glow: Option<RgbaImage>,
    /// Whether pixels without alpha are holes, whatever the skin says.
    pub has_holes: bool,
}

impl SkinImage {
    /// The image's file, if it is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Encoded { .. } | Self::Embedded { .. } => None,
        }
    }

    /// Where it lies, for the user to read.
    #[must_use]
    pub fn place(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Encoded { .. } => String::from("built in"),
            Self::Embedded { .. } => String::from("inside the model"),
        }
    }

    /// Reads the picture.
    ///
    /// # Errors
    /// If the file is gone, or it is no image of a known kind, or has no pixels.
    pub fn decode(&self) -> Result<Layers, SkinImageError> {
        self.decode_stamped().map(|(layers, _)| layers)
    }

    /// The picture, and which version of its file it was if it is one.
    pub(crate) fn decode_stamped(&self) -> Result<(Layers, Option<FileStamp>), SkinImageError> {
        let plain = |color| Layers { color, glow: None, has_holes: false };
        let layers = match self {
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
                Layers { color: painted.color, glow: painted.glow, has_holes: painted.has_holes }
            }
        };
        Ok((layers, None))
    }
}

/// Why a picture cannot be shown. Each names it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages show what the fields are")]
pub enum SkinImageError {
    /// The file cannot be read or decoded.
    #[error(transparent)]
    File(#[from] md2_assets::LoadImageError),
    /// Bytes in memory are no picture.
    #[error("skin {name}")]
    Broken { name: String, source: md2_assets::ImageError },
    /// A picture inside a model has more texels than are painted.
    #[error("a skin inside the model has {} x {} texels, expected at most {MAX_PIXELS} together", size[0], size[1])]
    TooLarge { size: [u32; 2] },
    /// The pictures of a skin take more memory together than is spent on one.
    #[error("the skin's pictures take more than {} MiB together", MAX_OUTFIT_BYTES >> 20)]
    TooMuch,
    /// Whoever shows it cannot hold it.
    #[error("cannot be put on: {reason}")]
    Refused { reason: String },
    /// A picture inside a model has no texels.
    #[error("a skin inside the model has {} x {} texels", size[0], size[1])]
    Empty { size: [u32; 2] },
}
