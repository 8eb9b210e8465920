//! From positions in Quake units to packed ones.

use core::fmt;

use md2_common::nearest_normal;

use crate::model::ModelFrame;
use crate::raw::{FrameName, Vertex};

/// How positions of one frame are packed: 256 steps per axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantization {
    /// Quake units per step, per axis.
    pub scale: [f32; 3],
    /// The position of step 0, per axis.
    pub translate: [f32; 3],
}

impl Quantization {
    /// The finest steps that reach every position: from the least coordinate of each axis to the greatest in 255
    /// steps, as id's tool qdata chooses them.
    ///
    /// To spare a model the tremble of a scale that changes from frame to frame, give it the positions of all
    /// frames at once. Without positions, scale and translation are zero.
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
        let [x, y, z] = [0, 1, 2].map(|axis| steps_of(least[axis], greatest[axis]));
        Ok(Self { scale: [x, y, z], translate: least })
    }

    /// The steps nearest to `position`. What lies outside the range comes out at its border.
    ///
    /// For positions inside the range, `unpack` gives the position back to within half a step and the rounding of
    /// `f32`.
    #[must_use]
    pub fn pack(&self, position: [f32; 3]) -> [u8; 3] {
        [0, 1, 2].map(|axis| step_of(position[axis], self.scale[axis], self.translate[axis]))
    }

    /// The position of the steps, in Quake units.
    #[must_use]
    pub fn unpack(&self, packed: [u8; 3]) -> [f32; 3] {
        Vertex::new(packed, 0).dequantize(self.scale, self.translate)
    }
}

/// The length of one of 255 steps.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a 255th of the difference of two f32 is in range of f32"
)]
fn steps_of(least: f32, greatest: f32) -> f32 {
    ((f64::from(greatest) - f64::from(least)) / 255.0) as f32
}

/// The nearest step. The cast cuts off the fraction and takes what is below 0, above 255 or not a number to the
/// border, the last when the scale is zero.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturating is what is wanted")]
fn step_of(coordinate: f32, scale: f32, translate: f32) -> u8 {
    ((f64::from(coordinate) - f64::from(translate)) / f64::from(scale) + 0.5) as u8
}

impl ModelFrame {
    /// A frame from positions in Quake units (X forward, Y left, Z up) and normals of any length.
    ///
    /// Each axis gets the finest steps that cover it, see [`Quantization::covering`]; the stored positions are at
    /// most half a step off. Normals become the nearest of the 162 directions, which are 14 to 18 degrees apart.
    ///
    /// # Errors
    /// If there are not as many normals as positions, or a coordinate is infinite or not a number.
    ///
    /// ```
    /// use md2_format::model::ModelFrame;
    /// use md2_format::raw::FrameName;
    ///
    /// let positions = [[-1.0, 0.0, 0.0], [4.1, 0.0, 2.0]];
    /// let frame = ModelFrame::from_float(FrameName::new("jump1")?, &positions, &[[0.0, 0.0, 1.0]; 2])?;
    ///
    /// assert_eq!(frame.translate, [-1.0, 0.0, 0.0]);
    /// assert_eq!(frame.vertices[1].position, [255, 0, 255]);
    /// assert_eq!(frame.vertices[1].normal(), [0.0, 0.0, 1.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_float(
        name: FrameName,
        positions: &[[f32; 3]],
        normals: &[[f32; 3]],
    ) -> Result<Self, QuantizeError> {
        Self::from_float_with(name, Quantization::covering(positions)?, positions, normals)
    }

    /// Like [`from_float`](Self::from_float), packed as the caller says.
    ///
    /// # Errors
    /// If there are not as many normals as positions, or a coordinate is infinite or not a number.
    pub fn from_float_with(
        name: FrameName,
        quantization: Quantization,
        positions: &[[f32; 3]],
        normals: &[[f32; 3]],
    ) -> Result<Self, QuantizeError> {
        if positions.len() != normals.len() {
            return Err(QuantizeError::Lengths { positions: positions.len(), normals: normals.len() });
        }
        if let Some(vertex) = positions.iter().position(|position| !position.iter().all(|c| c.is_finite())) {
            return Err(QuantizeError::NotFinite { vertex, position: positions[vertex] });
        }
        let Quantization { scale, translate } = quantization;
        let vertices = positions
            .iter()
            .zip(normals)
            .map(|(&position, &normal)| Vertex::new(quantization.pack(position), nearest_normal(normal)));
        Ok(Self { name, scale, translate, vertices: vertices.collect() })
    }
}

/// Why positions cannot be packed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum QuantizeError {
    /// A coordinate is infinite or not a number.
    NotFinite {
        /// Index of the position.
        vertex: usize,
        /// The position.
        position: [f32; 3],
    },
    /// There are not as many normals as positions.
    Lengths {
        /// Number of positions.
        positions: usize,
        /// Number of normals.
        normals: usize,
    },
}

impl fmt::Display for QuantizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { vertex, position } => {
                write!(f, "vertex {vertex}: position {position:?}, expected finite numbers")
            }
            Self::Lengths { positions, normals } => {
                write!(f, "{positions} positions but {normals} normals, expected equally many")
            }
        }
    }
}

impl core::error::Error for QuantizeError {}
