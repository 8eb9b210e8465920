//! The tab of files.

use egui::Ui;

use super::widgets;

/// The whole tab.
pub(super) fn show(ui: &mut Ui) {
    widgets::note(ui, "Drop a file, a folder or an archive on the window to open it.");
}
