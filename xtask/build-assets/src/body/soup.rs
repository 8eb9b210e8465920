//! A list of triangles without shared vertices, to which the parts of a model are added.
//!
//! Welding merges corners at the same position into one vertex. Parts that end at the same points therefore become one closed
//! surface, and a mirrored limb is connected to the trunk.

use glam::{DVec2, DVec3};

use super::islands::Island;
use crate::skeleton::{Joint, other_side};

/// One or two joints that move a vertex, with weights that sum to one.
pub type Binding = [(Joint, f64); 2];

pub const fn rigid(joint: Joint) -> Binding {
    [(joint, 1.0), (joint, 0.0)]
}

pub const fn blend(first: Joint, second: Joint, share: f64) -> Binding {
    [(first, 1.0 - share), (second, share)]
}

#[derive(Clone, Copy, Debug)]
pub struct Corner {
    pub at: DVec3,
    pub binding: Binding,
    /// The texture coordinates in the island, from 0 at its left and top edges to 1.
    pub uv: DVec2,
    /// Whether the corner is on the second side of a sharp edge, where it shares no vertex with corners on the first side.
    pub creased: bool,
}

impl Corner {
    pub const fn new(at: DVec3, binding: Binding, u: f64, v: f64) -> Self {
        Self { at, binding, uv: DVec2::new(u, v), creased: false }
    }

    pub const fn with_uv(self, u: f64, v: f64) -> Self {
        Self { uv: DVec2::new(u, v), ..self }
    }

    /// Returns the mirror image of the corner on the other side of the body.
    pub fn mirrored(self) -> Self {
        let binding = self.binding.map(|(joint, weight)| (other_side(joint), weight));
        Self { at: DVec3::new(self.at.x, -self.at.y, self.at.z), binding, ..self }
    }

    pub const fn creased(self) -> Self {
        Self { creased: true, ..self }
    }
}

/// Returns a closed row of corners around a part with `sides` sides. `corner` returns the position and the binding of
/// each corner by its index. On the skin, the row spans the width of the island at the texture coordinate `v`.
pub fn closed_row(sides: usize, v: f64, corner: impl Fn(usize) -> (DVec3, Binding)) -> Vec<Corner> {
    let corner = |i: usize| {
        let (at, binding) = corner(i % sides);
        Corner::new(at, binding, i as f64 / sides as f64, v)
    };
    (0..=sides).map(corner).collect()
}

/// A triangle of a [`Soup`]. Its corners are clockwise seen from outside.
#[derive(Clone, Copy, Debug)]
pub struct SoupTriangle {
    pub corners: [Corner; 3],
    pub island: Island,
    /// The group of the triangle. Triangles of different groups share no vertices, so shells stay separate.
    pub group: u8,
}

#[derive(Clone, Debug, Default)]
pub struct Soup {
    pub triangles: Vec<SoupTriangle>,
    pub group: u8,
}

impl Soup {
    pub fn triangle(&mut self, island: Island, a: Corner, b: Corner, c: Corner) {
        if a.at != b.at && b.at != c.at && c.at != a.at {
            self.triangles.push(SoupTriangle { corners: [a, b, c], island, group: self.group });
        }
    }

    /// Adds a quadrilateral with clockwise corners seen from outside, as two triangles split at its shorter diagonal.
    pub fn quad(&mut self, island: Island, [a, b, c, d]: [Corner; 4]) {
        if a.at.distance_squared(c.at) <= b.at.distance_squared(d.at) {
            self.triangle(island, a, b, c);
            self.triangle(island, a, c, d);
        } else {
            self.triangle(island, a, b, d);
            self.triangle(island, b, c, d);
        }
    }

    /// Covers the surface between each row and the next row with triangles.
    ///
    /// All rows have the same number of corners. Seen in the direction from the first row to the last, the corners of a
    /// row go counterclockwise around the solid.
    pub fn grid(&mut self, island: Island, rows: &[Vec<Corner>]) {
        for pair in rows.windows(2) {
            self.band(island, &pair[0], &pair[1]);
        }
    }

    /// Covers the surface between two rows with the same number of corners; see [`Soup::grid`] for their order.
    pub fn band(&mut self, island: Island, near: &[Corner], far: &[Corner]) {
        assert_eq!(near.len(), far.len(), "rows of a band have the same number of corners");
        for (top, bottom) in near.windows(2).zip(far.windows(2)) {
            self.quad(island, [top[0], top[1], bottom[1], bottom[0]]);
        }
    }

    /// Covers the surface between two rows of any lengths. Each triangle advances by one corner, in the row where the new edge is shorter.
    pub fn zip(&mut self, island: Island, near: &[Corner], far: &[Corner]) {
        let (mut i, mut j) = (0, 0);
        while i + 1 < near.len() || j + 1 < far.len() {
            let along_near = near.get(i + 1).map(|next| next.at.distance_squared(far[j].at));
            let along_far = far.get(j + 1).map(|next| next.at.distance_squared(near[i].at));
            let advance_near = match (along_near, along_far) {
                (Some(a), Some(b)) => a <= b,
                (a, _) => a.is_some(),
            };
            if advance_near {
                self.triangle(island, near[i], near[i + 1], far[j]);
                i += 1;
            } else {
                self.triangle(island, near[i], far[j + 1], far[j]);
                j += 1;
            }
        }
    }

    pub fn fan(&mut self, island: Island, row: &[Corner], tip: Corner) {
        for pair in row.windows(2) {
            self.triangle(island, pair[0], pair[1], tip);
        }
    }

    /// Adds the mirror image of every triangle from index `first` on, on the other side of the body.
    pub fn mirror_from(&mut self, first: usize) {
        for i in first..self.triangles.len() {
            let SoupTriangle { corners: [a, b, c], island, group } = self.triangles[i];
            // Mirroring reverses the winding, so two corners are swapped.
            let corners = [a.mirrored(), c.mirrored(), b.mirrored()];
            self.triangles.push(SoupTriangle { corners, island, group });
        }
    }
}
