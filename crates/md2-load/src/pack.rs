//! Copies of the quantized vertices of all frames, with duplicates at seams.

use md2_mesh::{NORMALS, Packing};

use crate::error::LoadError;
use crate::options::LoadOptions;

/// Copies the vertices of all `frames`. After the vertices of each frame, appends copies of the vertices whose indices are in
/// `duplicates`.
pub(crate) fn pack<'a>(
    packing: Packing,
    frames: impl ExactSizeIterator<Item = &'a [u8]>,
    vertex_count: usize,
    duplicates: &[u32],
    options: &LoadOptions,
) -> Result<Vec<u8>, LoadError> {
    let size = packing.vertex_bytes();
    let vertices = vertex_count + duplicates.len();
    check_size(packing, vertices, frames.len(), options)?;
    let bytes = vertices * size * frames.len();
    let mut packed = Vec::new();
    packed.try_reserve_exact(bytes).map_err(|_| LoadError::OutOfMemory { bytes })?;
    for frame in frames {
        packed.extend_from_slice(frame);
        for &vertex in duplicates {
            packed.extend_from_slice(&frame[vertex as usize * size..][..size]);
        }
    }
    Ok(packed)
}

pub(crate) fn check_size(
    packing: Packing,
    vertices: usize,
    frames: usize,
    options: &LoadOptions,
) -> Result<(), LoadError> {
    let bytes = vertices.saturating_mul(packing.vertex_bytes()).saturating_mul(frames);
    let allowed = options.max_packed_bytes;
    if bytes > allowed { Err(LoadError::TooLarge { vertices, frames, bytes, allowed }) } else { Ok(()) }
}

/// Replaces each normal index outside the table by the index of (0, 0, 1). The vertices have the layout [`Packing::Position8Normal8`].
pub(crate) fn mend_normals(packed: &mut [u8]) {
    for vertex in packed.chunks_exact_mut(Packing::Position8Normal8.vertex_bytes()) {
        if let Some(normal) = vertex.last_mut().filter(|normal| usize::from(**normal) >= NORMALS.len()) {
            *normal = md2_common::UP_NORMAL;
        }
    }
}

/// Rejects models with 2^29 triangles or more, so that 32 bits are enough to number all corners and vertices together.
/// The formats allow at most 2^31 vertices. A file with 2^29 triangles would be longer than 6 GB.
pub(crate) fn check_triangle_count(found: usize) -> Result<(), LoadError> {
    const ALLOWED: usize = u32::MAX as usize / 8;
    if found > ALLOWED {
        return Err(LoadError::TooManyTriangles { found, allowed: ALLOWED });
    }
    Ok(())
}
