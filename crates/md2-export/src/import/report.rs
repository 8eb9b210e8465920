//! The result of an import.

use md2_common::RgbaImage;
use serde::Serialize;

/// The result of an import.
#[derive(Clone, Debug)]
pub struct ImportedModel {
    /// The MD2 file.
    pub md2: Vec<u8>,
    /// The skin of the model.
    pub skin: ImportedSkin,
    /// Statistics and notes.
    pub report: ImportReport,
}

/// The skin of an imported model.
#[derive(Clone, Debug)]
pub struct ImportedSkin {
    /// The decoded pixels.
    pub pixels: RgbaImage,
    /// The original PNG file, if the pixels are unchanged.
    pub png: Option<Vec<u8>>,
}

/// Statistics and notes of an import.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ImportReport {
    /// Vertices of all meshes in the source.
    pub source_vertices: usize,
    /// Triangles of all meshes in the source.
    pub source_triangles: usize,
    /// Vertices of the MD2.
    pub vertices: usize,
    /// Skin coordinates of the MD2.
    pub skin_coordinates: usize,
    /// Triangles of the MD2.
    pub triangles: usize,
    /// Frames of the MD2.
    pub frames: usize,
    /// Number of 32-bit words of the OpenGL commands.
    pub gl_words: usize,
    /// Width and height in texels of the skin coordinates.
    pub skin_size: [u16; 2],
    /// The skin path in the model.
    pub skin_name: String,
    /// The sequences in the order of their frames.
    pub sequences: Vec<ImportedSequence>,
    /// The least coordinates of all frames, in Quake units.
    pub least: [f32; 3],
    /// The greatest coordinates of all frames, in Quake units.
    pub greatest: [f32; 3],
    /// The error of the stored positions.
    pub error: PositionError,
    /// Notes about skipped, changed or assumed data.
    pub notes: Vec<String>,
    /// Findings of `check` that matter to engines, one line each.
    pub findings: Vec<String>,
}

/// A sequence of frames.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImportedSequence {
    /// The name in the frame names.
    pub name: String,
    /// The name in the source.
    pub source: String,
    /// The first frame.
    pub first: usize,
    /// The last frame.
    pub last: usize,
    /// Sampling rate in frames per second. An MD2 does not store it.
    pub fps: f64,
}

/// The distances between stored positions and the source over all frames and vertices, in Quake units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PositionError {
    /// The largest distance.
    pub largest: f64,
    /// The mean distance.
    pub mean: f64,
    /// The longest step between two storable positions, of any axis and frame.
    pub longest_step: f32,
}
