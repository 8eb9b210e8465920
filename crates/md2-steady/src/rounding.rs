//! Rounding of coordinates by exporters.

use md2_mesh::{Mesh, Packing, Vertex8};

/// The method by which an exporter rounded coordinates to whole quantization steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rounding {
    /// Rounding to the nearest number, as by id Software's tool for Quake II: the byte `q` stands for coordinates from
    /// `q - 1/2` to `q + 1/2`.
    #[default]
    Nearest,
    /// Rounding down, as by programs that truncate: the byte `q` stands for coordinates from `q` to `q + 1`.
    Down,
}

/// Rounding down is detected only if the largest byte is 254 on at least this many axes, and 255 on at least as many.
const MIN_EVIDENCE: usize = 4;

impl Rounding {
    /// Detects how the exporter of a mesh rounded coordinates.
    ///
    /// Many exporters fit a box around each frame and divide coordinates by 1/255 of its size. The result for the largest coordinate is 255
    /// or, because of the error of the division, slightly less. Rounding to the nearest number gives 255 in both cases. Rounding down gives
    /// 255 and 254, respectively. So the exporter rounded down if the smallest byte on every axis of every frame is 0 and the largest byte
    /// is 254 or 255, and if each of these two largest bytes occurs at least four times and on more than one axis in twenty.
    ///
    /// All other meshes count as [`Nearest`](Self::Nearest). Without this evidence, the choice has little effect: it only moves a whole
    /// frame by half a step.
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

    /// Returns the center of the range of coordinates that a byte stands for, minus the byte, in quantization steps.
    pub(crate) fn middle(self) -> f64 {
        match self {
            Self::Nearest => 0.0,
            Self::Down => 0.5,
        }
    }
}
