//! The section that compares the model with another frame or model: differences, and distances between vertices.

use egui::{Button, RichText, Sense, TextStyle, Ui};
use md2_scene::{
    Actor, Command, Comparison, Counterpart, CounterpartView, Document, Matching, Piece, Reference,
    Selection, VertexDifference, Workspace,
};

use super::{elided, style, widgets};
use crate::action::Action;
use crate::keys::{Shortcut, key_of};
use crate::text::{message, shown};
use md2_browse::DialogPurpose;

pub(super) fn show(ui: &mut Ui, workspace: &Workspace, comparison: &Comparison, actions: &mut Vec<Action>) {
    widgets::section(ui, "Compare");
    match (workspace.counterpart(), workspace.reference()) {
        (Some(counterpart), _) => with_model(ui, workspace, counterpart, comparison, actions),
        (None, Some(reference)) => with_frame(ui, workspace, reference, comparison, actions),
        (None, None) => start_buttons(ui, workspace, actions),
    }
}

fn start_buttons(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let here = workspace.nearest_keyframe();
    ui.horizontal_wrapped(|ui| {
        let original = workspace.figure().path().filter(|_| workspace.has_unsaved_edits());
        if let Some(path) = original
            && ui.button("With the original").on_hover_text("Show the file without your edits").clicked()
        {
            actions.push(Action::CompareWith(path.to_owned()));
        }
        let tip = format!("Show this frame in green during playback ({})", key_of(Shortcut::ToggleCompare));
        if ui.button(format!("With frame {}", here.frame)).on_hover_text(tip).clicked() {
            actions.push(Command::Compare(Some(here)).into());
        }
        let tip = format!("Show another model in green ({} in Files)", key_of(Shortcut::CompareListed));
        if ui.button("With a model…").on_hover_text(tip).clicked() {
            actions.push(Action::ShowDialog(DialogPurpose::Counterpart));
        }
    });
}

fn with_frame(
    ui: &mut Ui,
    workspace: &Workspace,
    reference: Reference,
    comparison: &Comparison,
    actions: &mut Vec<Action>,
) {
    let name =
        workspace.actor(reference.actor).map_or("", |actor| actor.document().frame_name(reference.frame));
    title(ui, &format!("frame {}: {}", reference.frame, shown(name)), "", actions);
    let differs = distances(ui, workspace, comparison, actions);
    let text = if differs { "Shown in green" } else { "Same pose. Go to another frame to compare." };
    widgets::note(ui, text);
}

fn with_model(
    ui: &mut Ui,
    workspace: &Workspace,
    counterpart: &Counterpart,
    comparison: &Comparison,
    actions: &mut Vec<Action>,
) {
    let figure = counterpart.figure();
    let place = figure.path().map_or_else(String::new, |path| path.display().to_string());
    title(ui, &shown(figure.name()), &place, actions);
    views(ui, workspace, counterpart, actions);
    let both = || {
        let pair = |actor: &'_ Actor| Some((actor.id, counterpart.document(actor.id)?));
        workspace.body().filter_map(pair)
    };
    let Some((lead, other)) = both().next() else { return };
    let Some(actor) = workspace.actor(lead) else { return };
    matching_frame(ui, workspace, actor, other);
    let own = || both().filter_map(|(id, _)| workspace.actor(id)).map(Actor::document);
    let others = || both().map(|(_, document)| document);
    let rows = [
        ("Vertices", sum(own(), |d| d.facts.vertices), sum(others(), |d| d.facts.vertices)),
        ("Triangles", sum(own(), |d| d.facts.triangles), sum(others(), |d| d.facts.triangles)),
        ("Frames", actor.document().mesh().frame_count(), other.mesh().frame_count()),
    ];
    for (name, here, there) in rows {
        let (value, color) = match here == there {
            true => (format!("{here} in both"), style::WEAK),
            false => (format!("{here} (other model: {there})"), style::ACCENT),
        };
        widgets::row(ui, name, RichText::new(value).color(color));
    }
    if counterpart.view != CounterpartView::Other {
        let differs = distances(ui, workspace, comparison, actions);
        let text = match (comparison.matching, differs) {
            (Matching::Number, false) => "No differences in this frame",
            (Matching::Number, true) => "Comparing vertices by number",
            (Matching::Nearest, _) => "The vertex counts differ. Comparing nearest vertices.",
            (Matching::Postponed, _) => "The vertex counts differ. Pause to compare nearest vertices.",
        };
        widgets::note(ui, text);
    }
    differences(ui, actor.document(), other);
}

/// The names of the open model and of the other one in the switch and beside the line of a split view.
pub(super) fn view_names(workspace: &Workspace, counterpart: &Counterpart) -> [&'static str; 2] {
    let other = counterpart.figure();
    match other.path() {
        // A copy in memory is the enhanced one.
        None => ["Original", "Enhanced"],
        Some(_) if other.shares_place_with(workspace.figure()) => ["Edited", "Original"],
        Some(_) => ["This model", "The other"],
    }
}

/// The switch between the models, which is also the legend.
fn views(ui: &mut Ui, workspace: &Workspace, counterpart: &Counterpart, actions: &mut Vec<Action>) {
    let names = view_names(workspace, counterpart);
    let split = CounterpartView::Split(workspace.split().unwrap_or(0.5));
    let views = [
        (CounterpartView::Both, "Both", style::TEXT, "The other model is green"),
        (split, "Split", style::TEXT, "A model on each side of a line that you drag"),
        (CounterpartView::Open, names[0], style::TEXT, workspace.figure().name()),
        (CounterpartView::Other, names[1], style::COMPARED, counterpart.figure().name()),
    ];
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (view, name, color, tip) in views {
            let row = Button::selectable(counterpart.view == view, RichText::new(name).color(color));
            if ui.add(row).on_hover_text(shown(tip)).clicked() {
                actions.push(Command::ViewCounterpart(view).into());
            }
        }
    });
}

