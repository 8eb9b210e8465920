//! The rounding of exporters.

use md2_mesh::{Mesh, Packing, Vertex8};

/// The conversion of a true coordinate, in steps of its frame, to a whole number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To the nearest number, as in id's tool for Quake II: `q` stands for `q - 1/2` to `q + 1/2`.
    #[default]
    Nearest,
    /// Down, in programs that only truncate: `q` stands for `q` to `q + 1`.
    Down,
}

/// The least number of axes that must end at 254, and at 255, as evidence for rounding down.
const MIN_EVIDENCE: usize = 4;

impl Rounding {
    /// Detects the rounding of a mesh's exporter.
    ///
    /// An exporter that fits each frame into its own box divides the greatest coordinate of an axis by a 255th of the extent.
    /// The result is 255 or, by the error of the division, slightly less. Rounding to the nearest gives 255 for both. Rounding
    /// down gives 254 for the latter. So the exporter rounded down if every axis of every frame begins at 0 and ends at 254
    /// or 255, each of the two at least four times and once in twenty.
    ///
    /// Everything else counts as [`Nearest`](Self::Nearest). Without this evidence the choice matters little: it only moves a
    /// whole frame by half a step.
    #[must_use]
    pub fn detect(mesh: &Mesh) -> Self {
        if mesh.packing() != Packing::Position8Normal8 {
            return Self::Nearest;
        }
        let (mut short, mut full) = (0_usize, 0_usize);
        for (number, frame) in mesh.frames().iter().enumerate() {
            let (vertices, _): (&[Vertex8], _) = mesh.frame_bytes(number).as_chunks();
            for axis in (0..3).filter(|&axis| frame.transform.scale[axis] != 0.0) {
                let range = vertices.iter().fold([u8::MAX, u8::MIN], |[least, greatest], vertex| {
                    [least.min(vertex[axis]), greatest.max(vertex[axis])]
                });
                match range {
                    [0, 254] => short += 1,
                    [0, 255] => full += 1,
                    _ => return Self::Nearest,
                }
            }
        }
        let rarer = short.min(full);
        if rarer >= MIN_EVIDENCE && rarer * 20 > short + full { Self::Down } else { Self::Nearest }
    }

    /// Returns the offset of a cell's center from its number, in steps.
    pub(crate) fn middle(self) -> f64 {
        match self {
            Self::Nearest => 0.0,
            Self::Down => 0.5,
        }
    }
}
