//! Meshes that are altered by a [`Mistake`], drawn instead of the documents' own meshes.

use std::sync::Arc;

use md2_mesh::Mesh;

use super::Workspace;
use super::restored::is_there;
use crate::actor::Actor;
use crate::document::Document;
use crate::mistake::Mistake;

/// The mesh of a document as a program with a mistake draws it.
#[derive(Clone, Debug)]
pub(super) struct AlteredMesh {
    document: Arc<Document>,
    mistake: Mistake,
    mesh: Arc<Mesh>,
}

impl Workspace {
    /// The document's mesh as a program with the [mistake](crate::Look::mistake) of the look draws it; `None` if the mistake does not
    /// alter the mesh.
    pub(crate) fn altered(&self, document: &Arc<Document>) -> Option<&Arc<Mesh>> {
        let found = self.altered.iter().find(|altered| Arc::ptr_eq(&altered.document, document));
        found.map(|altered| &altered.mesh)
    }

    /// Alters the meshes of new documents, and drops meshes of unused documents and of other mistakes.
    pub(super) fn alter_meshes(&mut self) {
        let Some(mistake) = self.look.mistake else { return self.altered.clear() };
        let actors = &self.actors;
        self.altered.retain(|altered| altered.mistake == mistake && is_there(actors, &altered.document));
        let documents: Vec<_> = self.actors.iter().map(Actor::document).cloned().collect();
        for document in documents {
            if self.altered(&document).is_none()
                && let Some(mesh) = mistake.mesh(document.mesh())
            {
                self.altered.push(AlteredMesh { document, mistake, mesh: Arc::new(mesh) });
            }
        }
    }
}
