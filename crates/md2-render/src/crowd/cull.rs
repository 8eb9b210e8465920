//! Selection of the visible triangles of a crowd's members, on the host. shaders/crowd_test.comp.glsl does the same on
//! the device.
//!
//! One matrix product poses the position of a vertex and projects it to the picture, without its depth. A triangle
//! is dropped if it faces away, is outside the picture, or has no sample in its bounding box. Half of a model's
//! triangles face away, and many triangles of a small model are between samples. A software rasterizer needs as
//! much time to drop a triangle as to draw it.
//!
//! No visible triangle is dropped. Positions computed here differ slightly from those of the shader and the
//! rasterizer. The difference is bounded for each member, and bounding boxes are enlarged by the bound.

use std::ops::Range;

use glam::{Mat4, Vec3, Vec4};
use md2_mesh::Packing;

use super::member::Placement;
use crate::model::{FramePair, HostShape};
use crate::vk::SampleGrid;

/// A grid over the picture. The samples of pixels are at its integer coordinates. At Vulkan's standard sample
/// positions, no two samples of a pixel share a column or a row of the grid. If the sample positions are unknown, the
/// grid has one column and one row for each pixel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SampleLattice {
    pub(crate) size: [f32; 2],
    /// The tolerance in grid columns or rows: for vertices that the rasterizer rounds, or for unknown sample positions.
    pub(crate) snap: f32,
}

impl SampleLattice {
    pub(super) fn new([width, height]: [u32; 2], samples: u32, grid: SampleGrid) -> Self {
        // The standard positions of up to 8 samples per pixel are on a diagonal pattern: each sample has its own
        // column and row, which divide the pixel evenly.
        let known = grid.standard && samples <= 8;
        let steps = if known { samples as f32 } else { 1.0 };
        let snap = if known {
            steps * (-(grid.sub_pixel_bits.min(23) as f32)).exp2()
        } else {
            // A sample may be anywhere in its pixel.
            0.51
        };
        Self { size: [width as f32 * steps, height as f32 * steps], snap }
    }
}

pub(super) struct Culling {
    pub(super) view_projection: Mat4,
    pub(super) lattice: SampleLattice,
    pub(super) two_sided: bool,
}

/// A projection of quantized vertices to the sample lattice. It computes `x * w`, `y * w` and `w` as weighted sums of
/// the packed coordinates in frames a and b, plus a constant.
struct PackedProjection {
    a: [[f32; 3]; 3],
    b: [[f32; 3]; 3],
    add: [f32; 3],
    /// The largest error of `x * w` and `y * w` from rounding.
    error: f32,
    error_w: f32,
}

impl PackedProjection {
    fn new(lattice: &SampleLattice, view: Mat4, member: &MemberPose, packing: Packing) -> Self {
        let MemberPose { placement: Placement { position, axes, scale }, frames, .. } = member;
        let [x, y, w] = [0, 1, 3].map(|row| view.row(row));
        let [width, height] = lattice.size;
        let place = |row: Vec4, size: f32| (row + w) * (0.5 * size) - w * 0.5;
        // From model space.
        let rows = [place(x, width), place(y, height), w].map(|row| {
            let across = axes.transpose() * row.truncate();
            across.extend(row.truncate().dot(*position) + row.w)
        });
        let weights = [1.0 - frames.blend, frames.blend];
        let [scale_a, scale_b] = [(frames.a, weights[0]), (frames.b, weights[1])]
            .map(|(frame, weight)| Vec3::from(frame.scale) * weight);
        let translate =
            Vec3::from(frames.a.translate) * weights[0] + Vec3::from(frames.b.translate) * weights[1];
        let times = |scale: Vec3| [0, 1, 2].map(|axis| rows.map(|row| row[axis] * scale[axis]));
        // The largest possible absolute value of a term, here or in the shader.
        let largest = packing.coordinate_range().map(f32::abs).into_iter().fold(0.0, f32::max);
        let reach = |frame: md2_mesh::FrameTransform| {
            Vec3::from(frame.scale).abs() * largest + Vec3::from(frame.translate).abs()
        };
        let reach = scale.abs() * reach(frames.a).max(reach(frames.b)).length();
        // Posing and turning a vertex takes some 50 operations, here and in the shader together, and projecting it 21.
        // Each rounds by at most half an `EPSILON`.
        let errors = |row: Vec4| {
            let row = row.abs();
            let (posed, placed) = (reach * row.truncate().element_sum(), row.truncate().dot(position.abs()));
            f32::EPSILON * (14.0 * (placed + posed + row.w) + 32.0 * posed)
        };
        let (error_x, error_y, error_w) = (errors(x), errors(y), errors(w));
        let across =
            |error: f32, size: f32| (0.5 * size * (error + error_w) + 0.5 * error_w) + size * error_w;
        Self {
            a: times(scale_a),
            b: times(scale_b),
            add: rows.map(|row| row.truncate().dot(translate) + row.w),
            error: across(error_x, width).max(across(error_y, height)),
            error_w,
        }
    }
}

