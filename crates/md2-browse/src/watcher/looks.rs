//! The files that are watched, and the changes that are found there.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use md2_assets::Stamp;
use md2_scene::Document;

use super::watch::{AroundWatch, Change, FileWatch};
use super::{FileChange, Seat, WatchedModel};

type SeatWatches = Vec<(Seat, FileWatch)>;

/// The files that are watched.
#[derive(Debug, Default)]
pub(super) struct Looks {
    models: SeatWatches,
    skins: SeatWatches,
    /// Skins that could not be shown when they were last tried.
    unreadable: SeatWatches,
    /// The files that the models are opened with.
    around: Vec<(Seat, AroundWatch)>,
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
        for watched in watched.iter().filter(|watched| newer.contains(&watched.seat)) {
            let (seat, document) = (watched.seat, Arc::clone(&watched.document));
            if let Some(newer) = md2_scene::reopen(&document) {
                found.push(FileChange::Newer { seat, document, newer: newer.map(Arc::new) });
            }
        }
        let around = self.around.iter_mut().filter_map(|(seat, around)| around.look(now).then_some(*seat));
        let around: Vec<Seat> = around.filter(|seat| !newer.contains(seat)).collect();
        let others = watched.iter().filter(|watched| around.contains(&watched.seat));
        found.extend(others.map(|watched| other(watched).unwrap_or(FileChange::Beside)));
        // A skin that is lost is read again, too: that shows the reason, and the applied skin stays.
        let skins = self.skins.iter_mut().filter_map(|(seat, watch)| watch.look(now).map(|_| *seat));
        found.extend(skins.map(FileChange::Skin));
        found
    }

    /// Watches the files of this list from now on.
    fn follow(&mut self, watched: &[WatchedModel]) {
        let models = watched.iter().filter_map(|WatchedModel { seat, document, .. }| {
            document.path().map(|path| (*seat, path, document.stamp()))
        });
        follow(&mut self.models, models);
        let skins = watched.iter().filter_map(|WatchedModel { seat, worn, .. }| {
            worn.as_ref().map(|(path, stamp)| (*seat, path.as_path(), *stamp))
        });
        follow(&mut self.skins, skins);
        let mut before = std::mem::take(&mut self.unreadable);
        for (seat, path) in watched.iter().flat_map(|one| one.unreadable.iter().map(|path| (one.seat, path)))
        {
            let same = take(&mut before, |other, watch| other == seat && watch.path() == path);
            self.unreadable.push(same.unwrap_or_else(|| (seat, FileWatch::new(path, Stamp::of(path)))));
        }
        let mut before = std::mem::take(&mut self.around);
        for WatchedModel { seat, document, .. } in watched {
            let Some(path) = document.path() else { continue };
            let same = take(&mut before, |other, around| other == *seat && around.model() == path);
            self.around.push(same.unwrap_or_else(|| (*seat, AroundWatch::new(path))));
        }
    }

    /// The seats whose models are to be loaded again, each once, however many of its files have changed.
    fn newer(&mut self, now: Instant) -> Vec<Seat> {
        let mut newer = Vec::new();
        for (seat, watch) in self.models.iter_mut().chain(&mut self.unreadable) {
            if watch.look(now) == Some(Change::Newer) && !newer.contains(seat) {
                newer.push(*seat);
            }
        }
        newer
    }
}

/// The model with the files that are beside it now, if it is another one. While the applied skin is gone, its return is awaited.
fn other(WatchedModel { seat, document, worn, .. }: &WatchedModel) -> Option<FileChange> {
    if worn.as_ref().is_some_and(|(path, _)| Stamp::of(path).is_none()) {
        return None;
    }
    // If it cannot be read, its own watch reports that.
    let newer = md2_scene::reopen(document)?.ok()?;
    (!is_same(&newer, document)).then(|| FileChange::Other {
        seat: *seat,
        document: Arc::clone(document),
        newer: Arc::new(newer),
    })
}

fn is_same(newer: &Document, document: &Document) -> bool {
    newer.skins() == document.skins()
        && newer.missing_skins() == document.missing_skins()
        && newer.missing_files() == document.missing_files()
        && newer.range_sets() == document.range_sets()
        && newer.notes() == document.notes()
}

/// Makes watches look at these paths. With each path comes the version of it that is shown.
fn follow<'a>(watches: &mut SeatWatches, wanted: impl Iterator<Item = (Seat, &'a Path, Option<Stamp>)>) {
    let mut before = std::mem::take(watches);
    for (seat, path, shown) in wanted {
        let same = take(&mut before, |other, watch| other == seat && watch.path() == path);
        let mut watch = same.unwrap_or_else(|| (seat, FileWatch::new(path, shown)));
        watch.1.set_shown(shown);
        watches.push(watch);
    }
}

/// Removes the watch that `matches`.
fn take<W>(watches: &mut Vec<(Seat, W)>, matches: impl Fn(Seat, &W) -> bool) -> Option<(Seat, W)> {
    let index = watches.iter().position(|(seat, watch)| matches(*seat, watch))?;
    Some(watches.swap_remove(index))
}
