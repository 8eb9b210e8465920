//! Edits of the open model, and saving of edited models.

use std::path::PathBuf;
use std::sync::Arc;

use md2_browse::watcher::ModelRole;
use md2_panels::notice;
use md2_scene::text::{self, shown};
use md2_scene::{ActorId, Command, Document, Edit, Figure};
use md2_task::Task;
use md2_tool::{Failure, edited, enhanced};

use super::{Flow, Viewer};

pub(super) type EditedModel = (ActorId, Arc<Document>, anyhow::Result<Document>);

pub(super) type EnhancedModel = (Arc<Document>, Result<Figure, Failure>);

impl Viewer {
    pub(super) fn start_edit(&mut self, actor: ActorId, edit: Edit) {
        if self.jobs.edit.is_some() {
            return self.ui.messages.show_notice(String::from("The previous edit is still running"));
        }
        let Some(edited) = self.session.workspace().actor(actor) else { return };
        let document = Arc::clone(edited.document());
        self.jobs.edit = Some(Task::start(move |_| {
            let edited = edited::edit_document(&document, edit);
            (actor, document, edited)
        }));
    }

    pub(super) fn poll_edit(&mut self) {
        let Some(result) = Task::take_finished(&mut self.jobs.edit) else { return };
        self.display.pacer.request();
        let edited = result.map_err(anyhow::Error::from).and_then(|(actor, document, edited)| {
            let edited = Arc::new(edited?);
            let is_shown = self.shows(ModelRole::Shown(actor), &document);
            anyhow::ensure!(is_shown, "the model has changed. Try again");
            Ok((actor, edited))
        });
        match edited {
            Ok((actor, document)) => {
                let notice = notice::edit_notice(&document);
                if self.apply(Command::SetEdited { actor, document }) {
                    self.jobs.is_warned = false;
                    self.note_figure();
                    self.ui.messages.show_notice(notice);
                }
            }
            Err(error) => self.ui.messages.show_error(format!("Cannot edit the model: {error:#}")),
        }
    }

    pub(super) fn save_model(&mut self, actor: ActorId, path: PathBuf, replaces: bool) {
        let Some(actor) = self.session.workspace().actor(actor) else { return };
        let document = Arc::clone(actor.document());
        self.jobs.copies.push(Task::start(move |_| edited::save(&document, &path, replaces)));
    }

    pub(super) fn start_enhancing(&mut self) {
        let document = Arc::clone(self.session.workspace().document());
        self.ui.messages.show_notice(format!("Enhancing {}…", shown(document.name())));
        self.jobs.enhancing = Some(Task::start(move |progress| {
            let enhanced = enhanced::preview(&document, progress);
            (document, enhanced)
        }));
    }

    pub(super) fn poll_enhanced(&mut self) {
        let Some(result) = Task::take_finished(&mut self.jobs.enhancing) else { return };
        self.display.pacer.request();
        let compared = result.map_err(anyhow::Error::from).and_then(|(document, enhanced)| {
            let is_shown = Arc::ptr_eq(self.session.workspace().document(), &document);
            anyhow::ensure!(is_shown, "the model has changed. Try again");
            Ok(self.session.apply(Command::CompareWith(enhanced?))?)
        });
        match compared {
            Ok(outcome) => {
                self.warn(&text::warnings(outcome));
                self.ui.messages.show_notice(notice::enhanced_notice());
                self.ui.show_comparison();
            }
            Err(error) => self.ui.messages.show_error(format!("Cannot enhance the model: {error:#}")),
        }
    }

    pub(super) fn quit(&mut self) -> Flow {
        let unsaved = self.session.unsaved();
        if unsaved.is_empty() || std::mem::replace(&mut self.jobs.is_warned, true) {
            return Flow::Quit;
        }
        self.display.pacer.request();
        self.ui.messages.show_error(notice::unsaved_warning(&unsaved));
        Flow::Continue
    }
}
