//! The dependencies between the renderer's passes.
//!
//! All work runs on one queue, so the first synchronization scope of a barrier also covers earlier submissions.

use ash::vk::{self, AccessFlags2 as A, ImageLayout as L, PipelineStageFlags2 as S};

type State = (S, A, L);

#[derive(Clone, Copy)]
pub(super) struct Transition {
    from: State,
    to: State,
}

const READ_WRITE: A = A::from_raw(A::COLOR_ATTACHMENT_READ.as_raw() | A::COLOR_ATTACHMENT_WRITE.as_raw());
const DRAWN: State = (S::COLOR_ATTACHMENT_OUTPUT, A::COLOR_ATTACHMENT_WRITE, L::COLOR_ATTACHMENT_OPTIMAL);
const DRAWN_OVER: State = (S::COLOR_ATTACHMENT_OUTPUT, READ_WRITE, L::COLOR_ATTACHMENT_OPTIMAL);
const SAMPLED: State = (S::FRAGMENT_SHADER, A::SHADER_SAMPLED_READ, L::SHADER_READ_ONLY_OPTIMAL);
const COPIED_TO: State = (S::ALL_TRANSFER, A::TRANSFER_WRITE, L::TRANSFER_DST_OPTIMAL);
const COPIED_FROM: State = (S::ALL_TRANSFER, A::TRANSFER_READ, L::TRANSFER_SRC_OPTIMAL);

/// The transition from acquiring a swapchain image to drawing, after the wait for its semaphore, which uses the same stage.
pub(super) const ACQUIRED_TO_DRAWN: Transition =
    Transition { from: (S::COLOR_ATTACHMENT_OUTPUT, A::NONE, L::UNDEFINED), to: DRAWN };

pub(super) const ACQUIRED_TO_COPIED_TO: Transition =
    Transition { from: (S::ALL_TRANSFER, A::NONE, L::UNDEFINED), to: COPIED_TO };

pub(super) const REUSED_TO_DRAWN: Transition = Transition {
    from: (
        S::from_raw(S::COLOR_ATTACHMENT_OUTPUT.as_raw() | S::ALL_TRANSFER.as_raw()),
        A::COLOR_ATTACHMENT_WRITE,
        L::UNDEFINED,
    ),
    to: DRAWN,
};

pub(super) const DRAWN_TO_DRAWN_OVER: Transition = Transition { from: DRAWN, to: DRAWN_OVER };

pub(super) const DRAWN_TO_COPIED_FROM: Transition = Transition { from: DRAWN, to: COPIED_FROM };

/// The transition from drawing a swapchain image to presenting it. The submission signals the semaphore for which presentation waits after
/// this stage, and thus after the barrier. With the stage `NONE`, the signal would not wait for the barrier.
pub(super) const DRAWN_TO_PRESENTED: Transition =
    Transition { from: DRAWN, to: (S::COLOR_ATTACHMENT_OUTPUT, A::NONE, L::PRESENT_SRC_KHR) };

/// The transition from copying a picture to a swapchain image to presenting it. The semaphore for which presentation
/// waits is signaled after the barrier, as for [`DRAWN_TO_PRESENTED`].
pub(super) const COPIED_TO_PRESENTED: Transition =
    Transition { from: COPIED_TO, to: (S::ALL_TRANSFER, A::NONE, L::PRESENT_SRC_KHR) };

pub(super) const SAMPLES_TO_DRAWN: Transition =
    Transition { from: (DRAWN.0, DRAWN.1, L::UNDEFINED), to: DRAWN_OVER };

/// The transition from shaders reading a mask to drawing the mask again. This barrier waits only for the reads, since
/// an earlier barrier made the reads wait for the previous drawing.
pub(super) const SAMPLED_TO_DRAWN: Transition =
    Transition { from: (S::FRAGMENT_SHADER, A::NONE, L::UNDEFINED), to: DRAWN_OVER };

pub(super) const DRAWN_TO_SAMPLED: Transition = Transition { from: DRAWN, to: SAMPLED };

pub(super) const NEW_TO_COPIED_TO: Transition =
    Transition { from: (S::NONE, A::NONE, L::UNDEFINED), to: COPIED_TO };

pub(super) const SAMPLED_TO_COPIED_TO: Transition = Transition { from: SAMPLED, to: COPIED_TO };

