//! The lists of sequences: one for each part of the figure that plays its own.

use egui::{
    Align2, Color32, ComboBox, FontId, Rect, RichText, ScrollArea, Sense, TextStyle, Ui, WidgetInfo,
    WidgetType, pos2, vec2,
};
use md2_anim::{Rates, Sequence};
use md2_scene::{Actor, ActorId, Choice, Command, Player, Workspace};

use super::{Seen, style, widgets};
use crate::text::{message, shown};
use crate::wish::Wish;

const ROW_HEIGHT: f32 = 24.0;
const ROW_GAP: f32 = 1.0;
/// Rows of a list that is in a panel which scrolls as a whole.
const ROWS_IN_SCROLL: usize = 8;

/// Where a list of sequences stood when it was last shown.
#[derive(Debug, Default)]
pub(super) struct ListState {
    /// Whose list, the set, and the selected sequence.
    shown: Option<(ActorId, usize, usize)>,
    /// The first point of the list that was visible, and how many points were.
    offset: f32,
    height: f32,
}

/// With less height than this the tab scrolls as a whole, and with less than so much more for each further list.
const MIN_HEIGHT_FOR_LIST: f32 = 200.0;
const MIN_HEIGHT_FOR_ANOTHER: f32 = 140.0;

/// The whole tab.
pub(super) fn tab(ui: &mut Ui, seen: &Seen<'_>, lists: &mut Vec<ListState>, wishes: &mut Vec<Wish>) {
    let workspace = seen.workspace;
    let more = workspace.body().filter(|actor| actor.player().is_some()).count().saturating_sub(1);
    if ui.available_height() >= MIN_HEIGHT_FOR_LIST + MIN_HEIGHT_FOR_ANOTHER * more as f32 {
        show(ui, workspace, lists, false, wishes);
    } else {
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| show(ui, workspace, lists, true, wishes));
    }
}

/// Shows all lists. Unless the panel scrolls, they share its height.
fn show(
    ui: &mut Ui,
    workspace: &Workspace,
    lists: &mut Vec<ListState>,
    scrolls: bool,
    wishes: &mut Vec<Wish>,
) {
    let players = || workspace.body().filter_map(|actor| Some((actor, actor.player()?)));
    let count = players().count();
    lists.resize_with(count, ListState::default);
    for (index, ((actor, player), list)) in players().zip(lists).enumerate() {
        let share = ui.available_height() / (count - index) as f32;
        let bottom = ui.cursor().top() + share;
        let title = if count > 1 { widgets::capitalized(actor.role()) } else { String::from("Animation") };
        widgets::section(ui, &title);
        ui.push_id(index, |ui| {
            about(ui, actor, player, count > 1, wishes);
            let height = if scrolls { row_top(ROWS_IN_SCROLL) } else { bottom - ui.cursor().top() };
            rows(ui, actor, player, list, (scrolls, height), wishes);
        });
    }
}

/// The ways to split the frames, why the chosen one was chosen, and where its speeds come from. Where room is dear, the
/// reason shows under the pointer only.
fn about(ui: &mut Ui, actor: &Actor, player: &Player, is_short: bool, wishes: &mut Vec<Wish>) {
    let evidence = message(&player.range_set().evidence).to_string();
    let evidence = evidence.as_str();
    let has_choice = player.range_sets().len() > 1;
    if has_choice {
        let choice = ComboBox::from_id_salt("ranges")
            .width(ui.available_width())
            .selected_text(player.range_set().label.as_str())
            .show_ui(ui, |ui| {
                for (index, set) in player.range_sets().iter().enumerate() {
                    let chosen = index == player.range_set_index();
                    let row = ui.selectable_label(chosen, set.label.as_str());
                    if row.on_hover_text(set.evidence.as_str()).clicked() {
                        wishes.push(Command::ChooseRanges { actor: actor.id(), index }.into());
                    }
                }
            });
        choice.response.on_hover_text(evidence);
    }
    if !(has_choice && is_short) {
        widgets::note(ui, evidence);
    }
    if !player.range_set().has_rates {
        rates(ui, actor, player, wishes);
    }
    ui.add_space(2.0);
}

