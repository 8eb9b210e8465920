//! Edits of the open model, and saving of edited models.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use md2_browse::OpenOrigin;
use md2_browse::watcher::ModelRole;
use md2_panels::{Answer, Cause, Question, SaveName, notice};
use md2_scene::change::unsaved_line;
use md2_scene::text::{self, shown};
use md2_scene::{ActorId, Command, CounterpartView, Document, Edit, Figure, SavedModel};
use md2_task::{LostResult, Task};
use md2_tool::edited::{SkinPlaceError, SkinSizeError};
use md2_tool::recovery::LostEdits;
use md2_tool::repaired::SavedCopy;
use md2_tool::{Failure, edited, enhanced};

use super::{Flow, Viewer};

pub(super) type EditedModel = (ActorId, Arc<Document>, Option<Edit>, anyhow::Result<Document>);

pub(super) type EnhancedModel = (Arc<Document>, Result<Figure, Failure>);

/// The progress of ending the program.
#[derive(Debug, Default)]
pub(super) enum Quitting {
    #[default]
    No,
    /// All edited models are saved first, the last of them this one.
    Saves(Option<Arc<Document>>),
    Ends,
}

impl Viewer {
    /// Applies an edit to a model. Without an `edit`, removes the last one.
    pub(super) fn start_edit(&mut self, actor: ActorId, edit: Option<Edit>) {
        if self.jobs.edit.is_some() {
            return self.ui.messages.show_notice(String::from("The previous edit is still running"));
        }
        let Some(edited) = self.session.workspace().actor(actor) else { return };
        let document = Arc::clone(edited.document());
        self.jobs.edit = Some(Task::start(move |_| {
            let edited = match &edit {
                Some(edit) => edited::edit_document(&document, edit.clone()),
                None => edited::undo_edit(&document),
            };
            (actor, document, edit, edited)
        }));
    }

    pub(super) fn undo_edit(&mut self) {
        match self.session.workspace().last_edited() {
            Some(actor) => self.start_edit(actor, None),
            None => self.ui.messages.show_notice(notice::no_earlier_version()),
        }
    }

    pub(super) fn poll_edit(&mut self) {
        if let Some(result) = Task::take_finished(&mut self.jobs.edit) {
            self.finish_edit(result);
        }
    }

    fn finish_edit(&mut self, result: Result<EditedModel, LostResult>) {
        self.display.pacer.request();
        if let Ok((actor, _, Some(Edit::ReplaceSkin { skin, file, .. }), Err(error))) = &result
            && let Some(size) = error.downcast_ref::<SkinSizeError>()
        {
            let edit = Edit::ReplaceSkin { skin: *skin, file: file.clone(), resizes: true };
            return self.ui.ask(Question::Resize(*actor, edit), vec![size.to_string()]);
        }
        if let Ok((actor, _, Some(Edit::ReplaceSkin { skin, .. }), Err(error))) = &result
            && let Some(SkinPlaceError { file, beside: Some(copy) }) = error.downcast_ref()
        {
            let line =
                format!("The game does not find {}. The copy will be {}", file.display(), copy.display());
            let edit = Edit::replace_skin(*skin, copy.clone());
            return self.ui.ask(Question::CopyImage(*actor, file.clone(), edit), vec![line]);
        }
        let edited = result.map_err(anyhow::Error::from).and_then(|(actor, document, _, edited)| {
            let edited = Arc::new(edited?);
            let is_shown = self.shows(ModelRole::Shown(actor), &document);
            anyhow::ensure!(is_shown, "the model has changed. Try again");
            Ok((actor, document, edited))
        });
        match edited {
            Ok((actor, older, document)) => {
                let notice = notice::edit_notice(&older, &document);
                if self.apply(Command::SetEdited { actor, document }) {
                    self.ui.messages.end(Cause::Edit);
                    self.note_figure();
                    self.ui.messages.show_notice(notice);
                }
            }
            Err(error) => {
                self.ui.messages.show_failure(Cause::Edit, &format!("Cannot edit the model: {error:#}"));
            }
        }
    }

    pub(super) fn save_model(&mut self, document: Arc<Document>, path: PathBuf, replaces: bool) {
        self.jobs.saves.push(Task::start(move |_| edited::save(&document, &path, replaces)));
    }

    /// Saves the edited model, or another model under a new name. Asks for the name, unless this program has written the file.
    pub(super) fn save(&mut self, name: SaveName) {
        let workspace = self.session.workspace();
        let edited = workspace.figure().unsaved().next();
        if edited.is_none() && name == SaveName::Own {
            return self.ui.messages.show_notice(notice::no_edits());
        }
        let document = Arc::clone(edited.unwrap_or(workspace.document()));
        self.save_or_ask(document, name);
    }

    fn save_or_ask(&mut self, document: Arc<Document>, name: SaveName) {
        match document.path().map(Path::to_owned) {
            Some(path) if name == SaveName::Own && document.may_replace_file() => {
                self.save_model(document, path, true);
            }
            _ => self.ui.ask_save_path(&document, &self.folder, name),
        }
    }

    pub(super) fn poll_saves(&mut self) {
        let mut finished = Vec::new();
        self.jobs.saves.retain_mut(|save| save.poll().map(|result| finished.push(result)).is_none());
        finished.into_iter().for_each(|result| self.finish_save(result));
        if let Some(failure) = self.recovery.update(self.session.workspace().models()) {
            self.ui.messages.show_error(format!("Unsaved edits cannot be stored: {failure:#}"));
        }
        self.continue_quitting();
    }