pub(super) const COPIED_TO_SAMPLED: Transition = Transition { from: COPIED_TO, to: SAMPLED };

const DEPTH_STAGES: S = S::from_raw(S::EARLY_FRAGMENT_TESTS.as_raw() | S::LATE_FRAGMENT_TESTS.as_raw());
const DEPTH_READ_WRITE: A =
    A::from_raw(A::DEPTH_STENCIL_ATTACHMENT_READ.as_raw() | A::DEPTH_STENCIL_ATTACHMENT_WRITE.as_raw());

pub(super) const DEPTH_TO_TESTED: Transition = Transition {
    from: (DEPTH_STAGES, A::DEPTH_STENCIL_ATTACHMENT_WRITE, L::UNDEFINED),
    to: (DEPTH_STAGES, DEPTH_READ_WRITE, L::DEPTH_ATTACHMENT_OPTIMAL),
};

pub(super) const DEPTH_CLEARED_TO_TESTED: Transition = Transition {
    from: (DEPTH_STAGES, A::DEPTH_STENCIL_ATTACHMENT_WRITE, L::DEPTH_ATTACHMENT_OPTIMAL),
    to: DEPTH_TO_TESTED.to,
};

impl Transition {
    pub(super) fn barrier(self, image: vk::Image, levels: u32) -> vk::ImageMemoryBarrier2<'static> {
        let aspect_mask = match self.to.2 {
            L::DEPTH_ATTACHMENT_OPTIMAL => vk::ImageAspectFlags::DEPTH,
            _ => vk::ImageAspectFlags::COLOR,
        };
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
                aspect_mask,
                base_mip_level: 0,
                level_count: levels,
                base_array_layer: 0,
                layer_count: 1,
            })
    }
}

fn copied_to(stages: S, access: A) -> vk::MemoryBarrier2<'static> {
    vk::MemoryBarrier2::default()
        .src_stage_mask(S::ALL_TRANSFER)
        .src_access_mask(A::TRANSFER_WRITE)
        .dst_stage_mask(stages)
        .dst_access_mask(access)
}

pub(super) fn copied_to_geometry() -> vk::MemoryBarrier2<'static> {
    let attributes = A::VERTEX_ATTRIBUTE_READ | A::INDEX_READ;
    let stages = S::VERTEX_INPUT | S::VERTEX_SHADER | S::COMPUTE_SHADER;
    copied_to(stages, attributes | A::UNIFORM_READ | A::SHADER_STORAGE_READ)
}

pub(super) fn around_update() -> [vk::MemoryBarrier2<'static>; 2] {
    let shaders = S::VERTEX_SHADER | S::FRAGMENT_SHADER;
    let before = vk::MemoryBarrier2::default().src_stage_mask(shaders).dst_stage_mask(S::ALL_TRANSFER);
    [before, copied_to(shaders, A::UNIFORM_READ)]
}

pub(super) fn copied_to_host() -> vk::MemoryBarrier2<'static> {
    copied_to(S::HOST, A::HOST_READ)
}

/// The dependencies of the compute passes that write the lists of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListBarrier {
    /// From the passes and draws of the picture before, which use the same lists, to the first pass.
    DrawnToListed,
    /// From a pass to the next one.
    ListedToListed,
    /// From the last pass to the draws, and to the host, which reads the commands.
    ListedToDrawn,
}

impl ListBarrier {
    pub(super) fn barrier(self) -> vk::MemoryBarrier2<'static> {
        let written = A::SHADER_STORAGE_WRITE;
        let used = A::SHADER_STORAGE_READ | written;
        let (from, to) = match self {
            Self::DrawnToListed => {
                ((S::COMPUTE_SHADER | S::VERTEX_INPUT, written), (S::COMPUTE_SHADER, used))
            }
            Self::ListedToListed => ((S::COMPUTE_SHADER, written), (S::COMPUTE_SHADER, used)),
            Self::ListedToDrawn => (
                (S::COMPUTE_SHADER, written),
                (
                    S::DRAW_INDIRECT | S::VERTEX_INPUT | S::HOST,
                    A::INDIRECT_COMMAND_READ | A::INDEX_READ | A::HOST_READ,
                ),
            ),
        };
        vk::MemoryBarrier2::default()
            .src_stage_mask(from.0)
            .src_access_mask(from.1)
            .dst_stage_mask(to.0)
            .dst_access_mask(to.1)
    }
}