const LANES: usize = 8;

impl PackedProjection {
    /// Projects the vertices in the range `vertices` to the sample lattice, and writes their lattice coordinates to
    /// `places`. Frame a begins at vertex `first[0]` of `shape`, frame b at vertex `first[1]`. Returns the smallest w.
    fn places(
        &self,
        shape: &HostShape,
        vertices: Range<usize>,
        first: [usize; 2],
        places: &mut [[f32; 2]],
    ) -> f32 {
        let ranges = first.map(|first| first + vertices.start..first + vertices.end);
        let places = &mut places[vertices];
        match shape.packing {
            Packing::Position16Normal16 => {
                let [a, b] = ranges.map(|range| &shape.words.as_chunks().0[range]);
                self.project(a, b, places, |[low, high], axis| match axis {
                    0 => (low << 16).cast_signed() >> 16,
                    1 => low.cast_signed() >> 16,
                    _ => (high << 16).cast_signed() >> 16,
                })
            }
            _ => {
                let [a, b] = ranges.map(|range| &shape.words.as_chunks().0[range]);
                self.project(a, b, places, |[word], axis| (word >> (8 * axis) & 0xff).cast_signed())
            }
        }
    }

    /// Projects vertices that are packed as `a` in frame a and as `b` in frame b. `part` extracts the coordinate on an axis (0 to 2).
    fn project<const WORDS: usize>(
        &self,
        a: &[[u32; WORDS]],
        b: &[[u32; WORDS]],
        places: &mut [[f32; 2]],
        part: impl Fn([u32; WORDS], usize) -> i32 + Copy,
    ) -> f32 {
        let mut min_w = [f32::MAX; LANES];
        let (a_lanes, a_rest) = a.as_chunks::<LANES>();
        let (b_lanes, b_rest) = b.as_chunks::<LANES>();
        let (lanes, rest) = places.as_chunks_mut::<LANES>();
        for ((a, b), places) in a_lanes.iter().zip(b_lanes).zip(lanes) {
            *places = self.lanes(a, b, &mut min_w, part);
        }
        if let ([last_a, ..], [last_b, ..]) = (a_rest, b_rest) {
            let (mut a, mut b) = ([*last_a; LANES], [*last_b; LANES]);
            a[..a_rest.len()].copy_from_slice(a_rest);
            b[..b_rest.len()].copy_from_slice(b_rest);
            let all = self.lanes(&a, &b, &mut min_w, part);
            rest.copy_from_slice(&all[..rest.len()]);
        }
        min_w.into_iter().fold(f32::MAX, f32::min)
    }

    #[inline(always)]
    fn lanes<const WORDS: usize>(
        &self,
        a: &[[u32; WORDS]; LANES],
        b: &[[u32; WORDS]; LANES],
        min_w: &mut [f32; LANES],
        part: impl Fn([u32; WORDS], usize) -> i32,
    ) -> [[f32; 2]; LANES] {
        let [mut x, mut y, mut w] = self.add.map(|add| [add; LANES]);
        for (packed, factors) in [(a, &self.a), (b, &self.b)] {
            for (axis, [to_x, to_y, to_w]) in factors.iter().enumerate() {
                for lane in 0..LANES {
                    let coordinate = part(packed[lane], axis) as f32;
                    x[lane] += coordinate * to_x;
                    y[lane] += coordinate * to_y;
                    w[lane] += coordinate * to_w;
                }
            }
        }
        let mut places = [[0.0; 2]; LANES];
        for lane in 0..LANES {
            let scale = 1.0 / w[lane];
            places[lane] = [x[lane] * scale, y[lane] * scale];
            min_w[lane] = smaller(min_w[lane], w[lane]);
        }
        places
    }
}

fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Rounds a number down to an integer, but rounds up a number that is less than `tolerance` below the next integer.
/// Callers pass a tolerance above the rounding error of this function. The number must be below 2^22.
fn approximate_floor(number: f32, tolerance: f32) -> f32 {
    /// Adding this number rounds a float to an integer; subtracting it again leaves the integer.
    const NO_FRACTION: f32 = 12_582_912.0; // 1.5 * 2^23
    ((number - (0.5 - tolerance)) + NO_FRACTION) - NO_FRACTION
}

