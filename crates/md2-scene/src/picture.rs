//! Pictures that skins are made of: where each lies, decoded when it is put on.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use md2_assets::RgbaImage;

/// A picture that is not decoded yet. Two are equal if they come from the same place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Picture {
    /// An image file.
    File(PathBuf),
    /// Bytes of an image file in memory.
    Encoded {
        /// The file's name, which tells a TGA from others.
        name: String,
        /// Its content.
        bytes: Arc<[u8]>,
    },
}

impl Picture {
    /// The image's file, if it is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Encoded { .. } => None,
        }
    }

    /// Reads the picture.
    ///
    /// # Errors
    /// If the file is gone, or it is no image of a known kind.
    pub fn decode(&self) -> Result<RgbaImage, PictureError> {
        match self {
            Self::File(path) => Ok(md2_assets::load_skin(path)?),
            Self::Encoded { name, bytes } => md2_assets::decode(bytes, name)
                .map_err(|source| PictureError::Broken { name: name.clone(), source }),
        }
    }
}

/// Why a picture cannot be shown. Each names it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The file cannot be read or decoded.
    #[error(transparent)]
    File(#[from] md2_assets::LoadSkinError),
    /// Bytes in memory are no picture.
    #[error("skin {name}")]
    Broken {
        /// The picture's name.
        name: String,
        /// What is wrong with it.
        source: md2_assets::SkinError,
    },
}
