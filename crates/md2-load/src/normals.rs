//! Choice between the normals in the file and recomputed normals.

use std::mem;

use md2_mesh::{Mesh, MeshError, MeshParts, TriangleOrder};

use crate::options::{LoadOptions, NormalSource};

/// The smallest plausible mean dot product between the normals in the file and the triangle normals.
///
/// Of 401 undamaged MDL files, 41 have a mean below 0.3, six between 0.3 and 0.5, and all others above 0.5.
const MIN_AGREEMENT: f32 = 0.4;

/// The faults that the loader looks for in the normals of a format, in addition to normals that point inwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// The loader tests whether all normals are equal.
    OneForAll,
    /// The loader also tests whether the normals of the first frame match its triangles.
    OneForAllOrUnrelated,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Normals {
    pub(crate) recomputed: bool,
    pub(crate) inverted: bool,
    /// A copy of the vertices with the normals from the file, if [`NormalSource::Auto`] replaced the normals because they point inwards.
    own: Option<Vec<u8>>,
}

impl Normals {
    /// Recomputes the normals if the options require it or if the normals in the file are wrong.
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

    /// Builds the mesh and, if the normals from the file were saved, a second mesh with these normals.
    pub(crate) fn meshes(self, mut parts: MeshParts) -> Result<Meshes, MeshError> {
        let Self { recomputed, inverted, own } = self;
        let own = own.map(|own| {
            // The vertices are the largest part of a model, so they are moved instead of copied.
            let packed = mem::take(&mut parts.packed);
            let mesh = Mesh::from_parts(MeshParts { packed: own, ..parts.clone() });
            parts.packed = packed;
            mesh
        });
        let own = own.transpose()?;
        Ok(Meshes { mesh: Mesh::from_parts(parts)?, own, recomputed, inverted })
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Meshes {
    pub(crate) mesh: Mesh,
    /// The mesh with the normals from the file: see [`LoadedModel::own_normals`](crate::LoadedModel::own_normals).
    pub(crate) own: Option<Mesh>,
    pub(crate) recomputed: bool,
    pub(crate) inverted: bool,
}

/// Whether the normals of the first frame differ too much from outward triangle normals. If the winding of the
/// triangles is wrong, the computed triangle normals are reversed for this comparison.
fn are_unrelated(parts: &MeshParts) -> bool {
    let Some(agreement) = parts.normal_agreement(0) else { return false };
    let outward =
        if parts.winding(0).order() == TriangleOrder::Counterclockwise { -agreement } else { agreement };
    outward < MIN_AGREEMENT
}
