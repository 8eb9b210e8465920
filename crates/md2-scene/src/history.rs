//! Undo and redo. The history saves the workspace before each change; a copy is small, because models and skins are shared.

use std::collections::BTreeSet;
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;

use crate::actor::Actor;
use crate::change::Change;
use crate::command::Command;
use crate::workspace::Workspace;

const MAX_CHANGES: usize = 100;
/// The maximum number of states with a model, or a version of its file, that no newer state has: the history holds each in memory.
const MAX_MODELS: usize = 8;

#[derive(Clone, Debug, Default)]
pub struct History {
    past: Vec<Workspace>,
    undone: Vec<Workspace>,
    /// The kind of the last command, if further commands of this kind continue the same change, as in a drag of a slider.
    gradual: Option<Discriminant<Command>>,
}

impl History {
    /// Records a command that the user gave. `before` and `after` are the states before and after the command. Commands that change no
    /// setting are not recorded, and neither are the results of background tasks. When a model is saved, its versions in all states move to the
    /// new file.
    pub fn record(&mut self, command: &Command, before: Workspace, after: &Workspace) {
        use Command as C;
        if let C::SetSaved(saved) = command {
            let mut newer = saved.versions();
            self.past.iter_mut().chain(&mut self.undone).for_each(|state| state.set_saved(&mut newer));
            return;
        }
        if matches!(command, C::Reload { .. } | C::SetOutfit { .. } | C::SetRestored { .. } | C::Preview(_))
            || after.crowd().is_some()
            || before.is_on_tour()
            || after.is_on_tour()
        {
            return;
        }
        if matches!(command, C::Hold(_)) {
            self.gradual = None;
        }
        if Change::between(&before, after).is_none() {
            return;
        }
        let is_gradual =
            matches!(command, C::Seek { .. } | C::SetSpeed(_) | C::SetBrightness(_) | C::SetBackground(_));
        let kind = is_gradual.then(|| discriminant(command));
        let continues = kind.is_some() && self.gradual == kind;
        self.gradual = kind;
        self.undone.clear();
        if !continues {
            self.past.push(before.into_past());
            forget(&mut self.past, after);
        }
    }

    pub fn undo(&mut self, now: &Workspace) -> Option<(Workspace, Change)> {
        self.gradual = None;
        // A state without difference remains if a newer version of the model lacks the changed setting.
        while let Some(earlier) = self.past.pop() {
            let earlier = earlier.resumed(now);
            if let Some(change) = Change::between(&earlier, now) {
                self.undone.push(now.clone().into_past());
                forget(&mut self.undone, &earlier);
                return Some((earlier, change));
            }
        }
        None
    }

    pub fn redo(&mut self, now: &Workspace) -> Option<(Workspace, Change)> {
        self.gradual = None;
        while let Some(later) = self.undone.pop() {
            let later = later.resumed(now);
            if let Some(change) = Change::between(now, &later) {
                self.past.push(now.clone().into_past());
                forget(&mut self.past, &later);
                return Some((later, change));
            }
        }
        None
    }
}

/// Drops the states that are the most changes away from the state `now`, if there are too many states or models. The last of the
/// `states` is next to `now`.
fn forget(states: &mut Vec<Workspace>, now: &Workspace) {
    let documents = |state: &Workspace| -> Vec<_> {
        state.actors().iter().map(Actor::document).map(Arc::as_ptr).collect()
    };
    let mut held: BTreeSet<_> = documents(now).into_iter().collect();
    let mut models = 0;
    let has_room = |state: &&Workspace| {
        let known = held.len();
        held.extend(documents(state));
        models += usize::from(held.len() > known);
        models <= MAX_MODELS
    };
    let kept = states.iter().rev().take(MAX_CHANGES).take_while(has_room).count();
    states.drain(..states.len() - kept);
}
