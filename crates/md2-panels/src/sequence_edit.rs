//! The menu of a sequence, and the dialog that asks for its new name.

use std::ops::RangeInclusive;

use egui::{Button, Context, Id, Popup, RichText, TextEdit, Ui};
use md2_anim::{FrameNames, LoopMode, Sequence, SequenceMerge, detect, find_merge, name_frames};
use md2_scene::{Actor, ActorId, Choice, Command, Document, Edit, Moment, Player, SequenceSource, Workspace};

use super::{dialog, style, widgets};
use crate::action::Action;
use crate::keys::{Shortcut, key_of};
use crate::text::{message, shown};

const WIDTH: f32 = 340.0;

#[derive(Clone, Debug)]
pub(crate) struct RenameDialog {
    actor: ActorId,
    sequence: Sequence,
    frame_names: [String; 2],
    names: Vec<Vec<u8>>,
    keeps_list: bool,
    text: String,
    is_new: bool,
}

impl RenameDialog {
    pub(crate) fn new(workspace: &Workspace, actor: ActorId) -> Result<Self, &'static str> {
        let (document, player) = edited(workspace, actor)?;
        if let Some(obstacle) = rename_obstacle(document, player) {
            return Err(obstacle);
        }
        let sequence = player.sequence().clone();
        let frame_names = [sequence.first, sequence.last].map(|frame| shown(document.frame_name(frame)));
        let keeps_list = player.range_set().source != SequenceSource::FrameNames;
        let text = sequence.name.clone();
        let names = document.raw_frame_names.clone();
        Ok(Self { actor, sequence, frame_names, names, keeps_list, text, is_new: true })
    }

    fn frames(&self) -> RangeInclusive<u32> {
        self.sequence.first..=self.sequence.last
    }

    fn named(&self) -> FrameNames {
        name_frames(&[(self.text.trim(), 0..self.frames().count())])
    }

    fn new_names(&self) -> Option<[String; 2]> {
        let named = self.named().frames;
        let names = [named.first()?, named.last()?].map(ToString::to_string);
        (!self.text.trim().is_empty() && names != self.frame_names).then_some(names)
    }
}

impl RenameDialog {
    /// Returns the sequences that the new name would join.
    fn merge(&self) -> Option<SequenceMerge> {
        let Sequence { first, last, .. } = self.sequence;
        let named = self.named().frames;
        let mut names = self.names.clone();
        let renamed = names.iter_mut().skip(first as usize).zip(&named);
        renamed.for_each(|(name, new)| *name = new.as_bytes().to_vec());
        let [before, after] = [&self.names, &names].map(|names| detect(names).sequences().to_vec());
        let is_renamed = |frame| (first..=last).contains(&frame);
        find_merge(&before, &after, is_renamed).filter(|_| !self.keeps_list && !named.is_empty())
    }

    fn is_taken(&self) -> bool {
        detect(&self.names).sequences().iter().any(|other| {
            !self.frames().contains(&other.first) && other.name.eq_ignore_ascii_case(self.text.trim())
        })
    }
}

fn edited(workspace: &Workspace, actor: ActorId) -> Result<(&Document, &Player), &'static str> {
    let document = workspace.actor(actor).map(|actor| &**actor.document());
    document.zip(workspace.player_without_preview(actor)).ok_or("The model plays no sequence")
}

fn rename_obstacle(document: &Document, player: &Player) -> Option<&'static str> {
    document.edit_obstacle().or(match player.range_set().source {
        SequenceSource::OtherFile => {
            Some("A text file next to the model defines these sequences. Edit that file.")
        }
        SequenceSource::Groups => Some("The file stores these sequences as groups. Edit them with md2 edit."),
        SequenceSource::FrameNames | SequenceSource::Game => None,
    })
}

fn move_obstacle(document: &Document, player: &Player) -> Option<&'static str> {
    let is_fixed = player.range_set().source == SequenceSource::Game;
    let fixed = "The game plays these sequences by frame number, so their order is fixed.";
    rename_obstacle(document, player).or(is_fixed.then_some(fixed))
}

