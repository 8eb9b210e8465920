//! The result of an import.

use md2_common::RgbaImage;
use serde::Serialize;

use crate::loss::Loss;

/// The result of an import.
#[derive(Clone, Debug)]
pub struct ImportedModel {
    /// The MD2 file.
    pub md2: Vec<u8>,
    /// The skin of the model.
    pub skin: ImportedSkin,
    /// Statistics and notes.
    pub report: ImportReport,
    /// The weapons of a player. Their frames follow those of the player.
    pub weapons: Vec<ImportedWeapon>,
}

/// A weapon of an imported player.
#[derive(Clone, Debug)]
pub struct ImportedWeapon {
    /// The usual file name in the folder of the player, without extension: `weapon` for the first weapon, such as `w_axe` for others.
    pub file_stem: String,
    /// The name of the mesh in the source.
    pub source: String,
    /// The model. It has no weapons.
    pub model: ImportedModel,
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
    /// Number of vertices of all meshes in the source.
    pub source_vertices: usize,
    /// Number of triangles of all meshes in the source.
    pub source_triangles: usize,
    /// Number of vertices of the MD2 or MDL.
    pub vertices: usize,
    /// Number of skin coordinates of the MD2 or MDL.
    pub skin_coordinates: usize,
    /// Number of triangles of the MD2 or MDL.
    pub triangles: usize,
    /// Number of frames of the MD2 or MDL.
    pub frames: usize,
    /// Number of 32-bit words of the OpenGL commands; 0 for an MDL.
    pub gl_words: usize,
    /// The skin width and height in the header, in texels.
    pub skin_size: [u16; 2],
    /// The skin path in the model; empty for an MDL.
    pub skin_name: String,
    /// The sequences in the order of their frames.
    pub sequences: Vec<ImportedSequence>,
    /// The minimum of each coordinate over all frames, in Quake units.
    pub least: [f32; 3],
    /// The maximum of each coordinate over all frames, in Quake units.
    pub greatest: [f32; 3],
    /// The distances between the stored, quantized positions and the source positions.
    #[serde(rename = "position_error")]
    pub error: PositionError,
    /// Notes about assumptions, changes and additions.
    pub notes: Vec<String>,
    /// Data of the source that the MD2 or MDL does not contain.
    pub losses: Vec<Loss>,
    /// Problems that `md2_format::check` or `mdl_format::check` finds and that affect engines, one line each.
    pub findings: Vec<String>,
}

/// A sequence of the imported model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImportedSequence {
    /// The name as it appears in the frame names.
    pub name: String,
    /// The name of the animation in the source.
    pub source: String,
    /// The first frame.
    pub first: usize,
    /// The last frame.
    pub last: usize,
    /// Sampling rate in frames per second. An MD2 does not store it.
    pub fps: f64,
}

/// The distances between the stored, quantized positions and the source positions of all frames and vertices, in Quake units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PositionError {
    /// The largest distance.
    pub largest: f64,
    /// The mean distance.
    pub mean: f64,
    /// The largest quantization step on any axis in any frame.
    pub longest_step: f32,
}