/// The differences between the files: names of sequences and, if both have the same format, names of skins and the header.
fn differences(ui: &mut Ui, own: &Document, other: &Document) {
    // A sequence that only another list of the file has plays, too.
    let names_in = |document: &Document, lists: usize| {
        let sequences = document.range_sets().iter().take(lists).flat_map(|set| &set.sequences);
        sequences.map(|sequence| shown(&sequence.name)).collect::<Vec<_>>()
    };
    let [names, all_names] = [1, usize::MAX].map(|lists| [own, other].map(|one| names_in(one, lists)));
    let skins = |document: &Document| document.named_skins.iter().map(|name| shown(name)).collect::<Vec<_>>();
    let is_same_format = own.format() == other.format();
    let skins = [own, other].map(skins);
    let lists = [("Sequences", names, all_names), ("Skins", skins.clone(), skins)];
    for (name, [here, there], [all_here, all_there]) in
        lists.into_iter().take(1 + usize::from(is_same_format))
    {
        let only = |list: &[String], rest: &[String]| {
            list.iter().filter(|name| !rest.contains(name)).cloned().collect::<Vec<_>>().join(", ")
        };
        for (whose, list) in
            [("only here", only(&here, &all_there)), ("only in the other model", only(&there, &all_here))]
        {
            if !list.is_empty() {
                widgets::row(ui, name, RichText::new(format!("{whose}: {list}")).color(style::ACCENT));
            }
        }
    }
    let images = own.differing_images(other);
    if images > 0 {
        widgets::row(
            ui,
            "Skins",
            RichText::new(format!("{images} with different pixels")).color(style::ACCENT),
        );
    }
    let names = own.raw_frame_names.iter().zip(&other.raw_frame_names);
    let renamed = names.filter(|(here, there)| here != there).count();
    if renamed > 0 {
        widgets::row(ui, "Frame names", RichText::new(format!("{renamed} differ")).color(style::ACCENT));
    }
    if is_same_format {
        for field in &own.header {
            let there =
                other.header.iter().find(|there| there.name == field.name && there.value != field.value);
            if let Some(there) = there {
                let text = message(&format!("{} (other model: {})", field.value, there.value));
                widgets::row(ui, field.name, RichText::new(text).color(style::ACCENT));
            }
        }
    }
}

fn sum<'a>(
    documents: impl Iterator<Item = &'a std::sync::Arc<Document>>,
    count: impl Fn(&Document) -> usize,
) -> usize {
    documents.map(|document| count(document)).sum()
}

fn title(ui: &mut Ui, name: &str, place: &str, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let tip = format!("Stop comparing ({} or Esc)", key_of(Shortcut::ToggleCompare));
            if ui.button("Clear").on_hover_text(tip).clicked() {
                actions.push(Command::Compare(None).into());
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let label = elided::label(ui, name, TextStyle::Body, style::COMPARED);
                if !place.is_empty() {
                    label.on_hover_text(message(place));
                }
            });
        });
    });
}

fn matching_frame(ui: &mut Ui, workspace: &Workspace, actor: &Actor, other: &Document) {
    let Some(player) = actor.player() else { return };
    let name = shown(&player.sequence().name);
    let text = match workspace.counterpart_sequence(actor, other) {
        Some(sequence) if sequence.frame_count() != player.sequence().frame_count() => format!(
            "Both models play {name}: {} frames, {} in the other model",
            player.sequence().frame_count(),
            sequence.frame_count()
        ),
        Some(_) => format!("Both models are at the same position in {name}"),
        None if other.mesh().frame_count() == actor.document().mesh().frame_count() => {
            String::from("Both models show the frames with the same numbers")
        }
        None => format!("The other model has no sequence {name}. It shows the frame with the same number."),
    };
    widgets::note(ui, &text);
}

fn distances(ui: &mut Ui, workspace: &Workspace, comparison: &Comparison, actions: &mut Vec<Action>) -> bool {
    let (mut sum, mut count) = (0.0, 0_u32);
    let mut furthest: Option<&VertexDifference> = None;
    for compared in &comparison.compared {
        sum += f64::from(compared.distance());
        count += 1;
        if furthest.is_none_or(|furthest| compared.distance() > furthest.distance()) {
            furthest = Some(compared);
        }
    }
    let Some(furthest) = furthest else {
        if comparison.matching != Matching::Postponed {
            widgets::note(ui, "No vertices to compare");
        }
        return true;
    };
    let (largest, mean) = (furthest.distance(), sum / f64::from(count));
    if largest <= 0.0 {
        return false;
    }
    let line = |text: String, color| RichText::new(text).monospace().color(color);
    let part = workspace.body().nth(1).and_then(|_| workspace.actor(furthest.actor));
    let part = part.map_or_else(String::new, |actor| format!(" {}", shown(actor.role())));
    let text = format!("largest {largest:>8.3}  vertex {}{part}", furthest.vertex);
    let button = Button::new(line(text, style::ACCENT)).frame(false).sense(Sense::click());
    if ui.add(button).on_hover_text("Click to select the vertex").clicked() {
        let piece = Piece::Vertex(furthest.vertex);
        actions.push(Command::Select(Some(Selection { actor: furthest.actor, piece })).into());
    }
    ui.label(line(format!("mean    {mean:>8.3}  units"), style::TEXT));
    true
}
