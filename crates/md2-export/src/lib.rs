//! Quake's models in other programs' formats, and other programs' models as MD2.
//!
//! It is handed models and pixels and gives bytes: it opens no file, starts no thread, and knows no GPU and no window.

#![forbid(unsafe_code)]

mod keys;
mod md2;
mod name;
mod obj;
mod picture_file;
mod selection;
mod stl;
mod subject;
mod unique;

pub mod animation;
pub mod gltf;
pub mod import;
pub mod picture;
pub mod sheet;

pub use md2::{
    ConvertError, RebuildError, RebuildOptions, Rebuilt, convert_to_md2, frame_names, rebuild_md2,
};
pub use name::{bytes_of, text_of};
pub use obj::{ObjOptions, UpAxis, write_mtl, write_obj};
pub use picture_file::PictureFile;
pub use selection::{Selected, Selection};
pub use stl::{write_ply, write_stl};
pub use subject::{Alpha, Pixels, SkinPicture, SkinSet, SlotSkin, Subject};
