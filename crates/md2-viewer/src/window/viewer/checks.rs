//! Checks of the open files, and repaired copies.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use md2_scene::{ActorId, Document};

use super::Viewer;
use md2_browse::checker::{Checker, FileCheck};
use md2_task::Task;
use md2_tool::repaired::{SavedCopy, repair_copy};

/// The tasks that check files and write repaired copies.
#[derive(Debug, Default)]
pub(super) struct Checks {
    checker: Checker,
    /// Copies that are being written.
    copies: Vec<Task<anyhow::Result<SavedCopy>>>,
    /// Whether the last picture shows that a check runs.
    shows_slow: bool,
}

impl Checks {
    /// The results of the checks.
    pub(super) fn files(&self) -> &[FileCheck] {
        self.checker.files()
    }

    /// Checks a changed file that the loader rejected.
    pub(super) fn check_rejected(&mut self, document: &Arc<Document>, reason: String) {
        self.checker.check_rejected(document, reason);
    }

    /// Waits for copies that are being written, and returns their results.
    pub(super) fn close(&mut self) -> Vec<anyhow::Result<SavedCopy>> {
        let ended = self.copies.drain(..).filter_map(|mut copy| copy.wait(None));
        ended.map(|result| result.unwrap_or_else(|lost| Err(lost.into()))).collect()
    }
}

impl Viewer {
    /// Polls checks and copies. Returns the time from which a running check is shown.
    pub(super) fn poll_checks(&mut self, now: Instant) -> Option<Instant> {
        let is_new = self.jobs.checks.checker.poll(self.session.workspace());
        let slow_from = self.jobs.checks.files().iter().filter_map(FileCheck::slow_from).min();
        let is_slow = slow_from.is_some_and(|from| from <= now);
        if is_new || is_slow != self.jobs.checks.shows_slow {
            self.display.pacer.request();
        }
        self.jobs.checks.shows_slow = is_slow;
        let mut finished = Vec::new();
        self.jobs.checks.copies.retain_mut(|copy| copy.poll().map(|result| finished.push(result)).is_none());
        for result in finished {
            self.display.pacer.request();
            match result.unwrap_or_else(|lost| Err(lost.into())) {
                Ok(saved) => {
                    self.browser.note_written(&saved.path);
                    self.ui.messages.show_notice(saved.message());
                }
                Err(error) => self.ui.messages.show_error(format!("Repaired copy not saved: {error:#}")),
            }
        }
        slow_from.filter(|_| !is_slow)
    }

    /// Starts to write a repaired copy of an actor's file.
    pub(super) fn save_repaired(&mut self, actor: ActorId) {
        let actor = self.session.workspace().actor(actor);
        let Some(path) = actor.and_then(|actor| actor.document().path()).map(Path::to_owned) else { return };
        let folder = self.folder.clone();
        self.jobs.checks.copies.push(Task::start(move |_| repair_copy(&path, &folder)));
    }
}
