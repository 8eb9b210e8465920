//! Files while the viewer runs: changed ones are loaded again, broken ones leave what was there.

use std::sync::Arc;

use md2_scene::{Actor, ActorId, Choice, Command, Document, OpenError};

use super::Viewer;
use crate::startup;
use crate::watcher::Found;

impl Viewer {
    /// Loads models and skins again whose files have changed.
    pub(super) fn tend_watcher(&mut self) {
        let found = self.watcher.tend(self.session.workspace()).unwrap_or_else(|error| {
            let text = format!("Changes of files are not seen: no thread can be started: {error}");
            self.ui.messages.error(text);
            Vec::new()
        });
        if !found.is_empty() {
            self.browser.look_again();
            self.pacer.request();
        }
        for found in found {
            match found {
                Found::Newer { actor, document, newer } if self.shows(actor, &document) => {
                    self.reload(actor, newer);
                }
                Found::Other { actor, document, newer } if self.shows(actor, &document) => {
                    self.apply(Command::Reload { actor, document: newer });
                    self.ui
                        .messages
                        .notice(String::from("What lies beside the model has changed: loaded again"));
                }
                // The model is the same, or it was about what was seen before.
                Found::Beside | Found::Newer { .. } | Found::Other { .. } => {}
                Found::Skin(actor) => {
                    let worn = self.session.workspace().actor(actor).and_then(Actor::worn_index);
                    if let Some(index) = worn {
                        self.apply(Command::Wear { actor, skin: Choice::Index(index) });
                    }
                }
            }
        }
        let is_lost = |actor: &Actor| actor.worn_index().is_some_and(|worn| actor.unreadable(worn).is_some());
        let was_lost = self.is_worn_lost;
        self.is_worn_lost = self.session.workspace().actors().iter().any(is_lost);
        if was_lost && !self.is_worn_lost {
            self.ui.messages.clear_error();
            self.pacer.request();
        }
    }

    fn shows(&self, actor: ActorId, document: &Arc<Document>) -> bool {
        let actor = self.session.workspace().actor(actor);
        actor.is_some_and(|actor| Arc::ptr_eq(actor.document(), document))
    }

    /// Shows the newer version of an actor's model. The old one stays if there is none that can be.
    fn reload(&mut self, actor: ActorId, newer: Result<Arc<Document>, OpenError>) {
        self.pacer.request();
        let reloaded = newer.map_err(anyhow::Error::from).and_then(|document| {
            Ok(startup::warnings(self.session.apply(Command::Reload { actor, document })?))
        });
        match reloaded {
            Ok(warnings) => {
                self.ui.messages.clear_error();
                self.ui.messages.notice(String::from("The file has changed: loaded again"));
                self.warn(&warnings);
            }
            Err(error) => {
                if let Some(actor) = self.session.workspace().actor(actor) {
                    self.checks.refused(actor.document(), format!("{error:#}"));
                }
                self.ui.messages.error(format!("The file has changed and cannot be loaded: {error:#}"));
            }
        }
    }
}