/// The sequences of the chosen set.
fn rows(
    ui: &mut Ui,
    actor: &Actor,
    player: &Player,
    list: &mut ListState,
    (shrinks, max_height): (bool, f32),
    wishes: &mut Vec<Wish>,
) {
    let selected = player.sequence_index();
    let shown = Some((actor.id(), player.range_set_index(), selected));
    let sequences = player.sequences();
    ui.spacing_mut().item_spacing.y = ROW_GAP;
    let height = row_top(rows_in(ui.available_height().min(max_height)).max(1)) - ROW_GAP;
    let mut area =
        ScrollArea::vertical().id_salt("sequences").auto_shrink([false, shrinks]).max_height(height);
    if list.shown != shown || list.height != height {
        // It may be out of sight: keys choose rows too, a model may start with any, and the window may
        // shrink.
        let top = row_top(selected);
        if top < list.offset || top + ROW_HEIGHT > list.offset + height {
            area = area.vertical_scroll_offset(row_top(selected.saturating_sub(rows_in(height) / 2)));
        }
    }
    (list.shown, list.height) = (shown, height);
    let output = area.show_rows(ui, ROW_HEIGHT, sequences.len(), |ui, visible| {
        for index in visible {
            if row(ui, &sequences[index], index == selected).clicked() {
                let (actor, sequence) = (actor.id(), Choice::Index(index));
                wishes.push(Command::ChooseSequence { actor, sequence }.into());
            }
        }
    });
    list.offset = output.state.offset.y;
    ui.spacing_mut().item_spacing.y = 6.0;
}

/// Where the frames a second come from.
fn rates(ui: &mut Ui, actor: &Actor, player: &Player, wishes: &mut Vec<Wish>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Speeds").small().color(style::WEAK));
        for (rates, name, tip) in [
            (Rates::Game, "game", "Ten frames a second, as the game steps its models"),
            (Rates::Tutorial, "tutorial", "The table of a well-known tutorial, made by eye"),
        ] {
            let text = RichText::new(name).small();
            if ui.selectable_label(rates == player.rates(), text).on_hover_text(tip).clicked() {
                wishes.push(Command::SetRates { actor: actor.id(), rates }.into());
            }
        }
    });
}

fn row_top(index: usize) -> f32 {
    index as f32 * (ROW_HEIGHT + ROW_GAP)
}

/// How many whole rows there is room for: none is shown in part at the ends of a list.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts of floats saturate, and no list is as high as that"
)]
fn rows_in(height: f32) -> usize {
    ((height + ROW_GAP) / (ROW_HEIGHT + ROW_GAP)) as usize
}

/// Name, range and rate.
fn row(ui: &mut Ui, sequence: &Sequence, selected: bool) -> egui::Response {
    let size = vec2(ui.available_width(), ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response
        .widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, selected, &sequence.name));
    let painter = ui.painter_at(rect);
    if selected {
        painter.rect_filled(rect, 4.0, style::ACCENT_DARK);
        let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        painter.rect_filled(bar, 1.5, style::ACCENT);
    } else if response.hovered() {
        painter.rect_filled(rect, 4.0, style::LINE);
    }
    let body = TextStyle::Body.resolve(ui.style());
    let small = FontId::proportional(11.5);
    let (left, right, y) = (rect.left() + 11.0, rect.right() - 8.0, rect.center().y);
    let name = if selected { style::STRONG } else { style::TEXT };
    let text = |x: f32, anchor: Align2, text: String, font: &FontId, color: Color32| {
        painter.text(pos2(x, y), anchor, text, font.clone(), color)
    };
    let fps = text(right, Align2::RIGHT_CENTER, format!("{} fps", sequence.fps), &small, style::WEAK);
    let range = if sequence.first == sequence.last {
        sequence.first.to_string()
    } else {
        format!("{}–{}", sequence.first, sequence.last)
    };
    let range_right = fps.left().min(right - 46.0) - 10.0;
    let range = text(range_right, Align2::RIGHT_CENTER, range, &small, style::WEAK);
    let name_rect = Rect::from_min_max(rect.min, pos2(range.left() - 6.0, rect.bottom()));
    let readable = shown(&sequence.readable_name()).to_string();
    ui.painter_at(name_rect).text(pos2(left, y), Align2::LEFT_CENTER, readable, body, name);
    response.on_hover_text(format!(
        "\"{}\": frames {} to {}, {}",
        shown(&sequence.name),
        sequence.first,
        sequence.last,
        sequence.mode
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_end_with_whole_rows() {
        for (height, rows) in [(-3.0, 0), (23.9, 0), (24.0, 1), (48.9, 1), (49.0, 2), (199.0, 8)] {
            assert_eq!(rows_in(height), rows, "{height}");
        }
        for rows in 1..9 {
            assert_eq!(rows_in(row_top(rows) - ROW_GAP), rows, "there and back");
        }
    }
}
