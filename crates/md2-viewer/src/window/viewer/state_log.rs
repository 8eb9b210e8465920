//! A log line about the state of the window, for tests that control it.

use md2_render::DeviceMemory;
use md2_scene::text::shown;
use md2_scene::{PointerTarget, Skin};

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
            self.describe(),
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

    fn describe(&self) -> String {
        let workspace = self.session.workspace();
        let playing: Vec<String> =
            workspace.playing().into_iter().map(|sequence| shown(&sequence.name)).collect();
        let skin = workspace.actors()[0].current_skin().map_or("none", Skin::label);
        let place = if workspace.is_playing() {
            String::from("plays")
        } else {
            format!("at {:.1}", workspace.player().position_in_keys())
        };
        let nothing = || String::from("nothing");
        let selection = workspace.selection().map_or_else(nothing, |selected| selected.piece.to_string());
        let under = workspace.hover().and_then(PointerTarget::selection);
        let under = under.map_or_else(nothing, |under| under.piece.to_string());
        let frame = workspace.reference().map(|reference| format!("frame {}", reference.frame));
        let model = workspace.counterpart().map(|other| shown(other.figure().name()));
        let reference = frame.or(model).unwrap_or_else(nothing);
        let edits = if workspace.has_unsaved_edits() { " (edited)" } else { "" };
        let grid = if self.ui.files.is_grid { " as a grid" } else { "" };
        format!(
            "model {}{edits}, sequence {}, {place}, easing {:?}, light {}, skin {}, selected {selection}, pointed at {under}, compared with {reference}, front {}{grid}, files searched for {}",
            shown(workspace.figure().name()),
            playing.join("+"),
            workspace.player().easing(),
            workspace.look().light.name(),
            shown(skin),
            self.ui.tabs,
            shown(&self.ui.files.filter().words),
        )
    }
}
