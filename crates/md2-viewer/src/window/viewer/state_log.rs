//! A log line about the state of the window, for tests that control it.

use md2_scene::{Skin, Workspace};

use md2_panels::PanelState;
use md2_scene::text::shown;

/// Work that is in progress.
#[derive(Clone, Copy, Debug)]
pub(super) struct Activity {
    /// The browser lists folders, opens files or draws thumbnails.
    pub(super) reading: bool,
    /// A text field has the focus.
    pub(super) typing: bool,
    pub(super) exporting: bool,
}

/// The state log, which stores the last line.
#[derive(Debug, Default)]
pub(super) struct StateLog(String);

impl StateLog {
    /// Logs the state if it has changed.
    pub(super) fn log(&mut self, workspace: &Workspace, ui: &PanelState, activity: Activity) {
        let line = describe(workspace, ui, activity);
        if line != self.0 {
            tracing::debug!("shows {line}");
            self.0 = line;
        }
    }
}

fn describe(workspace: &Workspace, ui: &PanelState, activity: Activity) -> String {
    let playing: Vec<String> =
        workspace.playing().into_iter().map(|sequence| shown(&sequence.name).to_string()).collect();
    let skin = workspace.actors()[0].current_skin().map_or("none", Skin::label);
    let place = if workspace.is_playing() {
        String::from("plays")
    } else {
        format!("at {:.1}", workspace.player().position_in_keys())
    };
    let selection =
        workspace.selection().map_or_else(|| String::from("nothing"), |selected| selected.piece.to_string());
    let under = workspace.hover().and_then(md2_scene::PointerTarget::selection);
    let under = under.map_or_else(|| String::from("nothing"), |under| under.piece.to_string());
    let frame = workspace.reference().map(|reference| format!("frame {}", reference.frame));
    let model = workspace.counterpart().map(|other| shown(other.figure().name()).to_string());
    let reference = frame.or(model).unwrap_or_else(|| String::from("nothing"));
    format!(
        "model {}, sequence {}, {place}, skin {}, selected {selection}, pointed at {under}, compared with {reference}, front {}, files searched for {}{}{}{}",
        shown(workspace.figure().name()),
        playing.join("+"),
        shown(skin),
        ui.selected_tabs(),
        shown(ui.files.filter()),
        if activity.reading { ", reading" } else { "" },
        if activity.typing { ", typing" } else { "" },
        if activity.exporting { ", exporting" } else { "" },
    )
}
