//! Building of meshes from MDL models.

use md2_mesh::weld::Corner;
use md2_mesh::{FrameTransform, Mesh};
use mdl_format::Mdl;

use crate::error::LoadError;
use crate::normals::{Doubt, Meshes};
use crate::options::LoadOptions;
use crate::pack::check_triangle_count;
use crate::seamed::SeamedModel;

/// Builds a mesh from an MDL model. Its frames are the poses of all frames and frame groups, in the order of the file.
///
/// A vertex on the seam of the skin has two texture coordinates and is duplicated. A normal index outside the table becomes (0, 0, 1).
///
/// # Errors
/// Returns the errors of [`md2::mesh`](crate::md2::mesh).
pub fn mesh(mdl: &Mdl<'_>, options: &LoadOptions) -> Result<Mesh, LoadError> {
    meshes(mdl, options).map(|meshes| meshes.mesh)
}

pub(super) fn meshes(mdl: &Mdl<'_>, options: &LoadOptions) -> Result<Meshes, LoadError> {
    check_triangle_count(mdl.triangles().len())?;
    let triangles = || mdl.triangles().iter();
    let corners = triangles().flat_map(|triangle| {
        let vertices = triangle.vertices();
        [0, 1, 2].map(|i| Corner { xyz: vertices[i], uv: mdl.corner_uv(triangle, i) })
    });
    let transform = FrameTransform { scale: mdl.scale(), translate: mdl.origin() };
    SeamedModel {
        corners: corners.collect(),
        // In an MDL, texture coordinates belong to vertices, not to corners.
        st: triangles().flat_map(|triangle| triangle.vertices()).collect(),
        vertex_count: mdl.vertex_count(),
        transforms: vec![transform; mdl.poses().len()],
        frames: mdl.poses().iter().map(|pose| pose.vertices().as_bytes()),
        has_bad_normals: mdl.out_of_range_normals() > 0,
        doubt: Doubt::OneForAllOrUnrelated,
    }
    .mesh(options)
}
