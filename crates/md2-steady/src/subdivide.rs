//! The 16-bit form of coordinates, in which every 8-bit quantization step is divided into 256 parts.
//!
//! A 16-bit coordinate is `256 * q + part - 32768`. `q` is the byte in the file, and `part` is the position in the cell of this byte: 0
//! is the lower edge, 128 the center. Parts near the edges are not used, so that rounding never leads to the next cell.

use md2_mesh::{FrameTransform, Mesh, Vertex8};

use crate::rounding::Rounding;

const PARTS: f64 = 256.0;

/// The 16-bit form of the coordinates on one axis of one frame.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Axis16 {
    /// Coordinates are in parts of a quantization step, at least `margin` parts away from the edges of the cell.
    Parts {
        /// The smallest allowed distance from the edges of the cell, in parts; at least 1.
        margin: f64,
    },
    /// Coordinates are the unchanged bytes of the file. This form is used if the quantization step is zero, or if the
    /// coordinates are so far from the origin that single precision cannot represent parts of a step.
    Bytes,
}

pub(crate) fn axes(file: &FrameTransform, rounding: Rounding) -> (FrameTransform, [Axis16; 3]) {
    let mut fine = *file;
    let mut axes = [Axis16::Bytes; 3];
    for (i, axis) in axes.iter_mut().enumerate() {
        let (scale, translate) = (f64::from(file.scale[i]), f64::from(file.translate[i]));
        let middle = translate + scale * (127.5 + rounding.middle());
        #[allow(clippy::cast_possible_truncation, reason = "the margin exceeds the rounding")]
        let (part, middle_f32) = ((scale / PARTS) as f32, middle as f32);

        // The largest error of `coordinate * scale + translate` in single precision.
        let furthest = middle.abs() + 128.0 * scale.abs();
        let constant_error =
            (f64::from(middle_f32) - middle).abs() + (f64::from(part) * PARTS - scale).abs() * 128.0;
        let arithmetic_error = 2.0 * f64::from(f32::EPSILON) * furthest + f64::from(f32::MIN_POSITIVE);
        let error = (constant_error + arithmetic_error) / scale.abs() * PARTS;

        let margin = 1.0 + error.ceil();
        if margin <= PARTS / 8.0 {
            *axis = Axis16::Parts { margin: if error < 0.5 { 1.0 } else { margin } };
            (fine.scale[i], fine.translate[i]) = (part, middle_f32);
        }
    }
    (fine, axes)
}

impl Axis16 {
    /// Returns the 16-bit coordinate that is `off` quantization steps above the center of cell `q`, and its distance in
    /// steps from the coordinate in the file.
    ///
    /// The box of a frame contains all its vertices, so only the inner half of the outermost cells is used. If the exporter rounded down,
    /// 255 is exactly the end of the box.
    pub(crate) fn coordinate(self, q: u8, off: f64, rounding: Rounding) -> (i16, f64) {
        let Self::Parts { margin } = self else { return (i16::from(q), 0.0) };
        let (mut least, mut greatest) = (margin, PARTS - margin);
        match (rounding, q) {
            (Rounding::Nearest, 0) => least = PARTS / 2.0,
            (Rounding::Nearest, 255) => greatest = PARTS / 2.0,
            (Rounding::Down, 255) => greatest = margin,
            _ => {}
        }
        let off = if off.is_finite() { off } else { 0.0 };
        let part = (PARTS / 2.0 + (off * PARTS).round()).clamp(least, greatest);
        let moved = (part - PARTS / 2.0) / PARTS + rounding.middle();
        #[allow(
            clippy::cast_possible_truncation,
            reason = "at most 256 * 255 + 255 - 32768, which is i16::MAX"
        )]
        let coordinate = (f64::from(q) * PARTS + part - 32768.0) as i16;
        (coordinate, moved.abs())
    }
}

/// Whether quantizing every position of `restored` with the scale and translation of `file` gives the bytes of `file`.
///
/// Positions are computed in single precision and rounded with `rounding`. A coordinate also passes if its position has the same bits as
/// in `file`. This is needed on an axis whose step is zero or below single precision, where not even the positions of `file` give its
/// bytes.
///
/// Returns false if the meshes have different numbers of frames or vertices, or if `file` does not have 8-bit coordinates.
pub fn packs_to_same_bytes(file: &Mesh, restored: &Mesh, rounding: Rounding) -> bool {
    if file.frame_count() != restored.frame_count()
        || file.vertex_count() != restored.vertex_count()
        || file.packing() != md2_mesh::Packing::Position8Normal8
    {
        return false;
    }
    let half = 0.5 - rounding.middle();
    (0..file.frame_count()).all(|frame| {
        let transform = file.frames()[frame].transform;
        let (vertices, _): (&[Vertex8], _) = file.frame_bytes(frame).as_chunks();
        vertices.iter().enumerate().all(|(vertex, bytes)| {
            let (own, now) = (file.position(frame, vertex), restored.position(frame, vertex));
            (0..3).all(|axis| {
                let [scale, translate, position] =
                    [transform.scale, transform.translate, now].map(|vector| f64::from(vector[axis]));
                let packed = ((position - translate) / scale + half).floor();
                packed.clamp(0.0, 255.0) == f64::from(bytes[axis])
                    || own[axis].to_bits() == now[axis].to_bits()
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks, for every byte, that quantizing a restored coordinate in the cell of the byte gives this byte again.
    #[track_caller]
    fn check(scale: f32, translate: f32, in_parts: bool) {
        for rounding in [Rounding::Nearest, Rounding::Down] {
            let file = FrameTransform { scale: [scale; 3], translate: [translate; 3] };
            let (fine, [axis, ..]) = axes(&file, rounding);
            assert_eq!(matches!(axis, Axis16::Parts { .. }), in_parts, "{scale:e}, {translate:e}");
            for q in 0..=u8::MAX {
                for off in [-9.0, -0.5, -0.499, -0.1, 0.0, 0.3, 0.499, 0.5, 9.0, f64::NAN] {
                    let (coordinate, moved) = axis.coordinate(q, off, rounding);
                    assert!(moved <= 0.5 + rounding.middle(), "{moved}");
                    let [position, ..] = fine.position([f32::from(coordinate); 3]);
                    let [own, ..] = file.position([f32::from(q); 3]);
                    if in_parts {
                        let steps = (f64::from(position) - f64::from(translate)) / f64::from(scale);
                        let packed = (steps + 0.5 - rounding.middle()).floor().clamp(0.0, 255.0);
                        assert_eq!(packed, f64::from(q), "{scale:e}, {translate:e}, {off}: {position}");
                    } else {
                        assert_eq!(position.to_bits(), own.to_bits());
                    }
                }
            }
        }
    }

    #[test]
    fn every_position_in_a_cell_packs_to_its_byte() {
        for scale in [0.25, -0.25, 0.1, 0.137_254_9, 1.0e-4, 3.0e12, -1.0e15, 1.0e-30] {
            check(scale, 0.0, true);
            check(scale, -128.0 * scale, true);
            check(scale, 1000.0 * scale, true);
        }
        check(0.2, 4096.0, true);
        check(1.0e-3, 100.0, true);
    }

    #[test]
    fn axes_below_single_precision_keep_the_bytes_of_the_file() {
        check(0.0, 5.0, false);
        check(-0.0, 0.0, false);
        check(1.0e-6, 1000.0, false);
        check(1.0e-45, 0.0, false);
        check(f32::MIN_POSITIVE, 1.0, false);
    }
}
