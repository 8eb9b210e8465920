//! Vulkan behind types that own what they name. All unsafe code of the crate is here.
//!
//! It knows nothing of what is drawn: layouts of vertices and sets, shaders and formats are handed in. It uses
//! nothing of the crate around it, and could be a crate of its own; `dependency_edges.rs` holds it to that.
//!
//! # What makes it sound
//!
//! Most Vulkan calls share the same obligations. They are met once, here, and the comments at the calls refer
//! to these rules:
//!
//! 1. **Parents outlive children.** Every object holds an `Arc` of its [`Device`], the device one of its
//!    [`Instance`], and the instance owns the loader. A swapchain holds its surface, a surface its window. What is
//!    made of, or recorded with, objects of another device is refused.
//! 2. **What is recorded lives until it has run.** Dropping an object does not destroy it: it is
//!    [retired](Device), with the serial of the newest submission, and destroyed once the device's timeline has
//!    passed that serial. Recording and submitting are one call, and a `Recorder<'r, 'f>` takes only what is
//!    borrowed for `'f`, which outlives that call; `'r` makes it, and what it gives out, those of one recording alone; so whatever a command buffer names is dropped after its
//!    submission at the earliest. A [`Set`] owns, or shares, what it names. Memory is free for other objects
//!    once the host has seen the timeline pass, which orders what it submits next after what used the memory
//!    before, so no barrier has to. (Old validation layers whose check of submissions is asked for do not
//!    follow timelines there, and object: <https://github.com/KhronosGroup/Vulkan-ValidationLayers/issues/7457>.)
//! 3. **One queue, one thread at a time.** Submissions go through [`Device::submit`], which locks the queue;
//!    pools and sets are used through `&mut` of their owner. What all instances of the process share is the loader's,
//!    which `loader` guards where it does not guard itself.
//! 4. **Memory that the host maps** remembers the last submission that uses it, and refuses to be written or
//!    read until that has run. What copies write to is borrowed mutably, so that the host does not look meanwhile.
//! 5. **Create-info structs** are built next to the call that reads them, from values that outlive it.
//! 6. **A pass lends what draws.** Only a [`Pass`] binds pipelines, and only what that lends, a [`Bound`],
//!    takes sets, constants and vertices and draws. It draws once all of them are there, fit the pipeline and
//!    hold the range that is drawn. Which vertices the indices name is data, and checked by who has it; devices are
//!    opened with `robustBufferAccess` where they offer it, so that a wrong one reads a wrong vertex and nothing
//!    else.
//! 7. **Images know what they are ready for.** An image becomes a [`Canvas`] before it is drawn to, which has it
//!    for itself and is used up by what follows; a texture is filled before anybody has it; sets whose images are not ready to
//!    be read cannot be bound.
//!
//! 8. **What a panic leaves is put right, or left alone.** A caller may catch one and go on. A pass ends also when
//!    drawing panics; a command buffer that was not submitted is reset before it is recorded again; what it would
//!    have made ready is not; a semaphore that was to be waited for is, by an empty submission; and a swapchain
//!    whose image was acquired and not presented gives no other: it is *stuck*, and only replaced. The same holds
//!    for what fails on the way.
//!
//! What no type can see is whether a shader agrees with the layouts it is used with. Shaders are part of the
//! program, are validated when they are built, and are run under the validation layer by tests.

mod adapter;
mod barrier;
mod buffer;
mod canvas;
mod census;
mod descriptor;
mod device;
mod error;
mod fault;
mod frames;
mod headroom;
mod heap;
mod image;
mod instance;
mod limits;
mod loader;
mod memory;
mod pass;
mod physical;
mod pipeline;
mod present;
mod recorder;
mod recording;
mod retire;
mod sampler;
mod surface;
mod swapchain;
mod timer;
mod transfer;

#[cfg(test)]
pub(crate) mod compute;

pub use adapter::{Adapter, AdapterKind};
pub(crate) use buffer::{Buffer, Use};
pub(crate) use canvas::{Canvas, Target, Through};
pub use census::DeviceObjects;
pub(crate) use descriptor::{Binding, Resource, Set, SetLayout};
pub(crate) use device::Device;
pub(crate) use error::Error;
pub use error::RenderError;
#[cfg(test)]
pub(crate) use fault::Step;
pub(crate) use frames::FrameRing;
pub(crate) use image::{Image, ImageDesc};
pub(crate) use instance::Instance;
pub use instance::{Validation, ValidationLog};
pub(crate) use limits::{Limits, above};
#[cfg(test)]
pub(crate) use loader::{change_lists, walk_lists};
pub(crate) use pass::{Bound, Load, Pass, PassDepth, PassDesc, Rect};
pub(crate) use physical::{DeviceOptions, SampleGrid, adapters};
pub(crate) use pipeline::{Blend, Depth, Pipeline, PipelineDesc, VertexAttribute, VertexBinding};
pub(crate) use recorder::Recorder;
pub(crate) use recording::Tally;
pub(crate) use sampler::{Sampler, SamplerDesc};
pub(crate) use surface::{Surface, display_of};
#[cfg(test)]
pub(crate) use swapchain::WindowImage;
pub(crate) use swapchain::{Formats, PresentOptions, Shown, Swapchain};
pub(crate) use timer::Timer;
pub(crate) use transfer::Transfer;
