//! A Vulkan renderer for keyframe-animated models, in a window or headless.
#![doc = include_str!("../README.md")]
#![doc = include_str!("../docs/conventions.md")]
#![deny(unsafe_code)]

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

pub use alias_pass::{AliasPass, AliasView, PassFormats};
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
