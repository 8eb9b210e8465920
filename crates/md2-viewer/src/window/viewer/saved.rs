//! What a window keeps for the next one, and how it begins with what the last one kept.

use std::time::Instant;

use winit::dpi::LogicalSize;
use winit::event_loop::ActiveEventLoop;
use winit::window::Icon;

use super::Viewer;
use crate::settings::{Settings, WindowSettings, kept_look};
use md2_browse::builtin;
use md2_tool::failure::Failure;

const START_SIZE: LogicalSize<f64> = LogicalSize::new(1280.0, 800.0);
/// Part of the screen that the window takes at most, each way, when it opens for the first time.
const MAX_PART_OF_SCREEN: f64 = 0.9;
/// The least size that a window is given again.
const LEAST_SIZE: LogicalSize<f64> = LogicalSize::new(240.0, 160.0);

/// The size of the last window, or the usual one; less on a small screen.
pub(super) fn size(event_loop: &ActiveEventLoop, kept: &WindowSettings) -> LogicalSize<f64> {
    let monitor = event_loop.primary_monitor().or_else(|| event_loop.available_monitors().next());
    // Some displays without a screen tell of one without pixels.
    let monitor = monitor.filter(|monitor| monitor.size().width > 0 && monitor.size().height > 0);
    let screen = monitor.map(|monitor| monitor.size().to_logical::<f64>(monitor.scale_factor()));
    let (wanted, part) = match (kept.width, kept.height) {
        (Some(width), Some(height)) if width.is_finite() && height.is_finite() => {
            (LogicalSize::new(f64::from(width), f64::from(height)), 1.0)
        }
        _ => (START_SIZE, MAX_PART_OF_SCREEN),
    };
    let most = screen.map_or(wanted, |screen| LogicalSize::new(screen.width * part, screen.height * part));
    LogicalSize::new(
        wanted.width.max(LEAST_SIZE.width).min(most.width),
        wanted.height.max(LEAST_SIZE.height).min(most.height),
    )
}

/// The program's icon, for displays that take it from the window.
pub(super) fn icon() -> Option<Icon> {
    let image = builtin::icon().ok()?;
    let (width, height) = (image.width(), image.height());
    Icon::from_rgba(image.into_rgba(), width, height).ok()
}

impl Viewer {
    /// Has written what is to be kept, a pause after it has changed. Returns when to look again.
    pub(super) fn poll_settings(&mut self, now: Instant) -> Option<Instant> {
        let mut keeper = std::mem::take(&mut self.saved.keeper);
        let (next, failure) = keeper.poll(now, || self.settings());
        self.saved.keeper = keeper;
        if let Some(reason) = failure {
            self.display.pacer.request();
            self.ui.messages.show_notice(format!("The window is not kept for the next run: {reason}"));
        }
        next
    }

    /// Ends what is being made, and writes what is not written yet. To be called when the window closes.
    pub(in crate::window) fn close(&mut self) {
        // Before it, so that what goes on stops in the meantime.
        self.jobs.exporter.cancel();
        for result in self.jobs.checks.close() {
            match result {
                Ok(saved) => tracing::info!("{}", saved.message()),
                Err(error) => tracing::warn!("no copy was saved: {error:#}"),
            }
        }
        match self.jobs.exporter.close() {
            Some(Ok(path)) => tracing::info!("saved {}", path.display()),
            Some(Err(Failure::Interrupted)) => {
                tracing::warn!("the window was closed during an export: no file was written");
            }
            Some(Err(failure)) => tracing::warn!("nothing was exported: {failure}"),
            None => {}
        }
        let mut keeper = std::mem::take(&mut self.saved.keeper);
        if let Err(reason) = keeper.close(|| self.settings()) {
            tracing::warn!("the window is not kept for the next run: {reason}");
        }
    }

    /// Keeps the folder of what is open, if it is of one. To be called when that is another, since it asks the disk.
    pub(super) fn keep_folder(&mut self) {
        if let Some(folder) = self.folder_of_open() {
            self.saved.settings.folder = Some(folder);
        }
    }

    fn settings(&mut self) -> Settings {
        let size = self.display.window.inner_size().to_logical::<f32>(self.display.window.scale_factor());
        let window = &mut self.saved.settings.window;
        window.maximized = self.display.window.is_maximized();
        // A minimized window has none, and that of a maximized one is not what it goes back to.
        if !window.maximized && size.width >= 1.0 && size.height >= 1.0 {
            (window.width, window.height) = (Some(size.width), Some(size.height));
        }
        self.saved.settings.panels = self.ui.to_settings();
        self.saved.settings.recent = self.browser.recent.paths().to_vec();
        self.saved.settings.look = kept_look(*self.session.workspace().look());
        self.saved.settings.clone()
    }
}
