//! Frames with quantized positions.

use md2_common::{Quantization, QuantizeError};

use crate::model::ModelFrame;
use crate::raw::FrameName;

impl ModelFrame {
    /// Creates a frame from positions in Quake units (X forward, Y left, Z up) and normals of any length.
    ///
    /// Uses the finest quantization that covers all positions, see [`Quantization::covering`]. The stored positions
    /// are at most half a quantization step away from `positions`, per axis. Each normal is replaced by the nearest
    /// of the 162 normals of the format, which are 14 to 18 degrees apart.
    ///
    /// # Errors
    /// If the numbers of positions and normals differ, or a coordinate is infinite or not a number.
    ///
    /// ```
    /// use md2_format::model::ModelFrame;
    /// use md2_format::raw::FrameName;
    ///
    /// let positions = [[-1.0, 0.0, 0.0], [4.1, 0.0, 2.0]];
    /// let frame = ModelFrame::from_positions(FrameName::new("jump1")?, &positions, &[[0.0, 0.0, 1.0]; 2])?;
    ///
    /// assert_eq!(frame.translate, [-1.0, 0.0, 0.0]);
    /// assert_eq!(frame.vertices[1].position, [255, 0, 255]);
    /// assert_eq!(frame.vertices[1].normal(), [0.0, 0.0, 1.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_positions(
        name: FrameName,
        positions: &[[f32; 3]],
        normals: &[[f32; 3]],
    ) -> Result<Self, QuantizeError> {
        Self::from_positions_with(name, Quantization::covering(positions)?, positions, normals)
    }

    /// Creates a frame like [`from_positions`](Self::from_positions), but with the given quantization.
    ///
    /// # Errors
    /// If the numbers of positions and normals differ, or a coordinate is infinite or not a number.
    pub fn from_positions_with(
        name: FrameName,
        quantization: Quantization,
        positions: &[[f32; 3]],
        normals: &[[f32; 3]],
    ) -> Result<Self, QuantizeError> {
        let Quantization { scale, translate } = quantization;
        Ok(Self { name, scale, translate, vertices: quantization.quantize(positions, normals)? })
    }
}
