//! The content of a model's skin slots, not decoded yet.

use md2_anim::KeyTimes;
use md2_assets::{Cover, ReflectionBlend, StageColors};

use crate::skin_image::{SkinImage, SkinImageError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlotImages {
    Hidden,
    Missing,
    Still(Paint),
    Timed { paints: Vec<Paint>, times: KeyTimes },
}

impl SlotImages {
    pub fn paints(&self) -> &[Paint] {
        match self {
            Self::Hidden | Self::Missing => &[],
            Self::Still(paint) => std::slice::from_ref(paint),
            Self::Timed { paints, .. } => paints,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paint {
    pub image: SkinImage,
    pub glow: Option<SkinImage>,
    pub reflection: Option<Box<(SkinImage, ReflectionBlend)>>,
    pub cover: Cover,
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
