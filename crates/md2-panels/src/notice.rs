//! Notices after key presses: the new value if no panel shows it, or the reason why a key has no effect on the model.

use crate::text::shown;
use md2_anim::Easing;
use md2_scene::change::Change;
use md2_scene::text::grouped;
use md2_scene::{Actor, ActorId, Document, Edit, FileSkin, Lighting, LookSwitch, Player, Side, Workspace};

use crate::action::Action;
use crate::keys::{Shortcut, help_of, key_of};

pub const NO_EASING: &str = "Game mode has no easing, because it does not blend frames";

pub fn window_title(workspace: &Workspace) -> String {
    if let Some(crowd) = workspace.crowd() {
        return format!("Crowd of {} – md2-viewer", grouped(crowd.count() as u64));
    }
    let status = if workspace.has_unsaved_edits() { " (edited)" } else { "" };
    format!("{}{status} – md2-viewer", shown(workspace.figure().name()))
}

pub fn comparison_end(workspace: &Workspace) -> Option<String> {
    if let Some(other) = workspace.counterpart() {
        return Some(format!("Comparison ended: {} is now open", shown(other.figure().name())));
    }
    let frame = workspace.reference()?.frame;
    Some(format!("Comparison with frame {frame} of {} ended", shown(workspace.figure().name())))
}

/// Returns the notice about an edit that was made or undone, from the versions before and after it.
pub fn edit_notice(before: &Document, after: &Document) -> String {
    let is_undone = before.edits().len() > after.edits().len();
    let edit = if is_undone { before.last_edit() } else { after.last_edit() };
    let mut text = edit.map_or_else(String::new, |edit| Change::from_edit(edit).to_string());
    if let Some(Edit::ReplaceSkin { skin: FileSkin::Image { .. }, .. }) = edit.filter(|_| !is_undone) {
        text += ", in the nearest colors of the palette";
    }
    let key = key_of(Shortcut::Undo);
    if is_undone { format!("{text}: undone ({key} repeats it)") } else { format!("{text} ({key} to undo)") }
}

pub fn no_earlier_version() -> String {
    String::from("No earlier version is stored. The last 8 edits since the start can be undone")
}

pub fn no_edits() -> String {
    format!("No unsaved edits ({} saves a copy)", key_of(Shortcut::SaveModelAs))
}

pub fn pinned_notice(name: &str) -> String {
    format!("{} has unsaved edits. Recent shows it again", shown(name))
}

pub fn enhanced_notice() -> String {
    let key = key_of(Shortcut::ToggleExport);
    format!(
        "Drag the line, or choose Original or Enhanced in the Model tab. Export ({key}) writes the enhanced MD3"
    )
}

pub fn no_view_weapon(name: &str) -> String {
    format!("No weapon view for {name}: it is not a first-person weapon (v_… model)")
}

/// Returns the notice after a key. `before` and `after` are the states of the workspace, `actor` is the model that the playback keys
/// control. If the panels are visible, most keys have a notice only if they have no effect.
pub fn key_notice(
    shortcut: Shortcut,
    (before, after): (&Workspace, &Workspace),
    actor: ActorId,
    panels_are_hidden: bool,
) -> Option<String> {
    let key = key_of(shortcut);
    let with_key = |text: String| if key.is_empty() { text } else { format!("{text} ({key})") };
    let change = Change::between(before, after);
    if let Some(text) = no_effect(shortcut, after, actor, change.is_some()) {
        return Some(text);
    }
    let is_always_shown = matches!(
        shortcut,
        Shortcut::NextWeapon | Shortcut::ToggleCompare | Shortcut::Toggle(LookSwitch::Inspect)
    );
    if shortcut == Shortcut::ToggleWeaponView && after.weapon_view() {
        return Some(format!("Weapon view ({key} to leave)"));
    }
    if !panels_are_hidden && !is_always_shown {
        return None;
    }
    match change {
        Some(Change { setting, value }) => Some(with_key(format!("{setting}: {value}"))),
        None => view_notice(shortcut, before, after, actor).map(with_key),
    }
}

