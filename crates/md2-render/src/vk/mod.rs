//! Vulkan behind types that own what they name. All unsafe code of the crate is here.
//!
//! # What makes it sound
//!
//! Most Vulkan calls share the same obligations. They are met once, here, and the comments at the calls refer
//! to these rules:
//!
//! 1. **Parents outlive children.** Every object holds an `Arc` of its [`Device`], the device one of its
//!    [`Instance`], and the instance owns the loader. One renderer has one of each, so handles never meet
//!    those of another device.
//! 2. **Dropping an object does not destroy it.** It is [retired](Device), with the serial of the next
//!    submission, and destroyed once the device's timeline has passed that serial. A [`Recorder`] borrows what
//!    it records, so whatever a command buffer names was alive while it was recorded, and is destroyed after
//!    it has run. Memory is free for other objects from then on: the host has seen the timeline pass, which
//!    orders what it submits next after what used the memory before, so no barrier has to. (Old validation
//!    layers whose check of submissions is asked for do not follow timelines there, and object:
//!    <https://github.com/KhronosGroup/Vulkan-ValidationLayers/issues/7457>.)
//! 3. **One queue, one thread at a time.** Submissions go through [`Device::submit`], which locks the queue;
//!    pools and sets are used through `&mut` of their owner.
//! 4. **Memory that the host maps** is written only in slots whose last submission was waited for, and read
//!    only after the submission that filled it was waited for.
//! 5. **Create-info structs** are built next to the call that reads them, from values that outlive it.

mod barrier;
mod buffer;
mod descriptor;
mod device;
mod error;
mod frames;
mod image;
mod instance;
mod physical;
mod pipeline;
mod recorder;
mod retire;
mod surface;
mod swapchain;
mod transfer;

#[cfg(test)]
pub(crate) mod compute;

pub(crate) use buffer::{Buffer, Use};
pub(crate) use descriptor::{Edges, SceneSet, SetLayouts, TextureSets};
pub(crate) use device::Device;
pub(crate) use frames::{FrameRing, FrameSlot};
pub(crate) use image::{Image, ImageDesc, Samplers};
pub(crate) use instance::Instance;
pub use instance::ValidationLog;
pub(crate) use physical::adapters;
pub(crate) use pipeline::{Blend, Depth, Pipeline, PipelineDesc, VertexInput};
pub(crate) use recorder::{ColorTarget, Load, PassDepth, Recorder, Rect};
pub(crate) use surface::{Surface, display_of};
pub(crate) use swapchain::{Acquired, Formats, PresentOptions, Swapchain};
pub(crate) use transfer::Transfer;
