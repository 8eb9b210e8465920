//! Keyframe-animated models drawn by raw Vulkan, on a window or headless.
//!
//! All frames of a model lie in one buffer of the device, four or eight bytes a vertex, uploaded once. To draw
//! a pose, the buffer is bound twice, at the two frames it lies between, and the vertex shader blends them; 128
//! bytes of push constants tell it how. Each surface of the model then wears what its skin slot does. Drawing
//! uploads nothing but a few hundred bytes of uniforms, and allocates nothing, also while skins change.
//!
//! ```no_run
//! use md2_render::{Camera, Floor, ModelInstance, Renderer, RendererOptions, RgbaImage, Scene, Skin};
//!
//! # fn mesh() -> md2_mesh::Mesh { unimplemented!() }
//! let mut renderer = Renderer::headless(&RendererOptions::default())?;
//! let model = renderer.add_model(&mesh())?;
//! let texture = renderer.add_texture(&RgbaImage::filled(64, 64, [90, 120, 80, 255]))?;
//! // What each skin slot of the model wears; slots beyond show a checker.
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
//! # What it promises
//!
//! - It needs Vulkan 1.3 and nothing optional; what a device lacks ([`Adapter`]) is replaced by something
//!   simpler.
//! - A missing loader, driver, device or display is an error with a sentence that names the cure. A window
//!   that is minimized or changing is a [`DrawStatus`], not an error.
//! - A mesh that exists can be drawn, also one without triangles: as nothing.
//! - Misuse (drawing what was removed, names of another renderer, pixels that do not fill their image) panics with a
//!   clear text. Whoever catches that can draw on: nothing half-done is left.
//! - Sizes above the device's limits, and memory that is not there, are errors; the renderer goes on with what it has.
//!   A software driver that finds no memory may end the process; it is not asked when little is left.
//! - It opens no files, reads no clock, and knows no file format.
//!
//! Axes, winding, units, color and time are described below. Unsafe code is confined to one module, which
//! states the rules that make it sound.
//!
#![doc = include_str!("../docs/conventions.md")]
#![deny(unsafe_code)]

/// The examples of the README are compiled with those of the documents.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod alias_draw;
mod area;
mod content;
mod crowd;
mod draw;
mod drawn;
mod drivers;
mod fill;
pub mod game;
mod host_shape;
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
mod slots;
mod spirv;
mod stats;
mod style;
mod targets;
mod texture;
mod uniforms;
#[allow(unsafe_code, reason = "Vulkan is unsafe; this module is where it is made safe")]
mod vk;
mod window;

#[cfg(test)]
mod bounds;
#[cfg(test)]
#[path = "../tests/all/common.rs"]
mod common;
// Windows of tests are X11's.
#[cfg(all(test, target_os = "linux"))]
#[path = "../tests/all/display.rs"]
mod display;
#[cfg(test)]
mod naming;
#[cfg(test)]
mod probe;
#[cfg(test)]
mod refusals;
#[cfg(all(test, target_os = "linux"))]
mod stuck;

// What tests share names the crate as a user does.
#[cfg(test)]
extern crate self as md2_render;

pub use draw::ImageTicket;
pub use drivers::Drivers;
pub use marks::{MarkVertex, Marks};
pub use md2_common::{Faces, Pose, Projection, RgbaImage};
pub use md2_mesh::Fade;
pub use options::{CrowdCulling, RendererOptions};
pub use overlay::{Overlay, OverlayMesh, OverlayTexture, OverlayVertex};
pub use renderer::Renderer;
pub use scene::{Background, Camera, Crowd, CrowdMember, Floor, Ghost, Light, ModelInstance, Scene, Skin};
pub use slots::{ModelId, TextureId};
pub use stats::{DeviceMemory, Stats};
pub use style::{Filter, Shading, SurfaceBlend};
pub use texture::TextureImages;
pub use vk::{Adapter, AdapterKind, DeviceObjects, RenderError, Validation, ValidationLog};
pub use window::DrawStatus;
