//! The content of a model's skin slots, not decoded yet.

use md2_anim::KeyTimes;
use md2_assets::{Cover, ReflectionBlend, StageColors};

use crate::skin_image::{SkinImage, SkinImageError};

/// The content of a skin slot.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SlotImages {
    /// Surfaces of the slot are not drawn.
    Hidden,
    /// A checkerboard, as a placeholder.
    Checker,
    /// A single image that does not change.
    Still(Paint),
    /// Several images that are shown in turn.
    Timed {
        /// The images, at least one.
        paints: Vec<Paint>,
        /// The time at which each image ends.
        times: KeyTimes,
    },
}

impl SlotImages {
    /// The images of the slot, in the order in which they are shown.
    #[must_use]
    pub fn paints(&self) -> &[Paint] {
        match self {
            Self::Hidden | Self::Checker => &[],
            Self::Still(paint) => std::slice::from_ref(paint),
            Self::Timed { paints, .. } => paints,
        }
    }
}

/// An image with its glow, reflection and cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paint {
    /// The main image of the surface.
    pub image: SkinImage,
    /// An image of the light that the surface emits.
    pub glow: Option<SkinImage>,
    /// An image of the environment that the surface reflects, and the blending of this reflection with the main
    /// image.
    pub reflection: Option<Box<(SkinImage, ReflectionBlend)>>,
    /// The way in which the image is combined with the colors behind it.
    pub cover: Cover,
    /// Colors by which the images are multiplied.
    pub colors: StageColors,
}

impl From<SkinImage> for Paint {
    /// Returns a paint with only this image. The alpha of the image decides whether the surface has holes.
    fn from(image: SkinImage) -> Self {
        Self { image, glow: None, reflection: None, cover: Cover::ByAlpha, colors: StageColors::default() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BySlot<T> {
    Same(T),
    /// A value per slot. Slots past the end have no value.
    Each(Vec<T>),
}

impl<T> BySlot<T> {
    pub(crate) fn get(&self, slot: usize) -> Option<&T> {
        match self {
            Self::Same(one) => Some(one),
            Self::Each(list) => list.get(slot),
        }
    }

    pub(crate) fn try_map<'a, U>(
        &'a self,
        mut change: impl FnMut(&'a T) -> Result<U, SkinImageError>,
    ) -> Result<BySlot<U>, SkinImageError> {
        Ok(match self {
            Self::Same(one) => BySlot::Same(change(one)?),
            Self::Each(list) => BySlot::Each(list.iter().map(change).collect::<Result<_, SkinImageError>>()?),
        })
    }

    pub(crate) fn as_slice(&self) -> &[T] {
        match self {
            Self::Same(one) => std::slice::from_ref(one),
            Self::Each(list) => list,
        }
    }
}
