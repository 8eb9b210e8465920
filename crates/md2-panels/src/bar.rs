//! The bar at the bottom: transport buttons, position, playback settings, the strip of all sequences, and the timeline.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{
    Align, Button, ComboBox, Frame, Layout, Margin, Panel, PopupCloseBehavior, RichText, Sense, Shape,
    Stroke, TextStyle, Ui, vec2,
};
use md2_anim::{Easing, LoopMode, Pose, Sequence};
use md2_scene::{ActorId, Command, Document, MAX_SPEED, Moment, Player, Workspace};

use super::focus;
use super::strip::{self, Strip};
use super::style;
use super::timeline::Timeline;
use super::widgets::{self, Icon, icon_button, icon_switch};
use crate::action::{Action, player_of_part};
use crate::keys::{Shortcut, key_of, tooltip};
use crate::notice::NO_EASING;
use crate::text::shown;
use md2_scene::change::{EASINGS, LOOP_MODES, name_in, speed_number, speed_text};

const MIN_WIDTH_FOR_SETTINGS: f32 = 780.0;
const MIN_HEIGHT_FOR_STRIP: f32 = 300.0;
const TRANSPORT_HEIGHT: f32 = 28.0;
/// The height of the buttons of the parts, beside the strip.
const STRIP_HEIGHT: f32 = 24.0;

#[derive(Debug, Default)]
pub(super) struct BarState {
    part: usize,
}

impl BarState {
    pub(super) fn controlled_actor(&self, workspace: &Workspace) -> ActorId {
        player_of_part(workspace, self.part)
    }
}

pub(super) fn show(ui: &mut Ui, workspace: &Workspace, state: &mut BarState, actions: &mut Vec<Action>) {
    let frame = Frame::new().fill(style::PANEL).inner_margin(Margin::symmetric(14, 6));
    let window = ui.ctx().content_rect().size();
    let bar = Panel::bottom("bar").frame(frame).resizable(false).show(ui, |ui| {
        let actor = state.controlled_actor(workspace);
        let Some((document, player)) =
            workspace.actor(actor).and_then(|actor| Some((actor.document(), actor.player()?)))
        else {
            return;
        };
        let target = PlaybackTarget { workspace, actor, document, player };
        ui.spacing_mut().item_spacing.y = 4.0;
        let players = || workspace.body().filter_map(|actor| actor.player());
        let has_parts = players().count() > 1;
        let is_static = players().all(|player| player.key_count() == 1 && player.sequences().len() == 1);
        ui.horizontal(|ui| {
            ui.set_min_height(TRANSPORT_HEIGHT);
            if is_static {
                ui.label(RichText::new("One frame, no animation").color(style::WEAK));
                return;
            }
            transport(ui, &target, actions);
            ui.add_space(6.0);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if window.x >= MIN_WIDTH_FOR_SETTINGS {
                    settings(ui, &target, actions);
                } else {
                    menu(ui, &target, actions);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    position(ui, &target);
                });
            });
        });
        // The bar keeps its height for all models, so that the scene does not jump when another one is open.
        if is_static {
            ui.set_invisible();
        }
        if window.y >= MIN_HEIGHT_FOR_STRIP {
            ui.horizontal(|ui| {
                ui.set_height(STRIP_HEIGHT);
                if has_parts {
                    parts(ui, workspace, state);
                }
                strip_of_sequences(ui, &target, actions);
            });
        }
        timeline(ui, &target, actions);
    });
    widgets::settle_height(ui, "bar", bar.response.rect.height());
}

struct PlaybackTarget<'a> {
    workspace: &'a Workspace,
    actor: ActorId,
    document: &'a Document,
    player: &'a Player,
}

impl PlaybackTarget<'_> {
    fn action(&self, action: Shortcut) -> Action {
        action.action_for(self.workspace, self.actor)
    }
}

fn transport(ui: &mut Ui, target: &PlaybackTarget<'_>, actions: &mut Vec<Action>) {
    let play_icon = if target.workspace.can_pause() { Icon::Pause } else { Icon::Play };
    ui.spacing_mut().item_spacing.x = 4.0;
    for (icon, action) in [
        (Icon::First, Shortcut::FirstFrame),
        (Icon::Back, Shortcut::StepBack),
        (play_icon, Shortcut::TogglePause),
        (Icon::Forward, Shortcut::StepForward),
        (Icon::Last, Shortcut::LastFrame),
    ] {
        if icon_button(ui, icon, &tooltip(action)).clicked() {
            actions.push(target.action(action));
        }
    }
    ui.spacing_mut().item_spacing.x = 8.0;
}

