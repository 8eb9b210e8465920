//! Names of the differences between two states of a workspace, for notices and for undo.

use std::fmt;

use md2_anim::{Easing, LoopMode};
use md2_common::Faces;

use crate::actor::Actor;
use crate::document::Document;
use crate::edit::Edit;
use crate::look::{Look, LookSwitch};
use crate::player::Player;
use crate::skin::Skin;
use crate::text::shown;
use crate::weapon::FLASH;
use crate::workspace::Workspace;

pub const LOOP_MODES: [(LoopMode, &str); 3] =
    [(LoopMode::Loop, "Loop"), (LoopMode::Once, "Once"), (LoopMode::PingPong, "Ping-pong")];

pub const EASINGS: [(Easing, &str); 5] = [
    (Easing::Linear, "Linear"),
    (Easing::In, "Ease in"),
    (Easing::Out, "Ease out"),
    (Easing::InOut, "Ease in-out"),
    (Easing::Step, "None: whole frames"),
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub setting: String,
    pub value: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.setting, self.value)
    }
}

impl Change {
    fn new(setting: impl Into<String>, value: impl Into<String>) -> Option<Self> {
        Some(Self { setting: setting.into(), value: value.into() })
    }

    pub fn from_edit(edit: &Edit) -> Self {
        let (setting, value) = match edit {
            Edit::RenameFrames { old, name, .. } => {
                (format!("Sequence {}", shown(old)), format!("renamed to {}", shown(name)))
            }
            Edit::MoveFrames { name, is_later, .. } => {
                let direction = if *is_later { "moved down" } else { "moved up" };
                (format!("Sequence {}", shown(name)), direction.to_owned())
            }
            Edit::ReplaceSkin { skin, file, .. } => {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                (skin.to_string().replacen('s', "S", 1), format!("replaced by {}", shown(&name)))
            }
            Edit::Transform(transform) => (String::from("Model"), transform.to_string()),
        };
        Self { setting, value }
    }

    /// Returns the most important difference between two states: another model, weapon, skin, sequence, playback setting or look. `None`
    /// if they differ at most in time, in the view, or in the selection.
    pub fn between(before: &Workspace, after: &Workspace) -> Option<Self> {
        if before.lead() != after.lead() {
            return Self::new("Model", shown(after.figure().name()));
        }
        let weapon = |workspace: &Workspace| workspace.weapon().map(|(index, _)| index);
        if weapon(before) != weapon(after) {
            let name = after.weapon().map_or("none", |(_, weapon)| weapon.name());
            return Self::new("Weapon", shown(name));
        }
        let pairs = || after.actors().iter().filter_map(|actor| Some((before.actor(actor.id)?, actor)));
        pairs()
            .find_map(|(before, after)| actor_change(before, after))
            .or_else(|| players_change(before, after))
            .or_else(|| transport_change(before, after))
            .or_else(|| look_change(before.look(), after.look()))
    }
}

fn actor_change(before: &Actor, after: &Actor) -> Option<Change> {
    let (old, new) = (before.document(), after.document());
    let undone = old.last_edit().filter(|_| old.edits().len() > new.edits().len());
    if let Some(edit) = undone.or(new.last_edit()).filter(|_| !old.shares_content_with(new)) {
        let change = Change::from_edit(edit);
        let end = if undone.is_some() { ", undone" } else { "" };
        return Change::new(change.setting, change.value + end);
    }
    let label = |actor: &Actor| Some(actor.skin(actor.wanted_index()?)?.label().to_owned());
    let skin = |actor: &Actor| actor.wanted_index().and_then(|index| actor.skin(index)).cloned();
    let is_same = |one: &Skin, other: &Skin| one.is_same_as(other);
    let differs = match (skin(before), skin(after)) {
        (Some(before), Some(after)) => !is_same(&before, &after),
        (before, after) => before.is_some() != after.is_some(),
    };
    if differs {
        return Change::new("Skin", label(after).map_or(String::from("none"), |label| shown(&label)));
    }
    if before.is_shown != after.is_shown {
        let name = if after.role() == FLASH { String::from("Muzzle flash") } else { shown(after.role()) };
        return Change::new(name, if after.is_shown { "shown" } else { "hidden" });
    }
    None
}

fn players_change(before: &Workspace, after: &Workspace) -> Option<Change> {
    let players = after.actors().iter().filter_map(|actor| {
        let id = actor.id;
        Some((before.player_without_preview(id)?, after.player_without_preview(id)?))
    });
    players.into_iter().find_map(|(before, after)| player_change(before, after))
}

