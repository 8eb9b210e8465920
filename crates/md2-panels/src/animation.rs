//! The tab of sequences: a search field, the weapon, a note on how the sequences were detected, and a list for each part of a player that has
//! sequences.

use egui::{ComboBox, Id, Key, RichText, ScrollArea, TextEdit, Ui};
use md2_anim::{Rates, Sequence};
use md2_scene::{Actor, ActorId, Choice, Command, Player, Workspace};

use super::hover::Hover;
use super::sequences::{self, ListState};
use super::{equipment, style, widgets};
use crate::action::Action;
use crate::input::PanelInput;
use crate::keys::{Shortcut, key_of};
use crate::text::{message, shown};

/// The height below which a tab with one list of sequences scrolls as a whole. Each further list adds `MIN_HEIGHT_FOR_ANOTHER`.
const MIN_HEIGHT_FOR_LIST: f32 = 220.0;
const MIN_HEIGHT_FOR_ANOTHER: f32 = 140.0;

const MIN_HEIGHT_FOR_EVIDENCE: f32 = 260.0;

const FILTER: &str = "filter sequences";

#[derive(Debug, Default)]
pub(super) struct AnimationState {
    lists: Vec<ListState>,
    pub(super) filter: SequenceFilter,
    pub(super) hover: Hover,
    pub(super) wants_focus: bool,
    pub(super) has_focus: bool,
}

impl AnimationState {
    pub(super) fn focus_filter(&mut self) {
        self.filter.wants_focus = true;
    }

    pub(super) fn clear_filter(&mut self) -> bool {
        let was = !self.filter.text.trim().is_empty();
        self.filter.text.clear();
        was
    }

