//! The help: a list of the keys and the gestures of the mouse.

use egui::{Align2, Context, Grid, Id, RichText, ScrollArea, Ui, Vec2, Window, vec2};

use super::{focus, style, tour, widgets};
use crate::action::Action;
use crate::keys::{HelpTopic, help_topics};
use crate::state::PanelState;

const SPACING: Vec2 = vec2(12.0, 5.0);
/// The minimum width of a help column, at which some lines wrap. At the maximum width, `MAX_COLUMN`, no line wraps.
const MIN_COLUMN: f32 = 260.0;
const MAX_COLUMN: f32 = 350.0;
const COLUMN_GAP: f32 = 16.0;
const MAX_COLUMNS: usize = 3;
const ROW_HEIGHT: f32 = 18.0;
const MARGIN: Vec2 = vec2(60.0, 90.0);

pub(super) fn show(context: &Context, is_crowd: bool, state: &mut PanelState, actions: &mut Vec<Action>) {
    let room = (context.content_rect().size() - MARGIN).max(vec2(120.0, 40.0));
    let width = |count: usize| ((room.x / count as f32) - COLUMN_GAP).min(MAX_COLUMN);
    let columns = (1..=MAX_COLUMNS).rev().find(|&count| width(count) >= MIN_COLUMN).unwrap_or(1);
    let window = Window::new("help").id(Id::new("help")).title_bar(false).resizable(false);
    let shown = window.anchor(Align2::CENTER_CENTER, Vec2::ZERO).show(context, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.set_max_width(room.x);
            ui.label(RichText::new("Keyboard and mouse").heading().color(style::STRONG));
            ui.add_space(12.0);
            if ui.button("Close").clicked() {
                state.shows_help = false;
            }
            if ui.button("Tour").on_hover_text("Shows in eight steps how a model is animated").clicked() {
                tour::begin(state, actions);
            }
        });
        ui.add_space(4.0);
        // Without `min_scrolled_height`, egui makes the window lower than it could be.
        let area = ScrollArea::vertical().max_height(room.y).min_scrolled_height(room.y).max_width(room.x);
        area.show(ui, |ui| {
            ui.horizontal_top(|ui| {
                for column in columns_of_topics(is_crowd, columns) {
                    ui.vertical(|ui| column.iter().for_each(|topic| show_topic(ui, topic, width(columns))));
                    ui.add_space(COLUMN_GAP - ui.spacing().item_spacing.x);
                }
            });
        });
    });
    shown.into_iter().for_each(|help| focus::hold(context, help.response.layer_id));
}

fn columns_of_topics(is_crowd: bool, count: usize) -> Vec<Vec<HelpTopic>> {
    let topics = help_topics(is_crowd);
    let height = |topic: &HelpTopic| topic.rows.len() + 2;
    let share = topics.iter().map(height).sum::<usize>().div_ceil(count.max(1));
    let mut columns = vec![Vec::new(); count.max(1)];
    let mut above = 0;
    for topic in topics {
        // The column that contains the middle of the topic, if all topics were in one column.
        let middle = above + height(&topic) / 2;
        above += height(&topic);
        columns[middle / share].push(topic);
    }
    columns
}

fn show_topic(ui: &mut Ui, HelpTopic { name, rows }: &HelpTopic, width: f32) {
    ui.add_space(8.0);
    ui.label(RichText::new(*name).color(style::ACCENT).strong());
    let keys = rows.iter().map(|(key, _)| widgets::key_cap_size(ui, key).x).fold(0.0, f32::max);
    let grid = Grid::new(name).spacing(SPACING).min_row_height(ROW_HEIGHT);
    // A description that does not fit next to the keys wraps.
    grid.max_col_width((width - keys - SPACING.x).max(keys)).show(ui, |ui| {
        for (key, help) in rows {
            widgets::key_cap(ui, key);
            ui.label(*help);
            ui.end_row();
        }
    });
}
