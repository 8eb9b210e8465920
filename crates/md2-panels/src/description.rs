//! A line about the state of the window, for the log.

use crate::text::shown;
use md2_scene::{PointerTarget, Skin, Workspace};

use crate::state::PanelState;

impl PanelState {
    pub fn describe(&self, workspace: &Workspace) -> String {
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
        let grid = if self.files.is_grid { " as a grid" } else { "" };
        format!(
            "model {}{edits}, sequence {}, {place}, easing {:?}, light {}, skin {}, selected {selection}, pointed at {under}, compared with {reference}, front {}{grid}, files searched for {}",
            shown(workspace.figure().name()),
            playing.join("+"),
            workspace.player().easing(),
            workspace.look().light.name(),
            shown(skin),
            self.tabs,
            shown(&self.files.filter().words),
        )
    }
}
