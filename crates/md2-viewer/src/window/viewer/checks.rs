//! Checks of the open files, and saving of repaired copies.

use std::path::Path;
use std::time::Instant;

use md2_scene::ActorId;

use super::Viewer;
use md2_browse::checker::FileCheck;
use md2_task::Task;
use md2_tool::repaired::repair_copy;

impl Viewer {
    pub(super) fn poll_checks(&mut self, now: Instant) -> Option<Instant> {
        let is_new = self.jobs.checker.poll(self.session.workspace());
        let slow_from = self.jobs.checker.files().iter().filter_map(FileCheck::slow_from).min();
        let is_slow = slow_from.is_some_and(|from| from <= now);
        if is_new || is_slow != self.jobs.shows_slow_check {
            self.display.pacer.request();
        }
        self.jobs.shows_slow_check = is_slow;
        let mut finished = Vec::new();
        self.jobs.copies.retain_mut(|copy| copy.poll().map(|result| finished.push(result)).is_none());
        for result in finished {
            self.display.pacer.request();
            match result.unwrap_or_else(|lost| Err(lost.into())) {
                Ok(saved) => {
                    self.browser.note_written(&saved.path);
                    self.ui.messages.show_notice(saved.message());
                    self.note_figure();
                }
                Err(error) => self.ui.messages.show_error(format!("Copy not saved: {error:#}")),
            }
        }
        slow_from.filter(|_| !is_slow)
    }

    pub(super) fn save_repaired(&mut self, actor: ActorId) {
        let actor = self.session.workspace().actor(actor);
        let Some(path) = actor.and_then(|actor| actor.document().path()).map(Path::to_owned) else { return };
        let folder = self.folder_of_model().unwrap_or_else(|| self.folder.clone());
        self.jobs.copies.push(Task::start(move |_| repair_copy(&path, &folder)));
    }
}
