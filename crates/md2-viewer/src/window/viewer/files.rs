//! Files while the viewer runs: dropped ones are opened, changed ones are loaded again, broken ones leave
//! what was there.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use md2_assets::SkinFormat;
use md2_scene::{Choice, Command, Document, Skin};

use super::{Viewer, title};
use crate::startup;
use crate::watch::Watch;

impl Viewer {
    /// Opens a model that was dropped on the window; a picture, by its name, is put on as a skin. The old one
    /// stays if that fails.
    pub(super) fn open_file(&mut self, path: &Path) {
        self.pacer.request();
        let actor = self.session.workspace().lead();
        if SkinFormat::from_name(path).is_some() {
            self.apply(Command::AddSkin { actor, skin: Skin::chosen(path) });
            return;
        }
        match self.load(path, Command::Open) {
            Ok(warnings) => {
                self.ui.messages.clear_error();
                self.window.set_title(&title(self.session.workspace()));
                self.warn(&warnings);
            }
            Err(error) => self.ui.messages.error(format!("{error:#}")),
        }
    }

    /// Loads the newer version of the open file. The old one stays if that fails.
    fn reload(&mut self) {
        self.pacer.request();
        let workspace = self.session.workspace();
        let (actor, path) = (workspace.lead(), workspace.document().path().map(Path::to_owned));
        let Some(path) = path else { return };
        match self.load(&path, |document| Command::Reload { actor, document }) {
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

    /// Reads a model and carries out a command with it. Returns what it warns of.
    fn load(
        &mut self,
        path: &Path,
        command: impl FnOnce(Arc<Document>) -> Command,
    ) -> anyhow::Result<Vec<String>> {
        let document = md2_scene::open(path)?;
        Ok(startup::warnings(self.session.apply(command(Arc::new(document)))?))
    }

    /// Loads the model or the skin again if its file has changed.
    pub(super) fn look_at_files(&mut self, now: Instant) {
        follow(&mut self.model_watch, self.session.workspace().document().path(), now);
        if self.model_watch.as_mut().is_some_and(|watch| watch.changed(now)) {
            self.reload();
        }
        let lead = &self.session.workspace().actors()[0];
        let (actor, worn) = (lead.id(), lead.worn_index());
        follow(&mut self.skin_watch, lead.worn_skin().and_then(Skin::path), now);
        if self.skin_watch.as_mut().is_some_and(|watch| watch.changed(now))
            && let Some(index) = worn
        {
            self.apply(Command::Wear { actor, skin: Choice::Index(index) });
        }
    }
}

/// Makes a watch look at `path`, from now on if that is another file than before.
fn follow(watch: &mut Option<Watch>, path: Option<&Path>, now: Instant) {
    if watch.as_ref().map(Watch::path) != path {
        *watch = path.map(|path| Watch::new(path, now));
    }
}
