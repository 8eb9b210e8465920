//! Quake's models in other programs' formats, and other programs' models as MD2.
//!
//! It is handed models and pixels and gives bytes: it opens no file, starts no thread, and knows no GPU and no window.

#![forbid(unsafe_code)]

mod keys;
mod name;
mod picture_file;
mod selection;
mod subject;
mod unique;

pub mod animation;
pub mod gltf;
pub mod import;
pub mod picture;
pub mod sheet;

pub use name::{bytes_of, text_of};
pub use picture_file::PictureFile;
pub use selection::{Selected, Selection};
pub use subject::{Alpha, Pixels, SkinPicture, SkinSet, SlotSkin, Subject};
