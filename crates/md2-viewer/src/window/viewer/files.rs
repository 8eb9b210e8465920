//! Files while the viewer runs: changed ones are loaded again, broken ones leave what was there.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use md2_assets::Stamp;
use md2_scene::{Actor, ActorId, Choice, Command, Skin, Workspace};

use super::Viewer;
use crate::startup;
use crate::watch::{Around, Watch};

/// The files that what is seen was read from.
#[derive(Debug, Default)]
pub(super) struct Watches {
    models: Vec<(ActorId, Watch)>,
    skins: Vec<(ActorId, Watch)>,
    /// Skins that could not be shown when they were last tried.
    unreadable: Vec<(ActorId, Watch)>,
    /// What the models are opened with.
    around: Vec<(ActorId, Around)>,
    /// Whether what is worn could not be read again.
    is_worn_lost: bool,
}

impl Watches {
    /// Looks at the files of what is seen now, from now on at those that were not there before.
    fn follow<'a>(&mut self, workspace: &'a Workspace, now: Instant) {
        let models = workspace
            .actors()
            .iter()
            .map(|actor| (actor.id(), actor.document().path().map(|path| (path, actor.document().stamp()))));
        follow(&mut self.models, models, now);
        let worn = |actor: &'a Actor| {
            let read = |path| (path, actor.outfit().and_then(|outfit| outfit.stamp_of(path)));
            (actor.id(), actor.worn_skin().and_then(Skin::path).map(read))
        };
        follow(&mut self.skins, workspace.actors().iter().map(worn), now);
        let unreadable = workspace.actors().iter().flat_map(|actor| {
            let marked = actor.skins().enumerate().filter(|(index, _)| actor.unreadable(*index).is_some());
            marked.map(|(_, skin)| (actor.id(), skin.path().map(|path| (path, None))))
        });
        follow_on(&mut self.unreadable, unreadable, now);
        let mut before = std::mem::take(&mut self.around);
        for actor in workspace.actors() {
            let Some(path) = actor.document().path() else { continue };
            let same = before.iter().position(|(id, around)| *id == actor.id() && around.model() == path);
            self.around.push(match same {
                Some(index) => before.swap_remove(index),
                None => (actor.id(), Around::new(path, now)),
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

    /// When to look again.
    pub(super) fn next_look(&self) -> Option<Instant> {
        let files = self.models.iter().chain(&self.skins).chain(&self.unreadable);
        let around = self.around.iter().map(|(_, around)| around.next_look());
        files.map(|(_, watch)| watch.next_look()).chain(around).min()
    }
}

impl Viewer {
    /// Loads the newer version of an actor's model. The old one stays if that fails.
    fn reload(&mut self, actor: ActorId) {
        self.pacer.request();
        match self.load_again(actor) {
            Ok(warnings) => {
                self.ui.messages.clear_error();
                self.ui.messages.notice(String::from("The file has changed: loaded again"));
                self.warn(&warnings);
            }
            Err(error) => {
                if let Some(actor) = self.session.workspace().actor(actor) {
                    self.checks.refused(actor.document(), format!("{error:#}"));
                }
                self.ui.messages.error(format!("The file has changed and cannot be loaded: {error:#}"));
            }
        }
    }

    fn load_again(&mut self, actor: ActorId) -> anyhow::Result<Vec<String>> {
        let document = self.session.workspace().actor(actor).map(|actor| Arc::clone(actor.document()));
        let Some(newer) = document.and_then(|document| md2_scene::reopen(&document)) else {
            return Ok(Vec::new());
        };
        let document = Arc::new(newer?);
        Ok(startup::warnings(self.session.apply(Command::Reload { actor, document })?))
    }

    /// Loads a model again if it would be another one with what lies beside it now. A skin that is worn and gone for now is waited for.
    fn reload_if_other(&mut self, actor: ActorId) {
        let Some(actor) = self.session.workspace().actor(actor) else { return };
        let worn = actor.worn_skin().and_then(Skin::path);
        if worn.is_some_and(|path| Stamp::of(path).is_none()) {
            return;
        }
        let (id, document) = (actor.id(), Arc::clone(actor.document()));
        // Where it cannot be read, its own watch tells.
        let Some(Ok(newer)) = md2_scene::reopen(&document) else { return };
        let is_same = newer.skins() == document.skins()
            && newer.missing_skins() == document.missing_skins()
            && newer.missing_files() == document.missing_files()
            && newer.range_sets() == document.range_sets()
            && newer.notes() == document.notes();
        if is_same {
            return;
        }
        self.apply(Command::Reload { actor: id, document: Arc::new(newer) });
        self.ui.messages.notice(String::from("What lies beside the model has changed: loaded again"));
    }

    /// Loads models and skins again if their files have changed.
    pub(super) fn look_at_files(&mut self, now: Instant) {
        self.watches.follow(self.session.workspace(), now);
        let newer = self.watches.newer(now);
        let mut is_new = !newer.is_empty();
        newer.into_iter().for_each(|actor| self.reload(actor));
        let around = &mut self.watches.around;
        let around: Vec<ActorId> =
            around.iter_mut().filter_map(|(actor, around)| around.changed(now).then_some(*actor)).collect();
        is_new |= !around.is_empty();
        around.into_iter().for_each(|actor| self.reload_if_other(actor));
        let mut worn = changed(&mut self.watches.skins, now);
        // Read again, it is told and marked; what is worn stays.
        worn.extend(
            self.watches.skins.iter_mut().filter_map(|(actor, watch)| watch.is_lost().then_some(*actor)),
        );
        if is_new || !worn.is_empty() {
            self.browser.look_again();
            self.pacer.request();
        }
        let is_lost = |actor: &Actor| actor.worn_index().is_some_and(|worn| actor.unreadable(worn).is_some());
        let was_lost = self.watches.is_worn_lost;
        self.watches.is_worn_lost = self.session.workspace().actors().iter().any(is_lost);
        if was_lost && !self.watches.is_worn_lost {
            self.ui.messages.clear_error();
            self.pacer.request();
        }
        for actor in worn {
            let worn = self.session.workspace().actor(actor).and_then(Actor::worn_index);
            if let Some(index) = worn {
                self.apply(Command::Wear { actor, skin: Choice::Index(index) });
            }
        }
    }
}

/// Makes watches look at these paths, from now on at those that are new. Beside each stands which version of it is shown.
fn follow<'a>(
    watches: &mut Vec<(ActorId, Watch)>,
    wanted: impl Iterator<Item = (ActorId, Option<(&'a Path, Option<Stamp>)>)>,
    now: Instant,
) {
    let mut before = std::mem::take(watches);
    for (actor, read) in wanted {
        let Some((path, shown)) = read else { continue };
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
    wanted: impl Iterator<Item = (ActorId, Option<(&'a Path, Option<Stamp>)>)>,
    now: Instant,
) {
    let mut before = std::mem::take(watches);
    for (actor, read) in wanted {
        let Some((path, _)) = read else { continue };
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use md2_scene::Viewport;
    use md2_testdata::md3;

    use super::*;

    /// Each part of a figure is loaded again by itself, and so is what comes later.
    #[test]
    fn every_file_of_a_figure_is_looked_at() {
        let folder = std::env::temp_dir().join(format!("md2-viewer-parts-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let parts =
            [("lower", md3::player_lower()), ("upper", md3::player_upper()), ("head", md3::player_head())];
        for (name, file) in parts {
            fs::write(folder.join(format!("{name}.md3")), file.build().bytes()).unwrap();
        }
        let start = Instant::now();
        let look = |watches: &mut Watches, workspace: &Workspace, seconds: u64| {
            let now = start + Duration::from_secs(seconds);
            watches.follow(workspace, now);
            changed(&mut watches.models, now)
        };
        let (mut workspace, _) = Workspace::new(md2_scene::open(&folder).unwrap(), Viewport::whole([64, 64]));
        let torso = workspace.body().nth(1).unwrap().id();
        let mut watches = Watches::default();
        assert_eq!(look(&mut watches, &workspace, 0), []);
        assert_eq!((watches.models.len(), watches.skins.len()), (3, 0));

        fs::write(folder.join("upper.md3"), md3::turning_tag().build().bytes()).unwrap();
        assert_eq!(look(&mut watches, &workspace, 1), [], "it may still be written");
        assert_eq!(look(&mut watches, &workspace, 2), [torso]);
        let newer = md2_scene::reopen(workspace.actor(torso).unwrap().document()).unwrap().unwrap();
        let reload = Command::Reload { actor: torso, document: Arc::new(newer) };
        assert!(workspace.apply(reload).unwrap().warnings.is_empty());
        assert_eq!(look(&mut watches, &workspace, 3), []);
        let skins = ["a.pcx", "b.pcx"].map(|name| folder.join(name));
        watches.unreadable = skins.iter().map(|path| (torso, Watch::new(path, None, start))).collect();
        skins.iter().for_each(|path| fs::write(path, "x").unwrap());
        let newer = [4, 5].map(|seconds| watches.newer(start + Duration::from_secs(seconds)));
        assert_eq!(newer, [vec![], vec![torso]], "once for all its skins");

        assert!(workspace.apply(Command::Remove(torso)).is_ok());
        assert_eq!(look(&mut watches, &workspace, 6), []);
        assert_eq!(watches.models.len(), 1, "the head went with the torso");
        fs::remove_dir_all(&folder).unwrap();
    }
}
