//! The panel on the right: the model, its sequences, its skins and the switches of the view.

use egui::{
    Align2, Color32, ComboBox, FontId, Frame, Margin, Panel, Rect, RichText, ScrollArea, Sense, TextStyle,
    Ui, WidgetInfo, WidgetType, pos2, vec2,
};
use md2_anim::{Rates, Sequence, readable_name};
use md2_scene::{Choice, Command, Skin, Workspace};

use super::{Machine, style, widgets};
use crate::keys::{Action, key_of};
use crate::wish::Wish;

const WIDTH: f32 = 292.0;
const ROW_HEIGHT: f32 = 24.0;
/// With less room than this the panel scrolls as a whole.
const MIN_HEIGHT_FOR_LIST: f32 = 620.0;

/// Where the list of sequences stood when it was last shown.
#[derive(Debug, Default)]
pub(super) struct ListState {
    /// The selected sequence, and the set it belongs to.
    shown: Option<(usize, usize)>,
    /// The first point of the list that was visible, and how many points were.
    offset: f32,
    height: f32,
}

pub(super) fn show(
    ui: &mut Ui,
    workspace: &Workspace,
    machine: Machine<'_>,
    list: &mut ListState,
    wishes: &mut Vec<Wish>,
) {
    let frame = Frame::new().fill(style::PANEL).inner_margin(Margin::symmetric(14, 12));
    Panel::right("side").frame(frame).resizable(false).exact_size(WIDTH).show(ui, |ui| {
        if ui.available_height() >= MIN_HEIGHT_FOR_LIST {
            Panel::bottom("switches")
                .frame(Frame::new())
                .show_separator_line(false)
                .resizable(false)
                .show(ui, |ui| switches(ui, workspace, machine, wishes));
            model(ui, workspace, machine);
            sequences(ui, workspace, list, wishes, f32::INFINITY);
        } else {
            ScrollArea::vertical().show(ui, |ui| {
                model(ui, workspace, machine);
                sequences(ui, workspace, list, wishes, 8.0 * ROW_HEIGHT);
                switches(ui, workspace, machine, wishes);
            });
        }
    });
}

/// Name and numbers.
fn model(ui: &mut Ui, workspace: &Workspace, machine: Machine<'_>) {
    let document = workspace.document();
    ui.add(egui::Label::new(RichText::new(document.name()).heading().color(style::STRONG)).truncate())
        .on_hover_text(document.place());
    let mesh = document.mesh();
    let numbers = format!(
        "{} triangles · {} vertices · {}",
        mesh.triangle_count(),
        document.facts().vertices,
        plural(mesh.frame_count(), "frame", "frames")
    );
    let memory = format!("{} of frames on the GPU", bytes(machine.frame_bytes));
    widgets::note(ui, &numbers);
    widgets::note(ui, &memory);
    for note in document.notes() {
        ui.add(egui::Label::new(RichText::new(note).small().color(style::ACCENT)).wrap());
    }
}

/// The ways to split the frames, why the chosen one was chosen, and its sequences.
fn sequences(
    ui: &mut Ui,
    workspace: &Workspace,
    list: &mut ListState,
    wishes: &mut Vec<Wish>,
    max_height: f32,
) {
    widgets::section(ui, "Animation");
    let player = workspace.player();
    if player.range_sets().len() > 1 {
        ComboBox::from_id_salt("ranges")
            .width(ui.available_width())
            .selected_text(player.range_set().label.as_str())
            .show_ui(ui, |ui| {
                for (index, set) in player.range_sets().iter().enumerate() {
                    let chosen = index == player.range_set_index();
                    let row = ui.selectable_label(chosen, set.label.as_str());
                    if row.on_hover_text(set.evidence.as_str()).clicked() {
                        wishes.push(Command::ChooseRanges { actor: workspace.lead(), index }.into());
                    }
                }
            });
    }
    widgets::note(ui, &player.range_set().evidence);
    if !player.range_set().has_rates {
        rates(ui, workspace, wishes);
    }
    ui.add_space(2.0);

    let selected = (player.range_set_index(), player.sequence_index());
    let rows = player.sequences();
    ui.spacing_mut().item_spacing.y = 1.0;
    let mut area = ScrollArea::vertical()
        .id_salt("sequences")
        .auto_shrink([false, max_height.is_finite()])
        .max_height(max_height);
    let height = ui.available_height().min(max_height);
    if list.shown != Some(selected) || list.height != height {
        // It may be out of sight: keys choose rows too, a model may start with any, and the window may
        // shrink.
        let top = row_top(selected.1);
        if top < list.offset || top + ROW_HEIGHT > list.offset + height {
            area = area.vertical_scroll_offset((top - 0.5 * (height - ROW_HEIGHT)).max(0.0));
        }
    }
    (list.shown, list.height) = (Some(selected), height);
    let output = area.show_rows(ui, ROW_HEIGHT, rows.len(), |ui, visible| {
        for index in visible {
            if sequence_row(ui, &rows[index], index == selected.1).clicked() {
                let (actor, sequence) = (workspace.lead(), Choice::Index(index));
                wishes.push(Command::ChooseSequence { actor, sequence }.into());
            }
        }
    });
    list.offset = output.state.offset.y;
    ui.spacing_mut().item_spacing.y = 6.0;
}

