//! The list of keys by topic, and of the gestures of the mouse.

use std::cmp::Reverse;

use egui::{Align2, Context, Grid, Id, RichText, ScrollArea, Ui, Vec2, Window, vec2};

use super::{style, widgets};
use crate::keys::{Binding, MOUSE_HELP, TOPICS};

const SPACING: Vec2 = vec2(12.0, 5.0);
/// Widths of a column: the least, with some wrapped lines, and the one without.
const MIN_COLUMN: f32 = 260.0;
const MAX_COLUMN: f32 = 350.0;
/// Between columns, and beside the last one for the scroll bar.
const COLUMN_GAP: f32 = 16.0;
const MAX_COLUMNS: usize = 3;
const ROW_HEIGHT: f32 = 18.0;
/// The margins of the window.
const MARGIN: Vec2 = vec2(60.0, 90.0);

/// The list in the middle of the window. It scrolls if it is too high.
pub(super) fn show(context: &Context, open: &mut bool) {
    let room = (context.content_rect().size() - MARGIN).max(vec2(120.0, 40.0));
    let width = |count: usize| ((room.x / count as f32) - COLUMN_GAP).min(MAX_COLUMN);
    let columns = (1..=MAX_COLUMNS).rev().find(|&count| width(count) >= MIN_COLUMN).unwrap_or(1);
    let window = Window::new("help").id(Id::new("help")).title_bar(false).resizable(false);
    window.anchor(Align2::CENTER_CENTER, Vec2::ZERO).show(context, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new("Keys and mouse").heading().color(style::STRONG));
            ui.add_space(12.0);
            if ui.button("Close").clicked() {
                *open = false;
            }
        });
        ui.add_space(4.0);
        // Windows are lower by themselves, whatever room there is.
        let area = ScrollArea::vertical().max_height(room.y).min_scrolled_height(room.y).max_width(room.x);
        area.show(ui, |ui| {
            ui.horizontal_top(|ui| {
                for column in columned(columns) {
                    ui.vertical(|ui| {
                        column.iter().for_each(|&topic| self::topic(ui, topic, width(columns)));
                    });
                    ui.add_space(COLUMN_GAP - ui.spacing().item_spacing.x);
                }
            });
        });
    });
}

/// A topic of the list.
#[derive(Clone, Copy, Debug)]
enum Topic {
    Keys(&'static str, &'static [Binding]),
    Mouse,
}

impl Topic {
    /// Height in lines.
    fn height(self) -> usize {
        // The title is as high as two.
        2 + match self {
            Self::Keys(_, bindings) => bindings.iter().filter(|binding| !binding.key.is_empty()).count(),
            Self::Mouse => MOUSE_HELP.len(),
        }
    }
}

/// The topics in this many columns of about the same height, in order.
fn columned(count: usize) -> Vec<Vec<Topic>> {
    let keys = TOPICS.iter().map(|&(name, bindings)| Topic::Keys(name, bindings));
    let mut topics: Vec<(usize, Topic)> = keys.chain([Topic::Mouse]).enumerate().collect();
    // The highest first, each below what is lowest till then.
    topics.sort_by_key(|(_, topic)| Reverse(topic.height()));
    let mut columns = vec![(0, Vec::new()); count.max(1)];
    for (place, topic) in topics {
        if let Some((height, column)) = columns.iter_mut().min_by_key(|(height, _)| *height) {
            *height += topic.height();
            column.push((place, topic));
        }
    }
    let mut columns: Vec<Vec<(usize, Topic)>> = columns.into_iter().map(|(_, column)| column).collect();
    columns.iter_mut().for_each(|column| column.sort_by_key(|&(place, _)| place));
    columns.sort_by_key(|column| column.first().map(|&(place, _)| place));
    columns.into_iter().map(|column| column.into_iter().map(|(_, topic)| topic).collect()).collect()
}

fn topic(ui: &mut Ui, topic: Topic, width: f32) {
    let (name, rows): (&str, Vec<(&str, &str)>) = match topic {
        Topic::Keys(name, bindings) => {
            let bound = bindings.iter().filter(|binding| !binding.key.is_empty());
            (name, bound.map(|binding| (binding.key, binding.help)).collect())
        }
        Topic::Mouse => ("Mouse", MOUSE_HELP.to_vec()),
    };
    ui.add_space(8.0);
    ui.label(RichText::new(name).color(style::ACCENT).strong());
    let keys = rows.iter().map(|(key, _)| widgets::key_cap_size(ui, key).x).fold(0.0, f32::max);
    let grid = Grid::new(name).spacing(SPACING).min_row_height(ROW_HEIGHT);
    // What does not fit beside the keys wraps.
    grid.max_col_width((width - keys - SPACING.x).max(keys)).show(ui, |ui| {
        rows.iter().for_each(|(key, help)| row(ui, key, help));
    });
}

fn row(ui: &mut Ui, key: &str, help: &str) {
    widgets::key_cap(ui, key);
    ui.label(help);
    ui.end_row();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_hold_all_topics_and_are_about_as_high_as_each_other() {
        let name = |topic: &Topic| match topic {
            Topic::Keys(name, _) => *name,
            Topic::Mouse => "Mouse",
        };
        let topics: Vec<&str> = TOPICS.iter().map(|(name, _)| *name).chain(["Mouse"]).collect();
        for count in 1..4 {
            let columns = columned(count);
            assert_eq!(columns.len(), count);
            let places = columns.iter().map(|column| {
                let place = |topic| topics.iter().position(|other| *other == name(topic)).unwrap();
                column.iter().map(place).collect::<Vec<_>>()
            });
            let places: Vec<Vec<usize>> = places.collect();
            assert!(places.iter().all(|column| column.is_sorted()), "{places:?}");
            let mut all = places.concat();
            all.sort_unstable();
            assert_eq!(all, (0..topics.len()).collect::<Vec<_>>());
            let heights = columns.iter().map(|column| column.iter().map(|topic| topic.height()).sum());
            let heights: Vec<usize> = heights.collect();
            assert!(heights.iter().max().unwrap() - heights.iter().min().unwrap() <= 5, "{heights:?}");
        }
    }
}
