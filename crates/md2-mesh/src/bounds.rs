//! Axis-aligned bounding boxes.

/// The smallest axis-aligned box around a set of points, in model space and Quake units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The smallest coordinate on each axis.
    pub min: [f32; 3],
    /// The largest coordinate on each axis.
    pub max: [f32; 3],
}

impl Bounds {
    /// An empty box at the origin. A mesh without vertices has these bounds.
    pub const ORIGIN: Self = Self { min: [0.0; 3], max: [0.0; 3] };

    /// Returns the smallest box that contains all points. Without points, returns [`ORIGIN`](Self::ORIGIN).
    pub fn around(points: impl IntoIterator<Item = [f32; 3]>) -> Self {
        let boxes = points.into_iter().map(|point| Self { min: point, max: point });
        boxes.reduce(|all, one| all.union(&one)).unwrap_or(Self::ORIGIN)
    }

    /// Returns the center of the box.
    pub fn center(&self) -> [f32; 3] {
        // Halving the numbers before adding them avoids overflow.
        per_axis(|i| self.min[i] * 0.5 + self.max[i] * 0.5)
    }

    /// The length of the box along each axis, never negative.
    pub fn size(&self) -> [f32; 3] {
        per_axis(|i| self.max[i] - self.min[i])
    }

    /// The distance from the center to a corner, which is the radius of the sphere around the box.
    pub fn radius(&self) -> f32 {
        let [x, y, z] = self.size().map(|size| size * 0.5);
        (x * x + y * y + z * z).sqrt()
    }

    /// Returns the smallest box that contains both boxes.
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: per_axis(|i| self.min[i].min(other.min[i])),
            max: per_axis(|i| self.max[i].max(other.max[i])),
        }
    }

    /// Whether `point` is inside the box or on its surface.
    pub fn contains(&self, point: [f32; 3]) -> bool {
        (0..3).all(|i| (self.min[i]..=self.max[i]).contains(&point[i]))
    }
}

fn per_axis(value: impl Fn(usize) -> f32) -> [f32; 3] {
    [value(0), value(1), value(2)]
}
