//! The table of keys, for the input and for the list of keys.

#[cfg(test)]
mod table;

use egui::{Key, Modifiers};
use md2_scene::Side;

use crate::camera_keys::CameraMove;
use crate::tab::Tab;

/// An entry of the table of keys, which an [`Action`](crate::action::Action) of a workspace follows from.
#[allow(missing_docs, reason = "the table describes each of them")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortcut {
    TogglePause,
    StepBack,
    StepForward,
    FirstFrame,
    LastFrame,
    PreviousSequence,
    NextSequence,
    Slower,
    Faster,
    NormalSpeed,
    NextMode,
    ToggleReversed,
    NextEasing,
    ToggleGame,
    NextSkin,
    NextWeapon,
    NextOfSecond,
    NextFaces,
    ToggleFloor,
    ToggleGrid,
    NextBackground,
    Darker,
    Brighter,
    NextLight,
    ToggleCrossfade,
    ToggleWeaponView,
    ToggleTwoSided,
    ToggleFilter,
    ToggleSteady,
    ToggleInspect,
    ToggleNormals,
    ToggleBoxes,
    ToggleOnion,
    ToggleCompare,
    /// Compares with the model at the cursor in the list of files.
    CompareListed,
    NextAlpha,
    ToggleOwnNormals,
    ResetLook,
    FrameModel,
    ResetView,
    LookFrom(Side),
    /// Moves the camera while the key is held.
    MoveCamera(CameraMove),
    ToggleOrbit,
    ToggleOrthographic,
    Screenshot,
    ToggleExport,
    Show(Tab),
    FilterSequences,
    ToggleLargeSkin,
    TogglePanels,
    ToggleHelp,
    Open,
    PreviousModel,
    NextModel,
    Quit,
}

impl Shortcut {
    /// Whether a held key repeats it.
    #[must_use]
    pub fn repeats(self) -> bool {
        matches!(
            self,
            Self::StepBack
                | Self::StepForward
                | Self::PreviousSequence
                | Self::NextSequence
                | Self::NextOfSecond
                | Self::Slower
                | Self::Faster
                | Self::Darker
                | Self::Brighter
                | Self::PreviousModel
                | Self::NextModel
        )
    }
}

/// A key in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stroke {
    Named(Key),
    /// A letter or sign as the layout types it, in lower case.
    Sign(char),
}

/// The modifier of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Modifier {
    Nothing,
    Shift,
    Control,
}

/// A key with its modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Press {
    stroke: Stroke,
    modifier: Modifier,
}

/// A row of the table.
#[derive(Debug)]
pub struct Binding {
    /// The presses with this meaning.
    presses: &'static [Press],
    /// The key as it is printed on a keyboard.
    pub key: &'static str,
    /// The shortcut of these keys.
    pub shortcut: Shortcut,
    /// The description in the list of keys.
    pub help: &'static str,
}

const fn named(key: Key) -> Press {
    Press { stroke: Stroke::Named(key), modifier: Modifier::Nothing }
}

const fn sign(sign: char) -> Press {
    Press { stroke: Stroke::Sign(sign), modifier: Modifier::Nothing }
}

const fn shift(key: Key) -> Press {
    Press { stroke: Stroke::Named(key), modifier: Modifier::Shift }
}

const fn control_named(key: Key) -> Press {
    Press { stroke: Stroke::Named(key), modifier: Modifier::Control }
}

const fn control(sign: char) -> Press {
    Press { stroke: Stroke::Sign(sign), modifier: Modifier::Control }
}

const fn camera(
    presses: &'static [Press],
    key: &'static str,
    camera_move: CameraMove,
    help: &'static str,
) -> Binding {
    row(presses, key, Shortcut::MoveCamera(camera_move), help)
}

const fn shifted(sign: char) -> Press {
    Press { stroke: Stroke::Sign(sign), modifier: Modifier::Shift }
}

const fn row(
    presses: &'static [Press],
    key: &'static str,
    shortcut: Shortcut,
    help: &'static str,
) -> Binding {
    Binding { presses, key, shortcut, help }
}

/// All keys by topic, in the order of the list of keys. A row whose key has no name belongs to the one before.
pub const TOPICS: &[(&str, &[Binding])] = &[
    ("Playback", PLAYBACK),
    ("Model", MODEL),
    ("Camera", CAMERA),
    ("Look", LOOK),
    ("Panels", PANELS),
    ("Files", FILES),
];

