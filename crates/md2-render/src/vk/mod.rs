//! Safe, owning types for Vulkan. All unsafe code of the crate is here, except the functions of `AliasPass`, which pass on promises of the caller.
//!
//! This module does not know what is drawn: callers pass vertex and set layouts, shaders and formats. It uses no
//! other module of the crate, and could be a separate crate; `dependency_edges.rs` checks that.
//!
//! # Soundness
//!
//! Most Vulkan calls share the same obligations. These rules meet them, and the comments at the calls refer to
//! the rules:
//!
//! 1. **Parents outlive children.** Every object holds an `Arc` of its [`Device`], the device holds one of its
//!    [`Instance`], and the instance owns the loader. A swapchain holds its surface, a surface its window. Objects
//!    of different devices cannot be combined.
//! 2. **Recorded objects live until the commands have run.** Dropping an object does not destroy it: it is
//!    [retired](Device) with the serial of the newest submission, and destroyed once the device's timeline has passed
//!    that serial. Recording and submitting are one call. A `Recorder<'r, 'f>` accepts only objects that are borrowed
//!    for `'f`, which outlives that call; `'r` ties it and its results to one recording. So an object in a command
//!    buffer is dropped after its submission at the earliest. A [`Set`] owns or shares its resources. Memory is
//!    reused only after the host has seen the timeline pass that serial. That orders new submissions after the old
//!    use of the memory, so no barrier is needed. (Old validation layers do not follow timelines when they check
//!    submissions, and report an error: <https://github.com/KhronosGroup/Vulkan-ValidationLayers/issues/7457>.)
//! 3. **One queue, one thread at a time.** Submissions go through [`Device::submit`], which locks the queue; pools
//!    and sets are used through `&mut` of their owner. `loader` guards the process-wide lists that the Vulkan
//!    loader does not guard itself.
//! 4. **Mapped memory** stores the number of the last submission that uses it, and panics on access before that
//!    submission has run. The destination of a copy is borrowed mutably, so the host cannot read it meanwhile.
//! 5. **Create-info structs** are built next to the call that reads them, from values that outlive it.
//! 6. **Only a pass can draw.** Only a [`Pass`] binds pipelines, and only its [`Bound`] takes sets, constants and
//!    vertices, and draws. It draws only when all of them are bound, match the pipeline and contain the drawn
//!    range. Callers check the values of indices and of indirect commands, and those that their shaders write;
//!    devices are opened with `robustBufferAccess` where available, so a wrong index reads only a wrong vertex.
//! 7. **Images track their state.** An image becomes a [`Canvas`] before drawing, which borrows it exclusively and
//!    is consumed by the next step. A texture is filled before it can be used. Sets with an image that is not ready
//!    cannot be bound.
//! 8. **A panic leaves a valid state.** Callers may catch panics and continue; the same holds for errors. A pass also
//!    ends when drawing panics. A command buffer that was not submitted is reset before it is recorded again, and its
//!    images do not become ready. If the submission that should wait for a semaphore was not made, an empty
//!    submission waits. A swapchain with an acquired but not presented image is *stuck*: it draws nothing more, and a
//!    new swapchain replaces it.
//!
//! 9. **A lent device belongs to the caller** of [`Device::lent`], and so do the command buffers and passes that `lent`
//!    records into. The caller promises what this module does not see: that the device outlives its objects, that
//!    recorded objects live until the commands have run, and that the queue is not used during uploads. Dropping an
//!    object of a lent device waits only for the uploads.
//!
//! No type can check that a shader matches the layouts it is used with. Shaders are part of the program; they are
//! validated when they are built, and run under the validation layer by tests.

mod adapter;
mod advice;
mod barrier;
mod buffer;
mod cache;
mod canvas;
mod compute;
mod descriptor;
mod device;
mod error;
mod fault;
mod frames;
mod handles;
mod heap;
mod image;
mod instance;
mod lent;
mod limits;
mod loader;
mod memory;
mod owned;
mod pass;
mod physical;
mod pipeline;
mod present;
mod program;
mod recorder;
mod recording;
mod retire;
mod sampler;
mod surface;
mod swapchain;
mod timer;
mod transfer;
mod xcb;

#[cfg(test)]
mod mistakes;

pub use adapter::{Adapter, AdapterKind};
pub(crate) use barrier::ListBarrier;
pub(crate) use buffer::{Buffer, Use};
pub(crate) use canvas::{Canvas, Target, ViewFormat};
pub(crate) use compute::{BoundCompute, ComputePipeline};
pub(crate) use descriptor::{Binding, Resource, Set, SetLayout};
pub(crate) use device::Device;
pub(crate) use error::Error;
pub use error::RenderError;
#[cfg(test)]
pub(crate) use fault::Step;
pub(crate) use frames::{Frame, FrameRing};
pub use handles::DeviceHandles;
pub use heap::trim_heap;
pub(crate) use image::{Image, ImageDesc};
pub(crate) use instance::Instance;
pub use instance::{Validation, ValidationLog};
pub(crate) use lent::{record_draws, record_update};
pub(crate) use limits::{Limits, check_limit};
#[cfg(test)]
pub(crate) use loader::{lock_lists_exclusive, lock_lists_shared};
pub use memory::DeviceMemory;
pub(crate) use pass::{Bound, Load, Pass, PassDepth, PassDesc, Rect};
pub(crate) use physical::{DeviceOptions, SampleGrid, adapters};
pub(crate) use pipeline::{Blend, DepthMode, Pipeline, PipelineDesc, VertexAttribute, VertexBinding};
pub(crate) use recorder::Recorder;
pub(crate) use recording::Tally;
pub(crate) use sampler::Sampler;
pub(crate) use surface::{Surface, display_of};
#[cfg(test)]
pub(crate) use swapchain::WindowImage;
pub(crate) use swapchain::{DrawOutcome, Formats, Swapchain};
pub(crate) use timer::Timer;
pub(crate) use transfer::Transfer;
