//! Reloading of changed files. If the new version of a file cannot be loaded, the old model remains.

use std::sync::Arc;

use md2_scene::{Actor, ActorId, Choice, Command, Document, OpenError};

use super::Viewer;
use md2_browse::watcher::{FileChange, ModelRole};
use md2_panels::Cause;
use md2_scene::text;
use md2_task::Task;

pub(super) type LoadedLevel = (ActorId, Arc<Document>, Result<Document, OpenError>);

impl Viewer {
    pub(super) fn start_level(&self, level: usize) -> Task<Vec<LoadedLevel>> {
        let actors = self.session.workspace().body();
        let shown: Vec<_> = actors.map(|actor| (actor.id, Arc::clone(actor.document()))).collect();
        Task::start(move |_| {
            let read = |(actor, document): (ActorId, Arc<Document>)| {
                let newer = md2_scene::open_level(&document, level)?;
                Some((actor, document, newer))
            };
            shown.into_iter().filter_map(read).collect()
        })
    }

    pub(super) fn poll_levels(&mut self) {
        for (actor, document, newer) in
            Task::take_finished(&mut self.jobs.levels).and_then(Result::ok).unwrap_or_default()
        {
            self.display.pacer.request();
            match newer {
                Ok(newer) if self.shows(ModelRole::Shown(actor), &document) => {
                    self.apply(Command::Reload { actor, document: Arc::new(newer) });
                }
                Ok(_) => {}
                Err(error) => self.warn(&[format!("{:#}", anyhow::Error::from(error))]),
            }
        }
    }

    pub(super) fn poll_watcher(&mut self) {
        let found = self.jobs.watcher.poll(self.session.workspace());
        if !found.is_empty() {
            self.browser.check_thumbnails();
            self.display.pacer.request();
        }
        for found in found {
            match found {
                FileChange::Model { role, document, newer: Ok(newer) }
                    if self.shows(role, &document) && newer.last_edit().is_some() =>
                {
                    let name = text::shown(document.name());
                    self.ui
                        .messages
                        .show_notice(format!("The file of {name} changed. The window keeps your edits"));
                }
                FileChange::Model { role, document, newer } if self.shows(role, &document) => {
                    self.reload(role, &document, newer);
                }
                FileChange::Companions { role, document, newer, problems } if self.shows(role, &document) => {
                    if let Some(command) = self.replacement(role, &document, newer) {
                        self.apply(command);
                    }
                    self.ui.messages.show_notice(String::from(match role {
                        ModelRole::Shown(_) => "Skin or script changed: reloaded",
                        ModelRole::Compared(_) => "Skin or script of the compared model changed: reloaded",
                    }));
                    self.warn(&problems);
                }
                FileChange::Lost { role, document } if self.shows(role, &document) => {
                    let Some(path) = document.path().filter(|_| matches!(role, ModelRole::Shown(_))) else {
                        continue;
                    };
                    self.browser.set_lost(path, true);
                    let name = text::shown(document.name());
                    self.ui
                        .messages
                        .show_notice(format!("{name} was deleted or moved. The window still shows it"));
                }
                // The changed files leave the model the same, or the model is no longer open.
                FileChange::Surroundings
                | FileChange::Model { .. }
                | FileChange::Companions { .. }
                | FileChange::Lost { .. } => {}
                FileChange::Skin(ModelRole::Shown(actor)) => {
                    let skin = self.session.workspace().actor(actor).and_then(Actor::skin_index);
                    if let Some(index) = skin {
                        self.apply(Command::SelectSkin { actor, skin: Choice::Index(index) });
                    }
                }
                // A compared model has no applied skin.
                FileChange::Skin(ModelRole::Compared(_)) => {}
            }
        }
        let is_lost =
            |actor: &Actor| actor.skin_index().is_some_and(|index| actor.skin_error(index).is_some());
        let was_lost = self.jobs.is_skin_lost;
        self.jobs.is_skin_lost = self.session.workspace().actors().iter().any(is_lost);
        if was_lost && !self.jobs.is_skin_lost {
            self.ui.messages.end(Cause::Skin);
            self.display.pacer.request();
        }
    }

    pub(super) fn shows(&self, role: ModelRole, document: &Arc<Document>) -> bool {
        let workspace = self.session.workspace();
        let shown = match role {
            ModelRole::Shown(actor) => workspace.actor(actor).map(Actor::document),
            ModelRole::Compared(actor) => workspace.counterpart().and_then(|other| other.document(actor)),
        };
        shown.is_some_and(|shown| Arc::ptr_eq(shown, document))
    }

    fn replacement(
        &self,
        role: ModelRole,
        document: &Arc<Document>,
        newer: Arc<Document>,
    ) -> Option<Command> {
        match role {
            ModelRole::Shown(actor) => Some(Command::Reload { actor, document: newer }),
            ModelRole::Compared(_) => {
                let figure = self.session.workspace().counterpart()?.figure().clone();
                Some(Command::CompareWith(figure.renewed(document, &newer)))
            }
        }
    }

    fn reload(&mut self, role: ModelRole, document: &Arc<Document>, newer: Result<Arc<Document>, OpenError>) {
        self.display.pacer.request();
        if let Some(path) = document.path() {
            self.browser.set_lost(path, false);
        }
        let reloaded = newer.map_err(anyhow::Error::from).and_then(|newer| {
            let command = self.replacement(role, document, newer);
            let outcome = command.map(|command| self.session.apply(command)).transpose()?;
            Ok(outcome.map_or_else(Vec::new, text::notices))
        });
        let file = match role {
            ModelRole::Shown(_) => "Model file",
            ModelRole::Compared(_) => "File of the compared model",
        };
        match reloaded {
            Ok(warnings) => {
                self.ui.messages.clear_error();
                self.ui.messages.show_notice(format!("{file} changed: reloaded"));
                self.warn(&warnings);
            }
            Err(error) => {
                if let ModelRole::Shown(_) = role {
                    self.jobs.checker.check_rejected(document, format!("{error:#}"));
                }
                self.ui.messages.show_error(format!("{file} changed and cannot be loaded: {error:#}"));
            }
        }
    }
}
