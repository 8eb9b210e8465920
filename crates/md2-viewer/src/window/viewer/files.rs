//! Files while the viewer runs: changed ones are loaded again, broken ones leave what was there.

use std::sync::Arc;

use md2_scene::{Actor, Choice, Command, Document, OpenError};

use super::Viewer;
use md2_browse::watcher::{FileChange, ModelRole};
use md2_scene::text;

impl Viewer {
    /// Loads models and skins again whose files have changed.
    pub(super) fn poll_watcher(&mut self) {
        let found = self.jobs.watcher.poll(self.session.workspace());
        if !found.is_empty() {
            self.browser.check_thumbnails();
            self.display.pacer.request();
        }
        for found in found {
            match found {
                FileChange::Model { role, document, newer } if self.shows(role, &document) => {
                    self.reload(role, &document, newer);
                }
                FileChange::Companions { role, document, newer } if self.shows(role, &document) => {
                    if let Some(command) = self.renew(role, &document, newer) {
                        self.apply(command);
                    }
                    let what = called(role);
                    self.ui
                        .messages
                        .show_notice(format!("What lies beside the {what} has changed: loaded again"));
                }
                // The model is the same, or it was about what was seen before.
                FileChange::Surroundings | FileChange::Model { .. } | FileChange::Companions { .. } => {}
                FileChange::Skin(ModelRole::Shown(actor)) => {
                    let worn = self.session.workspace().actor(actor).and_then(Actor::skin_index);
                    if let Some(index) = worn {
                        self.apply(Command::SelectSkin { actor, skin: Choice::Index(index) });
                    }
                }
                // It wears nothing.
                FileChange::Skin(ModelRole::Compared(_)) => {}
            }
        }
        let is_lost = |actor: &Actor| actor.skin_index().is_some_and(|worn| actor.skin_error(worn).is_some());
        let was_lost = self.jobs.is_skin_lost;
        self.jobs.is_skin_lost = self.session.workspace().actors().iter().any(is_lost);
        if was_lost && !self.jobs.is_skin_lost {
            self.ui.messages.clear_error();
            self.display.pacer.request();
        }
    }

    fn shows(&self, role: ModelRole, document: &Arc<Document>) -> bool {
        let workspace = self.session.workspace();
        let shown = match role {
            ModelRole::Shown(actor) => workspace.actor(actor).map(Actor::document),
            ModelRole::Compared(actor) => workspace.counterpart().and_then(|other| other.document(actor)),
        };
        shown.is_some_and(|shown| Arc::ptr_eq(shown, document))
    }

    /// What brings a newer version of a model to where the old one is.
    fn renew(&self, role: ModelRole, document: &Arc<Document>, newer: Arc<Document>) -> Option<Command> {
        match role {
            ModelRole::Shown(actor) => Some(Command::Reload { actor, document: newer }),
            ModelRole::Compared(_) => {
                let figure = self.session.workspace().counterpart()?.figure().clone();
                Some(Command::CompareWith(figure.renewed(document, &newer)))
            }
        }
    }

    /// Shows the newer version of a model. The old one stays if there is none that can be.
    fn reload(&mut self, role: ModelRole, document: &Arc<Document>, newer: Result<Arc<Document>, OpenError>) {
        self.display.pacer.request();
        let reloaded = newer.map_err(anyhow::Error::from).and_then(|newer| {
            let command = self.renew(role, document, newer);
            let outcome = command.map(|command| self.session.apply(command)).transpose()?;
            Ok(outcome.map_or_else(Vec::new, text::warnings))
        });
        match (reloaded, role) {
            (Ok(warnings), _) => {
                self.ui.messages.clear_error();
                self.ui
                    .messages
                    .show_notice(format!("The file of the {} has changed: loaded again", called(role)));
                self.warn(&warnings);
            }
            (Err(error), ModelRole::Shown(_)) => {
                self.jobs.checks.refused(document, format!("{error:#}"));
                self.ui.messages.show_error(format!("The file has changed and cannot be loaded: {error:#}"));
            }
            (Err(error), ModelRole::Compared(_)) => {
                let text = format!("The model compared with has changed and cannot be loaded: {error:#}");
                self.ui.messages.show_error(text);
            }
        }
    }
}

/// What a model is called by where it stands.
fn called(role: ModelRole) -> &'static str {
    match role {
        ModelRole::Shown(_) => "model",
        ModelRole::Compared(_) => "model compared with",
    }
}
