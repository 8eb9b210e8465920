//! Whether a model's own normals are used.

use std::mem;

use md2_mesh::{Mesh, MeshError, MeshParts, TriangleOrder};

use crate::options::{LoadOptions, NormalSource};

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

#[derive(Clone, Debug, Default)]
pub(crate) struct Normals {
    pub(crate) recomputed: bool,
    pub(crate) inverted: bool,
    /// The vertices with the file's, where they point inwards and the choice was ours.
    own: Option<Vec<u8>>,
}

impl Normals {
    /// Computes them anew where the choice, or the model's own, asks for it.
    pub(crate) fn choose(parts: &mut MeshParts, options: &LoadOptions, doubt: Doubt) -> Self {
        let one_for_all = parts.has_one_normal();
        let inverted = !one_for_all && parts.has_inverted_normals();
        let recomputed = match options.normals {
            NormalSource::FromFile => false,
            NormalSource::Recomputed => true,
            NormalSource::Auto => {
                let unrelated = || doubt == Doubt::OneForAllOrUnrelated && are_unrelated(parts);
                inverted || one_for_all || unrelated()
            }
        };
        let fit = parts.packed.len() <= options.max_packed_bytes / 2;
        let is_kept = inverted && options.normals == NormalSource::Auto && fit;
        let own = is_kept.then(|| parts.packed.clone());
        if recomputed {
            parts.recompute_normals();
        }
        Self { recomputed, inverted, own }
    }

    /// The mesh, and the same with the file's normals if they were kept.
    pub(crate) fn meshes(self, mut parts: MeshParts) -> Result<Meshes, MeshError> {
        let Self { recomputed, inverted, own } = self;
        let own = own.map(|own| {
            // The vertices are most of a model: those of the other mesh are set aside, not copied with the rest.
            let packed = mem::take(&mut parts.packed);
            let mesh = Mesh::from_parts(MeshParts { packed: own, ..parts.clone() });
            parts.packed = packed;
            mesh
        });
        let own = own.transpose()?;
        Ok(Meshes { mesh: Mesh::from_parts(parts)?, own, recomputed, inverted })
    }
}

/// A model's mesh, and what became of its normals.
#[derive(Clone, Debug)]
pub(crate) struct Meshes {
    pub(crate) mesh: Mesh,
    /// With the file's normals; see [`LoadedModel::own_normals`](crate::LoadedModel::own_normals).
    pub(crate) own: Option<Mesh>,
    pub(crate) recomputed: bool,
    pub(crate) inverted: bool,
}

/// Whether the normals of the first frame say little about its surface, or point into the model. Those of a model that
/// is wound inside out point out of it where they are against its triangles.
fn are_unrelated(parts: &MeshParts) -> bool {
    let Some(agreement) = parts.normal_agreement(0) else { return false };
    let outward =
        if parts.winding(0).order() == TriangleOrder::Counterclockwise { -agreement } else { agreement };
    outward < MIN_AGREEMENT
}
