//! Quantization of positions to bytes.

use core::fmt;

use crate::normals::nearest_normal;
use crate::vertex::Vertex;
use crate::vertices::Vertices;

/// The scale and translation with which the positions of an MDL, or of a frame of an MD2, are quantized. A quantized
/// coordinate is 0..=255.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantization {
    /// Size of a quantization step in Quake units, per axis.
    pub scale: [f32; 3],
    /// The position of the quantized coordinate 0 in Quake units, per axis.
    pub translate: [f32; 3],
}

impl Quantization {
    /// Returns the finest quantization that covers all positions: 255 steps from the least to the greatest coordinate
    /// of each axis, as in id Software's tool qdata.
    ///
    /// Pass the positions of all frames at once to keep the scale constant: if the scale changes between frames, the
    /// model jitters. Without positions, scale and translation are zero.
    ///
    /// # Errors
    /// If a coordinate is infinite or not a number.
    pub fn covering<'a>(positions: impl IntoIterator<Item = &'a [f32; 3]>) -> Result<Self, QuantizeError> {
        let mut bounds: Option<([f32; 3], [f32; 3])> = None;
        for (vertex, &position) in positions.into_iter().enumerate() {
            if !position.iter().all(|c| c.is_finite()) {
                return Err(QuantizeError::NotFinite { vertex, position });
            }
            let (least, greatest) = bounds.get_or_insert((position, position));
            for ((least, greatest), c) in least.iter_mut().zip(greatest).zip(position) {
                *least = least.min(c);
                *greatest = greatest.max(c);
            }
        }
        let (least, greatest) = bounds.unwrap_or_default();
        let [x, y, z] = [0, 1, 2].map(|axis| step_length(least[axis], greatest[axis]));
        Ok(Self { scale: [x, y, z], translate: least })
    }

    /// Returns the quantized coordinates nearest to `position`, clamped to 0..=255.
    ///
    /// For positions that the quantization covers, [`unpack`](Self::unpack) returns a position that is at most half a
    /// quantization step away per axis, plus the rounding error of `f32`.
    pub fn pack(&self, position: [f32; 3]) -> [u8; 3] {
        [0, 1, 2].map(|axis| nearest_step(position[axis], self.scale[axis], self.translate[axis]))
    }

    /// Quantizes positions in Quake units (X forward, Y left, Z up), each with a normal of any length.
    ///
    /// The result is at most half a quantization step away from positions that the quantization covers. Each normal is
    /// replaced by the nearest of the 162 normals of the format, which are 14 to 18 degrees apart.
    ///
    /// # Errors
    /// If the numbers of positions and normals differ, or a coordinate is infinite or not a number.
    pub fn quantize(&self, positions: &[[f32; 3]], normals: &[[f32; 3]]) -> Result<Vertices, QuantizeError> {
        if positions.len() != normals.len() {
            return Err(QuantizeError::Lengths { positions: positions.len(), normals: normals.len() });
        }
        if let Some(vertex) = positions.iter().position(|position| !position.iter().all(|c| c.is_finite())) {
            return Err(QuantizeError::NotFinite { vertex, position: positions[vertex] });
        }
        let vertices = positions.iter().zip(normals);
        Ok(vertices
            .map(|(&position, &normal)| Vertex::new(self.pack(position), nearest_normal(normal)))
            .collect())
    }

    /// Converts quantized coordinates to a position in Quake units.
    pub fn unpack(&self, packed: [u8; 3]) -> [f32; 3] {
        Vertex::new(packed, 0).dequantize(self.scale, self.translate)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the difference of two f32, divided by 255, fits into f32"
)]
fn step_length(least: f32, greatest: f32) -> f32 {
    ((f64::from(greatest) - f64::from(least)) / 255.0) as f32
}

/// Returns the quantized coordinate nearest to `coordinate`. The cast to `u8` truncates and saturates. It converts NaN,
/// the result of 0 divided by a scale of 0, to 0.
#[expect(clippy::cast_possible_truncation, reason = "saturation is intended")]
fn nearest_step(coordinate: f32, scale: f32, translate: f32) -> u8 {
    ((f64::from(coordinate) - f64::from(translate)) / f64::from(scale) + 0.5) as u8
}

/// An error of quantizing positions.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the texts explain the fields")]
pub enum QuantizeError {
    /// A coordinate is infinite or not a number.
    NotFinite { vertex: usize, position: [f32; 3] },
    /// The numbers of positions and normals differ.
    Lengths { positions: usize, normals: usize },
}

impl fmt::Display for QuantizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { vertex, position } => {
                write!(f, "vertex {vertex}: position {position:?}, expected finite numbers")
            }
            Self::Lengths { positions, normals } => {
                write!(f, "{positions} positions but {normals} normals, expected the same number")
            }
        }
    }
}

impl core::error::Error for QuantizeError {}
