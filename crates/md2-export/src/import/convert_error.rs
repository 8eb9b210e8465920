//! The error of reading, converting and writing models of any format.

use super::error::ImportError;
use crate::gltf::GltfError;
use crate::limits::ExceededLimit;

/// The error of converting a model to another format.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages show what the fields are")]
#[non_exhaustive]
pub enum ConvertError {
    #[error(transparent)]
    Model(#[from] GltfError),
    #[error(transparent)]
    Import(#[from] ImportError),
    #[error(transparent)]
    Limit(#[from] ExceededLimit),
    #[error("frame {frame}, vertex {vertex}: coordinate {found:.2}, MD3 stores -512 to 511.98")]
    Range { frame: usize, vertex: usize, found: f64, scale: f64 },
    #[error("the model has no triangles, which engines reject")]
    NoTriangles,
    #[error("the name \"{name}\" has {} bytes, at most {allowed} fit: use a shorter file name", name.len())]
    Name { name: String, allowed: usize },
    #[error(
        "models of the Hexen II mission pack can only be read: no engine loads an MD3 in their place, convert the model instead"
    )]
    Hexen2,
    #[error(transparent)]
    ReadMdl(#[from] mdl_format::ParseError),
    #[error("skin \"{name}\": {reason}")]
    Skin { name: String, reason: String },
    #[error("cannot encode a skin: {0}")]
    Image(String),
    #[error(transparent)]
    WriteMdl(#[from] mdl_format::WriteError),
    #[error(transparent)]
    WriteMd3(#[from] md3_format::WriteError),
}
