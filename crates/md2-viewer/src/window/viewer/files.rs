//! Files while the viewer runs: changed ones are loaded again, broken ones leave what was there.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use md2_assets::Stamp;
use md2_scene::{Actor, ActorId, Choice, Command, Skin, Workspace};

use super::Viewer;
use crate::startup;
use crate::watch::Watch;

/// The files that what is seen was read from.
#[derive(Debug, Default)]
pub(super) struct Watches {
    models: Vec<(ActorId, Watch)>,
    skins: Vec<(ActorId, Watch)>,
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
    }

    /// When to look again.
    pub(super) fn next_look(&self) -> Option<Instant> {
        self.models.iter().chain(&self.skins).map(|(_, watch)| watch.next_look()).min()
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

    /// Loads models and skins again if their files have changed.
    pub(super) fn look_at_files(&mut self, now: Instant) {
        self.watches.follow(self.session.workspace(), now);
        for actor in changed(&mut self.watches.models, now) {
            self.reload(actor);
        }
        for actor in changed(&mut self.watches.skins, now) {
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

        assert!(workspace.apply(Command::Remove(torso)).is_ok());
        assert_eq!(look(&mut watches, &workspace, 4), []);
        assert_eq!(watches.models.len(), 1, "the head went with the torso");
        fs::remove_dir_all(&folder).unwrap();
    }
}