fn no_effect(shortcut: Shortcut, workspace: &Workspace, actor: ActorId, changes: bool) -> Option<String> {
    let player = workspace.player_without_preview(actor).unwrap_or(workspace.player());
    let name = || shown(workspace.figure().name());
    let is_single = player.key_count() == 1;
    let documents = || workspace.drawn().map(|drawn| drawn.document);
    let has_timed_skin =
        || workspace.actors().iter().filter_map(Actor::outfit).any(|outfit| outfit.changes());
    let reason = match shortcut {
        // The images of the skin move, even if the model does not.
        Shortcut::TogglePause if has_timed_skin() => return None,
        Shortcut::NextSkin if !changes => match workspace.skins().count() {
            0 => format!("{} has no skins", name()),
            1 => format!("{} has only one skin", name()),
            _ => return None,
        },
        Shortcut::NextWeapon if workspace.figure().weapons().is_empty() => {
            format!("No weapon found for {}", name())
        }
        Shortcut::PreviousSequence | Shortcut::NextSequence if player.sequences().len() < 2 => {
            format!("{} has only one sequence", name())
        }
        Shortcut::Toggle(LookSwitch::Crossfade) if player.sequences().len() < 2 => {
            format!("Cross-fade has no effect: {} has only one sequence", name())
        }
        key if needs_frames(key) && is_single && workspace.body().filter_map(Actor::player).all(is_still) => {
            String::from("No effect: this sequence has only one frame")
        }
        Shortcut::StepTenthBack | Shortcut::StepTenthForward if !player.blends() => NO_EASING.to_owned(),
        Shortcut::StepTenthBack | Shortcut::StepTenthForward if player.easing() == Easing::Step => {
            format!(
                "The pose does not change between frames: easing is off ({})",
                key_of(Shortcut::NextEasing)
            )
        }
        Shortcut::Slower | Shortcut::Faster if !changes => String::from("The speed is at its limit"),
        Shortcut::Darker | Shortcut::Brighter if workspace.look().light == Lighting::None => {
            format!("Brightness has no effect without light ({})", key_of(Shortcut::NextLight))
        }
        Shortcut::Darker | Shortcut::Brighter if !changes => String::from("The brightness is at its limit"),
        Shortcut::NextAlpha if !workspace.actors().iter().any(Actor::has_alpha) => {
            String::from("No effect: the skin has no transparent pixels")
        }
        Shortcut::Toggle(LookSwitch::OwnNormals)
            if documents().all(|document| document.own_normals.is_none()) =>
        {
            format!("No effect: {} is already drawn with the normals of its file", name())
        }
        Shortcut::Toggle(LookSwitch::Steady) if !documents().any(|document| document.has_8_bit_keys()) => {
            format!("Steady motion has no effect: {} stores positions in 16 bits", name())
        }
        Shortcut::Toggle(LookSwitch::Smooth)
            if workspace.actors().iter().all(|actor| actor.outfit().is_none()) =>
        {
            String::from("No effect: no skin image is shown")
        }
        Shortcut::ToggleFloor | Shortcut::ToggleGrid if workspace.weapon_view() => {
            String::from("The weapon view has no floor")
        }
        _ => return None,
    };
    Some(reason)
}

fn is_step(shortcut: Shortcut) -> bool {
    use Shortcut::{FirstFrame, LastFrame, StepBack, StepForward, StepTenthBack, StepTenthForward};
    matches!(shortcut, FirstFrame | LastFrame | StepBack | StepForward | StepTenthBack | StepTenthForward)
}

/// Whether a shortcut has an effect only on a sequence of several frames.
fn needs_frames(shortcut: Shortcut) -> bool {
    use Shortcut::{NextEasing, NextMode, Toggle, TogglePause, ToggleReversed};
    is_step(shortcut)
        || matches!(
            shortcut,
            TogglePause | NextMode | ToggleReversed | NextEasing | Toggle(LookSwitch::Onion)
        )
}

fn is_still(player: &Player) -> bool {
    player.key_count() == 1
}

fn view_notice(shortcut: Shortcut, before: &Workspace, after: &Workspace, actor: ActorId) -> Option<String> {
    let on_or_off = |is_on: bool| if is_on { "on" } else { "off" };
    let text = match shortcut {
        Shortcut::TogglePause => String::from(if after.can_pause() { "Playing" } else { "Paused" }),
        step if is_step(step) => frame_text(after, actor)?,
        Shortcut::ToggleOrbit => format!("Turntable: {}", on_or_off(after.camera().auto_orbit)),
        Shortcut::ToggleOrthographic if after.camera().orthographic => String::from("Orthographic"),
        Shortcut::ToggleOrthographic => String::from("Perspective"),
        Shortcut::ToggleCompare if after.is_comparing() => {
            let frame = after.reference().map_or_else(String::new, |reference| reference.frame.to_string());
            format!("Comparing other frames with frame {frame} in green")
        }
        Shortcut::ToggleCompare if before.is_comparing() => String::from("Comparison ended"),
        Shortcut::LookFrom(side) => String::from(match side {
            Side::Front => "View from the front",
            Side::Right => "View from the right",
            Side::Back => "View from the back",
            Side::Left => "View from the left",
            Side::Top => "View from the top",
            _ => "Initial view angle",
        }),
        Shortcut::MoveCamera(_) | Shortcut::ToggleWeaponView => return None,
        // Keys of the window have no notice.
        other if !matches!(other.action(after), Action::Scene(_)) => return None,
        other => help_of(other).to_owned(),
    };
    Some(text)
}

