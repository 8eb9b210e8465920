//! Pictures on the skin slots of a model.

use md2_anim::KeyTimes;
use md2_assets::Cover;

use crate::skin_image::SkinImage;

/// What one skin slot of a model wears.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SlotImages {
    /// Its surfaces are not drawn.
    Hidden,
    /// A checker that is plainly a placeholder.
    Checker,
    /// One picture.
    Still(Paint),
    /// Pictures that take turns.
    Timed {
        /// The pictures, at least one.
        paints: Vec<Paint>,
        /// When each gives way to the next.
        times: KeyTimes,
    },
}

impl SlotImages {
    /// Its pictures in order.
    #[must_use]
    pub fn paints(&self) -> &[Paint] {
        match self {
            Self::Hidden | Self::Checker => &[],
            Self::Still(paint) => std::slice::from_ref(paint),
            Self::Timed { paints, .. } => paints,
        }
    }
}

/// A picture as it is worn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paint {
    /// The picture.
    pub picture: SkinImage,
    /// What shines by itself, if that is a picture of its own.
    pub glow: Option<SkinImage>,
    /// How it covers what is behind it.
    pub cover: Cover,
}

impl From<SkinImage> for Paint {
    /// A picture that covers what is behind it.
    fn from(picture: SkinImage) -> Self {
        Self { picture, glow: None, cover: Cover::Solid }
    }
}

/// Something for each skin slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BySlot<T> {
    /// The same for all slots, however many there are.
    Same(T),
    /// One for each slot; further slots have none.
    Each(Vec<T>),
}

impl<T> BySlot<T> {
    pub(crate) fn get(&self, slot: usize) -> Option<&T> {
        match self {
            Self::Same(one) => Some(one),
            Self::Each(list) => list.get(slot),
        }
    }

    pub(crate) fn map<'a, U>(&'a self, mut change: impl FnMut(&'a T) -> U) -> BySlot<U> {
        match self {
            Self::Same(one) => BySlot::Same(change(one)),
            Self::Each(list) => BySlot::Each(list.iter().map(change).collect()),
        }
    }

    pub(crate) fn as_slice(&self) -> &[T] {
        match self {
            Self::Same(one) => std::slice::from_ref(one),
            Self::Each(list) => list,
        }
    }
}
