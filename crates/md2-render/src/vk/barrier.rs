//! The dependencies between the renderer's passes, one function for each transition that it really makes.
//!
//! All work runs on one queue, so a barrier's first half covers what earlier submissions did, too.

use ash::vk::{self, AccessFlags2 as A, ImageLayout as L, PipelineStageFlags2 as S};

/// What an image is waited for, and what waits for it.
#[derive(Clone, Copy)]
struct Transition {
    from: (S, A, L),
    to: (S, A, L),
}

impl Transition {
    fn of(
        self,
        image: vk::Image,
        aspect: vk::ImageAspectFlags,
        levels: std::ops::Range<u32>,
    ) -> vk::ImageMemoryBarrier2<'static> {
        vk::ImageMemoryBarrier2::default()
            .src_stage_mask(self.from.0)
            .src_access_mask(self.from.1)
            .old_layout(self.from.2)
            .dst_stage_mask(self.to.0)
            .dst_access_mask(self.to.1)
            .new_layout(self.to.2)
            .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
            .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
            .image(image)
            .subresource_range(vk::ImageSubresourceRange {
                aspect_mask: aspect,
                base_mip_level: levels.start,
                level_count: levels.end - levels.start,
                base_array_layer: 0,
                layer_count: 1,
            })
    }

    fn of_color(self, image: vk::Image) -> vk::ImageMemoryBarrier2<'static> {
        self.of(image, vk::ImageAspectFlags::COLOR, 0..1)
    }
}

const DRAWN: (S, A, L) = (S::COLOR_ATTACHMENT_OUTPUT, A::COLOR_ATTACHMENT_WRITE, L::COLOR_ATTACHMENT_OPTIMAL);
const DRAWN_OVER: (S, A, L) = (
    S::COLOR_ATTACHMENT_OUTPUT,
    A::from_raw(A::COLOR_ATTACHMENT_READ.as_raw() | A::COLOR_ATTACHMENT_WRITE.as_raw()),
    L::COLOR_ATTACHMENT_OPTIMAL,
);
const SAMPLED: (S, A, L) = (S::FRAGMENT_SHADER, A::SHADER_SAMPLED_READ, L::SHADER_READ_ONLY_OPTIMAL);
const COPIED_TO: (S, A, L) = (S::ALL_TRANSFER, A::TRANSFER_WRITE, L::TRANSFER_DST_OPTIMAL);
const COPIED_FROM: (S, A, L) = (S::ALL_TRANSFER, A::TRANSFER_READ, L::TRANSFER_SRC_OPTIMAL);

/// A swapchain image that was just acquired: the semaphore is waited for at this same stage, which chains the
/// two.
pub(super) fn acquired_to_drawn(image: vk::Image) -> vk::ImageMemoryBarrier2<'static> {
    Transition { from: (S::COLOR_ATTACHMENT_OUTPUT, A::NONE, L::UNDEFINED), to: DRAWN }.of_color(image)
}

/// A swapchain image that was just acquired, and gets a copy of our own. The semaphore is waited for at the
/// copy's stage.
pub(super) fn acquired_to_copied_to(image: vk::Image) -> vk::ImageMemoryBarrier2<'static> {
    Transition { from: (S::ALL_TRANSFER, A::NONE, L::UNDEFINED), to: COPIED_TO }.of_color(image)
}

/// Our own picture, which the picture before was drawn to, and copied from.
pub(super) fn reused_to_drawn(image: vk::Image) -> vk::ImageMemoryBarrier2<'static> {
    let from = (S::COLOR_ATTACHMENT_OUTPUT | S::ALL_TRANSFER, A::COLOR_ATTACHMENT_WRITE, L::UNDEFINED);
    Transition { from, to: DRAWN }.of_color(image)
}

/// The picture between the scene and the interface that is blended over it.
pub(super) fn drawn_to_drawn_over(image: vk::Image) -> vk::ImageMemoryBarrier2<'static> {
    Transition { from: DRAWN, to: DRAWN_OVER }.of_color(image)
}

/// A finished picture that is copied to the host or to the window.
pub(super) fn drawn_to_copied_from(image: vk::Image) -> vk::ImageMemoryBarrier2<'static> {
    Transition { from: DRAWN, to: COPIED_FROM }.of_color(image)
}

