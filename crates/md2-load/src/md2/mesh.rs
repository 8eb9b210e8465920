//! Building of meshes from MD2 models.

use md2_format::Md2;
use md2_mesh::{FrameTransform, Mesh};

use super::corners::corners;
use crate::error::LoadError;
use crate::normals::{Doubt, Meshes};
use crate::options::LoadOptions;
use crate::pack::check_triangle_count;
use crate::seamed::SeamedModel;

/// Builds a mesh from an MD2 model.
///
/// A normal index outside the table becomes (0, 0, 1), as in
/// md2-format and Q2PRO. If the skin size in the header is not positive, the skin ends after the largest texture coordinate.
///
/// # Errors
/// Returns [`LoadError::Mesh`] if the model has no frames or a coordinate is too large. Returns [`LoadError::TooLarge`],
/// [`LoadError::TooManyTriangles`] or [`LoadError::OutOfMemory`] if the model is too large. A model without triangles or vertices is
/// valid.
pub fn mesh(md2: &Md2<'_>, options: &LoadOptions) -> Result<Mesh, LoadError> {
    meshes(md2, options).map(|meshes| meshes.mesh)
}

pub(super) fn meshes(md2: &Md2<'_>, options: &LoadOptions) -> Result<Meshes, LoadError> {
    check_triangle_count(md2.triangles().len())?;
    let triangles: Vec<_> = md2.triangles().iter().collect();
    let transform = |scale, translate| FrameTransform { scale, translate };
    SeamedModel {
        corners: corners(md2, &triangles, options.uv_source),
        st: triangles.iter().flat_map(|triangle| triangle.st).map(u32::from).collect(),
        vertex_count: md2.vertex_count(),
        transforms: md2.frames().map(|frame| transform(frame.scale(), frame.translate())).collect(),
        frames: md2.frames().map(|frame| frame.vertices().as_bytes()),
        has_bad_normals: md2.out_of_range_normals() > 0,
        doubt: Doubt::OneForAll,
    }
    .mesh(options)
}
