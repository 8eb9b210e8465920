//! What is done about the files of what is seen besides showing it: they are checked, and repaired copies written.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use md2_scene::{ActorId, Document};

use super::Viewer;
use md2_browse::checker::{Checker, FileCheck};
use md2_tool::repaired::{Copyist, Saved};

/// How often it is looked whether a check or a copy is done.
const INTERVAL: Duration = Duration::from_millis(25);

#[derive(Debug, Default)]
pub(super) struct Checks {
    checker: Checker,
    copyist: Copyist,
    /// Whether it is told that a check runs.
    tells_slow: bool,
}

impl Checks {
    /// What is known of the files.
    pub(super) fn files(&self) -> &[FileCheck] {
        self.checker.files()
    }

    /// Checks a file that has changed and was refused.
    pub(super) fn refused(&mut self, document: &Arc<Document>, reason: String) {
        self.checker.refused(document, reason);
    }

    /// Waits for copies that are being written.
    pub(super) fn close(&mut self) -> Vec<anyhow::Result<Saved>> {
        self.copyist.close()
    }
}

impl Viewer {
    /// Takes what checks have found and what became of copies. Returns when to look again.
    pub(super) fn tend_checks(&mut self, now: Instant) -> Option<Instant> {
        let is_new = self.checks.checker.tend(self.session.workspace());
        let is_slow = self.checks.files().iter().any(FileCheck::is_slow);
        if is_new || is_slow != self.checks.tells_slow {
            self.pacer.request();
        }
        self.checks.tells_slow = is_slow;
        for result in self.checks.copyist.finished() {
            self.pacer.request();
            match result {
                Ok(saved) => {
                    self.browser.written(&saved.path);
                    self.ui.messages.notice(saved.message());
                }
                Err(error) => self.ui.messages.error(format!("No copy was saved: {error:#}")),
            }
        }
        let is_busy = self.checks.checker.is_busy() || self.checks.copyist.is_busy();
        is_busy.then(|| now + INTERVAL)
    }

    /// Writes a sound copy of an actor's damaged file.
    pub(super) fn save_repaired(&mut self, actor: ActorId) {
        let actor = self.session.workspace().actor(actor);
        let Some(path) = actor.and_then(|actor| actor.document().path()).map(Path::to_owned) else { return };
        if let Err(error) = self.checks.copyist.start(path, self.folder.clone()) {
            self.ui.messages.error(format!("No copy was saved: no thread can be started: {error}"));
        }
    }
}
