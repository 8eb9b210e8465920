//! Export of Quake's models to other formats, and import of other formats as MD2 and MDL.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod actor;
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
mod name;
mod obj;
mod player;
mod quake;
mod source;
mod stl;
mod used_vertices;

pub mod gltf;
pub mod import;
pub mod vat;

pub use actor::GzdoomActor;
pub use enhance::{EnhanceOptions, EnhancedModel, SkinReplacement, enhance};
pub use export_model::{ExportModel, ImageData, SkinAlphaMode, SkinSet, SkinTexture, SlotSkin, shaders};
pub use frame_selection::{FrameSelection, SelectedFrames};
pub use image_file::ImageFile;
pub use import::convert_error::ConvertError;
pub use limits::{EngineLimits, ExceededLimit, LimitedCount};
pub use loss::{Loss, LossKind};
pub use md3::{ConvertedMd3, Md3ImportOptions, Md3Options, to_md3};
pub use md3_format::skin_file::{SkinNameError, write as write_skin_file};
pub use mdl::MdlOptions;
pub use name::surface_name;
pub use obj::{ObjOptions, UpAxis, write_mtl, write_obj};
pub use player::{FIGURE_HEADS, empty_part, empty_weapon, player_icon};
pub use quake::import_quake;
pub use source::{SourceLanguage, write_source};
pub use stl::{write_ply, write_stl};
