//! Edits of poses with 8-bit positions, as MDL and MD2 store them.

use md2_common::{NORMAL_COUNT, NORMALS, Quantization, Vertex, nearest_normal};
use md2_mesh::{FrameTransform, MAX_COORDINATE, Packing};

use crate::error::EditError;
use crate::normals;
use crate::transform::Transform;

/// Transforms poses that share a quantization. Returns the new quantization, and the largest distance between an exact and a stored
/// position in units.
///
/// If each new coordinate depends on a single old coordinate, the quantized positions remain exact. This applies to moving, scaling and
/// mirroring. Otherwise the positions are quantized again.
pub(crate) fn transform_poses(
    transform: &Transform,
    quantization: Quantization,
    poses: &mut [&mut [Vertex]],
) -> Result<(Quantization, f64), EditError> {
    let (quantization, error) = match transform.axes() {
        Some(axes) => (permute(transform, axes, quantization, poses), 0.0),
        None => requantize(transform, quantization, poses)?,
    };
    // Readers reject models with greater coordinates.
    let extremes = [[0; 3], [u8::MAX; 3]].map(|packed| quantization.unpack(packed));
    if !extremes.as_flattened().iter().all(|c| c.abs() <= MAX_COORDINATE) {
        return Err(EditError::invalid(format!("coordinates would exceed {MAX_COORDINATE:e} units")));
    }
    if !transform.keeps_normals() {
        let turned = |index: usize| match index {
            0..NORMAL_COUNT => nearest_normal(transform.normal(NORMALS[index])),
            // Invalid indices stay as they are.
            _ => u8::try_from(index).unwrap_or(u8::MAX),
        };
        let turned: [u8; 256] = std::array::from_fn(turned);
        for vertex in poses.iter_mut().flat_map(|pose| pose.iter_mut()) {
            vertex.normal_index = turned[usize::from(vertex.normal_index)];
        }
    }
    Ok((quantization, error))
}

#[expect(clippy::cast_possible_truncation, reason = "the caller checks that the numbers are finite")]
fn permute(
    transform: &Transform,
    axes: [(usize, f64); 3],
    Quantization { scale, translate }: Quantization,
    poses: &mut [&mut [Vertex]],
) -> Quantization {
    let mut new = Quantization { scale: [0.0; 3], translate: [0.0; 3] };
    for (axis, (from, factor)) in axes.into_iter().enumerate() {
        let (step, least) = (f64::from(scale[from]), f64::from(translate[from]));
        // A negative factor reverses the axis: the greatest old coordinate becomes the least new one.
        let least = if factor < 0.0 { least + 255.0 * step } else { least };
        new.scale[axis] = (factor.abs() * step) as f32;
        new.translate[axis] = (factor * least + transform.offset[axis]) as f32;
    }
    if !transform.keeps_axes() {
        for vertex in poses.iter_mut().flat_map(|pose| pose.iter_mut()) {
            let old = vertex.position;
            vertex.position =
                axes.map(|(from, factor)| if factor < 0.0 { 255 - old[from] } else { old[from] });
        }
    }
    new
}

fn requantize(
    transform: &Transform,
    quantization: Quantization,
    poses: &mut [&mut [Vertex]],
) -> Result<(Quantization, f64), EditError> {
    let exact = |vertex: &Vertex| transform.position(quantization.unpack(vertex.position).map(f64::from));
    let moved: Vec<Vec<[f64; 3]>> = poses.iter().map(|pose| pose.iter().map(exact).collect()).collect();
    pack_poses(&moved, poses)
}

/// Quantizes positions with the finest quantization that covers all of them. Returns the quantization and the largest distance in units
/// between an exact and a stored position.
pub(crate) fn pack_poses(
    positions: &[Vec<[f64; 3]>],
    poses: &mut [&mut [Vertex]],
) -> Result<(Quantization, f64), EditError> {
    #[expect(clippy::cast_possible_truncation, reason = "infinite numbers are rejected below")]
    let single: Vec<[f32; 3]> = positions.iter().flatten().map(|p| p.map(|c| c as f32)).collect();
    let new = Quantization::covering(&single).map_err(EditError::invalid)?;
    let mut worst: f64 = 0.0;
    for (pose, positions) in poses.iter_mut().zip(positions) {
        for (vertex, exact) in pose.iter_mut().zip(positions) {
            #[expect(clippy::cast_possible_truncation, reason = "finite, as checked above")]
            let packed = new.pack(exact.map(|c| c as f32));
            vertex.position = packed;
            let stored = new.unpack(packed);
            let squared: f64 = (0..3).map(|axis| (f64::from(stored[axis]) - exact[axis]).powi(2)).sum();
            worst = worst.max(squared.sqrt());
        }
    }
    Ok((new, worst))
}

pub(crate) fn blend(
    [(a, first), (b, second)]: [(Quantization, &[Vertex]); 2],
    share: f32,
) -> Result<(Quantization, Vec<Vertex>), EditError> {
    let mix = |a: [f32; 3], b: [f32; 3]| [0, 1, 2].map(|axis| a[axis] * (1.0 - share) + b[axis] * share);
    let pairs = || first.iter().zip(second);
    let positions: Vec<[f32; 3]> =
        pairs().map(|(one, two)| mix(a.unpack(one.position), b.unpack(two.position))).collect();
    // With the same quantization, parts at rest stay at rest.
    let quantization =
        if a == b { a } else { Quantization::covering(&positions).map_err(EditError::invalid)? };
    let vertex = |((one, two), position): ((&Vertex, &Vertex), &[f32; 3])| {
        let normal = if one.normal_index == two.normal_index {
            one.normal_index
        } else {
            nearest_normal(mix(one.normal(), two.normal()))
        };
        Vertex::new(quantization.pack(*position), normal)
    };
    Ok((quantization, pairs().zip(&positions).map(vertex).collect()))
}

pub(crate) fn recompute_normals(
    quantizations: &[Quantization],
    poses: &mut [&mut [Vertex]],
    triangles: impl Iterator<Item = [u32; 3]>,
    places: &[u32],
) -> Result<(), EditError> {
    let transform = |q: &Quantization| FrameTransform { scale: q.scale, translate: q.translate };
    let bytes = |vertex: &Vertex| {
        let [x, y, z] = vertex.position;
        [x, y, z, 0]
    };
    let frames = quantizations.iter().map(transform).collect();
    let packed = poses.iter().flat_map(|pose| pose.iter().flat_map(bytes)).collect();
    let packed = normals::recompute(Packing::Position8Normal8, frames, packed, triangles, places)?;
    let vertices = poses.iter_mut().flat_map(|pose| pose.iter_mut());
    for (vertex, packed) in vertices.zip(packed.as_chunks::<4>().0) {
        vertex.normal_index = packed[3];
    }
    Ok(())
}
