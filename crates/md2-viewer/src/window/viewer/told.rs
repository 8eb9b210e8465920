//! What is shown, in a line of the log for whoever drives the window from outside.

use md2_scene::{Skin, Workspace};

use md2_panels::UiState;
use md2_scene::text::shown;

/// What goes on besides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doing {
    /// The browser's threads are at work: they list folders, open files, draw small pictures.
    pub(super) reading: bool,
    /// Letters go to a field.
    pub(super) typing: bool,
    pub(super) exporting: bool,
}

/// The line that was told last.
#[derive(Debug, Default)]
pub(super) struct Told(String);

impl Told {
    /// Logs what is shown if it is not what was shown before. Costs nothing where nobody reads it.
    pub(super) fn tell(&mut self, workspace: &Workspace, ui: &UiState, doing: Doing) {
        if !tracing::enabled!(tracing::Level::DEBUG) {
            return;
        }
        let line = describe(workspace, ui, doing);
        if line != self.0 {
            tracing::debug!("shows {line}");
            self.0 = line;
        }
    }
}

fn describe(workspace: &Workspace, ui: &UiState, doing: Doing) -> String {
    let playing: Vec<String> =
        workspace.playing().into_iter().map(|sequence| shown(&sequence.name).to_string()).collect();
    let skin = workspace.actors()[0].worn_skin().map_or("none", Skin::label);
    let place = if workspace.is_playing() {
        String::from("plays")
    } else {
        format!("at {:.1}", workspace.player().position_in_keys())
    };
    let selection =
        workspace.selection().map_or_else(|| String::from("nothing"), |selected| selected.piece.to_string());
    let under = workspace.hover().and_then(md2_scene::Pointed::selection);
    let under = under.map_or_else(|| String::from("nothing"), |under| under.piece.to_string());
    let frame = workspace.reference().map(|reference| format!("frame {}", reference.frame));
    let model = workspace.counterpart().map(|other| shown(other.figure().name()).to_string());
    let reference = frame.or(model).unwrap_or_else(|| String::from("nothing"));
    format!(
        "model {}, sequence {}, {place}, skin {}, selected {selection}, pointed at {under}, compared with {reference}, front {}, files searched for {}{}{}{}",
        shown(workspace.figure().name()),
        playing.join("+"),
        shown(skin),
        ui.front(),
        shown(ui.files.filter()),
        if doing.reading { ", reading" } else { "" },
        if doing.typing { ", typing" } else { "" },
        if doing.exporting { ", exporting" } else { "" },
    )
}
