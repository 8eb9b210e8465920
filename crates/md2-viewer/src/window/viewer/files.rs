//! Files while the viewer runs: changed ones are loaded again, broken ones leave what was there.

use std::sync::Arc;

use md2_scene::{Actor, Choice, Command, Document, OpenError};

use super::Viewer;
use md2_browse::watcher::{FileChange, Seat};
use md2_scene::text;

impl Viewer {
    /// Loads models and skins again whose files have changed.
    pub(super) fn poll_watcher(&mut self) {
        let found = self.jobs.watcher.poll(self.session.workspace());
        if !found.is_empty() {
            self.browser.look_again();
            self.display.pacer.request();
        }
        for found in found {
            match found {
                FileChange::Newer { seat, document, newer } if self.shows(seat, &document) => {
                    self.reload(seat, &document, newer);
                }
                FileChange::Other { seat, document, newer } if self.shows(seat, &document) => {
                    if let Some(command) = self.renew(seat, &document, newer) {
                        self.apply(command);
                    }
                    let what = called(seat);
                    self.ui
                        .messages
                        .show_notice(format!("What lies beside the {what} has changed: loaded again"));
                }
                // The model is the same, or it was about what was seen before.
                FileChange::Beside | FileChange::Newer { .. } | FileChange::Other { .. } => {}
                FileChange::Skin(Seat::Actor(actor)) => {
                    let worn = self.session.workspace().actor(actor).and_then(Actor::worn_index);
                    if let Some(index) = worn {
                        self.apply(Command::Wear { actor, skin: Choice::Index(index) });
                    }
                }
                // It wears nothing.
                FileChange::Skin(Seat::Beside(_)) => {}
            }
        }
        let is_lost = |actor: &Actor| actor.worn_index().is_some_and(|worn| actor.unreadable(worn).is_some());
        let was_lost = self.jobs.is_skin_lost;
        self.jobs.is_skin_lost = self.session.workspace().actors().iter().any(is_lost);
        if was_lost && !self.jobs.is_skin_lost {
            self.ui.messages.clear_error();
            self.display.pacer.request();
        }
    }

    fn shows(&self, seat: Seat, document: &Arc<Document>) -> bool {
        let workspace = self.session.workspace();
        let shown = match seat {
            Seat::Actor(actor) => workspace.actor(actor).map(Actor::document),
            Seat::Beside(actor) => workspace.counterpart().and_then(|other| other.document(actor)),
        };
        shown.is_some_and(|shown| Arc::ptr_eq(shown, document))
    }

    /// What brings a newer version of a model to where the old one is.
    fn renew(&self, seat: Seat, document: &Arc<Document>, newer: Arc<Document>) -> Option<Command> {
        match seat {
            Seat::Actor(actor) => Some(Command::Reload { actor, document: newer }),
            Seat::Beside(_) => {
                let figure = self.session.workspace().counterpart()?.figure().clone();
                Some(Command::CompareWith(figure.renewed(document, &newer)))
            }
        }
    }

    /// Shows the newer version of a model. The old one stays if there is none that can be.
    fn reload(&mut self, seat: Seat, document: &Arc<Document>, newer: Result<Arc<Document>, OpenError>) {
        self.display.pacer.request();
        let reloaded = newer.map_err(anyhow::Error::from).and_then(|newer| {
            let command = self.renew(seat, document, newer);
            let outcome = command.map(|command| self.session.apply(command)).transpose()?;
            Ok(outcome.map_or_else(Vec::new, text::warnings))
        });
        match (reloaded, seat) {
            (Ok(warnings), _) => {
                self.ui.messages.clear_error();
                self.ui
                    .messages
                    .show_notice(format!("The file of the {} has changed: loaded again", called(seat)));
                self.warn(&warnings);
            }
            (Err(error), Seat::Actor(_)) => {
                self.jobs.checks.refused(document, format!("{error:#}"));
                self.ui.messages.show_error(format!("The file has changed and cannot be loaded: {error:#}"));
            }
            (Err(error), Seat::Beside(_)) => {
                let text = format!("The model compared with has changed and cannot be loaded: {error:#}");
                self.ui.messages.show_error(text);
            }
        }
    }
}

/// What a model is called by where it stands.
fn called(seat: Seat) -> &'static str {
    match seat {
        Seat::Actor(_) => "model",
        Seat::Beside(_) => "model compared with",
    }
}
