//! Normals that point into the model.

use crate::parts::MeshParts;
use crate::smooth::smooth_normals;
use md2_common::TriangleOrder;

impl MeshParts {
    /// Whether at least nine in ten triangle corners of the first frame have a normal that points into the model. Some exporters mirror
    /// the triangles but not the normals.
    ///
    /// [`winding`](Self::winding) determines the outside of the model. Returns false for a model that is open or flat.
    ///
    /// # Panics
    /// If [`Mesh::from_parts`](crate::Mesh::from_parts) would return an error for these parts.
    pub fn has_inverted_normals(&self) -> bool {
        self.inward_corners().is_some_and(|(inward, all)| 10 * inward >= 9 * all)
    }

    /// Counts triangle corners of the first frame. Returns the number of corners whose normal points inwards, and the
    /// number of all corners. Both omit corners whose normal is parallel to the surface, and corners of triangles
    /// without area. `None` if no corner remains, or if the model is open or flat.
    fn inward_corners(&self) -> Option<(usize, usize)> {
        if self.frames.is_empty() {
            return None;
        }
        let outward = match self.winding(0).order() {
            TriangleOrder::Clockwise => 1.0,
            TriangleOrder::Counterclockwise => -1.0,
            TriangleOrder::OpenOrFlat => return None,
        };
        let faces = smooth_normals(self, 0);
        let size = self.packing.vertex_bytes();
        let (mut inward, mut all) = (0, 0);
        for &corner in &self.indices {
            let vertex = corner as usize;
            let face = faces[self.source_vertices[vertex].xyz as usize];
            let normal = self.packing.direction(&self.packed[vertex * size..][..size]);
            let along: f32 = outward * (0..3).map(|i| face[i] * normal[i]).sum::<f32>();
            inward += usize::from(along < 0.0);
            all += usize::from(along != 0.0 && along.is_finite());
        }
        (all > 0).then_some((inward, all))
    }
}

#[cfg(test)]
mod tests {
    use crate::{FrameTransform, MeshParts, Packing, Surface};

    /// Builds a box with clockwise triangles. Its normals point outwards for `sign` 1 and inwards for -1. The normals of the first
    /// `wrong` corners point the opposite way.
    fn block(packing: Packing, sign: f32, wrong: usize) -> MeshParts {
        let corner =
            |i: usize| [i & 1, i >> 1 & 1, i >> 2 & 1].map(|bit| if bit == 1 { 1.0_f32 } else { -1.0 });
        let mut packed = Vec::new();
        for i in 0..8 {
            let direction = corner(i).map(|c| c * if i < wrong { -sign } else { sign });
            let at = packed.len();
            match packing {
                Packing::Position8Normal8 => packed.extend(corner(i).map(|c| if c > 0.0 { 200 } else { 20 })),
                Packing::Position16Normal16 => {
                    packed.extend(
                        corner(i).iter().flat_map(|&c| if c > 0.0 { 200_i16 } else { 20 }.to_le_bytes()),
                    );
                }
            }
            packed.resize(at + packing.vertex_bytes(), 0);
            packing.set_direction(&mut packed[at..], direction);
        }
        // The four corners of each face, clockwise as seen from outside.
        let faces = [[0, 2, 6, 4], [1, 5, 7, 3], [0, 4, 5, 1], [2, 3, 7, 6], [0, 1, 3, 2], [4, 6, 7, 5]];
        let indices: Vec<u32> = faces.iter().flat_map(|[a, b, c, d]| [*a, *b, *c, *a, *c, *d]).collect();
        MeshParts::whole(packing, vec![FrameTransform::IDENTITY], packed, indices)
    }

    const PACKINGS: [Packing; 2] = [Packing::Position8Normal8, Packing::Position16Normal16];

    fn turned(mut parts: MeshParts) -> MeshParts {
        parts.indices.as_chunks_mut::<3>().0.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        parts
    }

    #[test]
    fn detects_inverted_normals_with_either_winding() {
        for packing in PACKINGS {
            let check = |parts: &MeshParts, expected: bool| {
                assert_eq!(parts.has_inverted_normals(), expected, "{:?}", parts.inward_corners());
            };
            // The box of this test has the winding that the format expects.
            assert_eq!(block(packing, 1.0, 0).winding(0).order(), crate::TriangleOrder::Clockwise);
            check(&block(packing, 1.0, 0), false);
            check(&block(packing, -1.0, 0), true);
            check(&turned(block(packing, 1.0, 0)), false);
            check(&turned(block(packing, -1.0, 0)), true);
        }
    }

    #[test]
    fn fewer_than_nine_inward_corners_in_ten_are_not_inverted() {
        for packing in PACKINGS {
            // Each of the eight vertices is used by four or five of the 36 triangle corners.
            let parts = block(packing, -1.0, 1);
            let (inward, all) = parts.inward_corners().unwrap();
            assert_eq!(all, 36);
            assert!(
                inward < 33 && !parts.has_inverted_normals(),
                "{inward} of {all} are fewer than nine in ten"
            );
            assert!(!block(packing, -1.0, 4).has_inverted_normals());
        }
    }

    #[test]
    fn open_or_empty_models_have_no_inverted_normals() {
        for packing in PACKINGS {
            // A single face of the box.
            let mut sheet = block(packing, -1.0, 0);
            sheet.indices.truncate(6);
            sheet.surfaces = vec![Surface::whole(8, 6)];
            assert!(!sheet.has_inverted_normals());
            sheet.indices.clear();
            assert!(!sheet.has_inverted_normals());
            assert!(!MeshParts { frames: vec![], packed: vec![], ..sheet }.has_inverted_normals());
        }
    }

    #[test]
    fn recomputed_normals_point_outwards() {
        for packing in PACKINGS {
            for mut parts in [block(packing, -1.0, 0), turned(block(packing, -1.0, 0))] {
                parts.recompute_normals();
                assert_eq!(parts.inward_corners(), Some((0, 36)));
            }
        }
    }
}
