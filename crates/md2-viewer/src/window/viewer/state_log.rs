//! A log line about the state of the window, for tests that control it.

use md2_render::DeviceMemory;
use md2_scene::Skin;
use md2_scene::text::shown;

use super::Viewer;

impl Viewer {
    /// Logs the memory of the device, and the state of the window if it has changed, for tests that control the window.
    pub(super) fn log_state(&mut self) {
        if !tracing::enabled!(tracing::Level::DEBUG) {
            return;
        }
        let stage = self.session.stage();
        let DeviceMemory { objects, bytes, retired, .. } = stage.renderer().device_memory();
        let pictures = stage.stats().pictures;
        tracing::debug!("picture {pictures}: {objects} objects, {bytes} bytes, {retired} retired");
        let line = self.describe_state();
        if line != self.metrics.logged_state {
            tracing::debug!("shows {line}");
            self.metrics.logged_state = line;
        }
    }

    fn describe_state(&self) -> String {
        let (workspace, ui) = (self.session.workspace(), &self.ui);
        let playing: Vec<String> =
            workspace.playing().into_iter().map(|sequence| shown(&sequence.name).to_string()).collect();
        let skin = workspace.actors()[0].current_skin().map_or("none", Skin::label);
        let place = if workspace.is_playing() {
            String::from("plays")
        } else {
            format!("at {:.1}", workspace.player().position_in_keys())
        };
        let selection = workspace
            .selection()
            .map_or_else(|| String::from("nothing"), |selected| selected.piece.to_string());
        let under = workspace.hover().and_then(md2_scene::PointerTarget::selection);
        let under = under.map_or_else(|| String::from("nothing"), |under| under.piece.to_string());
        let frame = workspace.reference().map(|reference| format!("frame {}", reference.frame));
        let model = workspace.counterpart().map(|other| shown(other.figure().name()).to_string());
        let reference = frame.or(model).unwrap_or_else(|| String::from("nothing"));
        let player = workspace.player();
        let edits = workspace.edit_status().map_or_else(String::new, |status| format!(" ({status})"));
        format!(
            "model {}{edits}, sequence {}, {place}, easing {:?}, light {}, skin {}, selected {selection}, pointed at {under}, compared with {reference}, front {}, files searched for {}{}{}{}{}",
            shown(workspace.figure().name()),
            playing.join("+"),
            player.easing(),
            workspace.look().light.name(),
            shown(skin),
            ui.selected_tabs(),
            shown(ui.files.filter()),
            if self.browser.is_busy() { ", reading" } else { "" },
            if self.display.interface.takes_text() { ", typing" } else { "" },
            if self.display.interface.has_popup() { ", menu" } else { "" },
            if self.jobs.exporter.progress().is_some() { ", exporting" } else { "" },
        )
    }
}