pub(super) struct MemberPose {
    pub(super) placement: Placement,
    pub(super) mirrors: bool,
    pub(super) frames: FramePair,
}

impl Culling {
    /// Fills `list` with the vertex indices of the triangles that may be visible, each combined with `base` by a
    /// bitwise or. Tests only the triangles in the range `indices`, whose vertices are all in the range `vertices`.
    /// `places` must have room for each vertex of the shape, and `list` for all triangles. Returns the number of
    /// written indices.
    pub(super) fn list(
        &self,
        shape: &HostShape,
        (vertices, indices): (Range<usize>, Range<usize>),
        member: &MemberPose,
        base: u32,
        places: &mut [[f32; 2]],
        list: &mut [u32],
    ) -> usize {
        let triangles = &shape.triangles[indices.start / 3..indices.end / 3];
        let projection = PackedProjection::new(&self.lattice, self.view_projection, member, shape.packing);
        let first = member.frames.numbers.map(|frame| frame * shape.vertex_count);
        let min_w = projection.places(shape, vertices, first, places);
        let error = projection.error / min_w;
        // Behind the eye, projected positions have no meaning.
        if !(min_w > projection.error_w && error.is_finite()) {
            let all = triangles.as_flattened();
            list.iter_mut().zip(all).for_each(|(index, vertex)| *index = base | vertex);
            return all.len();
        }
        match (self.two_sided, member.mirrors) {
            (true, _) => self.filter_triangles(triangles, places, list, base, error, |_| f32::MAX),
            (false, false) => self.filter_triangles(triangles, places, list, base, error, |area| area),
            (false, true) => self.filter_triangles(triangles, places, list, base, error, |area| -area),
        }
    }

    /// Fills `list` with the vertex indices of the triangles that may be visible. `places` contains the projected
    /// vertices, and `error` is the largest error of their positions. `facing` maps the signed area of a triangle to a
    /// number that is positive for front faces.
    #[inline(always)]
    fn filter_triangles(
        &self,
        triangles: &[[u32; 3]],
        places: &[[f32; 2]],
        list: &mut [u32],
        base: u32,
        error: f32,
        facing: impl Fn(f32) -> f32,
    ) -> usize {
        let SampleLattice { size, snap } = self.lattice;
        let last = size.map(|size| size - 1.0);
        let tolerance = size.map(|size| 2.0 * f32::EPSILON * size);
        let slack = error + snap;
        // The largest error of the area: the errors at both ends of two edges, each times the length of the other
        // edge, which is at most the size of the box. Rounding vertices moves an edge by at most one step.
        let area_tolerance = 4.0 * error + 2.0 * snap;
        let mut length = 0;
        for &triangle in triangles {
            let [a, b, c] = triangle.map(|vertex| places[vertex as usize]);
            let edges = |axis: usize| {
                let low = smaller(smaller(a[axis], b[axis]), c[axis]) - slack;
                let high = larger(larger(a[axis], b[axis]), c[axis]) + slack;
                (low, high)
            };
            let ((left, right), (top, bottom)) = (edges(0), edges(1));
            // No column or row of samples is between the two edges.
            let has_no_column = approximate_floor(smaller(right, last[0]), tolerance[0]) < larger(left, 0.0);
            let has_no_row = approximate_floor(smaller(bottom, last[1]), tolerance[1]) < larger(top, 0.0);
            // Y points down.
            let area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
            let faces_away = facing(area) < -area_tolerance * ((right - left) + (bottom - top));
            list[length..length + 3].copy_from_slice(&triangle.map(|vertex| base | vertex));
            length += 3 * usize::from(!(has_no_column | has_no_row | faces_away));
        }
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn approximate_floor_is_never_below_the_floor() {
        for number in [0.0, 0.25, 0.5, 0.999, 1.0, 1.5, 2.0, 639.0, 1279.0, 1279.999, 8191.5] {
            let tolerance = 2.0 * f32::EPSILON * 8192.0;
            let found = approximate_floor(number, tolerance);
            assert!(
                found == number.floor() || found == (number + 2.0 * tolerance).floor(),
                "{number}: {found}"
            );
            assert!(found >= number.floor(), "{number}: {found}");
        }
        assert!(approximate_floor(-0.6, 1.0e-3) < 0.0);
    }
}
