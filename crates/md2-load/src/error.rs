//! Why a model cannot be loaded.

use md2_common::FileKind;
use md2_mesh::MeshError;

/// What keeps a file from becoming a model that can be shown. Each says what was found and what is allowed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file is none of the formats that are known.
    #[error("this is {kind}, not a model of Quake (MDL), Quake II (MD2) or Quake III Arena (MD3)")]
    Foreign {
        /// What it is instead.
        kind: FileKind,
    },
    /// The file is none of the formats that are known, and nothing else that is recognized.
    #[error("this is no model: it starts with \"{}\", expected \"IDPO\", \"IDP2\" or \"IDP3\"", start.escape_ascii())]
    Unknown {
        /// The first bytes, at most 4.
        start: Vec<u8>,
    },
    /// The file is an MD2 that cannot be read.
    // A source besides the text would say it again.
    #[error("MD2: {0}")]
    Md2(md2_format::ParseError),
    /// The file is an MDL that cannot be read.
    #[error("MDL: {0}")]
    Mdl(mdl_format::ParseError),
    /// The file is an MD3 that cannot be read.
    #[error("MD3: {0}")]
    Md3(md3_format::ParseError),
    /// The frames together would take more bytes than the caller allows.
    #[error("{vertices} vertices (seams split) in {frames} frames take {bytes} bytes, allowed are {allowed}")]
    TooLarge {
        /// Vertices after splitting at seams.
        vertices: usize,
        /// Frames.
        frames: usize,
        /// Bytes that all frames together would take.
        bytes: usize,
        /// [`LoadOptions::max_packed_bytes`](crate::LoadOptions::max_packed_bytes), or what the file allows.
        allowed: usize,
    },
    /// The model has so many triangles that 32 bits cannot number their corners and the vertices.
    #[error("{found} triangles, allowed are {allowed}")]
    TooManyTriangles {
        /// Triangles in the model.
        found: usize,
        /// The most there may be.
        allowed: usize,
    },
    /// There is no memory for the frames.
    #[error("no memory for the {bytes} bytes that the frames take")]
    OutOfMemory {
        /// Bytes that all frames together would take.
        bytes: usize,
    },
    /// The frames make no poses that can be shown.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}
