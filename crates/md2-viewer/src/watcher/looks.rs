//! Which files are looked at, when, and what is made of what is seen there.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use md2_assets::Stamp;
use md2_scene::{ActorId, Document};

use super::watch::{Around, Watch};
use super::{Found, Watched};

/// The files that are looked at.
#[derive(Debug, Default)]
pub(super) struct Looks {
    models: Vec<(ActorId, Watch)>,
    skins: Vec<(ActorId, Watch)>,
    /// Skins that could not be shown when they were last tried.
    unreadable: Vec<(ActorId, Watch)>,
    /// What the models are opened with.
    around: Vec<(ActorId, Around)>,
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
        for watched in watched.iter().filter(|watched| newer.contains(&watched.actor)) {
            let (actor, document) = (watched.actor, Arc::clone(&watched.document));
            if let Some(newer) = md2_scene::reopen(&document) {
                found.push(Found::Newer { actor, document, newer: newer.map(Arc::new) });
            }
        }
        let around = &mut self.around;
        let around: Vec<ActorId> =
            around.iter_mut().filter_map(|(actor, around)| around.changed(now).then_some(*actor)).collect();
        let is_newer = |actor: ActorId| newer.contains(&actor);
        let others =
            watched.iter().filter(|watched| around.contains(&watched.actor) && !is_newer(watched.actor));
        found.extend(others.map(|watched| other(watched).unwrap_or(Found::Beside)));
        let mut worn = changed(&mut self.skins, now);
        // Read again, it is told and marked; what is worn stays.
        worn.extend(self.skins.iter_mut().filter_map(|(actor, watch)| watch.is_lost().then_some(*actor)));
        found.extend(worn.into_iter().map(Found::Skin));
        found
    }

    fn follow(&mut self, watched: &[Watched], now: Instant) {
        let models = watched.iter().filter_map(|Watched { actor, document, .. }| {
            document.path().map(|path| (*actor, path, document.stamp()))
        });
        follow(&mut self.models, models, now);
        let worn = watched.iter().filter_map(|Watched { actor, worn, .. }| {
            worn.as_ref().map(|(path, stamp)| (*actor, path.as_path(), *stamp))
        });
        follow(&mut self.skins, worn, now);
        let unreadable = watched
            .iter()
            .flat_map(|Watched { actor, unreadable, .. }| unreadable.iter().map(|path| (*actor, path)));
        follow_on(&mut self.unreadable, unreadable, now);
        let mut before = std::mem::take(&mut self.around);
        for Watched { actor, document, .. } in watched {
            let Some(path) = document.path() else { continue };
            let same = before.iter().position(|(id, around)| id == actor && around.model() == path);
            self.around.push(match same {
                Some(index) => before.swap_remove(index),
                None => (*actor, Around::new(path, now)),
            });
        }
    }

    /// The actors to be loaded again, each once, however many of its files have changed.
    fn newer(&mut self, now: Instant) -> Vec<ActorId> {
        let mut newer = changed(&mut self.models, now);
        for actor in changed(&mut self.unreadable, now) {
            if !newer.contains(&actor) {
                newer.push(actor);
            }
        }
        newer
    }
}

/// The model with what lies beside it now, if it is another one. A skin that is worn and gone for now is waited for.
fn other(Watched { actor, document, worn, .. }: &Watched) -> Option<Found> {
    if worn.as_ref().is_some_and(|(path, _)| Stamp::of(path).is_none()) {
        return None;
    }
    // Where it cannot be read, its own watch tells.
    let newer = md2_scene::reopen(document)?.ok()?;
    (!is_same(&newer, document)).then(|| Found::Other {
        actor: *actor,
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
    watches: &mut Vec<(ActorId, Watch)>,
    wanted: impl Iterator<Item = (ActorId, &'a Path, Option<Stamp>)>,
    now: Instant,
) {
    let mut before = std::mem::take(watches);
    for (actor, path, shown) in wanted {
        let same = before.iter().position(|(other, watch)| *other == actor && watch.path() == path);
        let mut watch = match same {
            Some(index) => before.swap_remove(index),
            None => (actor, Watch::new(path, shown, now)),
        };
        watch.1.shows(shown);
        watches.push(watch);
    }
}

/// The same for files of which nothing is shown: what they are now is known already. An actor may have several.
fn follow_on<'a>(
    watches: &mut Vec<(ActorId, Watch)>,
    wanted: impl Iterator<Item = (ActorId, &'a PathBuf)>,
    now: Instant,
) {
    let mut before = std::mem::take(watches);
    for (actor, path) in wanted {
        let same = before.iter().position(|(other, watch)| *other == actor && watch.path() == path);
        watches.push(match same {
            Some(index) => before.swap_remove(index),
            None => (actor, Watch::new(path, Stamp::of(path), now)),
        });
    }
}

/// The actors whose file has changed.
fn changed(watches: &mut [(ActorId, Watch)], now: Instant) -> Vec<ActorId> {
    watches.iter_mut().filter_map(|(actor, watch)| watch.changed(now).then_some(*actor)).collect()
}