const PLAYBACK: &[Binding] = &[
    row(&[named(Key::Space)], "Space", Shortcut::TogglePause, "pause or play"),
    row(&[named(Key::ArrowLeft)], "←", Shortcut::StepBack, "previous frame"),
    row(&[named(Key::ArrowRight)], "→", Shortcut::StepForward, "next frame"),
    row(&[sign(',')], ",", Shortcut::FirstFrame, "first frame"),
    row(&[sign('.')], ".", Shortcut::LastFrame, "last frame"),
    row(&[named(Key::ArrowUp)], "↑", Shortcut::PreviousSequence, "previous sequence"),
    row(&[named(Key::ArrowDown)], "↓", Shortcut::NextSequence, "next sequence"),
    row(&[sign('t')], "T", Shortcut::NextOfSecond, "next sequence of the torso"),
    row(&[sign('[')], "[", Shortcut::Slower, "slower"),
    row(&[sign(']')], "]", Shortcut::Faster, "faster"),
    row(&[sign('1')], "1", Shortcut::NormalSpeed, "normal speed"),
    row(&[sign('m')], "M", Shortcut::NextMode, "loop, once, ping-pong; leaves the game"),
    row(&[sign('r')], "R", Shortcut::ToggleReversed, "backwards"),
    row(&[sign('e')], "E", Shortcut::NextEasing, "easing between frames"),
    row(&[sign('j')], "J", Shortcut::ToggleGame, "as in the game: whole frames, holds, returns"),
    row(&[control('f')], "Ctrl+F", Shortcut::FilterSequences, "filter the sequences, or the files"),
    row(&[sign('x')], "X", Shortcut::ToggleCrossfade, "cross-fade when the sequence changes"),
];

const MODEL: &[Binding] = &[
    row(&[sign('s')], "S", Shortcut::NextSkin, "next skin"),
    row(&[sign('c')], "C", Shortcut::NextWeapon, "carry the next weapon, or none"),
];

const LOOK: &[Binding] = &[
    row(&[sign('w')], "W", Shortcut::NextFaces, "faces, with their edges, edges only"),
    row(&[sign('g')], "G", Shortcut::ToggleFloor, "floor"),
    row(&[shifted('g')], "Shift+G", Shortcut::ToggleGrid, "grid in place of the floor"),
    row(&[shifted('b')], "Shift+B", Shortcut::NextBackground, "background: studio, light, gray, black"),
    row(&[sign('8')], "8", Shortcut::Darker, "darker"),
    row(&[sign('9')], "9", Shortcut::Brighter, "brighter"),
    row(&[sign('l')], "L", Shortcut::NextLight, "light: studio, as the game, none"),
    row(&[sign('b')], "B", Shortcut::ToggleTwoSided, "back faces"),
    row(&[sign('n')], "N", Shortcut::ToggleFilter, "smooth or sharp skin pixels"),
    row(&[sign('y')], "Y", Shortcut::ToggleSteady, "steady: no tremble of 8-bit keys"),
    row(&[sign('a')], "A", Shortcut::NextAlpha, "holes where skins are clear: auto, on, off"),
    row(&[sign('i')], "I", Shortcut::ToggleOwnNormals, "the file's normals where they point inwards"),
    row(&[sign('q')], "Q", Shortcut::ToggleInspect, "read the bytes of what the pointer is on"),
    row(&[sign('d')], "D", Shortcut::ToggleNormals, "normals as lines"),
    row(&[sign('z')], "Z", Shortcut::ToggleBoxes, "boxes around pose and model, tags as axes"),
    row(&[sign('k')], "K", Shortcut::ToggleOnion, "onion skin: the keys around the pose"),
    row(&[sign('u')], "U", Shortcut::ToggleCompare, "compare with the frame at hand, or with nothing"),
    row(&[shift(Key::Home)], "Shift+Home", Shortcut::ResetLook, "back to the usual look"),
];

