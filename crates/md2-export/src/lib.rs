//! Export of Quake's models to other formats, and import of other formats as MD2 and MDL.
//!
//! The crate converts models and pixels to bytes. It opens no files, starts no threads, and needs neither a GPU nor a window. It also
//! builds for `wasm32-unknown-unknown`.
//!
//! ```
//! use md2_export::ExportModel;
//! use md2_export::gltf::{GltfOptions, glb, schema, write};
//! use md2_load::{LoadOptions, load};
//!
//! # let file = md2_testdata::one_triangle().build().into_bytes();
//! let model = load(&file, &LoadOptions::default())?;
//! let file = write(&ExportModel::new("triangle", &model), &GltfOptions::default())?.to_glb()?;
//!
//! let gltf = schema::Gltf::from_json(glb::read(&file)?.json)?;
//! assert_eq!(gltf.animations[0].name.as_deref(), Some("stand"));
//! assert_eq!(gltf.meshes[0].primitives[0].targets.len(), 1, "two frames: the base shape and one morph target");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Bad input
//!
//! Every loaded model is either written or rejected with an error. Options limit the size of a glTF, since the number of animation
//! weights grows with the square of the number of frames. Every input of the import is either imported or rejected with an error.

#![forbid(unsafe_code)]

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod enhance;
mod export_model;
mod flat_skin;
mod frame_selection;
mod image_file;
mod keys;
mod limits;
mod loss;
mod md3;
mod mdl;
mod modeldef;
mod name;
mod obj;
mod quake;
mod source;
mod srgb;
mod stl;
mod used_vertices;

pub mod animation;
pub mod base64;
pub mod gltf;
pub mod import;
pub mod picture;
pub mod sheet;
pub mod vat;

pub use enhance::{EnhanceOptions, EnhancedModel, enhance};
pub use export_model::{ExportModel, ImageData, SkinAlphaMode, SkinSet, SkinTexture, SlotSkin};
pub use frame_selection::{FrameSelection, SelectedFrames};
pub use image_file::ImageFile;
pub use import::convert_error::ConvertError;
pub use limits::{EngineLimits, ExceededLimit, LimitedCount};
pub use loss::{Loss, LossKind};
pub use md3::{ConvertedMd3, Md3ImportOptions, Md3Options, to_md3};
pub use md3_format::skin_file::{SkinNameError, write as write_skin_file};
pub use mdl::{MdlOptions, Palettizer};
pub use modeldef::{MAX_MODELDEF_FRAMES, write_modeldef};
pub use name::surface_name;
pub use obj::{ObjOptions, UpAxis, write_mtl, write_obj};
pub use quake::import_quake;
pub use source::{SourceLanguage, write_source};
pub use stl::{write_ply, write_stl};
