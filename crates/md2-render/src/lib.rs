//! A Vulkan renderer for keyframe-animated models, in a window or headless.
//!
//! All frames of a model are uploaded once to one device buffer, with four or eight bytes per vertex. A draw binds
//! the buffer twice, at the offsets of the two frames of the pose. The vertex shader interpolates between the frames;
//! its matrix, scales and blend factor are in 128 bytes of push constants. Each surface shows the skin of its skin
//! slot. Drawing uploads only a few hundred bytes of uniforms and allocates nothing, even when skins change.
//!
//! ```no_run
//! use md2_render::{Camera, Floor, ModelInstance, Renderer, RendererOptions, RgbaImage, Scene, Skin};
//!
//! # fn mesh() -> md2_mesh::Mesh { unimplemented!() }
//! let mut renderer = Renderer::headless(&RendererOptions::default())?;
//! let model = renderer.add_model(&mesh())?;
//! let texture = renderer.add_texture(&RgbaImage::filled(64, 64, [90, 120, 80, 255]))?;
//! // One skin for each skin slot; missing slots show a checker.
//! let skins = [Skin::opaque(texture)];
//! let scene = Scene {
//!     camera: Camera { eye: [80.0, 55.0, 24.0], target: [0.0, 0.0, 4.0], ..Camera::default() },
//!     floor: Some(Floor::default()),
//!     models: &[ModelInstance::new(model, &skins)],
//!     ..Scene::default()
//! };
//! let picture = renderer.render_image(&scene, [640, 480])?;
//! assert_eq!(picture.size(), [640, 480]);
//! # Ok::<(), md2_render::RenderError>(())
//! ```
//!
//! Engines that own their Vulkan device draw models with [`AliasPass`] into their own command buffers. It has the same pipelines, shaders
//! and buffers as the renderer.
//!
//! # Guarantees
//!
//! - Vulkan 1.3 without optional features is enough. If a device lacks an optional feature (see [`Adapter`]), the
//!   renderer uses a simpler method instead.
//! - A missing loader, driver, device or display is an error that says what to install. A minimized or changing
//!   window is a [`DrawStatus`], not an error.
//! - Every mesh can be drawn. A mesh without triangles draws nothing.
//! - Misuse (drawing a removed object, IDs of another renderer, pixels that do not match their size) panics with a
//!   clear message. After a caught panic the renderer still works.
//! - Sizes above the device's limits and lack of memory are errors, and the renderer still works after them. A
//!   software driver may end the process when memory runs out, so the renderer returns an error instead of calling
//!   the driver when little memory is left.
//! - The crate opens no files, reads no clock, and knows no file format.
//!
//! The following sections define axes, winding, units, color and time. Unsafe code is only in one module, which
//! documents the rules that make it sound, and in the functions of [`AliasPass`], which list the promises of the caller.
//!
#![doc = include_str!("../docs/conventions.md")]
#![deny(unsafe_code)]

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod alias_draw;
#[allow(unsafe_code, reason = "the caller promises the state of its device")]
mod alias_pass;
mod area;
mod content;
mod crowd;
mod draw;
mod drivers;
mod fill;
pub mod game;
mod layouts;
mod marks;
mod mips;
mod model;
mod options;
mod overlay;
mod painter;
mod passes;
mod renderer;
mod scene;
mod scene_model;
mod slots;
mod spirv;
mod stats;
mod style;
mod targets;
mod texture;
mod uniforms;
#[allow(unsafe_code, reason = "this module wraps Vulkan's unsafe functions in safe types")]
mod vk;
mod window;

#[cfg(test)]
#[path = "../tests/all/common.rs"]
mod common;
#[cfg(test)]
mod limit_tests;
// The tests with windows use X11.
#[cfg(all(test, target_os = "linux"))]
#[path = "../tests/all/display.rs"]
mod display;
#[cfg(all(test, target_os = "linux"))]
mod failure_tests;
#[cfg(test)]
mod misuse_tests;
#[cfg(test)]
mod naming_tests;
#[cfg(test)]
#[allow(unsafe_code, reason = "the tests own a Vulkan device")]
mod own_device_tests;
#[cfg(test)]
mod shader_docs_tests;

// The shared test code names the crate as users do.
#[cfg(test)]
extern crate self as md2_render;

pub use alias_pass::{AliasPass, AliasView, BufferRange, PassFormats};
/// The version of `ash` whose handles [`AliasPass`] takes.
pub use ash;
pub use drivers::Drivers;
pub use marks::{MarkVertex, Marks};
pub use md2_common::{Faces, Pose, Projection, RgbaImage};
pub use md2_mesh::Fade;
pub use model::ModelBytes;
pub use options::{CrowdCulling, RendererOptions};
pub use overlay::{Overlay, OverlayMesh, OverlayTexture, OverlayVertex};
pub use renderer::Renderer;
pub use scene::{Background, Camera, Crowd, CrowdMember, Floor, Ghost, Light, ModelInstance, Scene, Skin};
pub use slots::{ModelId, TextureId};
pub use stats::Stats;
pub use style::{Filter, Shading, SurfaceBlend};
pub use texture::{Reflection, TextureImages};
pub use vk::{
    Adapter, AdapterKind, DeviceHandles, DeviceMemory, RenderError, Validation, ValidationLog, trim_heap,
};
pub use window::DrawStatus;
