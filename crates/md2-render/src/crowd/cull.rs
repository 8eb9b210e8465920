//! Which triangles of a member can be seen, told by the host.
//!
//! Vertices are posed and brought to the picture by one product with what all that is done to them comes to, for
//! positions alone and without depth; then triangles are dropped that turn their backs, lie beside the picture, or
//! have no sample of it in their box. Half of a figure's triangles turn away, and small figures have many that fall
//! between samples; a rasterizer takes as long to drop one as to draw it.
//!
//! Nothing is dropped that could be seen. How far a corner can be from where the shader and the rasterizer have it
//! is bounded for each member, and boxes are larger by so much.

use std::ops::Range;

use glam::{Mat4, Vec3, Vec4};
use md2_mesh::Packing;

use crate::host_shape::HostShape;
use crate::model::FramePair;
use crate::vk::SampleGrid;

/// The samples of a picture: integers along both axes, as far as anything is known of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct SampleLattice {
    /// How many there are along X and Y.
    size: [f32; 2],
    /// How far a rasterizer may move a corner.
    snap: f32,
}

impl SampleLattice {
    pub(super) fn new([width, height]: [u32; 2], samples: u32, grid: SampleGrid) -> Self {
        // Up to 8 samples a pixel lie on a diagonal pattern: each has a column and a row of its own, in the middle of as
        // many equal parts of the pixel.
        let known = grid.standard && samples <= 8;
        let steps = if known { samples as f32 } else { 1.0 };
        let snap = if known {
            steps * (-(grid.sub_pixel_bits.min(23) as f32)).exp2()
        } else {
            // Anywhere in their pixel.
            0.51
        };
        Self { size: [width as f32 * steps, height as f32 * steps], snap }
    }
}

/// How the triangles of a member are told.
pub(super) struct Culling {
    pub(super) lattice: SampleLattice,
    pub(super) two_sided: bool,
}

/// All that is done to the packed positions of a member, as one product: for each of the coordinates in frame a and
/// frame b what it adds to x, y and w of the lattice, and what is added to these once.
struct PackedProjection {
    a: [[f32; 3]; 3],
    b: [[f32; 3]; 3],
    add: [f32; 3],
    /// What sums of these may be wrong by, divided by w: of a place in the lattice; and of w itself.
    error: f32,
    error_w: f32,
}

impl PackedProjection {
    fn new(lattice: &SampleLattice, matrix: Mat4, frames: &FramePair, packing: Packing) -> Self {
        let [x, y, w] = [0, 1, 3].map(|row| matrix.row(row));
        let [width, height] = lattice.size;
        let place = |row: Vec4, size: f32| (row + w) * (0.5 * size) - w * 0.5;
        let rows = [place(x, width), place(y, height), w];
        let weights = [1.0 - frames.blend, frames.blend];
        let [scale_a, scale_b] = [(frames.a, weights[0]), (frames.b, weights[1])]
            .map(|(frame, weight)| Vec3::from(frame.scale) * weight);
        let translate =
            Vec3::from(frames.a.translate) * weights[0] + Vec3::from(frames.b.translate) * weights[1];
        let times = |scale: Vec3| [0, 1, 2].map(|axis| rows.map(|row| row[axis] * scale[axis]));
        // The largest that any term of any sum can be, here or in the shader.
        let largest = packing.coordinate_range().map(f32::abs).into_iter().fold(0.0, f32::max);
        let reach = |frame: md2_mesh::FrameTransform| {
            Vec3::from(frame.scale).abs() * largest + Vec3::from(frame.translate).abs()
        };
        let reach = reach(frames.a).max(reach(frames.b));
        let terms = |row: Vec4| row.abs().truncate().dot(reach) + row.w.abs();
        let (terms_x, terms_y, terms_w) = (terms(x), terms(y), terms(w));
        // Each of some 26 steps, here and in the shader, may round by half of this part of the sum of all terms.
        const ROUNDING: f32 = 16.0 * f32::EPSILON;
        let across =
            |terms: f32, size: f32| (0.5 * size * (terms + terms_w) + 0.5 * terms_w) + size * terms_w;
        Self {
            a: times(scale_a),
            b: times(scale_b),
            add: rows.map(|row| row.truncate().dot(translate) + row.w),
            error: ROUNDING * across(terms_x, width).max(across(terms_y, height)),
            error_w: ROUNDING * terms_w,
        }
    }
}

/// Vertices that are posed at once: loops over them become vector instructions.
const LANES: usize = 8;

