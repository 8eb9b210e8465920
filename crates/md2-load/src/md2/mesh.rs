//! From the triangles and frames of an MD2 to a mesh.

use md2_format::{Md2, NORMALS, UP_NORMAL, raw};
use md2_mesh::weld::weld;
use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing, SourceVertex, Surface, vertex_cache};

use super::corners::corners;
use crate::{LoadError, LoadOptions, normals};

/// Makes a mesh of an MD2 model.
///
/// Triangles that name one vertex twice are left out; they have no area in any frame. A normal index
/// outside the table becomes straight up, as in md2-format and Q2PRO. Where the header's skin size is not positive,
/// the largest skin coordinate takes its place.
///
/// # Errors
/// [`LoadError::Mesh`] for a model without frames or with a pose too far away to compute with, and
/// [`LoadError::TooLarge`], [`LoadError::TooManyTriangles`] or [`LoadError::OutOfMemory`] when the model does not
/// fit. Having no triangles or no vertices is no error.
pub fn mesh(md2: &Md2<'_>, options: &LoadOptions) -> Result<Mesh, LoadError> {
    check_triangle_count(md2.triangles().len())?;
    let triangles: Vec<_> = md2.triangles().iter().filter(|triangle| has_three_corners(triangle)).collect();
    let corners = corners(md2, &triangles, options.uv_source);
    let weld = weld(md2.vertex_count(), &corners);

    let uvs = weld.first_corners.iter().map(|first| first.map_or([0.0; 2], |at| corners[at as usize].uv));
    let st = |at: u32| u32::from(triangles[at as usize / 3].st()[at as usize % 3]);
    let source_vertices = (0..)
        .take(md2.vertex_count())
        .chain(weld.duplicates.iter().copied())
        .zip(&weld.first_corners)
        .map(|(xyz, first)| SourceVertex { xyz, st: first.map(st) });
    let frames =
        md2.frames().map(|frame| FrameTransform { scale: frame.scale(), translate: frame.translate() });
    let mut parts = MeshParts {
        packing: Packing::Position8Normal8,
        frames: frames.collect(),
        packed: pack(md2, &weld.duplicates, options.max_packed_bytes)?,
        uvs: uvs.collect(),
        surfaces: vec![Surface::whole(weld.first_corners.len(), weld.indices.len())],
        indices: weld.indices,
        tags: Vec::new(),
        source_vertices: source_vertices.collect(),
    };
    normals::choose(&mut parts, options.normals);
    if options.optimize_vertex_cache {
        vertex_cache::optimize(&mut parts.indices, parts.uvs.len());
    }
    Ok(Mesh::from_parts(parts)?)
}

/// Corners and vertices together are numbered with 32 bits. The header counts up to 2^31 vertices, so that three corners of
/// an eighth of 2^32 triangles still fit. A file with more triangles would be longer than 6 GB.
fn check_triangle_count(found: usize) -> Result<(), LoadError> {
    const ALLOWED: usize = u32::MAX as usize / 8;
    if found > ALLOWED {
        return Err(LoadError::TooManyTriangles { found, allowed: ALLOWED });
    }
    Ok(())
}

/// Whether a triangle names three different vertices.
fn has_three_corners(triangle: &raw::Triangle) -> bool {
    let [a, b, c] = triangle.xyz();
    a != b && b != c && c != a
}

/// The vertices of all frames: those of the file, then the seam duplicates, with sound normal indices.
fn pack(md2: &Md2<'_>, duplicates: &[u32], max_bytes: usize) -> Result<Vec<u8>, LoadError> {
    let vertices = md2.vertex_count() + duplicates.len();
    let frames = md2.frame_count();
    let bytes = vertices.saturating_mul(size_of::<raw::Vertex>()).saturating_mul(frames);
    if bytes > max_bytes {
        return Err(LoadError::TooLarge { vertices, frames, bytes, allowed: max_bytes });
    }
    let mut packed: Vec<[u8; 4]> = Vec::new();
    packed.try_reserve_exact(vertices * frames).map_err(|_| LoadError::OutOfMemory { bytes })?;
    for frame in md2.frames() {
        let (source, _) = frame.vertex_bytes().as_chunks();
        packed.extend_from_slice(source);
        packed.extend(duplicates.iter().map(|&vertex| source[vertex as usize]));
    }

    if md2.out_of_range_normals() > 0 {
        for vertex in &mut packed {
            if usize::from(vertex[3]) >= NORMALS.len() {
                vertex[3] = UP_NORMAL;
            }
        }
    }
    Ok(packed.into_flattened())
}
