//! Meshes with restored keyframes, drawn instead of the documents' own meshes.

use std::sync::Arc;

use md2_mesh::{Mesh, Packing};

use super::Workspace;
use crate::actor::Actor;
use crate::document::Document;
use crate::error::CommandError;

#[derive(Clone, Debug)]
pub(super) struct RestoredMesh {
    document: Arc<Document>,
    mesh: Arc<Mesh>,
}

impl RestoredMesh {
    pub(super) fn document(&self) -> &Arc<Document> {
        &self.document
    }
}

impl Workspace {
    pub fn restored(&self, document: &Arc<Document>) -> Option<&Arc<Mesh>> {
        let found = self.restored.iter().find(|restored| Arc::ptr_eq(&restored.document, document));
        found.map(|restored| &restored.mesh)
    }

    /// The documents for which [`Look::steady`](crate::Look::steady) needs a mesh with restored keyframes: those that
    /// are drawn, have 8-bit keyframes, and have no such mesh yet. A document that is drawn twice is listed twice.
    pub fn unrestored_documents(&self) -> impl Iterator<Item = &Arc<Document>> {
        let drawn = self.actors.iter().filter(|actor| actor.is_shown && self.look.steady);
        drawn
            .map(Actor::document)
            .filter(|document| document.has_8_bit_keys() && self.restored(document).is_none())
    }

    pub(super) fn set_restored(
        &mut self,
        document: Arc<Document>,
        mesh: Arc<Mesh>,
    ) -> Result<(), CommandError> {
        if !is_there(&self.actors, &document) {
            return Err(CommandError::NoDocument { document: document.name().to_owned() });
        }
        if !document.has_8_bit_keys() || !is_finer(&mesh, document.mesh()) {
            return Err(CommandError::NotRestored { document: document.name().to_owned() });
        }
        self.restored.retain(|restored| !Arc::ptr_eq(&restored.document, &document));
        self.restored.push(RestoredMesh { document, mesh });
        Ok(())
    }

    pub(super) fn drop_unused_restored(&mut self) {
        self.restored.retain(|restored| is_there(&self.actors, &restored.document));
    }
}

pub(super) fn is_there(actors: &[Actor], document: &Arc<Document>) -> bool {
    actors.iter().any(|actor| Arc::ptr_eq(actor.document(), document))
}

fn is_finer(mesh: &Mesh, other: &Mesh) -> bool {
    mesh.packing() == Packing::Position16Normal16
        && mesh.frame_count() == other.frame_count()
        && mesh.uvs() == other.uvs()
        && mesh.indices() == other.indices()
        && mesh.surfaces() == other.surfaces()
        && mesh.tags() == other.tags()
}