const CAMERA: &[Binding] = &[
    row(&[sign('f')], "F", Shortcut::FrameModel, "frame the model"),
    row(&[named(Key::Home)], "Home", Shortcut::ResetView, "back to the start view"),
    camera(&[shift(Key::ArrowLeft)], "Shift+← → ↑ ↓", CameraMove::OrbitLeft, "orbit"),
    camera(&[shift(Key::ArrowRight)], "", CameraMove::OrbitRight, "orbit"),
    camera(&[shift(Key::ArrowUp)], "", CameraMove::OrbitUp, "orbit"),
    camera(&[shift(Key::ArrowDown)], "", CameraMove::OrbitDown, "orbit"),
    camera(&[control_named(Key::ArrowLeft)], "Ctrl+← → ↑ ↓", CameraMove::PanLeft, "pan"),
    camera(&[control_named(Key::ArrowRight)], "", CameraMove::PanRight, "pan"),
    camera(&[control_named(Key::ArrowUp)], "", CameraMove::PanUp, "pan"),
    camera(&[control_named(Key::ArrowDown)], "", CameraMove::PanDown, "pan"),
    camera(&[sign('+'), sign('=')], "+ −", CameraMove::ZoomIn, "zoom"),
    camera(&[sign('-'), sign('_')], "", CameraMove::ZoomOut, "zoom"),
    row(&[sign('2')], "2 3 4 5 6", Shortcut::LookFrom(Side::Front), "from front, right, back, left, top"),
    row(&[sign('3')], "", Shortcut::LookFrom(Side::Right), "from the right"),
    row(&[sign('4')], "", Shortcut::LookFrom(Side::Back), "from the back"),
    row(&[sign('5')], "", Shortcut::LookFrom(Side::Left), "from the left"),
    row(&[sign('6')], "", Shortcut::LookFrom(Side::Top), "from the top"),
    row(&[sign('7')], "7", Shortcut::LookFrom(Side::Start), "as at the start, without turning"),
    row(&[sign('o')], "O", Shortcut::ToggleOrbit, "turn by itself"),
    row(&[sign('v')], "V", Shortcut::ToggleWeaponView, "from the player's eye, as the weapon in hand"),
    row(&[sign('0')], "0", Shortcut::ToggleOrthographic, "perspective, or none"),
];

const PANELS: &[Binding] = &[
    row(&[named(Key::F2)], "F2", Shortcut::Show(Tab::Animation), "sequences"),
    row(&[named(Key::F3)], "F3", Shortcut::Show(Tab::Files), "files"),
    row(&[named(Key::F4)], "F4", Shortcut::Show(Tab::Look), "look"),
    row(&[named(Key::F5)], "F5", Shortcut::Show(Tab::Skin), "skins"),
    row(&[named(Key::F6)], "F6", Shortcut::Show(Tab::Model), "numbers of the model"),
    row(&[named(Key::F7)], "F7", Shortcut::Show(Tab::Check), "what is wrong with it"),
    row(&[shifted('s')], "Shift+S", Shortcut::ToggleLargeSkin, "the skin in a window of its own"),
    row(&[sign('p')], "P", Shortcut::TogglePanels, "show or hide the panels"),
    row(&[named(Key::F1), sign('h'), sign('?')], "H F1 ?", Shortcut::ToggleHelp, "this help"),
    row(&[named(Key::Escape)], "Esc", Shortcut::Quit, "close this, or quit"),
];

const FILES: &[Binding] = &[
    row(&[control('o')], "Ctrl+O", Shortcut::Open, "open a file"),
    row(&[named(Key::PageUp)], "Page Up", Shortcut::PreviousModel, "model before in the files"),
    row(&[named(Key::PageDown)], "Page Down", Shortcut::NextModel, "model after in the files"),
    row(&[named(Key::F12)], "F12", Shortcut::Screenshot, "picture into the current folder"),
    row(&[shifted('u')], "Shift+U", Shortcut::CompareListed, "compare with the model chosen in the files"),
    row(&[control('e')], "Ctrl+E", Shortcut::ToggleExport, "export: animations, glTF, a contact sheet"),
];

/// All rows of the table.
pub fn bindings() -> impl Iterator<Item = &'static Binding> {
    TOPICS.iter().flat_map(|(_, bindings)| *bindings)
}

/// The gestures of the mouse, in the form of the key table.
pub const MOUSE_HELP: &[(&str, &str)] = &[
    ("Left drag", "orbit"),
    ("Click", "select what is under the pointer, or nothing"),
    ("Right drag", "pan"),
    ("Wheel", "zoom to the pointer"),
    ("Double click", "frame the model"),
    ("Drop a file or folder", "open it"),
];

