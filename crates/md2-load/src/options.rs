//! The choices a caller has when a model is loaded.

use mdl_format::Palette;

/// How a model is loaded. The default suits drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadOptions {
    /// Which of an MD2's two sets of texture coordinates to use.
    pub uv_source: UvSource,
    /// Whether to trust the file's normals.
    pub normals: NormalSource,
    /// Whether to order the triangles so that the GPU finds more vertices in its cache. The set of
    /// triangles and the winding of each stay the same; callers that need the file's order turn it off.
    pub optimize_vertex_cache: bool,
    /// The colors of the skins inside an MDL. By default Quake's own; other games have others.
    pub palette: Palette,
    /// The name of the model's file without folder and extension, if it has one. The game knows the sequences of its
    /// MDL models by it.
    pub stem: Option<String>,
    /// The most bytes [`Mesh::packed_bytes`](md2_mesh::Mesh::packed_bytes) may take.
    ///
    /// Splitting seams multiplies with the number of frames, so a crafted file of a few megabytes
    /// could ask for many gigabytes. The largest real models need a few megabytes. Of a file, whatever is allowed here,
    /// they take at most 16 bytes for each of its own, and 1 MiB: real models need three at most.
    pub max_packed_bytes: usize,
}

/// How many bytes vertices may take for each byte of their file.
const BYTES_PER_FILE_BYTE: usize = 16;
const BYTES_BESIDE: usize = 1 << 20;

impl LoadOptions {
    /// The same for a file, of which no more is made than it can mean.
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

/// Where texture coordinates come from. An MD2 stores them twice, and the two may differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UvSource {
    /// The skin coordinates of the triangle list, `(st + 0.5) / skin size`.
    ///
    /// The half makes an integer coordinate name the middle of its texel. It is how id Software's tool
    /// derived the OpenGL commands from the same coordinates, so this is what the game shows.
    #[default]
    St,
    /// The coordinates in the OpenGL commands, which the original game drew from.
    ///
    /// Triangles still come from the triangle list. One that the commands lack, or give coordinates
    /// that are not finite, falls back to [`St`](Self::St): many files have no commands, or broken ones.
    GlCommands,
}

/// Where vertex normals come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NormalSource {
    /// The file's, unless they say nothing, as some exporters wrote one index for every vertex of every frame, or point
    /// into the model. Then as [`Recomputed`](Self::Recomputed).
    #[default]
    Auto,
    /// The file's, whatever they are. An index outside the table reads as straight up, as in Q2PRO.
    FromFile,
    /// From the triangles around each vertex, weighted by area, rounded to the table.
    Recomputed,
}
