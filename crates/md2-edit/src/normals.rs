//! Computation of normals with `md2-mesh`.

use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing, SourceVertex};

use crate::error::EditError;

/// Returns packed vertices with new normals, which are computed from clockwise triangles. Vertices with the same place get the same normal.
pub(crate) fn recompute(
    packing: Packing,
    frames: Vec<FrameTransform>,
    packed: Vec<u8>,
    triangles: impl Iterator<Item = [u32; 3]>,
    places: &[u32],
) -> Result<Vec<u8>, EditError> {
    if frames.is_empty() || places.is_empty() {
        return Ok(packed);
    }
    let mut parts = MeshParts::whole(packing, frames, packed, triangles.flatten().collect());
    parts.source_vertices = places.iter().map(|&place| SourceVertex { xyz: place, st: None }).collect();
    Mesh::from_parts(parts.clone()).map_err(EditError::invalid)?;
    parts.recompute_normals();
    Ok(parts.packed)
}
