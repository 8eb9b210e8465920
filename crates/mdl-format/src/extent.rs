//! Bounds, radius, size and quantization of owned models.

use core::borrow::Borrow;

use md2_common::{Quantization, QuantizeError, Vertex};

use crate::model::{FrameGroup, Model, ModelFrame, ModelPose};
use crate::raw::{Bounds, PoseName};

impl Bounds {
    /// Returns the bounds of vertices in quantized coordinates. The unused fourth bytes are 0. Without vertices, all
    /// bytes are 0.
    pub fn covering(vertices: impl IntoIterator<Item = impl Borrow<Vertex>>) -> Self {
        let positions = vertices.into_iter().map(|vertex| vertex.borrow().position);
        let corners = positions.map(|position| (position, position));
        let Some((least, greatest)) = corners.reduce(|(least, greatest), (a, b)| {
            (
                [0, 1, 2].map(|axis| least[axis].min(a[axis])),
                [0, 1, 2].map(|axis| greatest[axis].max(b[axis])),
            )
        }) else {
            return Self::default();
        };
        let corner = |[x, y, z]: [u8; 3]| [x, y, z, 0];
        Self { bboxmin: corner(least), bboxmax: corner(greatest) }
    }
}

impl ModelPose {
    /// Creates a pose from positions in Quake units (X forward, Y left, Z up) and normals of any length.
    ///
    /// All poses of a model must have the same quantization. Pass the positions of all poses to
    /// [`Quantization::covering`], and assign the result with [`Model::set_quantization`]. The stored positions are then
    /// at most half a quantization step away from `positions`, per axis.
    ///
    /// # Errors
    /// If the numbers of positions and normals differ, or a coordinate is infinite or not a number.
    pub fn from_positions(
        name: PoseName,
        quantization: Quantization,
        positions: &[[f32; 3]],
        normals: &[[f32; 3]],
    ) -> Result<Self, QuantizeError> {
        Ok(Self::new(name, quantization.quantize(positions, normals)?))
    }
}

impl FrameGroup {
    pub(crate) fn update_bounds(&mut self) {
        self.bounds = Bounds::covering(self.poses.iter().flat_map(|pose| &pose.value.vertices));
    }
}

impl Model {
    /// The scale and origin with which all positions are quantized.
    pub const fn quantization(&self) -> Quantization {
        Quantization { scale: self.scale, translate: self.origin }
    }

    /// Sets the scale and the origin. The quantized coordinates stay the same, so the model is scaled and moved.
    pub const fn set_quantization(&mut self, quantization: Quantization) {
        (self.scale, self.origin) = (quantization.scale, quantization.translate);
    }

    /// All positions of a pose of this model, in Quake units (X forward, Y left, Z up).
    pub fn positions<'a>(
        &self,
        pose: &'a ModelPose,
    ) -> impl ExactSizeIterator<Item = [f32; 3]> + DoubleEndedIterator + Clone + use<'a> {
        let (scale, origin) = (self.scale, self.origin);
        pose.vertices.iter().map(move |vertex| vertex.dequantize(scale, origin))
    }

    /// Computes the bounds of all poses and groups, and the [`bounding_radius`](Self::bounding_radius), from the
    /// vertices.
    ///
    /// Writing does not change stored bounds. Call this function after an edit that moves vertices. Later engines do not
    /// read stored bounds, and many files contain wrong ones.
    pub fn update_bounds(&mut self) {
        for frame in &mut self.frames {
            frame.poses_mut().for_each(|pose| pose.bounds = Bounds::covering(&pose.vertices));
            if let ModelFrame::Group(group) = frame {
                group.update_bounds();
            }
        }
        let squares = self.poses().flat_map(|pose| self.positions(pose)).map(|position| {
            let [x, y, z] = position.map(f64::from);
            x * x + y * y + z * z
        });
        self.bounding_radius = round_up(libm::sqrt(squares.fold(0.0, f64::max)));
    }

    /// Computes [`size`](Self::size), the mean area of the triangles in the first pose. It is 0 without triangles or
    /// poses. Corners that do not exist are at (0, 0, 0).
    pub fn update_size(&mut self) {
        let Some(pose) = self.poses().next() else {
            self.size = 0.0;
            return;
        };
        let corner = |vertex: u32| {
            let vertex = usize::try_from(vertex).ok().and_then(|vertex| pose.vertices.get(vertex));
            // A coordinate that overflows to infinity would make the area NaN.
            let finite = |coordinate: f32| f64::from(coordinate.clamp(f32::MIN, f32::MAX));
            vertex.map_or([0.0; 3], |vertex| vertex.dequantize(self.scale, self.origin).map(finite))
        };
        let areas = self.triangles.iter().map(|triangle| area(triangle.vertices().map(corner)));
        let mean = areas.sum::<f64>() / (self.triangles.len().max(1) as f64);
        self.size = nearest(mean);
    }
}

fn area([a, b, c]: [[f64; 3]; 3]) -> f64 {
    let [u, v] = [b, c].map(|end| [0, 1, 2].map(|axis| end[axis] - a[axis]));
    let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    libm::sqrt(cross.iter().map(|c| c * c).sum()) / 2.0
}

#[expect(clippy::cast_possible_truncation, reason = "the nearest f32 is intended")]
const fn nearest(value: f64) -> f32 {
    value as f32
}

/// Returns the least `f32` that is not below `value`, so that a sphere with this radius contains all vertices.
fn round_up(value: f64) -> f32 {
    let rounded = nearest(value);
    if f64::from(rounded) < value { rounded.next_up() } else { rounded }
}
