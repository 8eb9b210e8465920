//! The table of keyboard shortcuts, for the keyboard input, the tooltips and the help.

#[cfg(test)]
mod table;

use egui::{Key, Modifiers};
use md2_scene::{LookSwitch, Side};

use crate::camera_keys::CameraMove;
use crate::tab::Tab;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortcut {
    TogglePause,
    StepBack,
    StepForward,
    StepTenthBack,
    StepTenthForward,
    FirstFrame,
    LastFrame,
    PreviousSequence,
    NextSequence,
    NextTorsoSequence,
    Slower,
    Faster,
    NormalSpeed,
    NextMode,
    ToggleReversed,
    NextEasing,
    ToggleGame,
    Undo,
    Redo,
    UndoEdit,
    RenameSequence,
    SaveModel,
    SaveModelAs,
    NextSkin,
    NextWeapon,
    NextFaces,
    ToggleFloor,
    ToggleGrid,
    NextBackground,
    Darker,
    Brighter,
    NextLight,
    NextAlpha,
    ToggleWeaponView,
    Toggle(LookSwitch),
    ToggleCompare,
    CompareListed,
    ResetLook,
    FrameModel,
    ResetView,
    LookFrom(Side),
    MoveCamera(CameraMove),
    ToggleOrbit,
    ToggleOrthographic,
    Screenshot,
    ToggleExport,
    Show(Tab),
    FilterSequences,
    ToggleLargeSkin,
    TogglePanels,
    // egui scales its interface with these keys.
    ScaleInterface,
    ToggleHelp,
    Open,
    PreviousModel,
    NextModel,
    Close,
    Quit,
}

impl Shortcut {
    pub fn repeats(self) -> bool {
        bindings().any(|binding| binding.shortcut == self && binding.repeats)
    }

    /// Whether the shortcut has an effect on a crowd, which has no panels, and whose models choose their sequences and skins.
    pub fn acts_on_crowd(self) -> bool {
        bindings().all(|binding| binding.shortcut != self || binding.acts_on_crowd)
    }
}

#[derive(Debug)]
struct Binding {
    /// The keys of the shortcut, separated by spaces. `Page Up` and `Page Down` are single keys.
    keys: &'static str,
    /// The keys as the help shows them; empty if the label of a row above includes the keys of this row.
    label: &'static str,
    shortcut: Shortcut,
    help: &'static str,
    repeats: bool,
    acts_on_crowd: bool,
}

impl Binding {
    const fn repeating(self) -> Self {
        Self { repeats: true, ..self }
    }

    const fn not_for_crowds(self) -> Self {
        Self { acts_on_crowd: false, ..self }
    }
}

const fn row(keys: &'static str, shortcut: Shortcut, help: &'static str) -> Binding {
    group(keys, keys, shortcut, help)
}

const fn group(keys: &'static str, label: &'static str, shortcut: Shortcut, help: &'static str) -> Binding {
    Binding { keys, label, shortcut, help, repeats: false, acts_on_crowd: true }
}

const fn more(keys: &'static str, shortcut: Shortcut) -> Binding {
    group(keys, "", shortcut, "")
}

const TOPICS: &[(&str, &[Binding])] = &[
    ("Playback", PLAYBACK),
    ("Model", MODEL),
    ("Camera", CAMERA),
    ("Look", LOOK),
    ("Panels", PANELS),
    ("Files", FILES),
];

