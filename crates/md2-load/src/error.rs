//! Errors that occur when a model is loaded.

use md2_common::FileKind;
use md2_mesh::MeshError;

/// The reason why a file cannot be loaded, with the value found and the allowed values.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages explain the fields")]
pub enum LoadError {
    /// The file is in another known format.
    #[error("this is {kind}, not a model of Quake (MDL), Quake II (MD2) or Quake III Arena (MD3)")]
    Foreign { kind: FileKind },
    /// The file is in a format whose feature of this crate is disabled.
    #[error("this is {kind}, but this program was built without support for the format")]
    NotEnabled { kind: FileKind },
    /// The file is in an unknown format. `start` contains its first bytes, at most 4.
    #[error("not a model: it starts with \"{}\", expected \"IDPO\", \"IDP2\" or \"IDP3\"", start.escape_ascii())]
    Unknown { start: Vec<u8> },
    /// The file is an MD2 that cannot be read.
    // The message contains the parse error. As a `source`, it would appear twice in an error chain.
    #[cfg(feature = "md2")]
    #[error("MD2: {0}")]
    Md2(md2_format::ParseError),
    /// The file is an MDL that cannot be read.
    #[cfg(feature = "mdl")]
    #[error("MDL: {0}")]
    Mdl(mdl_format::ParseError),
    /// The file is an MD3 that cannot be read.
    #[cfg(feature = "md3")]
    #[error("MD3: {0}")]
    Md3(md3_format::ParseError),
    /// After duplicating the vertices at seams, the frames need more memory than
    /// [`LoadOptions::max_packed_bytes`](crate::LoadOptions::max_packed_bytes) allows for a file of this size.
    #[error(
        "{vertices} vertices (with duplicates at seams) in {frames} frames need {bytes} bytes, expected at most {allowed}"
    )]
    TooLarge { vertices: usize, frames: usize, bytes: usize, allowed: usize },
    /// The model has too many triangles to number corners and vertices with 32 bits.
    #[error("{found} triangles, expected at most {allowed}")]
    TooManyTriangles { found: usize, allowed: usize },
    /// There is not enough memory for the frames.
    #[error("out of memory: the frames need {bytes} bytes")]
    OutOfMemory { bytes: usize },
    /// The model cannot be converted to a mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

impl LoadError {
    /// Whether a program has probably converted the file as if it were text. All values of the file may then be wrong.
    pub fn is_text_conversion(&self) -> bool {
        #[cfg(feature = "md2")]
        if let Self::Md2(reason) = self {
            use md2_format::check::Code;
            return matches!(reason.code, Code::TextUtf8 | Code::TextCrLfToLf | Code::TextLfToCrLf);
        }
        false
    }
}
