//! What became of a model, for who imports it.

use md2_common::RgbaImage;
use serde::Serialize;

/// A model that was made into an MD2.
#[derive(Clone, Debug)]
pub struct ImportedModel {
    /// The MD2 file.
    pub md2: Vec<u8>,
    /// What it wears.
    pub skin: ImportedSkin,
    /// What became of it.
    pub report: ImportReport,
}

/// The picture that a model wears.
#[derive(Clone, Debug)]
pub struct ImportedSkin {
    /// Its pixels.
    pub pixels: RgbaImage,
    /// The PNG that it was in the file, byte for byte, where nothing had to be changed.
    pub png: Option<Vec<u8>>,
}

/// What became of a model.
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
    /// Words of the OpenGL commands.
    pub gl_words: usize,
    /// Width and height in texels that skin coordinates are stored for.
    pub skin_size: [u16; 2],
    /// The path of the skin in the model, printable.
    pub skin_name: String,
    /// The sequences in the order of their frames.
    pub sequences: Vec<ImportedSequence>,
    /// The corner with the least coordinates of all frames together, Quake units.
    pub least: [f32; 3],
    /// The corner with the greatest coordinates of all frames together, Quake units.
    pub greatest: [f32; 3],
    /// How far the stored positions are from those of the source.
    pub error: PositionError,
    /// What was left out, changed or assumed.
    pub notes: Vec<String>,
    /// What a check of the file finds that engines refuse or draw wrong: one line each, with the engines.
    pub findings: Vec<String>,
}

/// A sequence of frames.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImportedSequence {
    /// Its name, which its frames bear.
    pub name: String,
    /// Its name in the source.
    pub source: String,
    /// Its first frame.
    pub first: usize,
    /// Its last frame.
    pub last: usize,
    /// Frames a second that it was sampled at; the file does not hold them.
    pub fps: f64,
}

/// How far the stored positions are from those of the source, over all frames and vertices, Quake units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PositionError {
    /// The largest distance.
    pub largest: f64,
    /// The mean distance.
    pub mean: f64,
    /// The longest step between two positions that can be stored, of any axis and frame.
    pub longest_step: f32,
}