const PLAYBACK: &[Binding] = &[
    row("Space", Shortcut::TogglePause, "Play or pause"),
    row("←", Shortcut::StepBack, "Previous frame").repeating(),
    row("→", Shortcut::StepForward, "Next frame").repeating(),
    group("<", "< >", Shortcut::StepTenthBack, "A tenth of a frame back, forward")
        .repeating()
        .not_for_crowds(),
    more(">", Shortcut::StepTenthForward).repeating().not_for_crowds(),
    row(",", Shortcut::FirstFrame, "First frame").not_for_crowds(),
    row(".", Shortcut::LastFrame, "Last frame").not_for_crowds(),
    row("↑", Shortcut::PreviousSequence, "Previous sequence").repeating().not_for_crowds(),
    row("↓", Shortcut::NextSequence, "Next sequence").repeating().not_for_crowds(),
    row("T", Shortcut::NextTorsoSequence, "Next torso sequence").repeating().not_for_crowds(),
    row("[", Shortcut::Slower, "Slower: 1/2, 1/4, 1/8, 1/16").repeating(),
    row("]", Shortcut::Faster, "Faster: 2, 4").repeating(),
    row("1", Shortcut::NormalSpeed, "Normal speed"),
    row("M", Shortcut::NextMode, "Loop mode: loop, once, ping-pong").not_for_crowds(),
    row("R", Shortcut::ToggleReversed, "Play backwards").not_for_crowds(),
    row("E", Shortcut::NextEasing, "Easing between frames, or none").not_for_crowds(),
    row("J", Shortcut::ToggleGame, "Play as in the game").not_for_crowds(),
    row("Ctrl+F", Shortcut::FilterSequences, "Search sequences or files").not_for_crowds(),
    row("X", Shortcut::Toggle(LookSwitch::Crossfade), "Cross-fade between sequences").not_for_crowds(),
];

const MODEL: &[Binding] = &[
    row("S", Shortcut::NextSkin, "Next skin").not_for_crowds(),
    row("C", Shortcut::NextWeapon, "Next weapon, or none").not_for_crowds(),
    row("Ctrl+Z", Shortcut::Undo, "Undo the last change").repeating(),
    group("Ctrl+Y Ctrl+Shift+Z", "Ctrl+Y", Shortcut::Redo, "Redo").repeating(),
];

const LOOK: &[Binding] = &[
    row("W", Shortcut::NextFaces, "Solid, solid + wire, wireframe"),
    row("G", Shortcut::ToggleFloor, "Stone floor"),
    row("Shift+G", Shortcut::ToggleGrid, "Grid"),
    row("Shift+B", Shortcut::NextBackground, "Background: studio, light, gray, black"),
    row("8", Shortcut::Darker, "Darker").repeating(),
    row("9", Shortcut::Brighter, "Brighter").repeating(),
    row("L", Shortcut::NextLight, "Light: studio, lamp, game, none"),
    row("B", Shortcut::Toggle(LookSwitch::TwoSided), "Show back faces"),
    row("N", Shortcut::Toggle(LookSwitch::Smooth), "Smooth skin pixels"),
    row("Y", Shortcut::Toggle(LookSwitch::Steady), "Steady motion without 8-bit tremble"),
    row("A", Shortcut::NextAlpha, "Skin transparency: auto, on, off"),
    row("I", Shortcut::Toggle(LookSwitch::OwnNormals), "Use the normals of the file"),
    row("Q", Shortcut::Toggle(LookSwitch::Inspect), "Inspect vertices and triangles").not_for_crowds(),
    row("D", Shortcut::Toggle(LookSwitch::Normals), "Show normals").not_for_crowds(),
    row("Z", Shortcut::Toggle(LookSwitch::Boxes), "Show bounding boxes and tags").not_for_crowds(),
    row("K", Shortcut::Toggle(LookSwitch::Onion), "Onion skin: previous blue, next orange").not_for_crowds(),
    row("U", Shortcut::ToggleCompare, "Compare with this frame, or stop comparing").not_for_crowds(),
    row("Shift+Home", Shortcut::ResetLook, "Reset the look"),
];

