//! Whether a model's own normals are used.

use md2_mesh::{MeshParts, Turn};

use crate::NormalSource;

/// Below this mean dot product with the normals of the triangles, a file's normals have little to do with its surface.
///
/// In a survey of 401 MDL files 41 lie below 0.3, six between 0.3 and 0.5, all others above.
const MIN_AGREEMENT: f32 = 0.4;

/// What makes a format's own normals doubtful.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// All of them are alike.
    OneForAll,
    /// All of them are alike, or the first frame's have little to do with its triangles.
    OneForAllOrUnrelated,
}

/// Computes the normals anew where the choice, or the model's own, asks for it; whether that was so.
pub(crate) fn choose(parts: &mut MeshParts, source: NormalSource, doubt: Doubt) -> bool {
    let computed = match source {
        NormalSource::FromFile => false,
        NormalSource::Recomputed => true,
        NormalSource::Auto => match doubt {
            Doubt::OneForAll => parts.has_one_normal(),
            Doubt::OneForAllOrUnrelated => parts.has_one_normal() || are_unrelated(parts),
        },
    };
    if computed {
        parts.recompute_normals();
    }
    computed
}

/// Whether the normals of the first frame say little about its surface, or point into the model. Those of a model that
/// is wound inside out point out of it where they are against its triangles.
fn are_unrelated(parts: &MeshParts) -> bool {
    let Some(agreement) = parts.normal_agreement(0) else { return false };
    let outward = if parts.winding(0).turn() == Turn::Counterclockwise { -agreement } else { agreement };
    outward < MIN_AGREEMENT
}