impl PackedProjection {
    /// Where the vertices of this range lie in the lattice. `first` are those of both frames in `shape`. Returns the least w.
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

    /// Likewise: `part` is what a vertex has along an axis.
    fn project<const WORDS: usize>(
        &self,
        a: &[[u32; WORDS]],
        b: &[[u32; WORDS]],
        places: &mut [[f32; 2]],
        part: impl Fn([u32; WORDS], usize) -> i32 + Copy,
    ) -> f32 {
        let mut least = [f32::MAX; LANES];
        let (a_lanes, a_rest) = a.as_chunks::<LANES>();
        let (b_lanes, b_rest) = b.as_chunks::<LANES>();
        let (lanes, rest) = places.as_chunks_mut::<LANES>();
        for ((a, b), places) in a_lanes.iter().zip(b_lanes).zip(lanes) {
            *places = self.lanes(a, b, &mut least, part);
        }
        if let ([last_a, ..], [last_b, ..]) = (a_rest, b_rest) {
            let (mut a, mut b) = ([*last_a; LANES], [*last_b; LANES]);
            a[..a_rest.len()].copy_from_slice(a_rest);
            b[..b_rest.len()].copy_from_slice(b_rest);
            let all = self.lanes(&a, &b, &mut least, part);
            rest.copy_from_slice(&all[..rest.len()]);
        }
        least.into_iter().fold(f32::MAX, f32::min)
    }

    #[inline(always)]
    fn lanes<const WORDS: usize>(
        &self,
        a: &[[u32; WORDS]; LANES],
        b: &[[u32; WORDS]; LANES],
        least: &mut [f32; LANES],
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
            least[lane] = smaller(least[lane], w[lane]);
        }
        places
    }
}

/// The smaller of two numbers; the second if one is none.
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The larger of two numbers; the second if one is none.
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The greatest integer that is not above a number, or one more where that is a hair above it. The hair is more than
/// what is rounded here; the number is below 2^22.
fn floor_or_hair(number: f32, hair: f32) -> f32 {
    /// Added to a number, leaves no place for its fraction.
    const NO_FRACTION: f32 = 12_582_912.0; // 1.5 * 2^23
    ((number - (0.5 - hair)) + NO_FRACTION) - NO_FRACTION
}

/// A member whose triangles are to be told.
pub(super) struct MemberPose<'a> {
    pub(super) matrix: Mat4,
    pub(super) mirrors: bool,
    pub(super) frames: &'a FramePair,
}

impl Culling {
    /// Lists the triangles of `indices` that may be seen: three indices for each, with `base` set in them. All their
    /// vertices are in `vertices`. `places` has room for each vertex of the shape, and `list` for all triangles.
    /// Returns how many indices were written.
    pub(super) fn list(
        &self,
        shape: &HostShape,
        (vertices, indices): (Range<usize>, Range<usize>),
        member: &MemberPose<'_>,
        base: u32,
        places: &mut [[f32; 2]],
        list: &mut [u32],
    ) -> usize {
        let triangles = &shape.triangles[indices.start / 3..indices.end / 3];
        let projection = PackedProjection::new(&self.lattice, member.matrix, member.frames, shape.packing);
        let first = member.frames.numbers.map(|frame| frame * shape.vertex_count);
        let least_w = projection.places(shape, vertices, first, places);
        let error = projection.error / least_w;
        // Where something lies behind the eye, places in the picture mean nothing.
        if !(least_w > projection.error_w && error.is_finite()) {
            let all = triangles.as_flattened();
            list.iter_mut().zip(all).for_each(|(index, vertex)| *index = base | vertex);
            return all.len();
        }
        match (self.two_sided, member.mirrors) {
            (true, _) => self.sift(triangles, places, list, base, error, |_| f32::MAX),
            (false, false) => self.sift(triangles, places, list, base, error, |area| area),
            (false, true) => self.sift(triangles, places, list, base, error, |area| -area),
        }
    }

