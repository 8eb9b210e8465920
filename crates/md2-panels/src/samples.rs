//! The samples per pixel of the window, and the choice of their number.

use egui::Ui;

use super::widgets;
use crate::action::Action;

/// Samples per pixel of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Samples {
    /// The current number.
    pub drawn: u32,
    /// Whether the processor draws.
    pub is_software: bool,
    /// The number for windows from the next start on, if the user has chosen one.
    pub chosen: Option<u32>,
}

const CHOICES: [u32; 3] = [1, 4, 8];

pub(super) fn show(ui: &mut Ui, samples: Samples, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.label("Samples a pixel").on_hover_text("More of them make edges smooth, and take time");
        for count in CHOICES {
            let is_chosen = samples.chosen.unwrap_or(samples.drawn) == count;
            if ui.selectable_label(is_chosen, count.to_string()).clicked() {
                actions.push(Action::SetSamples(Some(count)));
            }
        }
    });
    let note = note(samples);
    if !note.is_empty() {
        widgets::note(ui, &note);
    }
}

fn note(Samples { drawn, is_software, chosen }: Samples) -> String {
    match chosen {
        Some(chosen) if chosen != drawn => {
            format!("{drawn} now; from the next start {chosen}, as far as the device can")
        }
        None if is_software && drawn == 1 => String::from("1 sample: software device"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_why_edges_are_not_smooth() {
        let say = |drawn, is_software, chosen| note(Samples { drawn, is_software, chosen });
        assert_eq!(say(1, true, None), "1 sample: software device");
        assert_eq!(say(4, false, None), "");
        assert_eq!(say(4, true, Some(4)), "");
        assert!(say(1, true, Some(8)).contains("from the next start 8"));
    }
}
