//! The files that are watched, and the changes that are found there.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use md2_assets::FileStamp;
use md2_scene::Document;

use super::watch::{AroundWatch, Change, FileWatch};
use super::{FileChange, ModelRole, WatchedModel};

type RoleWatches = Vec<(ModelRole, FileWatch)>;

/// The files that are watched.
#[derive(Debug, Default)]
pub(super) struct Looks {
    models: RoleWatches,
    skins: RoleWatches,
    /// Skins that could not be shown when they were last tried.
    unreadable: RoleWatches,
    /// The files that the models are opened with.
    around: Vec<(ModelRole, AroundWatch)>,
}

impl Looks {
    /// Whether a change has been seen that may go on.
    pub(super) fn is_settling(&self) -> bool {
        let mut files = self.models.iter().chain(&self.skins).chain(&self.unreadable);
        files.any(|(_, watch)| watch.is_settling())
            || self.around.iter().any(|(_, around)| around.is_settling())
    }

    /// Looks at the files of this list, and reads again what has changed.
    pub(super) fn look(&mut self, watched: &[WatchedModel], now: Instant) -> Vec<FileChange> {
        self.follow(watched);
        let mut found = Vec::new();
        let newer = self.newer(now);
        for watched in watched.iter().filter(|watched| newer.contains(&watched.role)) {
            let (role, document) = (watched.role, Arc::clone(&watched.document));
            if let Some(newer) = md2_scene::reopen(&document) {
                found.push(FileChange::Model { role, document, newer: newer.map(Arc::new) });
            }
        }
        let around = self.around.iter_mut().filter_map(|(role, around)| around.look(now).then_some(*role));
        let around: Vec<ModelRole> = around.filter(|role| !newer.contains(role)).collect();
        let others = watched.iter().filter(|watched| around.contains(&watched.role));
        found.extend(others.map(|watched| other(watched).unwrap_or(FileChange::Surroundings)));
        // A skin that is lost is read again, too: that shows the reason, and the applied skin stays.
        let skins = self.skins.iter_mut().filter_map(|(role, watch)| watch.look(now).map(|_| *role));
        found.extend(skins.map(FileChange::Skin));
        found
    }

    /// Watches the files of this list from now on.
    fn follow(&mut self, watched: &[WatchedModel]) {
        let models = watched.iter().filter_map(|WatchedModel { role, document, .. }| {
            document.path().map(|path| (*role, path, document.stamp()))
        });
        follow(&mut self.models, models);
        let skins = watched.iter().filter_map(|WatchedModel { role, worn, .. }| {
            worn.as_ref().map(|(path, stamp)| (*role, path.as_path(), *stamp))
        });
        follow(&mut self.skins, skins);
        let mut before = std::mem::take(&mut self.unreadable);
        for (role, path) in watched.iter().flat_map(|one| one.unreadable.iter().map(|path| (one.role, path)))
        {
            let same = take(&mut before, |other, watch| other == role && watch.path() == path);
            self.unreadable.push(same.unwrap_or_else(|| (role, FileWatch::new(path, FileStamp::read(path)))));
        }
        let mut before = std::mem::take(&mut self.around);
        for WatchedModel { role, document, .. } in watched {
            let Some(path) = document.path() else { continue };
            let same = take(&mut before, |other, around| other == *role && around.model() == path);
            self.around.push(same.unwrap_or_else(|| (*role, AroundWatch::new(path))));
        }
    }

    /// The seats whose models are to be loaded again, each once, however many of its files have changed.
    fn newer(&mut self, now: Instant) -> Vec<ModelRole> {
        let mut newer = Vec::new();
        for (role, watch) in self.models.iter_mut().chain(&mut self.unreadable) {
            if watch.look(now) == Some(Change::Newer) && !newer.contains(role) {
                newer.push(*role);
            }
        }
        newer
    }
}

/// The model with the files that are beside it now, if it is another one. While the applied skin is gone, its return is awaited.
fn other(WatchedModel { role, document, worn, .. }: &WatchedModel) -> Option<FileChange> {
    if worn.as_ref().is_some_and(|(path, _)| FileStamp::read(path).is_none()) {
        return None;
    }
    // If it cannot be read, its own watch reports that.
    let newer = md2_scene::reopen(document)?.ok()?;
    (!is_same(&newer, document)).then(|| FileChange::Companions {
        role: *role,
        document: Arc::clone(document),
        newer: Arc::new(newer),
    })
}

fn is_same(newer: &Document, document: &Document) -> bool {
    newer.skins() == document.skins()
        && newer.missing_skins == document.missing_skins
        && newer.missing_files == document.missing_files
        && newer.range_sets() == document.range_sets()
        && newer.notes() == document.notes()
}

/// Makes watches look at these paths. With each path comes the version of it that is shown.
fn follow<'a>(
    watches: &mut RoleWatches,
    wanted: impl Iterator<Item = (ModelRole, &'a Path, Option<FileStamp>)>,
) {
    let mut before = std::mem::take(watches);
    for (role, path, shown) in wanted {
        let same = take(&mut before, |other, watch| other == role && watch.path() == path);
        let mut watch = same.unwrap_or_else(|| (role, FileWatch::new(path, shown)));
        watch.1.set_shown(shown);
        watches.push(watch);
    }
}

/// Removes the watch that `matches`.
fn take<W>(
    watches: &mut Vec<(ModelRole, W)>,
    matches: impl Fn(ModelRole, &W) -> bool,
) -> Option<(ModelRole, W)> {
    let index = watches.iter().position(|(role, watch)| matches(*role, watch))?;
    Some(watches.swap_remove(index))
}
