//! Which files are looked at, when, and what is made of what is seen there.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use md2_assets::Stamp;
use md2_scene::Document;

use super::watch::{Around, Watch};
use super::{Found, Seat, Watched};

/// The files that are looked at.
#[derive(Debug, Default)]
pub(super) struct Looks {
    models: Vec<(Seat, Watch)>,
    skins: Vec<(Seat, Watch)>,
    /// Skins that could not be shown when they were last tried.
    unreadable: Vec<(Seat, Watch)>,
    /// What the models are opened with.
    around: Vec<(Seat, Around)>,
}

impl Looks {
    /// When to look again.
    pub(super) fn next(&self) -> Option<Instant> {
        let files = self.models.iter().chain(&self.skins).chain(&self.unreadable);
        let around = self.around.iter().map(|(_, around)| around.next_look());
        files.map(|(_, watch)| watch.next_look()).chain(around).min()
    }

    /// Looks at these files, from now on at those that were not there before, and reads again what has changed.
    pub(super) fn look(&mut self, watched: &[Watched], now: Instant) -> Vec<Found> {
        self.follow(watched, now);
        let mut found = Vec::new();
        let newer = self.newer(now);
        for watched in watched.iter().filter(|watched| newer.contains(&watched.seat)) {
            let (seat, document) = (watched.seat, Arc::clone(&watched.document));
            if let Some(newer) = md2_scene::reopen(&document) {
                found.push(Found::Newer { seat, document, newer: newer.map(Arc::new) });
            }
        }
        let around = &mut self.around;
        let around: Vec<Seat> =
            around.iter_mut().filter_map(|(seat, around)| around.changed(now).then_some(*seat)).collect();
        let is_newer = |seat: Seat| newer.contains(&seat);
        let others =
            watched.iter().filter(|watched| around.contains(&watched.seat) && !is_newer(watched.seat));
        found.extend(others.map(|watched| other(watched).unwrap_or(Found::Beside)));
        let mut worn = changed(&mut self.skins, now);
        // Read again, it is told and marked; what is worn stays.
        worn.extend(self.skins.iter_mut().filter_map(|(seat, watch)| watch.is_lost().then_some(*seat)));
        found.extend(worn.into_iter().map(Found::Skin));
        found
    }

    fn follow(&mut self, watched: &[Watched], now: Instant) {
        let models = watched.iter().filter_map(|Watched { seat, document, .. }| {
            document.path().map(|path| (*seat, path, document.stamp()))
        });
        follow(&mut self.models, models, now);
        let worn = watched.iter().filter_map(|Watched { seat, worn, .. }| {
            worn.as_ref().map(|(path, stamp)| (*seat, path.as_path(), *stamp))
        });
        follow(&mut self.skins, worn, now);
        let unreadable = watched
            .iter()
            .flat_map(|Watched { seat, unreadable, .. }| unreadable.iter().map(|path| (*seat, path)));
        follow_on(&mut self.unreadable, unreadable, now);
        let mut before = std::mem::take(&mut self.around);
        for Watched { seat, document, .. } in watched {
            let Some(path) = document.path() else { continue };
            let same = before.iter().position(|(id, around)| id == seat && around.model() == path);
            self.around.push(match same {
                Some(index) => before.swap_remove(index),
                None => (*seat, Around::new(path, now)),
            });
        }
    }

    /// The seats whose models are to be loaded again, each once, however many of its files have changed.
    fn newer(&mut self, now: Instant) -> Vec<Seat> {
        let mut newer = changed(&mut self.models, now);
        for seat in changed(&mut self.unreadable, now) {
            if !newer.contains(&seat) {
                newer.push(seat);
            }
        }
        newer
    }
}

/// The model with what lies beside it now, if it is another one. A skin that is worn and gone for now is waited for.
fn other(Watched { seat, document, worn, .. }: &Watched) -> Option<Found> {
    if worn.as_ref().is_some_and(|(path, _)| Stamp::of(path).is_none()) {
        return None;
    }
    // Where it cannot be read, its own watch tells.
    let newer = md2_scene::reopen(document)?.ok()?;
    (!is_same(&newer, document)).then(|| Found::Other {
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

/// Makes watches look at these paths, from now on at those that are new. Beside each stands which version of it is shown.
fn follow<'a>(
    watches: &mut Vec<(Seat, Watch)>,
    wanted: impl Iterator<Item = (Seat, &'a Path, Option<Stamp>)>,
    now: Instant,
) {
    let mut before = std::mem::take(watches);
    for (seat, path, shown) in wanted {
        let same = before.iter().position(|(other, watch)| *other == seat && watch.path() == path);
        let mut watch = match same {
            Some(index) => before.swap_remove(index),
            None => (seat, Watch::new(path, shown, now)),
        };
        watch.1.shows(shown);
        watches.push(watch);
    }
}

/// The same for files of which nothing is shown: what they are now is known already. A seat may have several.
fn follow_on<'a>(
    watches: &mut Vec<(Seat, Watch)>,
    wanted: impl Iterator<Item = (Seat, &'a PathBuf)>,
    now: Instant,
) {
    let mut before = std::mem::take(watches);
    for (seat, path) in wanted {
        let same = before.iter().position(|(other, watch)| *other == seat && watch.path() == path);
        watches.push(match same {
            Some(index) => before.swap_remove(index),
            None => (seat, Watch::new(path, Stamp::of(path), now)),
        });
    }
}

/// The seats whose file has changed.
fn changed(watches: &mut [(Seat, Watch)], now: Instant) -> Vec<Seat> {
    watches.iter_mut().filter_map(|(seat, watch)| watch.changed(now).then_some(*seat)).collect()
}
