//! A guided tour: another model is open for a while, and then the scene is as before.

use std::sync::Arc;

use super::{Transport, Workspace};
use crate::command::Outcome;
use crate::figure::Figure;
use crate::look::Look;

impl Workspace {
    pub fn is_on_tour(&self) -> bool {
        self.tour.is_some()
    }

    pub fn chosen_look(&self) -> &Look {
        self.tour.as_ref().map_or(&self.look, |before| &before.look)
    }

    pub(super) fn begin_tour(&mut self, figure: Figure) -> Outcome {
        let before = self.tour.take().unwrap_or_else(|| Arc::new(self.clone()));
        let outcome = self.open(figure);
        (self.counterpart, self.selection, self.weapon_view) = (None, None, false);
        self.tour = Some(before);
        outcome
    }

    pub(super) fn end_tour(&mut self) {
        let Some(before) = self.tour.take() else { return };
        let transport = Transport { held: false, ..before.transport };
        *self = Arc::unwrap_or_clone(before).resumed(self);
        self.transport = transport;
    }
}
