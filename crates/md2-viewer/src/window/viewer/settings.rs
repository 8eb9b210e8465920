//! The settings of the window: applied when it opens, and saved after changes and when it closes.

use std::time::Instant;

use winit::dpi::LogicalSize;
use winit::event_loop::ActiveEventLoop;
use winit::window::Icon;

use super::Viewer;
use super::edits::Quitting;
use crate::settings::{Settings, WindowSettings, save_look};
use md2_tool::failure::Failure;

const DEFAULT_SIZE: LogicalSize<f64> = LogicalSize::new(1280.0, 800.0);
const MAX_PART_OF_SCREEN: f64 = 0.9;
const MIN_SIZE: LogicalSize<f64> = LogicalSize::new(240.0, 160.0);

pub(super) fn initial_size(event_loop: &ActiveEventLoop, saved: &WindowSettings) -> LogicalSize<f64> {
    let monitor = event_loop.primary_monitor().or_else(|| event_loop.available_monitors().next());
    // Displays without a screen may report a monitor of size zero.
    let monitor = monitor.filter(|monitor| monitor.size().width > 0 && monitor.size().height > 0);
    let screen = monitor.map(|monitor| monitor.size().to_logical::<f64>(monitor.scale_factor()));
    let (size, part) = match (saved.width, saved.height) {
        (Some(width), Some(height)) if width.is_finite() && height.is_finite() => {
            (LogicalSize::new(f64::from(width), f64::from(height)), 1.0)
        }
        _ => (DEFAULT_SIZE, MAX_PART_OF_SCREEN),
    };
    let max = screen.map_or(size, |screen| LogicalSize::new(screen.width * part, screen.height * part));
    LogicalSize::new(
        size.width.max(MIN_SIZE.width).min(max.width),
        size.height.max(MIN_SIZE.height).min(max.height),
    )
}

pub(super) fn window_icon() -> Option<Icon> {
    let image = md2_browse::icon().ok()?;
    let (width, height) = (image.width(), image.height());
    Icon::from_rgba(image.into_rgba(), width, height).ok()
}

impl Viewer {
    pub(super) fn poll_settings(&mut self, now: Instant) -> Option<Instant> {
        let mut file = std::mem::take(&mut self.saved.file);
        let (next, failure) = file.poll(now, || self.current_settings());
        self.saved.file = file;
        if let Some(reason) = failure {
            self.display.pacer.request();
            self.ui.messages.show_notice(format!("Settings could not be saved: {reason}"));
        }
        next
    }

    pub(in crate::window) fn close(&mut self) {
        // First, so that the export ends while the viewer waits for copies.
        self.jobs.exporter.cancel();
        for result in self.jobs.copies.drain(..).filter_map(|mut copy| copy.wait(None)) {
            match result.unwrap_or_else(|lost| Err(lost.into())) {
                Ok(saved) => tracing::info!("{}", saved.message()),
                Err(error) => tracing::warn!("the repaired copy was not saved: {error:#}"),
            }
        }
        let saves: Vec<_> = self.jobs.saves.drain(..).filter_map(|mut save| save.wait(None)).collect();
        saves.into_iter().for_each(|result| self.finish_save(result));
        let is_discarded = matches!(self.quitting, Quitting::Ends);
        let models = (!is_discarded).then(|| self.session.workspace().models());
        if let Err(error) = self.recovery.write(models) {
            tracing::warn!("unsaved edits could not be stored: {error:#}");
        }
        match self.jobs.exporter.close() {
            Some(Ok(files)) => files.iter().for_each(|path| tracing::info!("saved {}", path.display())),
            Some(Err(Failure::Interrupted)) => {
                tracing::warn!("the window was closed during an export: no file was written");
            }
            Some(Err(failure)) => tracing::warn!("the export failed: {failure}"),
            None => {}
        }
        let mut file = std::mem::take(&mut self.saved.file);
        if let Err(reason) = file.close(|| self.current_settings()) {
            tracing::warn!("settings could not be saved: {reason}");
        }
        let pipelines = self.session.stage().renderer().pipeline_cache();
        if let Err(reason) = self.saved.pipelines.save(pipelines) {
            tracing::warn!("the pipeline cache could not be saved: {reason}");
        }
    }

    pub(super) fn save_folder(&mut self) {
        if let Some(folder) = self.folder_of_model() {
            self.saved.settings.folder = Some(folder);
        }
    }

    fn current_settings(&mut self) -> Settings {
        let size = self.display.window.inner_size().to_logical::<f32>(self.display.window.scale_factor());
        let window = &mut self.saved.settings.window;
        window.maximized = self.display.window.is_maximized();
        window.zoom = self.display.interface.zoom();
        // A minimized window has no size, and a maximized window returns to the size before.
        if !window.maximized && size.width >= 1.0 && size.height >= 1.0 {
            (window.width, window.height) = (Some(size.width), Some(size.height));
        }
        self.saved.settings.panels = self.ui.to_settings();
        self.saved.settings.recent = self.browser.recent.paths().to_vec();
        self.saved.settings.look = save_look(*self.session.workspace().chosen_look());
        self.saved.settings.clone()
    }
}
