//! The watched files of the open models, and the search for changes of these files.

use std::iter;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use md2_assets::{FileStamp, hash_surroundings};
use md2_scene::{Document, Skin, SkinImage};

use super::file_watch::{Change, FileWatch, SettledValue};
use super::{FileChange, ModelRole, WatchedModel};

#[derive(Debug, Default)]
pub(super) struct ModelWatches(Vec<ModelWatch>);

#[derive(Debug)]
struct ModelWatch {
    role: ModelRole,
    file: FileWatch,
    skin: Option<FileWatch>,
    unreadable: Vec<FileWatch>,
    /// The hash of the files around the model that affect how it is opened: scripts, and the names of images.
    surroundings: SettledValue<Option<u64>>,
}

impl ModelWatches {
    /// Whether a file has changed so recently that a program may still be writing to it.
    pub(super) fn is_settling(&self) -> bool {
        self.0.iter().any(ModelWatch::is_settling)
    }

    pub(super) fn check(&mut self, models: &[WatchedModel], now: Instant) -> Vec<FileChange> {
        let mut before = std::mem::take(&mut self.0);
        let mut changes = Vec::new();
        for model in models {
            let Some(path) = model.document.path() else { continue };
            let known = before.iter().position(|watch| watch.role == model.role && watch.file.path() == path);
            let mut watch =
                known.map_or_else(|| ModelWatch::new(model, path), |index| before.swap_remove(index));
            watch.update(model);
            changes.extend(watch.check(model, now));
            self.0.push(watch);
        }
        changes
    }
}

impl ModelWatch {
    fn new(model: &WatchedModel, path: &Path) -> Self {
        Self {
            role: model.role,
            file: FileWatch::new(path, model.document.stamp()),
            skin: None,
            unreadable: Vec::new(),
            surroundings: SettledValue::new(hash_surroundings(path)),
        }
    }

    fn update(&mut self, model: &WatchedModel) {
        self.file.set_shown(model.document.stamp());
        let mut skin = self.skin.take();
        self.skin = model.skin.as_ref().map(|(path, stamp)| {
            let known = skin.take().filter(|watch| watch.path() == path);
            let mut watch = known.unwrap_or_else(|| FileWatch::new(path, *stamp));
            watch.set_shown(*stamp);
            watch
        });
        let mut before = std::mem::take(&mut self.unreadable);
        self.unreadable.extend(model.unreadable.iter().map(|path| {
            let known = before.iter().position(|watch| watch.path() == path);
            known.map_or_else(
                || FileWatch::new(path, FileStamp::read(path)),
                |index| before.swap_remove(index),
            )
        }));
    }

    fn is_settling(&self) -> bool {
        let mut files = iter::once(&self.file).chain(&self.skin).chain(&self.unreadable);
        files.any(FileWatch::is_settling) || self.surroundings.is_settling()
    }

    fn check(&mut self, model: &WatchedModel, now: Instant) -> Vec<FileChange> {
        let (role, document) = (model.role, Arc::clone(&model.document));
        let mut changes = Vec::new();
        // All files are checked before the model is opened again, once for all of them.
        let model_change = self.file.check(now);
        let others = self.unreadable.iter_mut().filter_map(|watch| watch.check(now));
        let is_newer = others.chain(model_change).filter(|change| *change == Change::Newer).count() > 0;
        let has_new_surroundings = self.surroundings.observe(hash_surroundings(self.file.path()), now);
        if is_newer {
            let newer = md2_scene::reopen(&document).map(|newer| newer.map(Arc::new));
            changes.extend(newer.map(|newer| FileChange::Model { role, document, newer }));
        } else if model_change == Some(Change::Lost) {
            changes.push(FileChange::Lost { role, document });
        } else if has_new_surroundings {
            changes.push(companions_change(model).unwrap_or(FileChange::Surroundings));
        }
        // If the skin is lost, decoding it again shows the reason.
        if self.skin.as_mut().is_some_and(|skin| skin.check(now).is_some()) {
            changes.push(FileChange::Skin(role));
        }
        changes
    }
}

/// Opens the model again. Returns a change if the model now has other skins or sequences because of the files around
/// it. Returns `None` while the file of the applied skin is missing, because this file may reappear.
fn companions_change(WatchedModel { role, document, skin, .. }: &WatchedModel) -> Option<FileChange> {
    if skin.as_ref().is_some_and(|(path, _)| FileStamp::read(path).is_none()) {
        return None;
    }
    // If the model cannot be read, the watch of its file reports that.
    let newer = md2_scene::reopen(document)?.ok()?;
    let problems = newer.notes().iter().filter(|note| !document.notes().contains(note));
    let problems = problems.cloned().collect();
    (!has_same_companions(&newer, document)).then(|| FileChange::Companions {
        role: *role,
        document: Arc::clone(document),
        newer: Arc::new(newer),
        problems,
    })
}

fn has_same_companions(newer: &Document, document: &Document) -> bool {
    // Skins inside the model are not around it.
    let is_outside = |skin: &&Skin| !skin.images().any(SkinImage::is_embedded);
    newer.skins().iter().filter(is_outside).eq(document.skins().iter().filter(is_outside))
        && newer.missing_skins == document.missing_skins
        && newer.missing_files == document.missing_files
        && newer.range_sets() == document.range_sets()
        && newer.notes() == document.notes()
}
