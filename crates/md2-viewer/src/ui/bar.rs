//! The bar at the bottom: transport, place, loop mode, speed and the timeline.

use egui::{Align, ComboBox, DragValue, Frame, Layout, Margin, Panel, RichText, Ui};
use md2_anim::{LoopMode, Sequence};
use md2_scene::{Command, MAX_SPEED, Moment, Workspace};

use super::style;
use super::timeline::Timeline;
use super::widgets::{Icon, icon_button};
use crate::text::shown;
use crate::wish::Wish;

/// Narrower than this, only the transport and the timeline are shown.
const MIN_WIDTH_FOR_SETTINGS: f32 = 430.0;

pub(super) fn show(ui: &mut Ui, workspace: &Workspace, wishes: &mut Vec<Wish>) {
    let frame = Frame::new().fill(style::PANEL).inner_margin(Margin::symmetric(14, 8));
    Panel::bottom("bar").frame(frame).resizable(false).show(ui, |ui| {
        ui.horizontal(|ui| {
            transport(ui, workspace, wishes);
            ui.add_space(6.0);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.available_width() >= MIN_WIDTH_FOR_SETTINGS {
                    settings(ui, workspace, wishes);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    place(ui, workspace);
                });
            });
        });
        timeline(ui, workspace, wishes);
    });
}

fn transport(ui: &mut Ui, workspace: &Workspace, wishes: &mut Vec<Wish>) {
    let (icon, tip) =
        if workspace.is_playing() { (Icon::Pause, "Pause (Space)") } else { (Icon::Play, "Play (Space)") };
    ui.spacing_mut().item_spacing.x = 4.0;
    for (icon, tip, command) in [
        (Icon::First, "First frame (,)", Command::Seek { actor: workspace.lead(), to: Moment::First }),
        (Icon::Back, "Previous frame (←)", Command::Step { forward: false }),
        (icon, tip, Command::TogglePlaying),
        (Icon::Forward, "Next frame (→)", Command::Step { forward: true }),
    ] {
        if icon_button(ui, icon, tip).clicked() {
            wishes.push(command.into());
        }
    }
    ui.spacing_mut().item_spacing.x = 8.0;
}

/// The sequence, and the frames between which the picture stands.
fn place(ui: &mut Ui, workspace: &Workspace) {
    let player = workspace.player();
    let pose = player.pose();
    let name = |sequence: &Sequence| shown(&sequence.readable_name()).to_string();
    let names: Vec<String> = workspace.playing().into_iter().map(name).collect();
    let name = RichText::new(names.join(" + ")).color(style::STRONG).strong();
    ui.add(egui::Label::new(name).truncate());
    let document = workspace.document();
    let text = if pose.blend == 0.0 {
        format!("{} {}", pose.frame_a, document.frame_name(pose.frame_a))
    } else {
        format!(
            "{} {} → {} {}  {:.2}",
            pose.frame_a,
            document.frame_name(pose.frame_a),
            pose.frame_b,
            document.frame_name(pose.frame_b),
            pose.blend
        )
    };
    ui.add(egui::Label::new(RichText::new(text).color(style::WEAK)).truncate());
}

/// Loop mode and speed, from the right.
fn settings(ui: &mut Ui, workspace: &Workspace, wishes: &mut Vec<Wish>) {
    let player = workspace.player();
    let mut speed = workspace.transport().speed;
    let field =
        DragValue::new(&mut speed).speed(0.01).range(0.0..=MAX_SPEED).max_decimals(2).prefix("×\u{2009}");
    if ui.add(field).on_hover_text("Speed ([ and ])").changed() {
        wishes.push(Command::SetSpeed(speed).into());
    }
    ComboBox::from_id_salt("mode").width(86.0).selected_text(mode_name(player.mode())).show_ui(ui, |ui| {
        for mode in [LoopMode::Loop, LoopMode::Once, LoopMode::PingPong] {
            if ui.selectable_label(mode == player.mode(), mode_name(mode)).clicked() {
                wishes.push(Command::SetMode { actor: workspace.lead(), mode }.into());
            }
        }
    });
}

fn mode_name(mode: LoopMode) -> &'static str {
    match mode {
        LoopMode::Loop => "Loop",
        LoopMode::Once => "Once",
        LoopMode::PingPong => "Ping-pong",
    }
}

fn timeline(ui: &mut Ui, workspace: &Workspace, wishes: &mut Vec<Wish>) {
    let player = workspace.player();
    let sequence = player.sequence();
    let describe = |key: u32| {
        let frame = sequence.first + key;
        format!("{frame} {}", workspace.document().frame_name(frame))
    };
    let timeline = Timeline {
        keys: player.key_count(),
        wraps: player.mode() == LoopMode::Loop,
        position: player.position_in_keys(),
        describe: &describe,
    };
    if let Some(place) = timeline.show(ui) {
        wishes.push(Command::Seek { actor: workspace.lead(), to: Moment::Key(place) }.into());
    }
}
