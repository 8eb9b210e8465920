//! Images between their preparation for drawing and their final use.

use std::{marker::PhantomData, ops::Deref};

use ash::vk;

use super::{image::Image, recording::RecordingId};

/// An image that a recorder has prepared for drawing. The canvas borrows the image exclusively, so no image is on two
/// canvases. Presenting or copying the image consumes the canvas.
pub(crate) struct Canvas<'r, T> {
    pub(super) target: T,
    pub(super) drawn: bool,
    recording: RecordingId<'r>,
}

impl<T> Canvas<'_, T> {
    pub(super) const fn new(target: T) -> Self {
        Self { target, drawn: false, recording: PhantomData }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ViewFormat {
    First,
    Second,
}

pub(crate) trait Target {
    fn extent(&self) -> [u32; 2];
    fn image(&self) -> vk::Image;
    fn view(&self, view_format: ViewFormat) -> (vk::ImageView, vk::Format);
}

impl<T: Deref<Target = Image>> Target for T {
    fn extent(&self) -> [u32; 2] {
        Image::extent(self)
    }

    fn image(&self) -> vk::Image {
        self.raw.handle
    }

    fn view(&self, view_format: ViewFormat) -> (vk::ImageView, vk::Format) {
        match view_format {
            ViewFormat::First => Image::view(self),
            ViewFormat::Second => self.second_view(),
        }
    }
}