/// A key press in the terms of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyPress {
    /// The key, if it has a name and types no letter or sign.
    pub named: Option<Key>,
    /// The letter or sign as the layout types it, in lower case.
    pub sign: Option<char>,
    /// The sign at the key's place on a US keyboard, for brackets and digits.
    pub us_sign: Option<char>,
}

impl KeyPress {
    /// A key by its name.
    #[must_use]
    pub const fn named(key: Key) -> Self {
        Self { named: Some(key), sign: None, us_sign: None }
    }

    /// A key by the text that the layout types: a single letter or sign, of any case.
    #[must_use]
    pub fn typed(text: &str) -> Self {
        let mut signs = text.chars().flat_map(char::to_lowercase);
        let first = signs.next().filter(|_| signs.next().is_none());
        Self { named: None, sign: first, us_sign: None }
    }
}

/// Returns the shortcut of a key press.
///
/// Letters are found by the text that the layout types. Brackets and digits need a modifier on many layouts, so the keys at their
/// places on a US keyboard count as well, unless the layout gives them another meaning. `Modifiers::mac_cmd` stands for the
/// desktop's own key (Windows, Super, Command), whose shortcuts belong to the desktop.
#[must_use]
pub fn shortcut_for(press: KeyPress, modifiers: Modifiers) -> Option<Shortcut> {
    if modifiers.alt || modifiers.mac_cmd {
        return None;
    }
    let by = |modifier: Modifier| {
        let stroke = press.named.map(Stroke::Named).or(press.sign.map(Stroke::Sign));
        let typed = stroke.and_then(|stroke| bound(Press { stroke, modifier }));
        typed.or_else(|| bound(Press { stroke: Stroke::Sign(press.us_sign?), modifier }))
    };
    match (modifiers.ctrl, modifiers.shift) {
        (true, true) => None,
        (true, false) => by(Modifier::Control),
        // Many signs are typed with Shift, and letters mean the same in capitals.
        (false, true) => by(Modifier::Shift).or_else(|| by(Modifier::Nothing)),
        (false, false) => by(Modifier::Nothing),
    }
}

fn bound(press: Press) -> Option<Shortcut> {
    bindings().find(|binding| binding.presses.contains(&press)).map(|binding| binding.shortcut)
}