const CAMERA: &[Binding] = &[
    row("F", Shortcut::FrameModel, "Fit the model in view"),
    row("Home", Shortcut::ResetView, "Reset the view"),
    group("Shift+←", "Shift+← → ↑ ↓", Shortcut::MoveCamera(CameraMove::OrbitLeft), "Orbit"),
    more("Shift+→", Shortcut::MoveCamera(CameraMove::OrbitRight)),
    more("Shift+↑", Shortcut::MoveCamera(CameraMove::OrbitUp)),
    more("Shift+↓", Shortcut::MoveCamera(CameraMove::OrbitDown)),
    group("Ctrl+←", "Ctrl+← → ↑ ↓", Shortcut::MoveCamera(CameraMove::PanLeft), "Pan"),
    more("Ctrl+→", Shortcut::MoveCamera(CameraMove::PanRight)),
    more("Ctrl+↑", Shortcut::MoveCamera(CameraMove::PanUp)),
    more("Ctrl+↓", Shortcut::MoveCamera(CameraMove::PanDown)),
    group("+ =", "+ −", Shortcut::MoveCamera(CameraMove::ZoomIn), "Zoom"),
    more("- _", Shortcut::MoveCamera(CameraMove::ZoomOut)),
    group("2", "2 3 4 5 6", Shortcut::LookFrom(Side::Front), "View from front, right, back, left, top"),
    more("3", Shortcut::LookFrom(Side::Right)),
    more("4", Shortcut::LookFrom(Side::Back)),
    more("5", Shortcut::LookFrom(Side::Left)),
    more("6", Shortcut::LookFrom(Side::Top)),
    row("7", Shortcut::LookFrom(Side::Start), "Initial view angle"),
    row("O", Shortcut::ToggleOrbit, "Turntable"),
    row("V", Shortcut::ToggleWeaponView, "First-person weapon view").not_for_crowds(),
    row("0", Shortcut::ToggleOrthographic, "Perspective or orthographic"),
];

const PANELS: &[Binding] = &[
    row("F2", Shortcut::Show(Tab::Animation), "Sequences").not_for_crowds(),
    row("F3", Shortcut::Show(Tab::Files), "Files").not_for_crowds(),
    row("F4", Shortcut::Show(Tab::Look), "Look").not_for_crowds(),
    row("F5", Shortcut::Show(Tab::Skin), "Skins and texture coordinates").not_for_crowds(),
    row("F6", Shortcut::Show(Tab::Model), "Model information").not_for_crowds(),
    row("F7", Shortcut::Show(Tab::Check), "Findings in the files").not_for_crowds(),
    row("Shift+S", Shortcut::ToggleLargeSkin, "Show the skin in a window").not_for_crowds(),
    row("P", Shortcut::TogglePanels, "Show or hide the panels"),
    row("Ctrl++ Ctrl+- Ctrl+0", Shortcut::ScaleInterface, "Larger, smaller or normal text"),
    row("H F1 ?", Shortcut::ToggleHelp, "Keyboard and mouse help"),
    row("Esc", Shortcut::Close, "Close the topmost window, message or filter"),
    row("Ctrl+Q", Shortcut::Quit, "Quit"),
];

const FILES: &[Binding] = &[
    row("Ctrl+O", Shortcut::Open, "Open a file"),
    row("Page Up", Shortcut::PreviousModel, "Previous model").repeating(),
    row("Page Down", Shortcut::NextModel, "Next model").repeating(),
    row("F12", Shortcut::Screenshot, "Save a picture (PNG)"),
    row("Shift+U", Shortcut::CompareListed, "Compare with the model selected in Files").not_for_crowds(),
    row("Ctrl+E", Shortcut::ToggleExport, "Export animations, models, a contact sheet").not_for_crowds(),
    row("Ctrl+S", Shortcut::SaveModel, "Save the edits").not_for_crowds(),
    row("Ctrl+Shift+S", Shortcut::SaveModelAs, "Save the model under a new name").not_for_crowds(),
    row("Ctrl+R", Shortcut::RenameSequence, "Rename the sequence in the file").not_for_crowds(),
    row("Ctrl+U", Shortcut::UndoEdit, "Undo the last edit of the file, and nothing else").not_for_crowds(),
];