/// Where the frames a second come from.
fn rates(ui: &mut Ui, workspace: &Workspace, wishes: &mut Vec<Wish>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Speeds").small().color(style::WEAK));
        for (rates, name, tip) in [
            (Rates::Game, "game", "Ten frames a second, as the game steps its models"),
            (Rates::Tutorial, "tutorial", "The table of a well-known tutorial, made by eye"),
        ] {
            let text = RichText::new(name).small();
            let chosen = rates == workspace.player().rates();
            if ui.selectable_label(chosen, text).on_hover_text(tip).clicked() {
                wishes.push(Command::SetRates { actor: workspace.lead(), rates }.into());
            }
        }
    });
}

fn row_top(index: usize) -> f32 {
    index as f32 * (ROW_HEIGHT + 1.0)
}

/// Name, range and rate.
fn sequence_row(ui: &mut Ui, sequence: &Sequence, selected: bool) -> egui::Response {
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
    ui.painter_at(name_rect).text(
        pos2(left, y),
        Align2::LEFT_CENTER,
        readable_name(&sequence.name),
        body,
        name,
    );
    response.on_hover_text(format!(
        "\"{}\": frames {} to {}, {}",
        sequence.name, sequence.first, sequence.last, sequence.mode
    ))
}

/// Skins, the switches of the view, and the device.
fn switches(ui: &mut Ui, workspace: &Workspace, machine: Machine<'_>, wishes: &mut Vec<Wish>) {
    skins(ui, workspace, wishes);
    widgets::section(ui, "View");
    let look = workspace.look();
    let rows = [
        ("Floor", look.floor, Action::ToggleFloor),
        ("Light", look.light, Action::ToggleLight),
        ("Wireframe", look.wireframe, Action::ToggleWireframe),
        ("Back faces", look.two_sided, Action::ToggleTwoSided),
        ("Smooth skin", look.smooth, Action::ToggleFilter),
        ("Turntable", workspace.camera().auto_orbit(), Action::ToggleOrbit),
    ];
    egui::Grid::new("view")
        .num_columns(2)
        .min_col_width((ui.available_width() - 12.0) / 2.0)
        .spacing(vec2(12.0, 4.0))
        .show(ui, |ui| {
            for pair in rows.chunks(2) {
                for &(name, on, action) in pair {
                    switch(ui, workspace, (name, on, action), wishes);
                }
                ui.end_row();
            }
        });
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        for (name, action) in
            [("Frame", Action::FrameModel), ("Picture", Action::Screenshot), ("Help", Action::ToggleHelp)]
        {
            if ui.button(name).on_hover_text(format!("Key {}", key_of(action))).clicked() {
                wishes.push(action.wish(workspace));
            }
        }
    });
    ui.add_space(4.0);
    widgets::note(ui, machine.device);
}

fn switch(
    ui: &mut Ui,
    workspace: &Workspace,
    (name, on, action): (&str, bool, Action),
    wishes: &mut Vec<Wish>,
) {
    ui.horizontal(|ui| {
        let mut value = on;
        if ui.checkbox(&mut value, name).changed() {
            wishes.push(action.wish(workspace));
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            widgets::key_cap(ui, key_of(action));
        });
    });
}

fn skins(ui: &mut Ui, workspace: &Workspace, wishes: &mut Vec<Wish>) {
    widgets::section(ui, "Skin");
    let actor = &workspace.actors()[0];
    match actor.skin_count() {
        0 => widgets::note(ui, "None found; the checker stands in for it. Drop a picture here to try it on."),
        1 => {
            for only in actor.skins() {
                ui.label(only.label()).on_hover_text(only.reason());
            }
        }
        _ => {
            let label = actor.worn_skin().map_or("", Skin::label);
            ComboBox::from_id_salt("skins").width(ui.available_width()).selected_text(label).show_ui(
                ui,
                |ui| {
                    for (index, skin) in actor.skins().enumerate() {
                        let row = ui.selectable_label(actor.worn_index() == Some(index), skin.label());
                        if row.on_hover_text(skin.reason()).clicked() {
                            let (actor, skin) = (actor.id(), Choice::Index(index));
                            wishes.push(Command::Wear { actor, skin }.into());
                        }
                    }
                },
            );
        }
    }
    let missing = workspace.document().missing_skins();
    if let Some(first) = missing.first() {
        let more = if missing.len() > 1 { " …" } else { "" };
        let text = RichText::new(format!("Not found: {first}{more}")).small().color(style::WEAK);
        ui.add(egui::Label::new(text).truncate()).on_hover_text(missing.join("\n"));
    }
    if let Some(image) = actor.outfit().and_then(|outfit| outfit.images().first()) {
        widgets::note(ui, &format!("{} × {} pixels", image.width(), image.height()));
    }
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A size in the unit that leaves one to three digits before the point.
fn bytes(count: u64) -> String {
    const KIB: f64 = 1024.0;
    let count = count as f64;
    if count < KIB {
        format!("{count} bytes")
    } else if count < KIB * KIB {
        format!("{:.1} KiB", count / KIB)
    } else {
        format!("{:.1} MiB", count / (KIB * KIB))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_readable() {
        assert_eq!(bytes(512), "512 bytes");
        assert_eq!(bytes(1536), "1.5 KiB");
        assert_eq!(bytes(5 * 1024 * 1024), "5.0 MiB");
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!(plural(1, "frame", "frames"), "1 frame");
        assert_eq!(plural(198, "frame", "frames"), "198 frames");
    }
}
