//! Whether a model's own normals are used.

use md2_mesh::MeshParts;

use crate::NormalSource;

/// Computes the normals anew where the choice, or the model's own, asks for it; whether that was so.
pub(crate) fn choose(parts: &mut MeshParts, source: NormalSource) -> bool {
    let computed = match source {
        NormalSource::FromFile => false,
        NormalSource::Recomputed => true,
        NormalSource::Auto => parts.has_one_normal(),
    };
    if computed {
        parts.recompute_normals();
    }
    computed
}