const MOUSE_HELP: &[(&str, &str)] = &[
    ("Left drag", "Orbit"),
    ("Click", "Select a triangle or a vertex"),
    ("Right drag", "Pan"),
    ("Wheel", "Zoom to the pointer"),
    ("Double click", "Fit the model in view"),
    ("G in the list of files", "List or grid"),
    ("Drop a file or folder", "Open it"),
];

#[derive(Clone, Debug)]
pub(crate) struct HelpTopic {
    pub(crate) name: &'static str,
    pub(crate) rows: Vec<(&'static str, &'static str)>,
}

pub(crate) fn help_topics(is_crowd: bool) -> Vec<HelpTopic> {
    let acts = |shortcut: Shortcut| !is_crowd || shortcut.acts_on_crowd();
    let keys = TOPICS.iter().map(|&(name, bindings)| {
        let shown = bindings.iter().filter(|binding| !binding.label.is_empty() && acts(binding.shortcut));
        HelpTopic { name, rows: shown.map(|binding| (binding.label, binding.help)).collect() }
    });
    keys.chain([HelpTopic { name: "Mouse and lists", rows: MOUSE_HELP.to_vec() }]).collect()
}

#[cfg(test)]
pub(crate) fn shortcuts() -> impl Iterator<Item = Shortcut> {
    bindings().map(|binding| binding.shortcut)
}

fn bindings() -> impl Iterator<Item = &'static Binding> {
    TOPICS.iter().flat_map(|(_, bindings)| *bindings)
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyPress {
    pub named: Option<Key>,
    pub sign: Option<char>,
    /// The character that the same key types on a US keyboard. Only set for brackets and digits.
    pub us_sign: Option<char>,
}

impl KeyPress {
    pub const fn named(key: Key) -> Self {
        Self { named: Some(key), sign: None, us_sign: None }
    }

    pub fn typed(text: &str) -> Self {
        let mut signs = text.chars().flat_map(char::to_lowercase);
        let first = signs.next().filter(|_| signs.next().is_none());
        Self { named: None, sign: first, us_sign: None }
    }
}

/// Returns the shortcut of a key press.
///
/// Letters are compared with the text that the keyboard layout types. Brackets and digits need a modifier on many layouts, so the
/// keys at their positions on a US keyboard have the same effect, unless the layout gives these keys another meaning.
/// `Modifiers::mac_cmd` is the key of the desktop (Windows, Super, Command), whose shortcuts belong to the desktop.
pub fn shortcut_for(press: KeyPress, modifiers: Modifiers) -> Option<Shortcut> {
    if modifiers.alt || modifiers.mac_cmd {
        return None;
    }
    let with = |modifier: &str| {
        let key = press.named.map(|key| key_name(key).to_owned()).or(press.sign.map(sign_name));
        let us_key = press.us_sign.map(sign_name);
        [key, us_key].into_iter().flatten().find_map(|key| find_shortcut(&format!("{modifier}{key}")))
    };
    match (modifiers.ctrl, modifiers.shift) {
        (true, true) => with("Ctrl+Shift+"),
        (true, false) => with("Ctrl+"),
        // Many signs are typed with Shift, and letters mean the same in capitals.
        (false, true) => with("Shift+").or_else(|| with("")),
        (false, false) => with(""),
    }
}

fn key_name(key: Key) -> &'static str {
    match key {
        Key::ArrowLeft => "←",
        Key::ArrowRight => "→",
        Key::ArrowUp => "↑",
        Key::ArrowDown => "↓",
        Key::Escape => "Esc",
        Key::PageUp => "Page Up",
        Key::PageDown => "Page Down",
        key => key.name(),
    }
}

fn sign_name(sign: char) -> String {
    sign.to_uppercase().collect()
}

