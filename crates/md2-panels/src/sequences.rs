//! The list of the sequences of a model, or of one part of a player.

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align2, Color32, EventFilter, FontId, Id, ScrollArea, Sense, TextStyle, Ui, WidgetInfo, WidgetType, pos2,
    vec2,
};
use md2_anim::Sequence;
use md2_scene::{Actor, ActorId, Choice, Command, Player, Preview};

use super::hover::Hover;
use super::{sequence_edit, style, tips, widgets};
use crate::action::Action;
use crate::text::shown;

const ROW_HEIGHT: f32 = 24.0;
const ROW_GAP: f32 = 1.0;
const ROWS_IN_SCROLL: usize = 8;

#[derive(Debug, Default)]
pub(super) struct ListState {
    shown: Option<(ActorId, usize, usize, usize)>,
    offset: f32,
    height: f32,
}

pub(super) fn usual_height() -> f32 {
    row_top(ROWS_IN_SCROLL)
}

/// Returns whether the list has the keyboard focus. Arrow keys choose sequences and frames then, as without a focus.
pub(super) fn take_focus(ui: &Ui, actor: ActorId, height: f32, wants_focus: bool) -> bool {
    let place = ui.available_rect_before_wrap();
    // The mark of the focus does not reach the heading below.
    let place = place.with_max_y(place.top() + height.min(place.height()) - 6.0);
    let list = ui.interact(place, Id::new("sequences").with(actor), Sense::focusable_noninteractive());
    if wants_focus {
        list.request_focus();
    }
    let filter = EventFilter { vertical_arrows: true, horizontal_arrows: true, ..EventFilter::default() };
    if list.has_focus() {
        ui.memory_mut(|memory| memory.set_focus_lock_filter(list.id, filter));
    }
    list.has_focus()
}

pub(super) fn rows(
    ui: &mut Ui,
    actor: &Actor,
    player: &Player,
    (found, list, hover): (&[usize], &mut ListState, &mut Hover),
    (shrinks, max_height): (bool, f32),
    actions: &mut Vec<Action>,
) {
    let selected = player.sequence_index();
    let shown = Some((actor.id, player.range_set_index(), selected, found.len()));
    let sequences = player.sequences();
    ui.spacing_mut().item_spacing.y = ROW_GAP;
    let height = row_top(rows_in(ui.available_height().min(max_height)).max(1)) - ROW_GAP;
    let mut area =
        ScrollArea::vertical().id_salt("sequences").auto_shrink([false, shrinks]).max_height(height);
    if (list.shown != shown || list.height != height)
        && let Some(row) = found.iter().position(|&index| index == selected)
    {
        // Keys, a new model or a smaller window can move the selected row out of sight.
        let top = row_top(row);
        if top < list.offset || top + ROW_HEIGHT > list.offset + height {
            area = area.vertical_scroll_offset(row_top(row.saturating_sub(rows_in(height) / 2)));
        }
    }
    (list.shown, list.height) = (shown, height);
    let output = area.show_rows(ui, ROW_HEIGHT, found.len(), |ui, visible| {
        for &index in &found[visible] {
            let row = row(ui, &sequences[index], index == selected);
            if row.hovered() {
                hover.current = Some(Preview { actor: actor.id, sequence: index });
            }
            if row.clicked() {
                let sequence = Choice::Index(index);
                actions.push(Command::ChooseSequence { actor: actor.id, sequence }.into());
            }
            row.context_menu(|ui| sequence_edit::menu(ui, actor, player, index, actions));
        }
    });
    list.offset = output.state.offset.y;
    ui.spacing_mut().item_spacing.y = 6.0;
}

fn row_top(index: usize) -> f32 {
    index as f32 * (ROW_HEIGHT + ROW_GAP)
}

#[allow(clippy::cast_possible_truncation, reason = "casts of floats saturate, and no list is that high")]
fn rows_in(height: f32) -> usize {
    ((height + ROW_GAP) / (ROW_HEIGHT + ROW_GAP)) as usize
}

fn row(ui: &mut Ui, sequence: &Sequence, selected: bool) -> egui::Response {
    let size = vec2(ui.available_width(), ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::CLICK);
    response
        .widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, selected, &sequence.name));
    let painter = ui.painter_at(rect);
    widgets::row_background(&painter, rect, selected, response.hovered());
    let body = TextStyle::Body.resolve(ui.style());
    let small = FontId::proportional(11.5);
    let (left, right, y) = (rect.left() + 11.0, rect.right() - 8.0, rect.center().y);
    let name = if selected { style::STRONG } else { style::TEXT };
    let text = |x: f32, anchor: Align2, text: String, font: &FontId, color: Color32| {
        painter.text(pos2(x, y), anchor, text, font.clone(), color)
    };
    let fps =
        text(right, Align2::RIGHT_CENTER, format!("{} fps", rate_text(sequence.fps)), &small, style::WEAK);
    let range = if sequence.first == sequence.last {
        sequence.first.to_string()
    } else {
        format!("{}–{}", sequence.first, sequence.last)
    };
    let range_right = fps.left().min(right - 46.0) - 10.0;
    let range = text(range_right, Align2::RIGHT_CENTER, range, &small, style::WEAK);
    let readable = shown(&sequence.readable_name());
    let mut job = LayoutJob::single_section(readable, TextFormat::simple(body, name));
    job.wrap = TextWrapping::truncate_at_width((range.left() - 6.0 - left).max(0.0));
    let galley = painter.layout_job(job);
    let corner = pos2(left, y - 0.5 * galley.size().y);
    painter.galley(corner, galley, name);
    tips::show_at_right(&response, |ui| {
        let Sequence { name, first, last, mode, .. } = sequence;
        ui.label(format!("{}: frames {first} to {last}, {mode}", shown(name)));
    });
    response
}

fn rate_text(fps: f32) -> String {
    let text = format!("{fps:.1}");
    text.trim_end_matches(".0").to_owned()
}