/// The key of a shortcut, as it is printed beside a switch of the interface.
#[must_use]
pub fn key_of(shortcut: Shortcut) -> &'static str {
    let key = bindings().find(|binding| binding.shortcut == shortcut).map_or("", |binding| binding.key);
    // Of several the first.
    key.split(' ').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(text: &str) -> KeyPress {
        KeyPress::typed(text)
    }

    fn check(press: KeyPress, expected: Option<Shortcut>) {
        assert_eq!(shortcut_for(press, Modifiers::NONE), expected, "{press:?}");
    }

    #[test]
    fn the_promised_keys_do_what_was_promised() {
        check(KeyPress::named(Key::Space), Some(Shortcut::TogglePause));
        check(KeyPress::named(Key::ArrowLeft), Some(Shortcut::StepBack));
        check(KeyPress::named(Key::ArrowRight), Some(Shortcut::StepForward));
        check(KeyPress::named(Key::ArrowUp), Some(Shortcut::PreviousSequence));
        check(KeyPress::named(Key::ArrowDown), Some(Shortcut::NextSequence));
        check(KeyPress::named(Key::F12), Some(Shortcut::Screenshot));
        check(KeyPress::named(Key::Escape), Some(Shortcut::Quit));
        check(letter("["), Some(Shortcut::Slower));
        check(letter("]"), Some(Shortcut::Faster));
        check(letter(","), Some(Shortcut::FirstFrame));
        check(letter("."), Some(Shortcut::LastFrame));
        check(letter("m"), Some(Shortcut::NextMode));
        check(letter("r"), Some(Shortcut::ToggleReversed));
        check(letter("e"), Some(Shortcut::NextEasing));
        check(letter("j"), Some(Shortcut::ToggleGame));
        check(letter("s"), Some(Shortcut::NextSkin));
        check(letter("c"), Some(Shortcut::NextWeapon));
        check(letter("t"), Some(Shortcut::NextOfSecond));
        check(letter("w"), Some(Shortcut::NextFaces));
        check(letter("g"), Some(Shortcut::ToggleFloor));
        check(letter("l"), Some(Shortcut::NextLight));
        check(letter("x"), Some(Shortcut::ToggleCrossfade));
        check(letter("v"), Some(Shortcut::ToggleWeaponView));
        check(letter("y"), Some(Shortcut::ToggleSteady));
        check(letter("a"), Some(Shortcut::NextAlpha));
        check(letter("i"), Some(Shortcut::ToggleOwnNormals));
        check(letter("f"), Some(Shortcut::FrameModel));
        check(letter("h"), Some(Shortcut::ToggleHelp));
    }

    #[test]
    fn capitals_count_and_other_keys_do_nothing() {
        check(letter("W"), Some(Shortcut::NextFaces));
        check(letter("ß"), None);
        check(letter("ss"), None);
        check(letter(""), None);
        check(KeyPress::default(), None);
        check(KeyPress::named(Key::Delete), None);
    }

    #[test]
    fn shortcuts_of_the_desktop_are_left_alone() {
        for modifiers in [Modifiers::CTRL, Modifiers::ALT, Modifiers::MAC_CMD] {
            assert_eq!(shortcut_for(letter("w"), modifiers), None);
        }
        assert!(shortcut_for(letter("W"), Modifiers::SHIFT).is_some());
    }

    #[test]
    fn shift_makes_another_key_of_some() {
        let with = |key: &str| shortcut_for(letter(key), Modifiers::SHIFT);
        assert_eq!((with("G"), with("B")), (Some(Shortcut::ToggleGrid), Some(Shortcut::NextBackground)));
        assert_eq!(with("S"), Some(Shortcut::ToggleLargeSkin));
        assert_eq!(with("U"), Some(Shortcut::CompareListed));
        let home = |held| shortcut_for(KeyPress::named(Key::Home), held);
        assert_eq!(home(Modifiers::SHIFT), Some(Shortcut::ResetLook));
        assert_eq!(home(Modifiers::NONE), Some(Shortcut::ResetView));
        check(letter("g"), Some(Shortcut::ToggleFloor));
        check(letter("G"), Some(Shortcut::ToggleFloor));
    }

    #[test]
    fn brackets_are_found_by_place_on_other_layouts() {
        let at_bracket = |text| KeyPress { us_sign: Some('['), ..letter(text) };
        check(at_bracket("ü"), Some(Shortcut::Slower));
        // Where a layout types a letter of ours at that place, the letter wins.
        check(at_bracket("s"), Some(Shortcut::NextSkin));
    }

    #[test]
    fn no_key_and_no_action_stands_in_the_table_twice() {
        let all: Vec<&Binding> = bindings().collect();
        for (i, one) in all.iter().enumerate() {
            for other in &all[i + 1..] {
                assert!(
                    !one.presses.iter().any(|press| other.presses.contains(press)),
                    "{} {}",
                    one.key,
                    other.key
                );
                assert_ne!(one.shortcut, other.shortcut, "{} {}", one.key, other.key);
            }
        }
    }

    #[test]
    fn help_is_where_people_look_for_it() {
        for press in [letter("h"), letter("?"), KeyPress::named(Key::F1)] {
            check(press, Some(Shortcut::ToggleHelp));
        }
        assert_eq!(shortcut_for(letter("?"), Modifiers::SHIFT), Some(Shortcut::ToggleHelp));
    }

    #[test]
    fn arrows_do_other_things_with_other_keys_held() {
        let left = KeyPress::named(Key::ArrowLeft);
        for (held, shortcut) in [
            (Modifiers::NONE, Shortcut::StepBack),
            (Modifiers::SHIFT, Shortcut::MoveCamera(CameraMove::OrbitLeft)),
            (Modifiers::CTRL, Shortcut::MoveCamera(CameraMove::PanLeft)),
        ] {
            assert_eq!(shortcut_for(left, held), Some(shortcut), "{held:?}");
        }
        assert_eq!(
            shortcut_for(letter("+"), Modifiers::SHIFT),
            Some(Shortcut::MoveCamera(CameraMove::ZoomIn))
        );
    }

    #[test]
    fn digits_are_found_by_place_on_other_layouts() {
        check(KeyPress { us_sign: Some('1'), ..letter("&") }, Some(Shortcut::NormalSpeed));
    }
}
