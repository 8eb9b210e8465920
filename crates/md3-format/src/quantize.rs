//! Quantization of positions to steps of 1/64 unit.

use core::fmt;

use md2_common::encode_normal;

use crate::raw::{POSITION_SCALE, Vertex};

/// The greatest coordinate that a file can store, in Quake units. The least is -512.
pub const MAX_COORDINATE: f32 = i16::MAX as f32 * POSITION_SCALE;

impl Vertex {
    /// Returns the vertex nearest to a position in Quake units, and nearest to a normal of any length.
    ///
    /// The stored position is at most 1/128 unit away per axis.
    ///
    /// # Errors
    /// If a coordinate is outside -512..=[`MAX_COORDINATE`], infinite, or not a number.
    ///
    /// ```
    /// use md3_format::raw::Vertex;
    ///
    /// let vertex = Vertex::from_position([1.0, -0.25, 0.01], [0.0, 0.0, -2.0])?;
    /// assert_eq!((vertex.xyz, vertex.normal()), ([64, -16, 1], [0.0, 0.0, -1.0]));
    ///
    /// let error = Vertex::from_position([0.0, 600.0, 0.0], [0.0, 0.0, 1.0]).unwrap_err();
    /// assert_eq!(error.to_string(), "coordinate Y is 600, expected -512 to 511.98");
    /// # Ok::<(), md3_format::QuantizeError>(())
    /// ```
    pub fn from_position(position: [f32; 3], normal: [f32; 3]) -> Result<Self, QuantizeError> {
        let mut xyz = [0; 3];
        for ((axis, steps), coordinate) in ('X'..='Z').zip(&mut xyz).zip(position) {
            *steps = nearest_step(coordinate).ok_or(QuantizeError { axis, coordinate })?;
        }
        let [zenith, azimuth] = encode_normal(normal);
        Ok(Self { xyz, zenith, azimuth })
    }
}

/// Returns the step nearest to a coordinate in Quake units; `None` if the coordinate is out of range.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
fn nearest_step(coordinate: f32) -> Option<i16> {
    let in_range = (-512.0..=MAX_COORDINATE).contains(&coordinate);
    // Adding one half before rounding down. The cast rounds toward 0, so the sum must not be negative.
    in_range.then(|| ((f64::from(coordinate) * 64.0 + 32768.5) as i32 - 32768) as i16)
}

/// A coordinate that a file cannot store.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuantizeError {
    /// `'X'`, `'Y'` or `'Z'`.
    pub axis: char,
    /// The coordinate, in Quake units.
    pub coordinate: f32,
}

impl fmt::Display for QuantizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { axis, coordinate } = self;
        write!(f, "coordinate {axis} is {coordinate}, expected -512 to {MAX_COORDINATE:.2}")
    }
}

impl core::error::Error for QuantizeError {}