    /// `error` is how far places may be from where the shader has them. `facing` is the area of a triangle by the area
    /// that it has when it runs clockwise.
    #[inline(always)]
    fn sift(
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
        let hair = size.map(|size| 2.0 * f32::EPSILON * size);
        let slack = error + snap;
        // An area is wrong by what its two edges are, each of whose ends is moved, times the other. Both are at most as long
        // as the box. Corners that are moved to one grid move their edges by one step of it at most.
        let turn = 4.0 * error + 2.0 * snap;
        let mut length = 0;
        for &triangle in triangles {
            let [a, b, c] = triangle.map(|vertex| places[vertex as usize]);
            let edges = |axis: usize| {
                let low = smaller(smaller(a[axis], b[axis]), c[axis]) - slack;
                let high = larger(larger(a[axis], b[axis]), c[axis]) + slack;
                (low, high)
            };
            let ((left, right), (top, bottom)) = (edges(0), edges(1));
            // Between both edges there is no column, or no row, of samples.
            let beside = floor_or_hair(smaller(right, last[0]), hair[0]) < larger(left, 0.0);
            let between = floor_or_hair(smaller(bottom, last[1]), hair[1]) < larger(top, 0.0);
            // Y points down.
            let area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
            let away = facing(area) < -turn * ((right - left) + (bottom - top));
            list[length..length + 3].copy_from_slice(&triangle.map(|vertex| base | vertex));
            length += 3 * usize::from(!(beside | between | away));
        }
        length
    }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, camera::rh};
    use md2_mesh::{FrameTransform, Mesh, MeshParts};

    use super::*;

    const SIZE: [u32; 2] = [64, 48];
    const GRID: SampleGrid = SampleGrid { standard: true, sub_pixel_bits: 8 };

    /// Numbers without a pattern, the same in every run.
    fn noise(seed: u32) -> u32 {
        let mixed = (seed ^ 61 ^ (seed >> 16)).wrapping_mul(0x9e37_79b9);
        (mixed ^ (mixed >> 15)).wrapping_mul(0x85eb_ca6b) >> 8
    }

    /// Small triangles all over a box, in two frames.
    fn shape(packing: Packing) -> HostShape {
        let vertices: u32 = 3 * 201;
        let byte = |i: u32| (noise(i / 9) % 230 + noise(i) % 24).to_le_bytes()[0];
        let packed = (0..2 * vertices).flat_map(|vertex| {
            let [x, y, z] = [0, 1, 2].map(|axis| byte(vertex * 3 + axis));
            match packing {
                Packing::Position8Normal8 => vec![x, y, z, 0],
                _ => vec![x, 1, y, 0, z, 255, 0, 0],
            }
        });
        let scale = FrameTransform { scale: [0.2; 3], translate: [-25.0; 3] };
        let mesh = Mesh::from_parts(MeshParts::whole(
            packing,
            vec![scale, FrameTransform { scale: [0.1, 0.2, 0.3], ..scale }],
            packed.collect(),
            (0..vertices).collect(),
        ));
        HostShape::new(&mesh.expect("a mesh"))
    }

    /// Where a vertex is seen, in pixels, by steps that nothing is folded into, in double precision.
    fn seen(shape: &HostShape, matrix: Mat4, frames: &FramePair, vertex: u32) -> [f64; 2] {
        let packed = |frame: usize| {
            let at = frame * shape.vertex_count + vertex as usize;
            let bytes = match shape.packing {
                Packing::Position8Normal8 => shape.words[at].to_le_bytes().to_vec(),
                _ => shape.words[2 * at..2 * at + 2].iter().flat_map(|word| word.to_le_bytes()).collect(),
            };
            glam::Vec3::from(shape.packing.coordinates(&bytes)).as_dvec3()
        };
        let pose = |frame: usize, transform: FrameTransform| {
            packed(frame) * glam::Vec3::from(transform.scale).as_dvec3()
                + glam::Vec3::from(transform.translate).as_dvec3()
        };
        let blend = f64::from(frames.blend);
        let position =
            pose(frames.numbers[0], frames.a) * (1.0 - blend) + pose(frames.numbers[1], frames.b) * blend;
        let clip = matrix.as_dmat4() * position.extend(1.0);
        [
            (clip.x / clip.w * 0.5 + 0.5) * f64::from(SIZE[0]),
            (clip.y / clip.w * 0.5 + 0.5) * f64::from(SIZE[1]),
        ]
    }

    #[test]
    fn what_covers_a_sample_is_listed_and_most_else_is_not() {
        for packing in [Packing::Position8Normal8, Packing::Position16Normal16] {
            let shape = shape(packing);
            let (mut listed, mut covering) = (0, 0);
            for round in 0..24_u16 {
                let turn =
                    Quat::from_rotation_z(f32::from(round)) * Quat::from_rotation_x(f32::from(round) * 0.4);
                let eye = turn * Vec3::new(90.0 + 30.0 * f32::from(round % 5), 0.0, 0.0);
                let view = rh::view::look_at_mat4(eye, Vec3::new(0.0, 3.0, 0.0), turn * Vec3::Z);
                let matrix = rh::proj::vulkan::perspective_infinite_reverse(0.7, 4.0 / 3.0, 1.0) * view;
                let transforms =
                    [[0.2; 3], [0.1, 0.2, 0.3]].map(|scale| FrameTransform { scale, translate: [-25.0; 3] });
                let frames = FramePair {
                    a: transforms[0],
                    b: transforms[1],
                    numbers: [0, 1],
                    offsets: [0; 2],
                    blend: f32::from(round % 4) / 3.0,
                };
                let two_sided = round % 2 == 0;
                let mirrors = round % 3 == 0;
                let culling = Culling { lattice: SampleLattice::new(SIZE, 1, GRID), two_sided };
                let mut places = vec![[0.0; 2]; shape.vertex_count];
                let mut list = vec![0; shape.vertex_count];
                const BASE: u32 = 7 << 20;
                let whole = (0..shape.vertex_count, 0..shape.vertex_count);
                let member = MemberPose { matrix, mirrors, frames: &frames };
                let length = culling.list(&shape, whole, &member, BASE, &mut places, &mut list);
                let found: Vec<u32> = list[..length].iter().map(|index| index - BASE).collect();
                assert!(found.is_sorted(), "triangles stay in their order");
                listed += length / 3;
                for triangle in &*shape.triangles {
                    let [a, b, c] = triangle.map(|vertex| seen(&shape, matrix, &frames, vertex));
                    let cross = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
                        (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1])
                    };
                    let area = cross(a, b, c) * if mirrors { -1.0 } else { 1.0 };
                    let range = |axis: usize| {
                        let [low, high] = [f64::min, f64::max].map(|of| of(a[axis], of(b[axis], c[axis])));
                        (0..SIZE[axis]).filter(move |at| (low - 1.0..high).contains(&f64::from(*at)))
                    };
                    let samples = range(0).flat_map(|x| range(1).map(move |y| [x, y]));
                    let covers = samples.map(|at| at.map(|edge| f64::from(edge) + 0.5)).any(|at| {
                        let signs = [cross(a, b, at), cross(b, c, at), cross(c, a, at)];
                        signs.iter().all(|sign| *sign >= 0.0) || signs.iter().all(|sign| *sign <= 0.0)
                    });
                    if covers && (two_sided || area > 0.0) {
                        covering += 1;
                        assert!(found.contains(&triangle[0]), "{packing:?}, round {round}, {triangle:?}");
                    }
                }
            }
            // Boxes are not triangles, and corners are not trusted to a hair.
            assert!(covering > 400 && listed < covering * 3, "{covering} of {listed}");
        }
    }

    #[test]
    fn what_is_partly_behind_the_eye_is_listed_whole() {
        let shape = shape(Packing::Position8Normal8);
        let view = rh::view::look_at_mat4(Vec3::ZERO, Vec3::X, Vec3::Z);
        let matrix = rh::proj::vulkan::perspective_infinite_reverse(0.7, 1.0, 1.0) * view;
        let transform = FrameTransform { scale: [0.2; 3], translate: [-25.0; 3] };
        let frames = FramePair { a: transform, b: transform, numbers: [0, 0], offsets: [0; 2], blend: 0.0 };
        let culling = Culling { lattice: SampleLattice::new(SIZE, 4, GRID), two_sided: false };
        let (mut places, mut list) = (vec![[0.0; 2]; shape.vertex_count], vec![0; shape.vertex_count]);
        let whole = (0..shape.vertex_count, 0..shape.vertex_count);
        let member = MemberPose { matrix, mirrors: false, frames: &frames };
        assert_eq!(culling.list(&shape, whole, &member, 0, &mut places, &mut list), shape.vertex_count);
    }

    #[test]
    fn floors_are_never_below_the_floor() {
        for number in [0.0, 0.25, 0.5, 0.999, 1.0, 1.5, 2.0, 639.0, 1279.0, 1279.999, 8191.5] {
            let hair = 2.0 * f32::EPSILON * 8192.0;
            let found = floor_or_hair(number, hair);
            assert!(found == number.floor() || found == (number + 2.0 * hair).floor(), "{number}: {found}");
            assert!(found >= number.floor(), "{number}: {found}");
        }
        assert!(floor_or_hair(-0.6, 1.0e-3) < 0.0);
    }
}
