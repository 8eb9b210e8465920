//! The preview of a sequence, once the pointer has rested on its row for a moment.

use egui::{Context, Event};
use md2_scene::{Command, Preview, Workspace};

use crate::action::Action;

/// Seconds that the pointer rests on a row before its preview.
const REST: f64 = 0.35;
/// The same while there is a preview of another row.
const NEXT_REST: f64 = 0.15;

/// The row under the pointer.
#[derive(Debug, Default)]
pub(super) struct Hover {
    /// The row in the picture that is laid out.
    over: Option<Preview>,
    /// The row in the picture before.
    row: Option<Preview>,
    since: f64,
    /// Whether the row still requests its preview: once, and only if the pointer has moved to it.
    asks: bool,
}

impl Hover {
    /// Begins a picture.
    pub(super) fn begin(&mut self) {
        self.over = None;
    }

    /// Notes the row under the pointer.
    pub(super) fn over(&mut self, row: Preview) {
        self.over = Some(row);
    }

    /// Requests the preview of the row, after all rows are laid out.
    pub(super) fn settle(&mut self, context: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
        let now = context.input(|input| input.time);
        if self.over != self.row {
            let moved = context
                .input(|input| input.events.iter().any(|event| matches!(event, Event::PointerMoved(_))));
            (self.row, self.since, self.asks) = (self.over, now, moved);
        }
        let seen = workspace.preview();
        let plays = |row: &Preview| {
            let player = workspace.player_without_preview(row.actor);
            player.is_some_and(|player| player.sequence_index() == row.sequence)
        };
        let Some(row) = self.row.filter(|row| !plays(row)) else {
            self.asks = false;
            if seen.is_some() {
                actions.push(Command::Preview(None).into());
            }
            return;
        };
        if seen == Some(row) {
            self.asks = false;
        }
        if self.asks {
            let rest = if seen.is_some() { NEXT_REST } else { REST };
            let left = self.since + rest - now;
            if left <= 0.0 {
                actions.push(Command::Preview(Some(row)).into());
            } else {
                context.request_repaint_after(std::time::Duration::from_secs_f64(left));
            }
        }
    }
}
