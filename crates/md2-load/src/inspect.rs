//! Inspection of a file of any format.

use md2_common::FileKind;

use crate::anatomy::Anatomy;
use crate::error::LoadError;
use crate::load::no_model;
use crate::{md2, md3, mdl};

/// Returns the records of a model file: the bytes and offsets of vertices, triangles and frames. For a damaged file, returns the records
/// after the repairs of [`load_salvaged`](crate::load_salvaged).
///
/// ```
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// let anatomy = md2_load::anatomy(&file)?;
/// // The third vertex of the second frame: x, y, z and the normal.
/// let vertex = anatomy.vertex(1, 2).expect("there are three vertices and two frames");
/// assert_eq!(vertex.bytes, &file[vertex.offset..][..4]);
/// assert_eq!(vertex.position, [31.875, 0.0, 39.875]);
/// # Ok::<(), md2_load::LoadError>(())
/// ```
///
/// # Errors
/// Returns the errors of [`load_salvaged`](crate::load_salvaged), except those about the size of the mesh.
pub fn anatomy(file: &[u8]) -> Result<Anatomy, LoadError> {
    match FileKind::detect(file) {
        Some(FileKind::Md2) => md2::anatomy(file),
        Some(FileKind::Mdl) => mdl::anatomy(file),
        Some(FileKind::Md3) => md3::anatomy(file),
        kind => Err(no_model(file, kind)),
    }
}

/// Returns the records of an MD2 that a program has converted as if it were text, after undoing the conversion as [`load_restored`](crate::load_restored) does.
/// `None` if there was no conversion, or if the conversion cannot be undone.
#[must_use]
pub fn anatomy_restored(file: &[u8]) -> Option<Anatomy> {
    (FileKind::detect(file) == Some(FileKind::Md2)).then(|| md2::anatomy_restored(file)).flatten()
}
