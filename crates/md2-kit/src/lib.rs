//! Opens, plays and poses Quake's keyframe-animated models (MD2, MDL, MD3) in a few lines.
//!
//! ```
//! use std::time::Duration;
//!
//! # let folder = md2_testdata::TempFolder::new();
//! # let path = folder.path("tris.md2");
//! # std::fs::write(&path, md2_testdata::one_triangle().build().into_bytes())?;
//! let model = md2_kit::open(&path)?;
//! let mut stand = model.play("stand")?;
//! stand.advance(Duration::from_millis(50));
//! let pose = stand.pose(); // frame_a, frame_b and the blend factor between them
//! let vertices = model.blended(pose); // or upload the frames, and interpolate on the GPU
//! # assert_eq!((pose.frame_a, pose.frame_b, vertices.len()), (0, 1, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To draw the vertices, use the triangles and texture coordinates of [`Model::mesh`], and the images of [`Model::skins`].
//!
//! The crate contains no logic of its own. It combines these crates, and exports them as modules:
//!
//! - [`load`] reads a file of any format as a [`mesh`], sequences and skin slots;
//! - [`anim`] plays sequences, reads scripts of frame ranges, and fades from one sequence to another;
//! - [`mesh`] holds the quantized vertices of all frames, and interpolates frames on the CPU;
//! - [`assets`] finds skins, players and weapons, and reads archives;
//! - [`md2_format`], [`mdl_format`] and [`md3_format`] read, check and write the formats.
//!
//! # Features
//!
//! The features `md2`, `mdl` and `md3` enable the formats. The feature `files` adds [`open`] and [`Model::skins`]. All are enabled by
//! default.
//!
//! The feature `serde` implements `Serialize` and `Deserialize` for the owned models of the formats, for sequences and for poses. The
//! features `glam` and `mint` convert a [`TagPose`](anim::TagPose) to and from matrices of these crates. Positions are arrays, which the
//! vectors of both crates accept without a feature: `glam::Vec3::from(position)`.
//!
//! # Conventions
//!
//! Positions are in Quake units: X forward, Y left, Z up. Triangles are clockwise seen from outside. Texture coordinates have their
//! origin at the top left of the image. Frames are counted from 0.

#![forbid(unsafe_code)]

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(feature = "files")]
mod files;
mod model;

pub use md2_anim as anim;
#[cfg(feature = "files")]
pub use md2_assets as assets;
pub use md2_common::RgbaImage;
#[cfg(feature = "md2")]
pub use md2_format;
pub use md2_load as load;
pub use md2_mesh as mesh;
#[cfg(feature = "md3")]
pub use md3_format;
#[cfg(feature = "mdl")]
pub use mdl_format;

#[cfg(feature = "files")]
pub use files::{OpenError, open};
pub use model::{Model, UnknownSequence};
