//! The result of an import.

use md2_anim::Sequence;
use md2_common::RgbaImage;
use serde::Serialize;

use super::mesh::AnimatedMesh;
use super::skin_file::encode_png;
use crate::loss::Loss;

/// The result of an import.
#[derive(Clone, Debug)]
pub struct ImportedModel {
    /// The MD2, MDL or MD3 file.
    pub bytes: Vec<u8>,
    /// The images of the model: one for an MD2, one for each surface of an MD3, none for an MDL, which contains its skins.
    pub surfaces: Vec<ImportedSurface>,
    /// The images of the other skins, for each skin like `surfaces`. A skin may lack the images of some surfaces.
    pub other_skins: Vec<Vec<ImportedSurface>>,
    /// Number of skins in an MDL.
    pub skins: usize,
    /// The sequences for the `animation.cfg` of an MD3, which does not contain them. Those of a model that this toolkit exported may
    /// overlap.
    pub sequences: Vec<Sequence>,
    /// Statistics and notes.
    pub report: ImportReport,
    /// The weapons of a player, as MD2. Their frames follow those of the player.
    pub weapons: Vec<ImportedWeapon>,
}

#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say what the fields are")]
pub struct ImportedSurface {
    /// The name of the surface of an MD3.
    pub name: String,
    /// The path of the image in the game; empty if the source has no image for the surface.
    pub path: String,
    pub skin: ImportedSkin,
}

impl ImportedModel {
    pub(crate) fn new(bytes: Vec<u8>, report: ImportReport) -> Self {
        Self {
            bytes,
            surfaces: vec![],
            other_skins: vec![],
            skins: 0,
            sequences: vec![],
            report,
            weapons: vec![],
        }
    }
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

impl ImportedSkin {
    /// Returns the original PNG, or encodes the pixels.
    ///
    /// # Errors
    /// Returns the message of the encoder.
    pub fn to_png(&self) -> Result<Vec<u8>, String> {
        self.png.clone().map_or_else(|| encode_png(&self.pixels), Ok)
    }
}

/// Statistics and notes of an import.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say what is counted")]
#[non_exhaustive]
pub struct ImportReport {
    /// Of all meshes in the source.
    pub source_vertices: usize,
    /// Of all meshes in the source.
    pub source_triangles: usize,
    /// Of the written model. An MDL stores a vertex with several skin coordinates several times.
    pub vertices: usize,
    pub skin_coordinates: usize,
    pub triangles: usize,
    pub frames: usize,
    /// Number of 32-bit words of the OpenGL commands; 0 for an MDL or MD3.
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
    #[serde(rename = "position_error")]
    pub error: PositionError,
    /// Assumptions, changes and additions.
    pub notes: Vec<String>,
    /// Data of the source that the written model does not contain.
    pub losses: Vec<Loss>,
    /// Problems that the check of the format finds and that affect engines, one line each.
    pub findings: Vec<String>,
}

impl ImportReport {
    pub(crate) fn new(mesh: AnimatedMesh, [source_vertices, source_triangles]: [usize; 2]) -> Self {
        let bounds = mesh.frames_bounds(0..mesh.frame_count());
        let (least, greatest, frames) = (bounds.min, bounds.max, mesh.frame_count());
        let AnimatedMesh { notes, losses, .. } = mesh;
        Self { source_vertices, source_triangles, frames, least, greatest, notes, losses, ..Self::default() }
    }
}

/// A sequence of the imported model.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say what the fields are")]
pub struct ImportedSequence {
    /// The name as it appears in the frame names.
    pub name: String,
    /// The name of the animation in the source.
    pub source: String,
    pub first: usize,
    pub last: usize,
    /// Sampling rate in frames per second. An MD2 does not store it.
    pub fps: f64,
}

/// The distances between the stored, quantized positions and the source positions of all frames and vertices, in Quake units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say what the fields are")]
pub struct PositionError {
    pub largest: f64,
    pub mean: f64,
    /// The largest quantization step on any axis in any frame.
    pub longest_step: f32,
}

#[derive(Debug, Default)]
pub(crate) struct ErrorSum {
    largest: f64,
    sum: f64,
    count: usize,
}

impl ErrorSum {
    pub(crate) fn add(&mut self, distance: f64) {
        self.largest = self.largest.max(distance);
        self.sum += distance;
        self.count += 1;
    }

    pub(crate) fn add_pair(&mut self, a: [f32; 3], b: [f32; 3]) {
        let off = (0..3).map(|axis| f64::from(a[axis]) - f64::from(b[axis]));
        self.add(off.map(|off| off * off).sum::<f64>().sqrt());
    }

    pub(crate) fn finish(&self, longest_step: f32) -> PositionError {
        let count = self.count.max(1) as f64;
        PositionError { largest: self.largest, mean: self.sum / count, longest_step }
    }
}
