//! Models that were saved.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::document::Document;
use crate::edit::Edit;
use crate::skin::Skin;

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

    /// Returns the names of the files that the edits of the saved model did not change: its other levels of detail, and the part of the
    /// player if the model was saved as another file. Files in another folder have their full path.
    pub fn unchanged_files(&self) -> Vec<String> {
        let (older, written) = (&self.older, &self.written);
        let part = older.path().filter(|path| older.player_part.is_some() && !written.is_file_at(path));
        let edits = older.unsaved_edits().unwrap_or(older.edits());
        let is_moved = edits.iter().any(|edit| matches!(edit, Edit::Transform(_)));
        let levels = written.path().filter(|_| is_moved).map(other_levels);
        let files = part.map(Path::to_owned).into_iter().chain(levels.into_iter().flatten());
        let folder = written.path().and_then(Path::parent).unwrap_or(Path::new(""));
        files.map(|path| path.strip_prefix(folder).unwrap_or(&path).display().to_string()).collect()
    }

    /// Whether the model was in an archive, in which its skins stay.
    pub fn leaves_skins(&self) -> bool {
        let archive = self.older.path().filter(|path| !path.is_file());
        let archive = archive.and_then(|path| path.ancestors().find(|above| above.is_file()));
        let is_inside =
            |skin: &Skin| skin.path().zip(archive).is_some_and(|(path, own)| path.starts_with(own));
        self.older.skins().iter().any(is_inside)
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

/// Returns the files of the other levels of detail of an MD3, also if a level between them is missing.
fn other_levels(path: &Path) -> Vec<PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let full = stem.strip_suffix("_1").or(stem.strip_suffix("_2")).unwrap_or(&stem);
    let names = ["", "_1", "_2"].map(|end| path.with_file_name(format!("{full}{end}.md3")));
    let is_other = |name: &PathBuf| name != path && name.is_file();
    let is_md3 = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md3"));
    names.into_iter().filter(|name| is_md3 && is_other(name)).collect()
}
