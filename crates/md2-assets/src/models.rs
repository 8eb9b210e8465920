//! The models in a folder and in those below it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{io, vec};

use md2_common::FileKind;

use crate::natural;
use crate::read::{ReadError, read_start};
use crate::tree::{Entry, MAX_ENTRIES, entries};

/// Extensions of models.
const EXTENSIONS: [&str; 3] = ["md2", "mdl", "md3"];
/// Bytes of a file that tell whether it is a model.
const IDENT_BYTES: u64 = 4;

/// Walks through a folder and those below it. See [`find_models`].
#[derive(Debug)]
pub struct ModelFiles {
    /// What is left of the folder that was given, of one in it, of one in that.
    left: Vec<vec::IntoIter<Entry>>,
    /// The folders that were walked through, by their one name.
    seen: HashSet<PathBuf>,
    /// What is told next.
    failed: Option<ReadError>,
}

/// The models in `folder` and in the folders below it, in the order in which people count (`tank2` before `tank10`), found while
/// the iterator is asked for them. A model is what has the extension of one (`md2`, `mdl`, `md3`), whatever its content, or starts
/// like one.
///
/// A link to a folder is followed, but no folder is walked through twice. A folder that cannot be listed is an error among the
/// items, and the walk goes on behind it.
#[must_use]
pub fn find_models(folder: &Path) -> ModelFiles {
    let mut files = ModelFiles { left: Vec::new(), seen: HashSet::new(), failed: None };
    files.enter(folder);
    files
}

impl ModelFiles {
    fn enter(&mut self, folder: &Path) {
        let failed = |source| ReadError::System { path: folder.to_path_buf(), source };
        let listed = folder.canonicalize().and_then(|name| {
            // By another way it was here before.
            if !self.seen.insert(name) {
                return Ok(Vec::new());
            }
            entries(folder, MAX_ENTRIES)
        });
        match listed {
            Ok(mut entries) => {
                if entries.len() == MAX_ENTRIES {
                    let reason = format!("more than {MAX_ENTRIES} names in one folder");
                    self.failed = Some(failed(io::Error::other(reason)));
                }
                entries.sort_by(|a, b| natural::compare(&a.name, &b.name).then_with(|| a.path.cmp(&b.path)));
                self.left.push(entries.into_iter());
            }
            Err(source) => self.failed = Some(failed(source)),
        }
    }
}

impl Iterator for ModelFiles {
    /// A file, by a path that begins as the folder's does; or what could not be looked into.
    type Item = Result<PathBuf, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(error) = self.failed.take() {
                return Some(Err(error));
            }
            let Some(entry) = self.left.last_mut()?.next() else {
                self.left.pop();
                continue;
            };
            if entry.is_folder {
                self.enter(&entry.path);
            } else if is_model(&entry) {
                return Some(Ok(entry.path));
            }
        }
    }
}

/// Whether a file is called as a model is, or starts like one.
fn is_model(entry: &Entry) -> bool {
    let starts_like_one = || {
        read_start(&entry.path, IDENT_BYTES).is_ok_and(|start| {
            matches!(FileKind::of(&start), Some(FileKind::Mdl | FileKind::Md2 | FileKind::Md3))
        })
    };
    EXTENSIONS.iter().any(|extension| entry.has_extension(extension)) || starts_like_one()
}
