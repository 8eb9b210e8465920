//! Options of loading.

use mdl_format::Palette;

/// Options of loading. The default suits drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadOptions {
    /// The source of an MD2's texture coordinates.
    pub uv_source: UvSource,
    /// The source of normals.
    pub normals: NormalSource,
    /// Whether to reorder triangles for the GPU's vertex cache. Triangles and windings stay the same. Turn it off to keep the
    /// file's order.
    pub optimize_vertex_cache: bool,
    /// The colors of skins inside an MDL. The default is Quake's palette; other games have their own.
    pub palette: Palette,
    /// The model's file name without extension, if known. Quake's table of MDL sequences uses it.
    pub stem: Option<String>,
    /// Greatest [`Mesh::packed_bytes`](md2_mesh::Mesh::packed_bytes).
    ///
    /// Splitting seams multiplies with the number of frames, so a crafted file of a few megabytes could need many gigabytes. The
    /// largest real models need a few megabytes. Independently of this limit, a mesh takes at most 16 bytes per byte of its file,
    /// and 1 MiB; real models need three at most.
    pub max_packed_bytes: usize,
}

/// Greatest number of bytes in a mesh per byte of its file.
const BYTES_PER_FILE_BYTE: usize = 16;
const BYTES_BESIDE: usize = 1 << 20;

impl LoadOptions {
    /// Adds the limit for a file of this size.
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
            palette: Palette::QUAKE,
            stem: None,
            max_packed_bytes: 512 << 20,
        }
    }
}

/// A source of texture coordinates. An MD2 stores them twice, and the two may differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UvSource {
    /// The skin coordinates of the triangle list, `(st + 0.5) / skin size`.
    ///
    /// With the half, an integer coordinate is the middle of a texel. id Software's tool derived the OpenGL commands in this way,
    /// so the game shows the same.
    #[default]
    St,
    /// The coordinates in the OpenGL commands, which the original game drew.
    ///
    /// Triangles still come from the triangle list. A triangle that the commands lack, or give non-finite coordinates, uses
    /// [`St`](Self::St), because many files have no commands or broken ones.
    GlCommands,
}

/// A source of vertex normals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NormalSource {
    /// The file's, or [`Recomputed`](Self::Recomputed) if they are all equal, as some exporters wrote them, or point into the
    /// model.
    #[default]
    Auto,
    /// The file's in any case. An index outside the table means straight up, as in Q2PRO.
    FromFile,
    /// Recomputed from the triangles around each vertex, weighted by area and rounded to the table.
    Recomputed,
}
