//! Polling of background tasks between two pictures.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use super::Viewer;
use md2_panels::Cause;
use md2_scene::Document;
use md2_stage::Session;
use md2_tool::failure::Failure;

const RESTORER_INTERVAL: Duration = Duration::from_millis(50);

const EXPORTER_INTERVAL: Duration = Duration::from_millis(50);

const TRIM_DELAY: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
pub(super) struct HeapTrimmer {
    document: Weak<Document>,
    due: Option<Instant>,
}

impl Viewer {
    pub(in crate::window) fn poll_tasks(&mut self) -> Option<Instant> {
        let now = Instant::now();
        self.poll_watcher();
        self.poll_levels();
        self.poll_edit();
        self.poll_saves();
        self.poll_enhanced();
        self.poll_browser(now);
        self.poll_study();
        self.poll_skins();
        if self.display.interface.poll_glyphs() | self.ui.poll() {
            self.display.pacer.request();
        }
        let polls = [
            self.poll_restorer(now),
            self.poll_exporter(now),
            self.poll_checks(now),
            self.poll_settings(now),
            self.poll_heap(now),
        ];
        if (self.session.workspace().moves() || self.input.camera_keys.is_held()) && !self.display.occluded {
            self.display.pacer.request();
        }
        if self.display.pacer.take_due(now) {
            self.display.window.request_redraw();
        }
        polls.into_iter().flatten().chain(self.display.pacer.next()).min()
    }

    fn poll_skins(&mut self) {
        let requests = |session: &Session| session.workspace().skin_requests().collect::<Vec<_>>();
        let before = requests(&self.session);
        let unreadable = self.session.decode_skins();
        self.warn(&unreadable);
        if before != requests(&self.session) {
            self.display.pacer.request();
        }
    }

    fn poll_restorer(&mut self, now: Instant) -> Option<Instant> {
        let was_busy = self.jobs.restorer.progress().is_some();
        if let Err(error) = self.jobs.restorer.poll(&mut self.session) {
            self.ui.messages.show_error(format!("{error:#}"));
        }
        let is_busy = self.jobs.restorer.progress().is_some();
        if is_busy {
            self.display.pacer.request_after(RESTORER_INTERVAL, now);
        } else if was_busy {
            self.display.pacer.request();
        }
        is_busy.then(|| now + RESTORER_INTERVAL)
    }

    pub(super) fn poll_exporter(&mut self, now: Instant) -> Option<Instant> {
        match self.jobs.exporter.take_finished() {
            Some(Ok(files)) => {
                self.ui.messages.end(Cause::Export);
                self.ui.messages.show_saved(files);
            }
            Some(Err(Failure::Interrupted)) => {
                self.ui.messages.show_notice(String::from("Export cancelled: no file was written"));
            }
            Some(Err(failure)) => {
                self.ui.messages.show_failure(Cause::Export, &format!("Export failed: {failure}"));
            }
            None if self.jobs.exporter.progress().is_none() => return None,
            None => {}
        }
        self.display.pacer.request_after(EXPORTER_INTERVAL, now);
        Some(now + EXPORTER_INTERVAL)
    }

    fn poll_heap(&mut self, now: Instant) -> Option<Instant> {
        let shown = Arc::downgrade(self.session.workspace().document());
        let trimmer = &mut self.jobs.trimmer;
        if !trimmer.document.ptr_eq(&shown) {
            trimmer.document = shown;
            trimmer.due.get_or_insert(now + TRIM_DELAY);
        }
        if trimmer.due.take_if(|due| *due <= now).is_some() {
            md2_render::trim_heap();
        }
        trimmer.due
    }
}
