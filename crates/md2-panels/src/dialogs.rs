//! The open dialog. Another one takes its place.

use egui::Context;

use super::choose::{self, PathField};
use super::export_dialog::{self, ExportDialog};
use super::question::{self, QuestionDialog};
use super::save_dialog::{self, SaveDialog};
use super::sequence_edit::{self, RenameDialog};
use crate::action::Action;
use crate::export_settings::ExportSettings;
use crate::input::PanelInput;

#[derive(Clone, Debug)]
pub(crate) enum Dialog {
    Path(PathField),
    Export(ExportDialog),
    Rename(RenameDialog),
    Save(SaveDialog),
    Question(QuestionDialog),
}

/// Shows the dialog, and closes it once it has its answer.
pub(super) fn show(
    context: &Context,
    input: &PanelInput<'_>,
    (state, settings): (&mut Option<Dialog>, &mut ExportSettings),
    actions: &mut Vec<Action>,
) {
    state.take_if(|dialog| !match dialog {
        Dialog::Path(open) => choose::show(context, input.files, open, actions),
        Dialog::Export(open) => export_dialog::show(context, input, (open, settings), actions),
        Dialog::Rename(open) => sequence_edit::show_dialog(context, open, actions),
        Dialog::Save(open) => save_dialog::show(context, open, actions),
        Dialog::Question(open) => question::show(context, open, actions),
    });
}
