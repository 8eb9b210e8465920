//! Errors of loading.

use md2_common::FileKind;
use md2_mesh::MeshError;

/// The reason why a file cannot be loaded, with the value found and those allowed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file has another known format.
    #[error("this is {kind}, not a model of Quake (MDL), Quake II (MD2) or Quake III Arena (MD3)")]
    Foreign {
        /// The format.
        kind: FileKind,
    },
    /// The file has an unknown format.
    #[error("not a model: it starts with \"{}\", expected \"IDPO\", \"IDP2\" or \"IDP3\"", start.escape_ascii())]
    Unknown {
        /// The first bytes, at most 4.
        start: Vec<u8>,
    },
    /// The file is an MD2 that cannot be read.
    // As a source, the error would appear twice in a chain.
    #[error("MD2: {0}")]
    Md2(md2_format::ParseError),
    /// The file is an MDL that cannot be read.
    #[error("MDL: {0}")]
    Mdl(mdl_format::ParseError),
    /// The file is an MD3 that cannot be read.
    #[error("MD3: {0}")]
    Md3(md3_format::ParseError),
    /// The frames need more bytes than the caller allows.
    #[error(
        "{vertices} vertices (seams split) in {frames} frames need {bytes} bytes, expected at most {allowed}"
    )]
    TooLarge {
        /// Vertices after splitting at seams.
        vertices: usize,
        /// The number of frames.
        frames: usize,
        /// Bytes that all frames together need.
        bytes: usize,
        /// [`LoadOptions::max_packed_bytes`](crate::LoadOptions::max_packed_bytes), or the limit for a file of this size.
        allowed: usize,
    },
    /// The model has too many triangles to number corners and vertices with 32 bits.
    #[error("{found} triangles, expected at most {allowed}")]
    TooManyTriangles {
        /// Triangles in the model.
        found: usize,
        /// The greatest number.
        allowed: usize,
    },
    /// There is not enough memory for the frames.
    #[error("out of memory: the frames need {bytes} bytes")]
    OutOfMemory {
        /// Bytes that all frames together need.
        bytes: usize,
    },
    /// The frames are not valid poses.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}