fn position(ui: &mut Ui, target: &PlaybackTarget<'_>) {
    let names: Vec<String> = target.workspace.playing().into_iter().map(name).collect();
    let names = RichText::new(names.join(" + ")).color(style::STRONG).strong();
    ui.add(egui::Label::new(names).truncate());
    let pose = target.player.pose();
    let moves = target.workspace.is_playing() && !target.workspace.transport().game;
    let frames = pose_text(pose, target.document.last_frame(), moves);
    ui.add(egui::Label::new(RichText::new(frames).monospace().color(style::TEXT)).truncate());
    let frame = shown(target.document.frame_name(pose.nearest()));
    let frame = ui.add(egui::Label::new(RichText::new(frame).color(style::WEAK)).truncate());
    frame.on_hover_text(
        "The name of the nearest frame in the file. Many names count from 1, the numbers count from 0.",
    );
}

fn pose_text(pose: Pose, last: u32, moves: bool) -> String {
    let width = last.to_string().len();
    let Pose { frame_a, frame_b, blend } = pose;
    if blend == 0.0 && !moves {
        return format!("{frame_a:>width$}");
    }
    if blend == 0.0 {
        return format!("{frame_a:>width$} {:width$}    ", "");
    }
    #[allow(clippy::cast_possible_truncation, reason = "a share in 0..=1")]
    let hundredths = ((blend * 100.0) as u32).min(99);
    format!("{frame_a:>width$}→{frame_b:<width$} .{hundredths:02}")
}

fn name(sequence: &Sequence) -> String {
    shown(&sequence.readable_name())
}

fn settings(ui: &mut Ui, target: &PlaybackTarget<'_>, actions: &mut Vec<Action>) {
    speed(ui, target, actions);
    let text = tooltip(Shortcut::ToggleReversed);
    if icon_switch(ui, Icon::Reversed, target.player.reversed, &text).clicked() {
        actions.push(target.action(Shortcut::ToggleReversed));
    }
    ui.add_enabled_ui(target.player.blends(), |ui| {
        let shown = if target.player.blends() { target.player.easing() } else { Easing::Step };
        // The rows of the list explain the names.
        let name = name_in(&EASINGS, shown).split(':').next().unwrap_or_default();
        let easing = ComboBox::from_id_salt("easing").width(92.0).selected_text(name);
        let easing = easing.show_ui(ui, |ui| easing_rows(ui, target, actions));
        let response = easing.response.on_hover_text(tooltip(Shortcut::NextEasing));
        response.on_disabled_hover_text(NO_EASING);
        curve(ui, shown, Some(target.player.position_in_keys().fract()));
    });
    let mode = ComboBox::from_id_salt("mode").width(86.0).selected_text(mode_of(target));
    let mode = mode.show_ui(ui, |ui| mode_rows(ui, target, actions));
    let keys = [Shortcut::NextMode, Shortcut::ToggleGame].map(tooltip);
    mode.response.on_hover_text(keys.join("\n"));
}

fn menu(ui: &mut Ui, target: &PlaybackTarget<'_>, actions: &mut Vec<Action>) {
    let speed_now = target.workspace.transport().speed;
    let direction = if target.player.reversed { " ←" } else { "" };
    let text = format!("{}{direction} {}", mode_of(target), speed_text(speed_now));
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    MenuButton::new(text).config(config).ui(ui, |ui| {
        focus::keep_menu_open(ui);
        // Two columns fit low windows, too.
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.spacing_mut().interact_size.y = 20.0;
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| mode_rows(ui, target, actions));
            ui.vertical(|ui| easing_rows(ui, target, actions));
        });
        ui.separator();
        ui.horizontal(|ui| {
            let mut reversed = target.player.reversed;
            if ui.checkbox(&mut reversed, "Backwards").changed() {
                actions.push(target.action(Shortcut::ToggleReversed));
            }
            speed(ui, target, actions);
        });
    });
}

fn speed(ui: &mut Ui, target: &PlaybackTarget<'_>, actions: &mut Vec<Action>) {
    let mut speed = target.workspace.transport().speed;
    let field = widgets::number_field(&mut speed)
        .speed(0.01)
        .range(0.0..=MAX_SPEED)
        .custom_formatter(|speed, _| speed_number(speed))
        .prefix("×\u{2009}");
    let text = format!(
        "Playback speed: drag or type ({} slower, {} faster, {} normal)",
        key_of(Shortcut::Slower),
        key_of(Shortcut::Faster),
        key_of(Shortcut::NormalSpeed)
    );
    // The width of the longest text, so that the widgets next to it do not move.
    let field = ui.add_sized([58.0, ui.spacing().interact_size.y], field).on_hover_text(text);
    if field.changed() {
        actions.push(Command::SetSpeed(speed).into());
    }
    if field.secondary_clicked() {
        actions.push(target.action(Shortcut::NormalSpeed));
    }
}

