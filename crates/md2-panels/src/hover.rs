//! The preview of a sequence while the pointer rests on its row.

use egui::{Context, Event};
use md2_scene::{Command, Preview, Workspace};

use crate::action::Action;

const REST: f64 = 0.35;
/// Seconds that the pointer must rest on a row while the preview of another row runs.
const NEXT_REST: f64 = 0.15;

#[derive(Debug, Default)]
pub(super) struct Hover {
    pub(super) current: Option<Preview>,
    row: Option<Preview>,
    since: f64,
    /// Whether the row still has to request its preview. A row requests it once, and only if the pointer has moved to the row.
    is_pending: bool,
}

impl Hover {
    /// Requests the preview of the row under the pointer. The tab calls this after it has laid out all rows.
    pub(super) fn request_preview(
        &mut self,
        context: &Context,
        workspace: &Workspace,
        actions: &mut Vec<Action>,
    ) {
        let now = context.input(|input| input.time);
        if self.current != self.row {
            let moved = context
                .input(|input| input.events.iter().any(|event| matches!(event, Event::PointerMoved(_))));
            (self.row, self.since, self.is_pending) = (self.current, now, moved);
        }
        let shown = workspace.preview();
        let plays = |row: &Preview| {
            let player = workspace.player_without_preview(row.actor);
            player.is_some_and(|player| player.sequence_index() == row.sequence)
        };
        let Some(row) = self.row.filter(|row| !plays(row)) else {
            self.is_pending = false;
            if shown.is_some() {
                actions.push(Command::Preview(None).into());
            }
            return;
        };
        if shown == Some(row) {
            self.is_pending = false;
        }
        if self.is_pending {
            let rest = if shown.is_some() { NEXT_REST } else { REST };
            let left = self.since + rest - now;
            if left <= 0.0 {
                actions.push(Command::Preview(Some(row)).into());
            } else {
                context.request_repaint_after(std::time::Duration::from_secs_f64(left));
            }
        }
    }
}