    /// Returns the next or previous sequence that the search has found, counted from `from` or else from the current sequence.
    pub(super) fn neighbor(
        &self,
        workspace: &Workspace,
        actor: ActorId,
        from: Option<usize>,
        forward: bool,
    ) -> Option<usize> {
        if self.filter.text.is_empty() {
            return None;
        }
        let player = workspace.player_without_preview(actor)?;
        let found = self.filter.matches(player.sequences());
        let now = from.unwrap_or(player.sequence_index());
        if forward {
            found.iter().find(|&&index| index > now).or(found.first()).copied()
        } else {
            found.iter().rfind(|&&index| index < now).or(found.last()).copied()
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct SequenceFilter {
    text: String,
    pub(super) wants_focus: bool,
}

impl SequenceFilter {
    fn matches(&self, sequences: &[Sequence]) -> Vec<usize> {
        let words: Vec<String> = self.text.split_whitespace().map(str::to_lowercase).collect();
        let has_all = |sequence: &Sequence| {
            let names = format!("{} {}", sequence.name, sequence.readable_name()).to_lowercase();
            words.iter().all(|word| names.contains(word))
        };
        (0..sequences.len()).filter(|&index| words.is_empty() || has_all(&sequences[index])).collect()
    }
}

pub(super) fn show(
    ui: &mut Ui,
    input: &PanelInput<'_>,
    actor: ActorId,
    state: &mut AnimationState,
    actions: &mut Vec<Action>,
) {
    let workspace = input.workspace;
    ui.add_space(2.0);
    filter(ui, workspace, actor, state, actions);
    equipment::weapons(ui, workspace, actions);
    let more = workspace.body().filter(|actor| actor.player().is_some()).count().saturating_sub(1);
    if ui.available_height() >= MIN_HEIGHT_FOR_LIST + MIN_HEIGHT_FOR_ANOTHER * more as f32 {
        lists(ui, workspace, state, false, actions);
    } else {
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| lists(ui, workspace, state, true, actions));
    }
}

fn filter(
    ui: &mut Ui,
    workspace: &Workspace,
    actor: ActorId,
    state: &mut AnimationState,
    actions: &mut Vec<Action>,
) {
    ui.horizontal(|ui| {
        let clears = !state.filter.text.is_empty();
        let width = ui.available_width() - if clears { 28.0 } else { 0.0 };
        let hint = format!("Search ({})", key_of(Shortcut::FilterSequences));
        let edit = TextEdit::singleline(&mut state.filter.text).id(Id::new(FILTER));
        let edit = edit.hint_text(hint).char_limit(100).desired_width(width).margin(widgets::FIELD_MARGIN);
        // Before `add`, so that the field receives the letters that were typed in the meantime.
        if std::mem::take(&mut state.filter.wants_focus) {
            ui.memory_mut(|memory| memory.request_focus(Id::new(FILTER)));
        }
        let response = ui.add(edit);
        let pressed = |key| ui.input(|input| input.key_pressed(key));
        if response.lost_focus() && pressed(Key::Escape) {
            state.filter.text.clear();
        }
        if response.has_focus() {
            for (key, forward) in [(Key::ArrowUp, false), (Key::ArrowDown, true)] {
                let mut from = None;
                for _ in 0..ui.input(|input| input.num_presses(key)) {
                    from = state.neighbor(workspace, actor, from, forward);
                    let choice = if forward { Choice::Next } else { Choice::Previous };
                    let sequence = from.map_or(choice, Choice::Index);
                    actions.push(Command::ChooseSequence { actor, sequence }.into());
                }
            }
        }
        if clears && widgets::close_button(ui, "Clear (Esc)").clicked() {
            state.filter.text.clear();
        }
    });
}

fn lists(
    ui: &mut Ui,
    workspace: &Workspace,
    state: &mut AnimationState,
    scrolls: bool,
    actions: &mut Vec<Action>,
) {
    let players =
        || workspace.body().filter_map(|actor| Some((actor, workspace.player_without_preview(actor.id)?)));
    let count = players().count();
    let AnimationState { lists, filter, hover, wants_focus, has_focus } = state;
    lists.resize_with(count, ListState::default);
    for (index, ((actor, player), list)) in players().zip(lists).enumerate() {
        let share = ui.available_height() / (count - index) as f32;
        let bottom = ui.cursor().top() + share;
        if count > 1 {
            widgets::section(ui, &widgets::capitalized(&shown(actor.role())));
        }
        ui.push_id(index, |ui| {
            origin(ui, actor, player, count > 1 || ui.available_height() < MIN_HEIGHT_FOR_EVIDENCE, actions);
            let found = filter.matches(player.sequences());
            if found.is_empty() {
                widgets::note(ui, "No matching sequence");
                return;
            }
            let height = if scrolls { sequences::usual_height() } else { bottom - ui.cursor().top() };
            *has_focus |= sequences::take_focus(ui, actor.id, height, std::mem::take(wants_focus));
            sequences::rows(ui, actor, player, (&found, list, hover), (scrolls, height), actions);
        });
    }
}

fn origin(ui: &mut Ui, actor: &Actor, player: &Player, is_short: bool, actions: &mut Vec<Action>) {
    let evidence = widgets::capitalized(&message(&player.range_set().evidence));
    let evidence = evidence.as_str();
    let has_choice = player.range_sets().len() > 1;
    if has_choice {
        let choice = ComboBox::from_id_salt("ranges")
            .width(ui.available_width())
            .selected_text(player.range_set().label.as_str())
            .show_ui(ui, |ui| {
                for (index, set) in player.range_sets().iter().enumerate() {
                    let is_current = index == player.range_set_index();
                    let row = ui.selectable_label(is_current, set.label.as_str());
                    let evidence = widgets::capitalized(&message(&set.evidence));
                    if row.on_hover_text(evidence).clicked() {
                        actions.push(Command::ChooseRanges { actor: actor.id, index }.into());
                    }
                }
            });
        choice.response.on_hover_text(evidence);
    }
    if !(has_choice && is_short) {
        widgets::note(ui, evidence);
    }
    let differs = |sequence: &Sequence| {
        let [first, second] = Rates::ALL.map(|rates| rates.fps(&sequence.name));
        sequence.times.is_none() && first != second
    };
    if !player.range_set().has_rates && player.sequences().iter().any(differs) {
        rates(ui, actor, player, actions);
    }
    ui.add_space(2.0);
}

fn rates(ui: &mut Ui, actor: &Actor, player: &Player, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Rates").small().color(style::WEAK));
        for (rates, name, tip) in [
            (Rates::Game, "Game", "10 frames per second, as in the game"),
            (Rates::Tutorial, "Tutorial", "Slower gestures and deaths, as in a well-known MD2 tutorial"),
        ] {
            let text = RichText::new(name).small();
            if ui.selectable_label(rates == player.rates, text).on_hover_text(tip).clicked() {
                actions.push(Command::SetRates { actor: actor.id, rates }.into());
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_finds_names_in_the_file_and_readable_names() {
        let list: Vec<Sequence> = ["LEGS_WALKCR", "crstnd", "run", "run2", "RunAttack"]
            .into_iter()
            .map(|name| Sequence::new(name, 0, 9))
            .collect();
        let found = |text: &str| SequenceFilter { text: text.to_owned(), wants_focus: false }.matches(&list);
        assert_eq!(found("").len(), 5);
        assert_eq!(found("run"), [2, 3, 4]);
        assert_eq!(found("  CROUCH walk "), [0], "in any case and order");
        assert_eq!(found("legs_"), [0]);
        assert_eq!(found("swim"), [] as [usize; 0]);
    }
}