/// A finished swapchain image. The stage chains it to the semaphore that presentation waits for; NONE would
/// not.
pub(super) fn drawn_to_presented(image: vk::Image) -> vk::ImageMemoryBarrier2<'static> {
    Transition { from: DRAWN, to: (S::COLOR_ATTACHMENT_OUTPUT, A::NONE, L::PRESENT_SRC_KHR) }.of_color(image)
}

/// A swapchain image that was copied to; likewise.
pub(super) fn copied_to_presented(image: vk::Image) -> vk::ImageMemoryBarrier2<'static> {
    Transition { from: COPIED_TO, to: (S::ALL_TRANSFER, A::NONE, L::PRESENT_SRC_KHR) }.of_color(image)
}

/// A color image whose samples are resolved and then forgotten; all pictures share it.
pub(super) fn samples_to_drawn(image: vk::Image) -> vk::ImageMemoryBarrier2<'static> {
    let from = (DRAWN.0, DRAWN.1, L::UNDEFINED);
    Transition { from, to: DRAWN_OVER }.of_color(image)
}

/// The depth image; all pictures share it.
pub(super) fn depth_to_tested(image: vk::Image) -> vk::ImageMemoryBarrier2<'static> {
    let stages = S::EARLY_FRAGMENT_TESTS | S::LATE_FRAGMENT_TESTS;
    let read_and_write = A::DEPTH_STENCIL_ATTACHMENT_READ | A::DEPTH_STENCIL_ATTACHMENT_WRITE;
    Transition {
        from: (stages, A::DEPTH_STENCIL_ATTACHMENT_WRITE, L::UNDEFINED),
        to: (stages, read_and_write, L::DEPTH_ATTACHMENT_OPTIMAL),
    }
    .of(image, vk::ImageAspectFlags::DEPTH, 0..1)
}

/// A mask that a shader of this picture or an earlier one may have read, to be drawn anew.
pub(super) fn sampled_to_drawn(image: vk::Image) -> vk::ImageMemoryBarrier2<'static> {
    // The barrier between drawing and reading it made available what was written; reads need only be over.
    let from = (S::FRAGMENT_SHADER, A::NONE, L::UNDEFINED);
    Transition { from, to: DRAWN_OVER }.of_color(image)
}

/// A mask that was drawn and is read next.
pub(super) fn drawn_to_sampled(image: vk::Image) -> vk::ImageMemoryBarrier2<'static> {
    Transition { from: DRAWN, to: SAMPLED }.of_color(image)
}

/// A new texture, all levels, before its first copy.
pub(super) fn new_to_copied_to(image: vk::Image, levels: u32) -> vk::ImageMemoryBarrier2<'static> {
    Transition { from: (S::NONE, A::NONE, L::UNDEFINED), to: COPIED_TO }.of(
        image,
        vk::ImageAspectFlags::COLOR,
        0..levels,
    )
}

/// A texture in use, of one level, that gets new content in a part. What is there stays.
pub(super) fn sampled_to_copied_to(image: vk::Image) -> vk::ImageMemoryBarrier2<'static> {
    Transition { from: SAMPLED, to: COPIED_TO }.of_color(image)
}

/// The levels of a texture that were copied to.
pub(super) fn levels_to_sampled(image: vk::Image, levels: u32) -> vk::ImageMemoryBarrier2<'static> {
    Transition { from: COPIED_TO, to: SAMPLED }.of(image, vk::ImageAspectFlags::COLOR, 0..levels)
}

/// Copies to buffers that vertex input and shaders read from now on.
pub(super) fn copied_to_geometry() -> vk::MemoryBarrier2<'static> {
    vk::MemoryBarrier2::default()
        .src_stage_mask(S::ALL_TRANSFER)
        .src_access_mask(A::TRANSFER_WRITE)
        .dst_stage_mask(S::VERTEX_INPUT | S::VERTEX_SHADER | S::COMPUTE_SHADER)
        .dst_access_mask(A::VERTEX_ATTRIBUTE_READ | A::INDEX_READ | A::UNIFORM_READ | A::SHADER_STORAGE_READ)
}

/// Copies, or shader writes, to buffers that the host reads once it has waited.
pub(super) fn written_to_host() -> vk::MemoryBarrier2<'static> {
    vk::MemoryBarrier2::default()
        .src_stage_mask(S::ALL_TRANSFER | S::COMPUTE_SHADER)
        .src_access_mask(A::TRANSFER_WRITE | A::SHADER_STORAGE_WRITE)
        .dst_stage_mask(S::HOST)
        .dst_access_mask(A::HOST_READ)
}
