//! Tests of meshes with restored keyframes: when they are needed and rejected.

use md2_mesh::{Mesh, MeshParts, Packing};

use super::*;
use crate::{CommandError, Look};

pub(super) fn finer(document: &Document) -> Arc<Mesh> {
    Arc::new(Mesh::from_parts(parts(document.mesh(), Packing::Position16Normal16)).unwrap())
}

fn parts(mesh: &Mesh, packing: Packing) -> MeshParts {
    let packed = vec![0; mesh.frame_count() * mesh.vertex_count() * packing.vertex_bytes()];
    MeshParts { packing, packed, ..mesh.to_parts() }
}

#[test]
fn only_visible_8_bit_documents_need_restoring() {
    let mut workspace = figures::player();
    let _ = apply(&mut workspace, Command::SetLook(Look { steady: true, ..Look::default() }));
    assert_eq!(workspace.unrestored_documents().count(), 0, "an MD3 has 16");
    let actor = arm(&mut workspace);
    assert_eq!(workspace.unrestored_documents().count(), 1);
    let _ = apply(&mut workspace, Command::Show { actor, shown: false });
    assert_eq!(workspace.unrestored_documents().count(), 0);
}

#[test]
fn rejects_meshes_of_other_models() {
    let mut workspace = workspace();
    let document = Arc::clone(workspace.document());
    let mut refuse = |document: &Arc<Document>, mesh: Mesh| {
        let set = Command::SetRestored { document: Arc::clone(document), mesh: Arc::new(mesh) };
        let error = workspace.apply(set).unwrap_err();
        assert!(workspace.drawn().all(|drawn| drawn.restored.is_none()));
        error
    };
    let other = Arc::new(weapon());
    let fine = || parts(document.mesh(), Packing::Position16Normal16);
    let mut moved = fine();
    moved.uvs[3][0] += 0.5;
    let mut turned = fine();
    turned.indices.swap(0, 1);
    let mut shorter = fine();
    shorter.frames.pop();
    shorter.packed.truncate(shorter.frames.len() * shorter.uvs.len() * 8);
    let coarse = parts(document.mesh(), Packing::Position8Normal8);
    let another = parts(other.mesh(), Packing::Position16Normal16);
    for wrong in [moved, turned, shorter, coarse, another] {
        let error = refuse(&document, Mesh::from_parts(wrong).unwrap());
        assert!(matches!(error, CommandError::NotRestored { .. }), "{error}");
    }
    let error = refuse(&other, Mesh::clone(&finer(&other)));
    assert!(matches!(error, CommandError::NoDocument { .. }), "{error}");

    let mut player = figures::player();
    let document = Arc::clone(player.document());
    let set = Command::SetRestored { document: Arc::clone(&document), mesh: Arc::clone(document.mesh()) };
    assert!(matches!(player.apply(set), Err(CommandError::NotRestored { .. })), "16 bits are not restored");
}
