//! What is done about the files of what is seen besides showing it: they are checked, and repaired copies written.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use md2_scene::{ActorId, Document};

use super::Viewer;
use md2_browse::checker::{Checker, FileCheck};
use md2_task::Task;
use md2_tool::repaired::{SavedCopy, repair_copy};

/// How often it is looked whether a check or a copy is done.
const INTERVAL: Duration = Duration::from_millis(25);

#[derive(Debug, Default)]
pub(super) struct Checks {
    checker: Checker,
    /// Copies that are being written.
    copies: Vec<Task<anyhow::Result<SavedCopy>>>,
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
    pub(super) fn close(&mut self) -> Vec<anyhow::Result<SavedCopy>> {
        let ended = self.copies.drain(..).filter_map(|mut copy| copy.wait(None));
        ended.map(|result| result.unwrap_or_else(|lost| Err(lost.into()))).collect()
    }
}

impl Viewer {
    /// Takes what checks have found and what became of copies. Returns when to look again.
    pub(super) fn tend_checks(&mut self, now: Instant) -> Option<Instant> {
        let is_new = self.jobs.checks.checker.tend(self.session.workspace());
        let is_slow = self.jobs.checks.files().iter().any(FileCheck::is_slow);
        if is_new || is_slow != self.jobs.checks.tells_slow {
            self.display.pacer.request();
        }
        self.jobs.checks.tells_slow = is_slow;
        let mut finished = Vec::new();
        self.jobs.checks.copies.retain_mut(|copy| copy.poll().map(|result| finished.push(result)).is_none());
        for result in finished {
            self.display.pacer.request();
            match result.unwrap_or_else(|lost| Err(lost.into())) {
                Ok(saved) => {
                    self.browser.written(&saved.path);
                    self.ui.messages.notice(saved.message());
                }
                Err(error) => self.ui.messages.error(format!("No copy was saved: {error:#}")),
            }
        }
        let is_busy = self.jobs.checks.checker.is_busy() || !self.jobs.checks.copies.is_empty();
        is_busy.then(|| now + INTERVAL)
    }

    /// Writes a sound copy of an actor's damaged file.
    pub(super) fn save_repaired(&mut self, actor: ActorId) {
        let actor = self.session.workspace().actor(actor);
        let Some(path) = actor.and_then(|actor| actor.document().path()).map(Path::to_owned) else { return };
        let folder = self.folder.clone();
        self.jobs.checks.copies.push(Task::start(move |_| repair_copy(&path, &folder)));
    }
}
