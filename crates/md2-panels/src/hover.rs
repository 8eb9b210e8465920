//! A sequence is looked at once the pointer has rested on its row for a moment.

use egui::{Context, Event};
use md2_scene::{Command, Preview, Workspace};

use crate::action::Action;

/// How long the pointer rests on a row before it is shown what it does, in seconds.
const REST: f64 = 0.35;
/// The same where another one is shown already.
const NEXT_REST: f64 = 0.15;

/// The row under the pointer.
#[derive(Debug, Default)]
pub(super) struct Hover {
    /// In the picture that is laid out.
    over: Option<Preview>,
    /// In the one before.
    row: Option<Preview>,
    since: f64,
    /// Whether it has yet to be asked for. A row that comes under a pointer that rests does not ask, and none asks twice.
    asks: bool,
}

impl Hover {
    /// Begins another picture.
    pub(super) fn begin(&mut self) {
        self.over = None;
    }

    /// The pointer is over a row.
    pub(super) fn over(&mut self, row: Preview) {
        self.over = Some(row);
    }

    /// Asks for what is to be looked at, once all rows are laid out.
    pub(super) fn settle(&mut self, context: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
        let now = context.input(|input| input.time);
        if self.over != self.row {
            let moved = context
                .input(|input| input.events.iter().any(|event| matches!(event, Event::PointerMoved(_))));
            (self.row, self.since, self.asks) = (self.over, now, moved);
        }
        let seen = workspace.preview();
        let plays = |row: &Preview| {
            let player = workspace.settled_player(row.actor);
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
