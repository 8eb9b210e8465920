//! The setting of the window's anti-aliasing: the number of samples per pixel.

use egui::Ui;

use super::widgets;
use crate::action::Action;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleCount {
    pub current: u32,
    pub is_software: bool,
    pub requested: Option<u32>,
}

const CHOICES: [u32; 3] = [1, 4, 8];

pub(super) fn choice(ui: &mut Ui, samples: SampleCount, actions: &mut Vec<Action>) {
    ui.label("Anti-aliasing")
        .on_hover_text("Samples per pixel. More samples: smoother edges, slower drawing");
    for count in CHOICES {
        let is_selected = samples.requested.unwrap_or(samples.current) == count;
        if ui.selectable_label(is_selected, count.to_string()).clicked() {
            actions.push(Action::SetSamples(Some(count)));
        }
    }
}

pub(super) fn explain(ui: &mut Ui, samples: SampleCount) {
    note(samples).iter().for_each(|note| widgets::note(ui, note));
}

fn note(SampleCount { current, is_software, requested }: SampleCount) -> Option<String> {
    match requested {
        Some(requested) if requested != current => {
            Some(format!("Now {current}; {requested} after a restart"))
        }
        None if is_software && current == 1 => Some(String::from("Off: software renderer")),
        _ => None,
    }
}