fn player_change(before: &Player, after: &Player) -> Option<Change> {
    let chosen = |player: &Player| player.sequences().get(player.chosen_index()).cloned();
    if before.range_set_index() != after.range_set_index() {
        return Change::new("Sequences", after.range_set().label.as_str());
    }
    if before.chosen_index() != after.chosen_index() {
        let name = chosen(after).map_or(String::new(), |sequence| shown(&sequence.readable_name()));
        return Change::new("Sequence", name);
    }
    let mode = |player: &Player| chosen(player).map(|sequence| sequence.mode);
    if mode(before) != mode(after) {
        return Change::new("Loop mode", name_in(&LOOP_MODES, after.mode()));
    }
    if before.rates != after.rates {
        return Change::new("Rates", after.rates.name());
    }
    if before.chosen_easing() != after.chosen_easing() {
        return Change::new("Easing", name_in(&EASINGS, after.easing()));
    }
    if before.reversed != after.reversed {
        return Change::new("Play backwards", on_or_off(after.reversed));
    }
    None
}

fn transport_change(before: &Workspace, after: &Workspace) -> Option<Change> {
    let (before, after) = (before.transport(), after.transport());
    if before.game != after.game {
        return Change::new("Play as in the game", on_or_off(after.game));
    }
    if before.speed != after.speed {
        return Change::new("Speed", speed_text(after.speed));
    }
    None
}

fn look_change(before: &Look, after: &Look) -> Option<Change> {
    let values: [(&str, bool, String); 9] = [
        ("Faces", before.faces != after.faces, String::from(faces_name(after.faces))),
        ("Floor", before.floor != after.floor, String::from(after.floor.name())),
        ("Background", before.background != after.background, after.background.to_string()),
        (
            "Brightness",
            before.brightness != after.brightness,
            format!("×\u{2009}{:.2}", after.brightness.factor()),
        ),
        ("Light", before.light != after.light, String::from(after.light.name())),
        ("Geometry", before.geometry != after.geometry, String::from(after.geometry.name())),
        ("Blend", before.blend != after.blend, String::from(after.blend.name())),
        (
            "Mistake",
            before.mistake != after.mistake,
            after.mistake.map_or("none", |mistake| mistake.label()).to_owned(),
        ),
        ("Skin transparency", before.alpha != after.alpha, String::from(after.alpha.name())),
    ];
    let values = values.into_iter().filter(|(_, differs, _)| *differs);
    let values = values.filter_map(|(setting, _, value)| Change::new(setting, value));
    let [mut old, mut new] = [*before, *after];
    let switches = LookSwitch::all().into_iter().filter_map(|switch| {
        let (was, is) = (*switch.field_mut(&mut old), *switch.field_mut(&mut new));
        if was == is { None } else { Change::new(switch.name(), on_or_off(is)) }
    });
    let mut changes = values.chain(switches);
    let first = changes.next()?;
    if *after == Look::default() && changes.next().is_some() {
        return Change::new("Look", "reset");
    }
    Some(first)
}

/// Returns the line about a model with edits: its name and the last edit.
pub fn edits_line(name: &str, edits: &[Edit]) -> String {
    let name = shown(name);
    let Some((last, others)) = edits.split_last() else { return format!("{name}: undone edits") };
    let last = Change::from_edit(last);
    match others.len() {
        0 => format!("{name}: {last}"),
        1 => format!("{name}: {last}, and 1 more edit"),
        more => format!("{name}: {last}, and {more} more edits"),
    }
}

/// Describes the edits of a model that are not in its file, in one line.
pub fn unsaved_line(document: &Document) -> String {
    edits_line(document.name(), document.unsaved_edits().unwrap_or(document.edits()))
}

pub fn faces_name(faces: Faces) -> &'static str {
    match faces {
        Faces::Solid => "Solid",
        Faces::SolidWireframe => "Solid + wire",
        Faces::Wireframe => "Wireframe",
    }
}

pub fn speed_text(speed: f32) -> String {
    format!("×\u{2009}{}", speed_number(speed))
}

pub fn speed_number(speed: impl Into<f64>) -> String {
    let text = format!("{:.4}", speed.into());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn on_or_off(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

pub fn name_in<T: PartialEq>(all: &[(T, &'static str)], value: T) -> &'static str {
    all.iter().find(|(other, _)| *other == value).map_or("", |(_, name)| name)
}
