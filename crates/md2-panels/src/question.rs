//! Questions about edits: before the window closes, about a window that has crashed, and about an image of another size.

use egui::{Context, Key, RichText, ScrollArea};

use super::{dialog, style};
use crate::action::{Action, Answer, Question};
use crate::text::message;

#[derive(Clone, Debug)]
pub(crate) struct QuestionDialog {
    question: Question,
    models: Vec<String>,
    is_new: bool,
}

const WIDTH: f32 = 420.0;
const MAX_HEIGHT: f32 = 220.0;

impl QuestionDialog {
    pub(crate) fn new(question: Question, models: Vec<String>) -> Self {
        Self { question, models, is_new: true }
    }
}

pub(super) fn show(context: &Context, open: &mut QuestionDialog, actions: &mut Vec<Action>) -> bool {
    let (title, names) = match open.question {
        Question::Quit => ("Save the edits before closing?", ["Save", "Discard", "Cancel"]),
        Question::Restore => ("Restore the edits of a closed window?", ["Restore", "Discard", "Later"]),
        Question::Resize(..) => ("Resize the image?", ["Resize", "", "Cancel"]),
        Question::CopyImage(..) => ("Copy the image next to the model?", ["Copy", "", "Cancel"]),
    };
    let answers = [Answer::Yes, Answer::Discard, Answer::Cancel];
    let buttons = names.into_iter().zip(answers).filter(|(name, _)| !name.is_empty());
    let answer = dialog::show(context, ("question", WIDTH, title), |ui| {
        ui.add_space(4.0);
        let height = MAX_HEIGHT.min(context.content_rect().height() / 3.0);
        ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
            for model in &open.models {
                ui.add(egui::Label::new(RichText::new(message(model)).color(style::TEXT)).wrap());
            }
        });
        ui.add_space(8.0);
        let clicked = ui.horizontal(|ui| {
            let mut clicked = None;
            for (name, answer) in buttons {
                let button = ui.button(name);
                if open.is_new && answer == Answer::Yes {
                    button.request_focus();
                }
                // The key press that opened the question does not answer it.
                if button.clicked() && !open.is_new {
                    clicked = Some(answer);
                }
            }
            clicked
        });
        clicked.inner.or(ui.input(|input| input.key_pressed(Key::Escape)).then_some(Answer::Cancel))
    });
    open.is_new = false;
    let answer = answer.flatten();
    actions.extend(answer.map(|answer| Action::Answer(open.question.clone(), answer)));
    answer.is_none()
}