fn frame_text(workspace: &Workspace, actor: ActorId) -> Option<String> {
    let actor = workspace.actor(actor)?;
    let player = actor.player()?;
    #[allow(clippy::cast_possible_truncation, reason = "positions are never negative")]
    let tenths = (player.position_in_keys() * 10.0).round() as u32;
    let frame = player.sequence().frame_at(tenths / 10);
    let part = match tenths % 10 {
        0 => String::new(),
        part => format!(".{part}"),
    };
    Some(format!("Frame {frame}{part} {}", shown(actor.document().frame_name(frame))))
}

#[cfg(test)]
mod tests {
    use md2_scene::{Choice, Command, Look, Viewport};

    use super::*;
    use md2_scene::builtin;

    fn press(shortcut: Shortcut, workspace: &mut Workspace, panels_are_hidden: bool) -> Option<String> {
        let before = workspace.clone();
        let actor = workspace.lead();
        if let Action::Scene(command) = shortcut.action(workspace) {
            let _outcome = workspace.apply(command).unwrap();
        }
        key_notice(shortcut, (&before, workspace), actor, panels_are_hidden)
    }

    #[test]
    fn each_key_of_the_scene_has_a_notice_while_the_panels_are_hidden() {
        let mut figure = Workspace::new(builtin::figure().unwrap(), Viewport::whole([640, 480])).0;
        for shortcut in crate::keys::shortcuts() {
            let is_for_scene = matches!(shortcut.action(&figure), Action::Scene(_));
            if is_for_scene && !matches!(shortcut, Shortcut::MoveCamera(_)) {
                let notice = press(shortcut, &mut figure, true);
                assert!(notice.is_some_and(|text| !text.is_empty()), "{shortcut:?}");
            }
        }
    }

    #[test]
    fn keys_without_effect_say_so() {
        let file = md2_testdata::one_triangle().build();
        let bare = md2_scene::Document::from_bytes("m.md2", file.bytes(), Default::default()).unwrap();
        let mut bare = Workspace::new(bare, Viewport::whole([64, 64])).0;
        for (shortcut, expected) in [
            (Shortcut::NextSkin, "m.md2 has no skins"),
            (Shortcut::NextWeapon, "No weapon found for m.md2"),
            (Shortcut::NextAlpha, "No effect: the skin has no transparent pixels"),
            (Shortcut::Toggle(LookSwitch::Smooth), "No effect: no skin image is shown"),
        ] {
            assert_eq!(press(shortcut, &mut bare, false).as_deref(), Some(expected));
        }
        let _outcome =
            bare.apply(Command::SetLook(Look { light: Lighting::None, ..Look::default() })).unwrap();
        let notice = press(Shortcut::Brighter, &mut bare, false).unwrap();
        assert_eq!(notice, "Brightness has no effect without light (L)");
    }

    #[test]
    fn notices_name_the_new_state() {
        let mut figure = Workspace::new(builtin::figure().unwrap(), Viewport::whole([64, 64])).0;
        for state in ["on", "off"] {
            let notice = press(Shortcut::Toggle(LookSwitch::Inspect), &mut figure, false).unwrap();
            assert_eq!(notice, format!("Inspect: {state} (Q)"));
        }
        assert_eq!(press(Shortcut::NextLight, &mut figure, false), None, "the panel shows it");
        for expected in ["Comparing other frames with frame ", "Comparison ended"] {
            let notice = press(Shortcut::ToggleCompare, &mut figure, false).unwrap();
            assert!(notice.contains(expected), "{notice}");
        }
        assert_eq!(press(Shortcut::NextLight, &mut figure, true).unwrap(), "Light: game (L)");
        let actor = figure.lead();
        let choose = Command::ChooseSequence { actor, sequence: Choice::Named(String::from("run")) };
        let _outcome = figure.apply(choose).unwrap();
        let _outcome = figure.apply(Command::SetPlaying(false)).unwrap();
        assert_eq!(press(Shortcut::StepTenthForward, &mut figure, true).unwrap(), "Frame 40.1 run1 (>)");
    }
}
