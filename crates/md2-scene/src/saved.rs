//! Models that were saved.

use std::sync::Arc;

use crate::document::Document;

/// A model that was saved: the version that was written, before and after it was written.
#[derive(Clone, Debug)]
pub struct SavedModel {
    older: Arc<Document>,
    written: Arc<Document>,
}

impl SavedModel {
    /// `written` is the result of [`saved_at`](crate::saved_at) for `older`.
    pub fn new(older: Arc<Document>, written: Document) -> Self {
        Self { older, written: Arc::new(written) }
    }

    pub fn written(&self) -> &Arc<Document> {
        &self.written
    }

    /// Whether the model was in an archive, in which its skins stay.
    pub fn leaves_skins(&self) -> bool {
        let is_in_archive = self.older.path().is_some_and(|path| !path.is_file());
        is_in_archive && self.older.skins().iter().any(|skin| skin.path().is_some())
    }

    /// Returns a function from a document to the one to use in its place. It differs only for versions of the saved model.
    pub(crate) fn versions(&self) -> impl FnMut(&Arc<Document>) -> Arc<Document> {
        let mut moved = vec![(Arc::clone(&self.older), Arc::clone(&self.written))];
        move |document| {
            if !document.is_version_of(&moved[0].0) {
                return Arc::clone(document);
            }
            if let Some((_, newer)) = moved.iter().find(|(older, _)| Arc::ptr_eq(older, document)) {
                return Arc::clone(newer);
            }
            let newer = Arc::new(document.in_file_of(&moved[0].1));
            moved.push((Arc::clone(document), Arc::clone(&newer)));
            newer
        }
    }
}
