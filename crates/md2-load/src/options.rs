//! Options for loading.

#[cfg(feature = "mdl")]
use mdl_format::Palette;

/// Options for loading. The default values are suited for drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadOptions {
    /// The texture coordinates to use from an MD2.
    pub uv_source: UvSource,
    /// The source of the normals: the file or the triangles.
    pub normals: NormalSource,
    /// Whether to reorder the triangles for the vertex cache of the GPU. The triangles and their windings do not change. Set this field to
    /// false to keep the order of the file.
    pub optimize_vertex_cache: bool,
    /// The colors of skins inside an MDL. The default is Quake's palette; other games have their own palettes.
    #[cfg(feature = "mdl")]
    pub palette: Palette,
    /// File name of the model without extension, if known. The name selects a table of sequences for the MDL models of Quake.
    pub stem: Option<String>,
    /// The largest allowed size of [`Mesh::packed_bytes`](md2_mesh::Mesh::packed_bytes) in bytes.
    ///
    /// The duplicates of vertices at seams are stored in every frame, so a crafted file of a few megabytes could need many gigabytes. The
    /// largest real models need a few megabytes. A second limit depends on the file: a mesh takes at most 1 MiB plus 16 bytes for each byte
    /// of its file. Real models take at most three bytes for each byte of their files.
    pub max_packed_bytes: usize,
}

/// The maximum number of bytes of a mesh for each byte of its file.
const BYTES_PER_FILE_BYTE: usize = 16;
const BYTES_BESIDE: usize = 1 << 20;

impl LoadOptions {
    /// Returns these options, but with a lower `max_packed_bytes` if the size of `file` requires a lower limit.
    pub(crate) fn for_file(&self, file: &[u8]) -> Self {
        let allowed = file.len().saturating_mul(BYTES_PER_FILE_BYTE).saturating_add(BYTES_BESIDE);
        Self { max_packed_bytes: self.max_packed_bytes.min(allowed), ..self.clone() }
    }
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self {
            uv_source: UvSource::default(),
            normals: NormalSource::default(),
            optimize_vertex_cache: true,
            #[cfg(feature = "mdl")]
            palette: Palette::QUAKE,
            stem: None,
            max_packed_bytes: 512 << 20,
        }
    }
}

/// The source of texture coordinates. An MD2 stores them twice, and the two copies may differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UvSource {
    /// The texture coordinates of the triangle list: `(st + 0.5) / skin size`.
    ///
    /// Adding 0.5 moves the coordinate to the center of a texel. id Software's tool computed the OpenGL commands in the same way, so the
    /// model looks as in the game.
    #[default]
    St,
    /// The texture coordinates in the OpenGL commands, which the original game draws.
    ///
    /// The triangles are still read from the triangle list. If the commands do not draw a triangle, or give it infinite or NaN coordinates,
    /// the triangle uses [`St`](Self::St). Many files have missing or invalid commands.
    GlCommands,
}

/// The source of vertex normals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NormalSource {
    /// The normals in the file if they are plausible, otherwise [`Recomputed`](Self::Recomputed) normals. Some exporters write equal
    /// normals for all vertices, or normals that point into the model.
    #[default]
    Auto,
    /// The normals in the file, even if they are wrong. An index outside the table means (0, 0, 1), as in Q2PRO.
    FromFile,
    /// Normals that are computed as the mean of the triangles around each vertex, weighted by area, and rounded to a direction that the
    /// format can store.
    Recomputed,
}
