//! The bounds of a frame, computed from its vertices.

use alloc::vec;
use alloc::vec::Vec;

use crate::model::{FrameBounds, Model};
use crate::raw::{POSITION_SCALE, Vertex};

/// The bounding box of a frame's vertices, and their greatest distance from the origin, in quantization steps.
#[derive(Clone, Copy)]
pub(crate) struct VertexExtent {
    pub(crate) least: [i16; 3],
    pub(crate) greatest: [i16; 3],
    /// Square of the distance from the model's origin to the farthest vertex.
    farthest: u32,
}

impl VertexExtent {
    pub(crate) fn new(vertices: impl Iterator<Item = Vertex>) -> Option<Self> {
        vertices.map(|vertex| Self::from_position(vertex.xyz)).reduce(Self::union)
    }

    fn from_position(at: [i16; 3]) -> Self {
        let squares = at.map(|c| u32::from(c.unsigned_abs()).pow(2));
        Self { least: at, greatest: at, farthest: squares.iter().sum() }
    }

    pub(crate) fn union(self, other: Self) -> Self {
        let each = |pick: fn(i16, i16) -> i16, a: [i16; 3], b: [i16; 3]| {
            [0, 1, 2].map(|axis| pick(a[axis], b[axis]))
        };
        Self {
            least: each(i16::min, self.least, other.least),
            greatest: each(i16::max, self.greatest, other.greatest),
            farthest: self.farthest.max(other.farthest),
        }
    }

    /// Greatest distance from the model's origin in Quake units, rounded down to a quantization step.
    pub(crate) fn radius(self) -> f32 {
        // A distance is below 2¹⁶ steps, which an `f32` stores exactly.
        self.farthest.isqrt() as f32 * POSITION_SCALE
    }

    /// Returns the bounds in Quake units. The radius is rounded up to a quantization step.
    fn bounds(self) -> FrameBounds {
        let is_exact = self.farthest.isqrt().pow(2) == self.farthest;
        FrameBounds {
            min: self.least.map(units),
            max: self.greatest.map(units),
            local_origin: [0.0; 3],
            radius: if is_exact { self.radius() } else { self.radius() + POSITION_SCALE },
        }
    }
}

pub(crate) fn units(steps: i16) -> f32 {
    f32::from(steps) * POSITION_SCALE
}

impl Model {
    /// Returns the bounds of all frames, computed from the vertices.
    ///
    /// The box and the sphere contain all vertices of all surfaces. The center of the sphere is the origin of the
    /// model. The radius is at most one quantization step (1/64 unit) larger than necessary. For a model without
    /// vertices, all numbers are 0.
    pub fn bounds(&self) -> Vec<FrameBounds> {
        let mut extents: Vec<Option<VertexExtent>> = vec![None; self.frames.len()];
        for surface in self.surfaces.iter().filter(|surface| surface.vertex_count() > 0) {
            let frames = surface.vertices.chunks(surface.vertex_count());
            for (extent, vertices) in extents.iter_mut().zip(frames) {
                let own = VertexExtent::new(vertices.iter().copied());
                *extent = extent.take().into_iter().chain(own).reduce(VertexExtent::union);
            }
        }
        extents.into_iter().map(|extent| extent.map(VertexExtent::bounds).unwrap_or_default()).collect()
    }

    /// Replaces the bounds of all frames by [`bounds`](Self::bounds).
    ///
    /// Engines hide a model if they consider its bounds to be outside the picture. Call this function after an edit
    /// of the vertices.
    pub fn update_bounds(&mut self) {
        let bounds = self.bounds();
        self.frames.iter_mut().zip(bounds).for_each(|(frame, bounds)| frame.bounds = bounds);
    }
}
