//! What an exporter did with the fraction of a step.

use md2_mesh::{Mesh, Packing, Vertex8};

/// How the true coordinate, in steps of its frame, became a whole number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To the nearest number, as id's tool for Quake II did: `q` stands for `q - 1/2` to `q + 1/2`.
    #[default]
    Nearest,
    /// Down, as programs do that forget to round: `q` stands for `q` to `q + 1`.
    Down,
}

/// How often at least an axis must end at 254, and at 255, to tell that an exporter rounded down.
const MIN_EVIDENCE: usize = 4;

impl Rounding {
    /// How the exporter of a mesh rounded, as far as the numbers tell.
    ///
    /// An exporter that fits each frame into its own box divides the greatest coordinate of an axis by a step that is
    /// a 255th of the extent. That is 255 or, by the error of the division, a hair less. Rounding to the nearest makes
    /// 255 of either; rounding down makes 254 of the latter. So a file in which every axis of every frame begins at 0
    /// and ends now at 254, now at 255 (either four times, and one time in twenty, at least) was rounded down.
    ///
    /// All else counts as rounded to the nearest. Without that evidence the choice matters little: half a step more or
    /// less moves a frame as a whole.
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

    /// Where the middle of a cell lies above its number, in steps.
    pub(crate) fn middle(self) -> f64 {
        match self {
            Self::Nearest => 0.0,
            Self::Down => 0.5,
        }
    }
}