    pub(super) fn finish_save(&mut self, result: Result<anyhow::Result<SavedModel>, LostResult>) {
        self.display.pacer.request();
        match result.unwrap_or_else(|lost| Err(lost.into())) {
            Ok(saved) => {
                let mut remark = String::new();
                if saved.leaves_skins() {
                    remark += ". Its skins stay in the archive";
                }
                let unchanged = saved.unchanged_files();
                if !unchanged.is_empty() {
                    remark += &format!(". {} did not change", unchanged.join(", "));
                }
                let path = saved.written().path().map(Path::to_owned).unwrap_or_default();
                if self.apply(Command::SetSaved(saved)) {
                    self.browser.note_written(&path);
                    self.ui.messages.end(Cause::Save);
                    let notice = SavedCopy { path, elsewhere: None }.message();
                    self.ui.messages.show_notice(notice + &remark);
                    self.note_figure();
                }
            }
            Err(error) => self.ui.messages.show_failure(Cause::Save, &format!("Not saved: {error:#}")),
        }
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
            let outcome = self.session.apply(Command::CompareWith(enhanced?))?;
            let _ = self.session.apply(Command::ViewCounterpart(CounterpartView::Split(0.5)))?;
            Ok(outcome)
        });
        match compared {
            Ok(outcome) => {
                self.ui.messages.end(Cause::Comparison);
                self.warn(&text::notices(outcome));
                self.ui.messages.show_notice(notice::enhanced_notice());
                self.ui.show_comparison();
            }
            Err(error) => {
                let text = format!("Cannot enhance the model: {error:#}");
                self.ui.messages.show_failure(Cause::Comparison, &text);
            }
        }
    }

    /// Ends the program, or asks about unsaved edits.
    pub(super) fn quit(&mut self) -> Flow {
        self.display.pacer.request();
        if let Some(mut edit) = self.jobs.edit.take()
            && let Some(result) = edit.wait(None)
        {
            self.finish_edit(result);
        }
        let unsaved = self.session.workspace().unsaved();
        let lines: Vec<String> = unsaved.map(|document| unsaved_line(document)).collect();
        if lines.is_empty() {
            return Flow::Quit;
        }
        self.ui.ask(Question::Quit, lines);
        Flow::Continue
    }

    pub(super) fn answer(&mut self, question: Question, answer: Answer) {
        match (question, answer) {
            (Question::Quit, Answer::Yes) => self.quitting = Quitting::Saves(None),
            (Question::Quit, Answer::Discard) => {
                if let Err(error) = self.recovery.write(None) {
                    tracing::warn!("the discarded edits could not be removed: {error:#}");
                }
                self.quitting = Quitting::Ends;
            }
            (Question::Quit, Answer::Cancel) => {}
            (Question::Restore, answer) => self.restore_edits(answer),
            (Question::Resize(actor, edit), Answer::Yes) => self.start_edit(actor, Some(edit)),
            (Question::CopyImage(actor, file, edit), Answer::Yes) => match edited::copy_image(&file, &edit) {
                Ok(()) => self.start_edit(actor, Some(edit)),
                Err(error) => self.ui.messages.show_failure(Cause::Edit, &format!("Not copied: {error:#}")),
            },
            (Question::Resize(..) | Question::CopyImage(..), _) => {}
        }
    }

    /// Saves one model after the other, and ends the program after the last one. Stops if a model is not saved.
    fn continue_quitting(&mut self) {
        let Quitting::Saves(last) = &self.quitting else { return };
        if !self.jobs.saves.is_empty() || self.ui.is_saving() {
            return;
        }
        let next = self.session.workspace().unsaved().next().cloned();
        let is_stuck = next.as_ref().zip(last.as_ref()).is_some_and(|(next, last)| Arc::ptr_eq(next, last));
        self.quitting = match &next {
            None => Quitting::Ends,
            Some(_) if is_stuck => Quitting::No,
            Some(document) => Quitting::Saves(Some(Arc::clone(document))),
        };
        if let Some(document) = next.filter(|_| !is_stuck) {
            self.display.pacer.request();
            self.save_or_ask(document, SaveName::Own);
        }
    }

    pub(super) fn offer_lost_edits(&mut self) {
        let models = self.lost_edits.iter().flat_map(|lost| &lost.models);
        let lines: Vec<String> = models.map(|model| model.line()).collect();
        if !lines.is_empty() {
            self.ui.ask(Question::Restore, lines);
        }
    }

    fn restore_edits(&mut self, answer: Answer) {
        let mut lost = std::mem::take(&mut self.lost_edits);
        let mut failures = Vec::new();
        for lost in &mut lost {
            match answer {
                Answer::Yes => {
                    let (figures, reasons) = lost.restore();
                    figures.into_iter().for_each(|figure| self.show_figure(figure));
                    failures.extend(reasons);
                }
                Answer::Discard => lost.models.clear(),
                Answer::Cancel => return,
            }
        }
        if self.browser.tree().is_empty()
            && let Some(path) = self.session.workspace().figure().path().filter(|_| answer == Answer::Yes)
        {
            // Lists the folder, and shows the edited version again.
            self.browser.opener.start(vec![path.to_owned()], OpenOrigin::Elsewhere);
        }
        // The edits are stored in the file of this window before the other file is removed.
        let stored = self.recovery.write(Some(self.session.workspace().models()));
        let stored = stored.and_then(|()| lost.iter().try_for_each(LostEdits::store));
        failures.extend(stored.err().map(|error| format!("{error:#}")));
        if !failures.is_empty() {
            self.ui.messages.show_error(format!("Edits not restored: {}", failures.join("\n")));
        }
    }
}