fn find_shortcut(key: &str) -> Option<Shortcut> {
    let has_key =
        |binding: &&Binding| binding.keys == key || binding.keys.split(' ').any(|other| other == key);
    bindings().find(has_key).map(|binding| binding.shortcut)
}

pub fn key_of(shortcut: Shortcut) -> &'static str {
    let keys = bindings().find(|binding| binding.shortcut == shortcut).map_or("", |binding| binding.keys);
    keys.split_once(' ').filter(|_| !keys.starts_with("Page")).map_or(keys, |(first, _)| first)
}

pub(crate) fn tooltip(shortcut: Shortcut) -> String {
    format!("{} ({})", help_of(shortcut), key_of(shortcut))
}

pub(crate) fn help_of(shortcut: Shortcut) -> &'static str {
    bindings().find(|binding| binding.shortcut == shortcut).map_or("", |binding| binding.help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(keys: &str) -> Option<Shortcut> {
        let modifiers = [("Shift+", Modifiers::SHIFT), ("Ctrl+", Modifiers::CTRL), ("Alt+", Modifiers::ALT)];
        let held = modifiers.iter().find_map(|(name, held)| Some((keys.strip_prefix(name)?, *held)));
        let (key, held) = held.unwrap_or((keys, Modifiers::NONE));
        let named = Key::from_name(key).filter(|_| key.chars().count() > 1);
        shortcut_for(named.map_or_else(|| KeyPress::typed(key), KeyPress::named), held)
    }

    #[test]
    fn keys_have_their_documented_shortcuts() {
        let rows = "Left StepBack; PageUp PreviousModel; Escape Close; Ctrl+q Quit; g ToggleFloor; G ToggleFloor; Shift+W NextFaces; \
            Shift+G ToggleGrid; Shift++ MoveCamera(ZoomIn); Shift+= MoveCamera(ZoomIn); ? ToggleHelp; Shift+? ToggleHelp; \
            F1 ToggleHelp; Shift+> StepTenthForward; Ctrl+u UndoEdit; Ctrl+w None; Alt+w None; ß None; ss None; Delete None";
        for (keys, expected) in rows.split("; ").map(|row| row.split_once(' ').unwrap()) {
            let found = pressed(keys).map_or_else(|| String::from("None"), |found| format!("{found:?}"));
            assert_eq!(found, expected, "{keys}");
        }
        assert_eq!(shortcut_for(KeyPress::typed("w"), Modifiers::MAC_CMD), None, "a shortcut of the desktop");
        let redo = shortcut_for(KeyPress::typed("Z"), Modifiers::CTRL | Modifiers::SHIFT);
        assert_eq!(redo, Some(Shortcut::Redo));
        assert_eq!((pressed(""), shortcut_for(KeyPress::default(), Modifiers::NONE)), (None, None));
    }

    #[test]
    fn brackets_and_digits_are_found_by_place_on_other_layouts() {
        // Where a layout types one of the table's letters at that place, the letter wins.
        for (us_sign, text, expected) in
            [('[', "ü", Shortcut::Slower), ('[', "s", Shortcut::NextSkin), ('1', "&", Shortcut::NormalSpeed)]
        {
            let press = KeyPress { us_sign: Some(us_sign), ..KeyPress::typed(text) };
            assert_eq!(shortcut_for(press, Modifiers::NONE), Some(expected), "{press:?}");
        }
    }

    #[test]
    fn no_key_and_no_shortcut_is_in_the_table_twice() {
        let all: Vec<&Binding> = bindings().collect();
        for (i, one) in all.iter().enumerate() {
            for key in one.keys.split(' ').filter(|_| !one.keys.starts_with("Page")) {
                assert_eq!(find_shortcut(key), Some(one.shortcut), "{key}");
            }
            assert!(all[i + 1..].iter().all(|other| one.shortcut != other.shortcut), "{}", one.keys);
        }
        assert_eq!((key_of(Shortcut::ToggleHelp), key_of(Shortcut::NextModel)), ("H", "Page Down"));
    }
}
