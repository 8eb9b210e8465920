//! Blending of several vertices at once with SIMD instructions.
//!
//! The dispatcher compiles these functions for several vector instruction sets and selects the widest one at run time. This works only if
//! all code is inlined. The functions use no closures, because the compiler does not always inline them.
//!
//! Each vertex goes through the same operations as in [`Pair`], so the results are equal bit for bit.

use fearless_simd::{Simd, f32x4, prelude::*};

use super::{MIN_NORMAL_LENGTH_SQUARED, Pair};
use crate::packing::PackedVertex;

const LANES: usize = 8;

/// Number of vertices in a block. The normals of a block are first blended into an array for each axis, small enough
/// for the first-level cache, and then copied to one vector for each vertex.
const BLOCK: usize = 64;

#[inline(always)]
pub(super) fn positions<V: PackedVertex>(pair: &Pair, a: &[V], b: &[V], positions: &mut [[f32; 3]]) {
    for ((position, &a), &b) in positions.iter_mut().zip(a).zip(b) {
        *position = pair.position(a, b);
    }
}

#[inline(always)]
pub(super) fn normals<S: Simd, V: PackedVertex>(
    simd: S,
    pair: &Pair,
    a: &[V],
    b: &[V],
    normals: &mut [[f32; 3]],
) {
    let [mut x, mut y, mut z] = [[0.0; BLOCK]; 3];
    for ((normals, a), b) in normals.chunks_mut(BLOCK).zip(a.chunks(BLOCK)).zip(b.chunks(BLOCK)) {
        let count = normals.len();
        columns(simd, pair, a, b, [&mut x[..count], &mut y[..count], &mut z[..count]]);
        for (((normal, &x), &y), &z) in normals.iter_mut().zip(&x).zip(&y).zip(&z) {
            *normal = [x, y, z];
        }
    }
}

#[inline(always)]
fn columns<S: Simd, V: PackedVertex>(simd: S, pair: &Pair, a: &[V], b: &[V], [x, y, z]: [&mut [f32]; 3]) {
    let (x_lanes, x_rest) = x.as_chunks_mut::<LANES>();
    let (y_lanes, y_rest) = y.as_chunks_mut::<LANES>();
    let (z_lanes, z_rest) = z.as_chunks_mut::<LANES>();
    let (a_lanes, a_rest) = a.as_chunks::<LANES>();
    let (b_lanes, b_rest) = b.as_chunks::<LANES>();
    for ((((a, b), x), y), z) in a_lanes.iter().zip(b_lanes).zip(x_lanes).zip(y_lanes).zip(z_lanes) {
        lanes(simd, pair.weights(), a, b, [x, y, z]);
    }
    for ((((&a, &b), x), y), z) in a_rest.iter().zip(b_rest).zip(x_rest).zip(y_rest).zip(z_rest) {
        [*x, *y, *z] = pair.normal(a, b);
    }
}

#[inline(always)]
fn lanes<S: Simd, V: PackedVertex>(
    simd: S,
    weights: [f32; 2],
    a: &[V; LANES],
    b: &[V; LANES],
    [x_out, y_out, z_out]: [&mut [f32; LANES]; 3],
) {
    let [low, high] = [four(simd, weights, a, b, 0), four(simd, weights, a, b, 4)];
    let x = low[0].combine(high[0]);
    let y = low[1].combine(high[1]);
    let z = low[2].combine(high[2]);
    let length_squared = x * x + y * y + z * z;
    let (zero, one) = (simd.splat_f32x8(0.0), simd.splat_f32x8(1.0));
    let factor = one / length_squared.sqrt();
    let has_none = length_squared.simd_lt(simd.splat_f32x8(MIN_NORMAL_LENGTH_SQUARED));
    simd.store_array_f32x8(simd.select_f32x8(has_none, zero, x * factor), x_out);
    simd.store_array_f32x8(simd.select_f32x8(has_none, zero, y * factor), y_out);
    simd.store_array_f32x8(simd.select_f32x8(has_none, one, z * factor), z_out);
}

/// Returns the blended directions of four vertices, beginning with vertex `first`, as four x, four y and four z.
#[inline(always)]
fn four<S: Simd, V: PackedVertex>(
    simd: S,
    weights: [f32; 2],
    a: &[V; LANES],
    b: &[V; LANES],
    first: usize,
) -> [f32x4<S>; 3] {
    let sums = [
        row(simd, weights, a[first], b[first]),
        row(simd, weights, a[first + 1], b[first + 1]),
        row(simd, weights, a[first + 2], b[first + 2]),
        row(simd, weights, a[first + 3], b[first + 3]),
    ];
    let [xy_even, z_even] = [sums[0].zip_low(sums[2]), sums[0].zip_high(sums[2])];
    let [xy_odd, z_odd] = [sums[1].zip_low(sums[3]), sums[1].zip_high(sums[3])];
    [xy_even.zip_low(xy_odd), xy_even.zip_high(xy_odd), z_even.zip_low(z_odd)]
}

/// Returns the blended direction of one vertex as x, y, z, 0. `a` and `b` are the vertex in the two frames.
#[inline(always)]
fn row<S: Simd, V: PackedVertex>(simd: S, [weight_a, weight_b]: [f32; 2], a: V, b: V) -> f32x4<S> {
    simd.load_array_f32x4(a.direction_row()) * weight_a + simd.load_array_f32x4(b.direction_row()) * weight_b
}

#[cfg(test)]
mod tests {
    use fearless_simd::{Level, dispatch};
    use md2_common::Pose;

    use super::*;
    use crate::packing::Vertex8;

    fn levels() -> Vec<Level> {
        let widest = Level::new();
        let mut levels = vec![widest, Level::baseline()];
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        levels.extend(widest.as_sse4_2().map(Level::Sse4_2));
        levels
    }

    #[test]
    fn all_instruction_sets_give_the_same_bits() {
        let vertices: Vec<Vertex8> = (0..162 * 2).map(|i| [0, 0, 0, (i * 31 % 162) as u8]).collect();
        let (a, b) = vertices.split_at(162);
        for blend in [0.0, 0.3, 0.5, 1.0] {
            let pose = Pose { frame_a: 0, frame_b: 1, blend };
            let pair = Pair { pose, scale_a: [0.0; 3], scale_b: [0.0; 3], translate: [0.0; 3] };
            let expected: Vec<_> = a.iter().zip(b).map(|(&a, &b)| pair.normal(a, b)).collect();
            for level in levels() {
                let mut found = vec![[f32::NAN; 3]; a.len()];
                dispatch!(level, simd => normals(simd, &pair, a, b, &mut found));
                let bits = |normals: &[[f32; 3]]| {
                    normals.as_flattened().iter().map(|c| c.to_bits()).collect::<Vec<_>>()
                };
                assert_eq!(bits(&found), bits(&expected), "{level:?} at {blend}");
            }
        }
    }
}
