//! Files while the viewer runs: dropped ones are opened, changed ones are loaded again, broken ones leave
//! what was there.

use std::path::Path;
use std::time::Instant;

use md2_assets::SkinFormat;

use super::{Viewer, title};
use crate::document::Document;
use crate::watch::Watch;

impl Viewer {
    /// Opens a model that was dropped on the window; a picture, by its name, is put on as a skin. The old one
    /// stays if that fails.
    pub(super) fn open_file(&mut self, path: &Path) {
        self.pacer.request();
        if SkinFormat::from_name(path).is_some() {
            if let Err(error) = self.session.add_skin(path) {
                self.ui.messages.error(format!("{error:#}"));
            }
            return;
        }
        let opened = Document::open(path)
            .and_then(|document| self.session.open(document).map_err(anyhow::Error::from));
        match opened {
            Ok(()) => {
                self.ui.messages.clear_error();
                self.window.set_title(&title(self.session.document()));
                self.show_warnings();
            }
            Err(error) => self.ui.messages.error(format!("{error:#}")),
        }
    }

    /// Loads the newer version of the open file. The old one stays if that fails.
    fn reload(&mut self) {
        self.pacer.request();
        let Some(path) = self.session.document().path().map(Path::to_owned) else { return };
        let reloaded = Document::open(&path)
            .and_then(|document| self.session.reload(document).map_err(anyhow::Error::from));
        match reloaded {
            Ok(()) => {
                self.ui.messages.clear_error();
                self.ui.messages.notice(String::from("The file has changed: loaded again"));
                self.show_warnings();
            }
            Err(error) => {
                self.ui.messages.error(format!("The file has changed and cannot be loaded: {error:#}"));
            }
        }
    }

    /// Loads the model or the skin again if its file has changed.
    pub(super) fn look_at_files(&mut self, now: Instant) {
        follow(&mut self.model_watch, self.session.document().path(), now);
        if self.model_watch.as_mut().is_some_and(|watch| watch.changed(now)) {
            self.reload();
        }
        follow(&mut self.skin_watch, self.session.skin_path(), now);
        if self.skin_watch.as_mut().is_some_and(|watch| watch.changed(now))
            && let Some(index) = self.session.skin_index()
        {
            self.session.wear(index);
            self.show_warnings();
            self.pacer.request();
        }
    }
}

/// Makes a watch look at `path`, from now on if that is another file than before.
fn follow(watch: &mut Option<Watch>, path: Option<&Path>, now: Instant) {
    if watch.as_ref().map(Watch::path) != path {
        *watch = path.map(|path| Watch::new(path, now));
    }
}