/// The menu of a sequence in the list. `index` is its place in the player's list.
pub(super) fn menu(ui: &mut Ui, actor: &Actor, player: &Player, index: usize, actions: &mut Vec<Action>) {
    let (id, document) = (actor.id, &**actor.document());
    let Some(sequence) = player.sequences().get(index) else { return };
    let choose = Action::from(Command::ChooseSequence { actor: id, sequence: Choice::Index(index) });
    if ui.button("Play once").clicked() {
        let once = Command::SetMode { actor: id, mode: LoopMode::Once };
        let start = Command::Seek { actor: id, to: Moment::First };
        let commands = [once, start, Command::SetPlaying(true)].map(Action::from);
        actions.extend(std::iter::once(choose.clone()).chain(commands));
    }
    ui.separator();
    let obstacle = rename_obstacle(document, player);
    let rename = Button::new("Rename…").shortcut_text(key_of(Shortcut::RenameSequence));
    let rename = ui.add_enabled(obstacle.is_none(), rename);
    if rename.on_disabled_hover_text(obstacle.unwrap_or_default()).clicked() {
        actions.extend([choose.clone(), Action::RenameSequence(id)]);
    }
    let obstacle = move_obstacle(document, player);
    for (name, is_later, end) in [("Move up", false, "first"), ("Move down", true, "last")] {
        let edit = Edit::move_sequence(player.sequences(), index, is_later);
        let at_end = format!("This is the {end} sequence of the file.");
        let button = ui.add_enabled(obstacle.is_none() && edit.is_some(), Button::new(name));
        let button = button.on_hover_text(
            "Move the frames of this sequence in the file. Games that select frames by number need matching code.",
        );
        let clicked = button.on_disabled_hover_text(obstacle.unwrap_or(&at_end)).clicked();
        actions.extend(edit.filter(|_| clicked).map(|edit| Action::Edit(id, edit)));
    }
    ui.separator();
    let export = Button::new("Export this…").shortcut_text(key_of(Shortcut::ToggleExport));
    if ui.add(export).clicked() {
        actions.extend([choose, Action::Key(Shortcut::ToggleExport)]);
    }
    if ui.button("Copy name").clicked() {
        ui.ctx().copy_text(sequence.name.clone());
    }
}

pub(super) fn show_dialog(context: &Context, open: &mut RenameDialog, actions: &mut Vec<Action>) -> bool {
    let title = format!("Rename {}", shown(&open.sequence.readable_name()));
    let answer = dialog::show(context, ("rename", WIDTH, &title), |ui| {
        ui.add_space(4.0);
        let field = TextEdit::singleline(&mut open.text).id(Id::new("sequence name"));
        let field = ui.add(field.desired_width(f32::INFINITY).margin(widgets::FIELD_MARGIN));
        if open.is_new {
            field.request_focus();
            dialog::select(ui, &field, 0..open.text.chars().count());
        }
        contents(ui, open)
    })
    .flatten();
    open.is_new &= Popup::is_any_open(context);
    if answer == Some(true)
        && let Some(name) = open.named().sequences.pop()
    {
        let frames = open.frames();
        let old = open.sequence.name.clone();
        actions.push(Action::Edit(open.actor, Edit::RenameFrames { frames, old, name }));
    }
    answer.is_none()
}

fn contents(ui: &mut Ui, open: &RenameDialog) -> Option<bool> {
    let Sequence { first, last, .. } = open.sequence;
    let [old_first, old_last] = &open.frame_names;
    let new_names = open.new_names();
    let text = |first_name: &str, last_name: &str| match first == last {
        true => format!("Frame {first}: {first_name}"),
        false => format!("Frames {first}–{last}: {first_name} … {last_name}"),
    };
    widgets::note(ui, &format!("Now: {}", text(old_first, old_last)));
    let renamed = new_names.as_ref().map(|[first_name, last_name]| text(first_name, last_name));
    widgets::note(ui, &format!("New: {}", renamed.as_deref().unwrap_or("type a new name")));
    if open.keeps_list {
        widgets::note(ui, "The game selects these frames by number, so the list keeps its names.");
    }
    let merge = open.merge().filter(|_| new_names.is_some());
    let name = open.text.trim();
    let warning = match (&merge, &new_names) {
        (Some(merge), _) => Some(merge.to_string()),
        (None, Some(_)) if open.is_taken() => Some(format!(
            "Another sequence is also called {name}. Commands that take a name will use the first one."
        )),
        (None, Some([first_name, _])) if !first_name.starts_with(name) => {
            Some(format!("Frame names cannot store \"{name}\": the name is changed as shown"))
        }
        _ => None,
    };
    if let Some(warning) = warning {
        ui.label(RichText::new(message(&warning)).color(style::ACCENT));
    }
    ui.add_space(6.0);
    let name = if merge.is_some() { "Rename and join" } else { "Rename" };
    dialog::buttons(ui, name, new_names.is_some(), !open.is_new)
}
