//! The help: all keys by what they are about, and what the mouse does.

use egui::{Align2, Context, Grid, Id, RichText, ScrollArea, Ui, Vec2, Window, vec2};

use super::{style, widgets};
use crate::keys::{Binding, MOUSE_HELP, TOPICS};

const SPACING: Vec2 = vec2(12.0, 5.0);
/// What a column takes, with the room beside it.
const COLUMN_WIDTH: f32 = 330.0;
/// What the window needs around its text.
const MARGIN: Vec2 = vec2(60.0, 90.0);

/// Over the middle of the window. It scrolls where it is higher than that.
pub(super) fn show(context: &Context, open: &mut bool) {
    let room = (context.content_rect().size() - MARGIN).max(vec2(120.0, 40.0));
    let columns = if room.x >= 3.0 * COLUMN_WIDTH {
        3
    } else if room.x >= 2.0 * COLUMN_WIDTH {
        2
    } else {
        1
    };
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
                        column.iter().for_each(|&topic| self::topic(ui, topic));
                    });
                    ui.add_space(16.0);
                }
            });
        });
    });
}

/// What the help tells of one thing.
#[derive(Clone, Copy, Debug)]
enum Topic {
    Keys(&'static str, &'static [Binding]),
    Mouse,
}

impl Topic {
    /// In lines.
    fn height(self) -> usize {
        // The title is as high as two.
        2 + match self {
            Self::Keys(_, bindings) => bindings.iter().filter(|binding| !binding.key.is_empty()).count(),
            Self::Mouse => MOUSE_HELP.len(),
        }
    }
}

/// The topics in their order, in so many columns, the highest of which is as low as can be.
fn columned(count: usize) -> Vec<Vec<Topic>> {
    let keys = TOPICS.iter().map(|&(name, bindings)| Topic::Keys(name, bindings));
    let topics: Vec<Topic> = keys.chain([Topic::Mouse]).collect();
    let least = topics.iter().map(|topic| topic.height()).max().unwrap_or_default();
    let filled = |height: usize| {
        let mut columns: Vec<(usize, Vec<Topic>)> = Vec::new();
        for &topic in &topics {
            match columns.last_mut() {
                Some((filled, column)) if *filled + topic.height() <= height => {
                    *filled += topic.height();
                    column.push(topic);
                }
                _ => columns.push((topic.height(), vec![topic])),
            }
        }
        columns.into_iter().map(|(_, column)| column).collect::<Vec<_>>()
    };
    let fits = (least..).map(filled).find(|columns| columns.len() <= count.max(1));
    fits.unwrap_or_default()
}

fn topic(ui: &mut Ui, topic: Topic) {
    let title = |ui: &mut Ui, title: &str| {
        ui.add_space(8.0);
        ui.label(RichText::new(title).color(style::ACCENT).strong());
    };
    match topic {
        Topic::Keys(name, bindings) => {
            title(ui, name);
            Grid::new(name).spacing(SPACING).show(ui, |ui| {
                for Binding { key, help, .. } in bindings.iter().filter(|binding| !binding.key.is_empty()) {
                    row(ui, key, help);
                }
            });
        }
        Topic::Mouse => {
            title(ui, "Mouse");
            Grid::new("mouse").spacing(SPACING).show(ui, |ui| {
                for (gesture, help) in MOUSE_HELP {
                    row(ui, gesture, help);
                }
            });
        }
    }
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
    fn columns_hold_all_topics_in_their_order() {
        for count in 1..5 {
            let columns = columned(count);
            assert!((1..=count).contains(&columns.len()), "{count}");
            let names: Vec<&str> = columns
                .iter()
                .flatten()
                .map(|topic| match topic {
                    Topic::Keys(name, _) => *name,
                    Topic::Mouse => "Mouse",
                })
                .collect();
            let topics = TOPICS.iter().map(|(name, _)| *name);
            assert_eq!(names, topics.chain(["Mouse"]).collect::<Vec<_>>());
        }
    }
}