fn mode_rows(ui: &mut Ui, target: &PlaybackTarget<'_>, actions: &mut Vec<Action>) {
    let (actor, game) = (target.actor, target.workspace.transport().game);
    for (mode, name) in LOOP_MODES {
        if ui.selectable_label(!game && mode == target.player.mode(), name).clicked() {
            actions.push(Command::SetMode { actor, mode }.into());
        }
    }
    let text = "Keyframes without blending; deaths, jumps and attacks end as in the game";
    if ui.selectable_label(game, GAME).on_hover_text(text).clicked() {
        actions.push(Command::SetGame(!game).into());
    }
}

fn easing_rows(ui: &mut Ui, target: &PlaybackTarget<'_>, actions: &mut Vec<Action>) {
    for (easing, name) in EASINGS {
        ui.horizontal(|ui| {
            curve(ui, easing, None);
            let row = Button::selectable(easing == target.player.easing(), name);
            let row = ui.add_enabled(target.player.blends(), row);
            if row.on_disabled_hover_text(NO_EASING).clicked() {
                actions.push(Command::SetEasing { actor: target.actor, easing }.into());
            }
        });
    }
}

/// Draws the blend factor (upwards) over the time between two keyframes (to the right), with a dot at `time`.
fn curve(ui: &mut Ui, easing: Easing, time: Option<f32>) {
    const STEPS: u8 = 16;
    let (rect, _) = ui.allocate_exact_size(vec2(22.0, 18.0), Sense::hover());
    let inside = rect.shrink(3.0);
    let point = |time: f32| inside.left_bottom() + vec2(time, -easing.apply(time)) * inside.size();
    let points = (0..=STEPS).map(|step| point(f32::from(step) / f32::from(STEPS))).collect();
    ui.painter().rect_filled(rect, 2.0, style::WELL);
    ui.painter().add(Shape::line(points, Stroke::new(1.5, style::TEXT)));
    if let Some(time) = time {
        ui.painter().circle_filled(point(time), 2.5, style::ACCENT);
    }
}

const GAME: &str = "Game";

fn mode_of(target: &PlaybackTarget<'_>) -> &'static str {
    if target.workspace.transport().game { GAME } else { name_in(&LOOP_MODES, target.player.mode()) }
}

fn parts(ui: &mut Ui, workspace: &Workspace, state: &mut BarState) {
    let actor = state.controlled_actor(workspace);
    ui.spacing_mut().item_spacing.x = 2.0;
    let players = workspace.body().filter(|actor| actor.player().is_some());
    for (index, part) in players.enumerate() {
        let text =
            RichText::new(widgets::capitalized(shown(part.role()).as_str())).text_style(TextStyle::Small);
        if ui.selectable_label(part.id == actor, text).clicked() {
            state.part = index;
        }
    }
    ui.spacing_mut().item_spacing.x = 8.0;
}

fn strip_of_sequences(ui: &mut Ui, target: &PlaybackTarget<'_>, actions: &mut Vec<Action>) {
    let player = target.player;
    let describe = |sequence: &Sequence, key: u32| {
        let frame = sequence.frame_at(key);
        format!("{}  {frame} {}", name(sequence), shown(target.document.frame_name(frame)))
    };
    let strip = Strip {
        sequences: player.sequences(),
        current: player.sequence_index(),
        position: player.position_in_keys(),
        name: &name,
        describe: &describe,
    };
    if let Some(strip::StripPlace { sequence, key }) = strip.show(ui) {
        let to = Moment::In { sequence, key };
        actions.push(Command::Seek { actor: target.actor, to }.into());
    }
}

fn timeline(ui: &mut Ui, target: &PlaybackTarget<'_>, actions: &mut Vec<Action>) {
    let player = target.player;
    let sequence = player.sequence();
    let describe = |key: u32| {
        let frame = sequence.frame_at(key);
        format!("{frame} {}", shown(target.document.frame_name(frame)))
    };
    let timeline = Timeline {
        keys: player.key_count(),
        wraps: player.mode() == LoopMode::Loop,
        position: player.position_in_keys(),
        describe: &describe,
    };
    if let Some(place) = timeline.show(ui) {
        actions.push(Command::Seek { actor: target.actor, to: Moment::Key(place) }.into());
    }
}
