//! Pictures on their way from one image to be drawn to, to what becomes of them.

use std::marker::PhantomData;

use ash::vk;

use super::{image::Image, recording::One};

/// An image that a recorder has made ready to be drawn to. What follows after the last pass (presentation, a
/// copy) uses it up. It has the image for itself, so no image is on two canvases.
pub(crate) struct Canvas<'r, T> {
    pub(super) target: T,
    /// Whether a pass has drawn to it, which the next one must wait for.
    pub(super) drawn: bool,
    /// In which it was made ready. It is not, in any other.
    recording: One<'r>,
}

impl<T> Canvas<'_, T> {
    /// For who has just made the image ready.
    pub(super) const fn new(target: T) -> Self {
        Self { target, drawn: false, recording: PhantomData }
    }
}

/// Which view of an image is drawn through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Through {
    /// The one in the image's own format.
    First,
    /// The one in its second format: the same bytes, written in another way.
    Second,
}

/// What a canvas can be of: an image of ours, or one of a window.
pub(crate) trait Target {
    fn extent(&self) -> [u32; 2];
    fn image(&self) -> vk::Image;
    /// A view, and the format that it writes.
    fn view(&self, through: Through) -> (vk::ImageView, vk::Format);
}

impl Target for Image {
    fn extent(&self) -> [u32; 2] {
        Image::extent(self)
    }

    fn image(&self) -> vk::Image {
        self.raw.handle
    }

    fn view(&self, through: Through) -> (vk::ImageView, vk::Format) {
        match through {
            Through::First => (Image::view(self), self.format()),
            Through::Second => self.second_view(),
        }
    }
}

impl<T: Target> Target for &mut T {
    fn extent(&self) -> [u32; 2] {
        T::extent(self)
    }

    fn image(&self) -> vk::Image {
        T::image(self)
    }

    fn view(&self, through: Through) -> (vk::ImageView, vk::Format) {
        T::view(self, through)
    }
}
