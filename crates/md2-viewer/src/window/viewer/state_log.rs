//! A log line about the state of the window, for tests that control it.

use md2_render::DeviceMemory;

use super::Viewer;

impl Viewer {
    pub(super) fn log_state(&mut self) {
        if !tracing::enabled!(tracing::Level::DEBUG) {
            return;
        }
        let stage = self.session.stage();
        let DeviceMemory { objects, bytes, retired, .. } = stage.renderer().device_memory();
        let pictures = stage.stats().pictures;
        tracing::debug!("picture {pictures}: {objects} objects, {bytes} bytes, {retired} retired");
        let line = format!(
            "{}{}{}{}{}{}",
            self.ui.describe(self.session.workspace()),
            if self.ui.is_asking() { ", asking" } else { "" },
            if self.browser.is_busy() { ", reading" } else { "" },
            if self.display.interface.takes_text() { ", typing" } else { "" },
            if self.display.interface.has_popup() { ", menu" } else { "" },
            if self.jobs.exporter.progress().is_some() { ", exporting" } else { "" },
        );
        if line != self.metrics.logged_state {
            tracing::debug!("shows {line}");
            self.metrics.logged_state = line;
        }
    }
}
