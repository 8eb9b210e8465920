//! Which key does what: one table for the input and for the help window.

#[cfg(test)]
mod table;

use egui::{Key, Modifiers};
use md2_scene::Side;

use crate::Tab;
use crate::steering::Steer;

/// What a key or a button of the interface asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
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
    /// With the model that the list of files is at.
    CompareListed,
    NextAlpha,
    ToggleOwnNormals,
    ResetLook,
    FrameModel,
    ResetView,
    LookFrom(Side),
    /// Moves the camera as long as the key is held.
    Steer(Steer),
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

impl Action {
    /// Whether holding the key down does it again and again.
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

/// A key as the table names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stroke {
    Named(Key),
    /// A letter or sign as the layout types it, in lower case.
    Sign(char),
}

/// What is held down beside a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    Nothing,
    Shift,
    Control,
}

/// A key with what is held beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Press {
    stroke: Stroke,
    held: Held,
}

/// One row of the table.
#[derive(Debug)]
pub struct Binding {
    /// Any of them will do.
    presses: &'static [Press],
    /// The key as it is printed on a keyboard.
    pub key: &'static str,
    pub action: Action,
    pub help: &'static str,
}

const fn named(key: Key) -> Press {
    Press { stroke: Stroke::Named(key), held: Held::Nothing }
}

const fn sign(sign: char) -> Press {
    Press { stroke: Stroke::Sign(sign), held: Held::Nothing }
}

const fn shift(key: Key) -> Press {
    Press { stroke: Stroke::Named(key), held: Held::Shift }
}

const fn control_named(key: Key) -> Press {
    Press { stroke: Stroke::Named(key), held: Held::Control }
}

const fn control(sign: char) -> Press {
    Press { stroke: Stroke::Sign(sign), held: Held::Control }
}

const fn steer(presses: &'static [Press], key: &'static str, steer: Steer, help: &'static str) -> Binding {
    row(presses, key, Action::Steer(steer), help)
}

const fn shifted(sign: char) -> Press {
    Press { stroke: Stroke::Sign(sign), held: Held::Shift }
}

const fn row(presses: &'static [Press], key: &'static str, action: Action, help: &'static str) -> Binding {
    Binding { presses, key, action, help }
}

/// All keys by what they are about, in the order the help window shows them. A row whose key has no name says no more than
/// the one before.
pub const TOPICS: &[(&str, &[Binding])] = &[
    ("Playback", PLAYBACK),
    ("Model", MODEL),
    ("Camera", CAMERA),
    ("Look", LOOK),
    ("Panels", PANELS),
    ("Files", FILES),
];

const PLAYBACK: &[Binding] = &[
    row(&[named(Key::Space)], "Space", Action::TogglePause, "pause or play"),
    row(&[named(Key::ArrowLeft)], "←", Action::StepBack, "previous frame"),
    row(&[named(Key::ArrowRight)], "→", Action::StepForward, "next frame"),
    row(&[sign(',')], ",", Action::FirstFrame, "first frame"),
    row(&[sign('.')], ".", Action::LastFrame, "last frame"),
    row(&[named(Key::ArrowUp)], "↑", Action::PreviousSequence, "previous sequence"),
    row(&[named(Key::ArrowDown)], "↓", Action::NextSequence, "next sequence"),
    row(&[sign('t')], "T", Action::NextOfSecond, "next sequence of the torso"),
    row(&[sign('[')], "[", Action::Slower, "slower"),
    row(&[sign(']')], "]", Action::Faster, "faster"),
    row(&[sign('1')], "1", Action::NormalSpeed, "normal speed"),
    row(&[sign('m')], "M", Action::NextMode, "loop, once, ping-pong; leaves the game"),
    row(&[sign('r')], "R", Action::ToggleReversed, "backwards"),
    row(&[sign('e')], "E", Action::NextEasing, "easing between frames"),
    row(&[sign('j')], "J", Action::ToggleGame, "as in the game: whole frames, holds, returns"),
    row(&[control('f')], "Ctrl+F", Action::FilterSequences, "filter the sequences, or the files"),
    row(&[sign('x')], "X", Action::ToggleCrossfade, "cross-fade when the sequence changes"),
];

const MODEL: &[Binding] = &[
    row(&[sign('s')], "S", Action::NextSkin, "next skin"),
    row(&[sign('c')], "C", Action::NextWeapon, "carry the next weapon, or none"),
];

const LOOK: &[Binding] = &[
    row(&[sign('w')], "W", Action::NextFaces, "faces, with their edges, edges only"),
    row(&[sign('g')], "G", Action::ToggleFloor, "floor"),
    row(&[shifted('g')], "Shift+G", Action::ToggleGrid, "grid in place of the floor"),
    row(&[shifted('b')], "Shift+B", Action::NextBackground, "background: studio, light, gray, black"),
    row(&[sign('8')], "8", Action::Darker, "darker"),
    row(&[sign('9')], "9", Action::Brighter, "brighter"),
    row(&[sign('l')], "L", Action::NextLight, "light: studio, as the game, none"),
    row(&[sign('b')], "B", Action::ToggleTwoSided, "back faces"),
    row(&[sign('n')], "N", Action::ToggleFilter, "smooth or sharp skin pixels"),
    row(&[sign('y')], "Y", Action::ToggleSteady, "steady: no tremble of 8-bit keys"),
    row(&[sign('a')], "A", Action::NextAlpha, "holes where skins are clear: auto, on, off"),
    row(&[sign('i')], "I", Action::ToggleOwnNormals, "the file's normals where they point inwards"),
    row(&[sign('q')], "Q", Action::ToggleInspect, "read the bytes of what the pointer is on"),
    row(&[sign('d')], "D", Action::ToggleNormals, "normals as lines"),
    row(&[sign('z')], "Z", Action::ToggleBoxes, "boxes around pose and model, tags as axes"),
    row(&[sign('k')], "K", Action::ToggleOnion, "onion skin: the keys around the pose"),
    row(&[sign('u')], "U", Action::ToggleCompare, "compare with the frame at hand, or with nothing"),
    row(&[shift(Key::Home)], "Shift+Home", Action::ResetLook, "back to the usual look"),
];

const CAMERA: &[Binding] = &[
    row(&[sign('f')], "F", Action::FrameModel, "frame the model"),
    row(&[named(Key::Home)], "Home", Action::ResetView, "back to the start view"),
    steer(&[shift(Key::ArrowLeft)], "Shift+← → ↑ ↓", Steer::OrbitLeft, "orbit"),
    steer(&[shift(Key::ArrowRight)], "", Steer::OrbitRight, "orbit"),
    steer(&[shift(Key::ArrowUp)], "", Steer::OrbitUp, "orbit"),
    steer(&[shift(Key::ArrowDown)], "", Steer::OrbitDown, "orbit"),
    steer(&[control_named(Key::ArrowLeft)], "Ctrl+← → ↑ ↓", Steer::PanLeft, "pan"),
    steer(&[control_named(Key::ArrowRight)], "", Steer::PanRight, "pan"),
    steer(&[control_named(Key::ArrowUp)], "", Steer::PanUp, "pan"),
    steer(&[control_named(Key::ArrowDown)], "", Steer::PanDown, "pan"),
    steer(&[sign('+'), sign('=')], "+ −", Steer::Nearer, "zoom"),
    steer(&[sign('-'), sign('_')], "", Steer::Away, "zoom"),
    row(&[sign('2')], "2 3 4 5 6", Action::LookFrom(Side::Front), "from front, right, back, left, top"),
    row(&[sign('3')], "", Action::LookFrom(Side::Right), "from the right"),
    row(&[sign('4')], "", Action::LookFrom(Side::Back), "from the back"),
    row(&[sign('5')], "", Action::LookFrom(Side::Left), "from the left"),
    row(&[sign('6')], "", Action::LookFrom(Side::Top), "from the top"),
    row(&[sign('7')], "7", Action::LookFrom(Side::Start), "as at the start, without turning"),
    row(&[sign('o')], "O", Action::ToggleOrbit, "turn by itself"),
    row(&[sign('v')], "V", Action::ToggleWeaponView, "from the player's eye, as the weapon in hand"),
    row(&[sign('0')], "0", Action::ToggleOrthographic, "perspective, or none"),
];

const PANELS: &[Binding] = &[
    row(&[named(Key::F2)], "F2", Action::Show(Tab::Animation), "sequences"),
    row(&[named(Key::F3)], "F3", Action::Show(Tab::Files), "files"),
    row(&[named(Key::F4)], "F4", Action::Show(Tab::Look), "look"),
    row(&[named(Key::F5)], "F5", Action::Show(Tab::Skin), "skins"),
    row(&[named(Key::F6)], "F6", Action::Show(Tab::Model), "numbers of the model"),
    row(&[named(Key::F7)], "F7", Action::Show(Tab::Check), "what is wrong with it"),
    row(&[shifted('s')], "Shift+S", Action::ToggleLargeSkin, "the skin in a window of its own"),
    row(&[sign('p')], "P", Action::TogglePanels, "show or hide the panels"),
    row(&[named(Key::F1), sign('h'), sign('?')], "H F1 ?", Action::ToggleHelp, "this help"),
    row(&[named(Key::Escape)], "Esc", Action::Quit, "close this, or quit"),
];

const FILES: &[Binding] = &[
    row(&[control('o')], "Ctrl+O", Action::Open, "open a file"),
    row(&[named(Key::PageUp)], "Page Up", Action::PreviousModel, "model before in the files"),
    row(&[named(Key::PageDown)], "Page Down", Action::NextModel, "model after in the files"),
    row(&[named(Key::F12)], "F12", Action::Screenshot, "picture into the current folder"),
    row(&[shifted('u')], "Shift+U", Action::CompareListed, "compare with the model chosen in the files"),
    row(&[control('e')], "Ctrl+E", Action::ToggleExport, "export: animations, glTF, a contact sheet"),
];

/// All keys.
pub fn bindings() -> impl Iterator<Item = &'static Binding> {
    TOPICS.iter().flat_map(|(_, bindings)| *bindings)
}

/// What the mouse does, in the form of the key table.
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

/// The action of a key press, or `None`.
///
/// Letters go by what the layout types. Brackets and digits need a modifier on many layouts, so the keys at their
/// places on a US keyboard count as well, unless the layout gives them another action. `Modifiers::mac_cmd` stands for the
/// desktop's own key (Windows, Super, Command), whose shortcuts are left alone.
#[must_use]
pub fn action_for(press: KeyPress, modifiers: Modifiers) -> Option<Action> {
    if modifiers.alt || modifiers.mac_cmd {
        return None;
    }
    let by = |held: Held| {
        let stroke = press.named.map(Stroke::Named).or(press.sign.map(Stroke::Sign));
        let typed = stroke.and_then(|stroke| bound(Press { stroke, held }));
        typed.or_else(|| bound(Press { stroke: Stroke::Sign(press.us_sign?), held }))
    };
    match (modifiers.ctrl, modifiers.shift) {
        (true, true) => None,
        (true, false) => by(Held::Control),
        // Many signs are typed with Shift, and letters mean the same in capitals.
        (false, true) => by(Held::Shift).or_else(|| by(Held::Nothing)),
        (false, false) => by(Held::Nothing),
    }
}

fn bound(press: Press) -> Option<Action> {
    bindings().find(|binding| binding.presses.contains(&press)).map(|binding| binding.action)
}

/// The key printed beside a switch of the interface.
pub fn key_of(action: Action) -> &'static str {
    let key = bindings().find(|binding| binding.action == action).map_or("", |binding| binding.key);
    // Of several the first.
    key.split(' ').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(text: &str) -> KeyPress {
        KeyPress::typed(text)
    }

    fn check(press: KeyPress, expected: Option<Action>) {
        assert_eq!(action_for(press, Modifiers::NONE), expected, "{press:?}");
    }

    #[test]
    fn the_promised_keys_do_what_was_promised() {
        check(KeyPress::named(Key::Space), Some(Action::TogglePause));
        check(KeyPress::named(Key::ArrowLeft), Some(Action::StepBack));
        check(KeyPress::named(Key::ArrowRight), Some(Action::StepForward));
        check(KeyPress::named(Key::ArrowUp), Some(Action::PreviousSequence));
        check(KeyPress::named(Key::ArrowDown), Some(Action::NextSequence));
        check(KeyPress::named(Key::F12), Some(Action::Screenshot));
        check(KeyPress::named(Key::Escape), Some(Action::Quit));
        check(letter("["), Some(Action::Slower));
        check(letter("]"), Some(Action::Faster));
        check(letter(","), Some(Action::FirstFrame));
        check(letter("."), Some(Action::LastFrame));
        check(letter("m"), Some(Action::NextMode));
        check(letter("r"), Some(Action::ToggleReversed));
        check(letter("e"), Some(Action::NextEasing));
        check(letter("j"), Some(Action::ToggleGame));
        check(letter("s"), Some(Action::NextSkin));
        check(letter("c"), Some(Action::NextWeapon));
        check(letter("t"), Some(Action::NextOfSecond));
        check(letter("w"), Some(Action::NextFaces));
        check(letter("g"), Some(Action::ToggleFloor));
        check(letter("l"), Some(Action::NextLight));
        check(letter("x"), Some(Action::ToggleCrossfade));
        check(letter("v"), Some(Action::ToggleWeaponView));
        check(letter("y"), Some(Action::ToggleSteady));
        check(letter("a"), Some(Action::NextAlpha));
        check(letter("i"), Some(Action::ToggleOwnNormals));
        check(letter("f"), Some(Action::FrameModel));
        check(letter("h"), Some(Action::ToggleHelp));
    }

    #[test]
    fn capitals_count_and_other_keys_do_nothing() {
        check(letter("W"), Some(Action::NextFaces));
        check(letter("ß"), None);
        check(letter("ss"), None);
        check(letter(""), None);
        check(KeyPress::default(), None);
        check(KeyPress::named(Key::Delete), None);
    }

    #[test]
    fn shortcuts_of_the_desktop_are_left_alone() {
        for modifiers in [Modifiers::CTRL, Modifiers::ALT, Modifiers::MAC_CMD] {
            assert_eq!(action_for(letter("w"), modifiers), None);
        }
        assert!(action_for(letter("W"), Modifiers::SHIFT).is_some());
    }

    #[test]
    fn shift_makes_another_key_of_some() {
        let with = |key: &str| action_for(letter(key), Modifiers::SHIFT);
        assert_eq!((with("G"), with("B")), (Some(Action::ToggleGrid), Some(Action::NextBackground)));
        assert_eq!(with("S"), Some(Action::ToggleLargeSkin));
        assert_eq!(with("U"), Some(Action::CompareListed));
        let home = |held| action_for(KeyPress::named(Key::Home), held);
        assert_eq!(home(Modifiers::SHIFT), Some(Action::ResetLook));
        assert_eq!(home(Modifiers::NONE), Some(Action::ResetView));
        check(letter("g"), Some(Action::ToggleFloor));
        check(letter("G"), Some(Action::ToggleFloor));
    }

    #[test]
    fn brackets_are_found_by_place_on_other_layouts() {
        let at_bracket = |text| KeyPress { us_sign: Some('['), ..letter(text) };
        check(at_bracket("ü"), Some(Action::Slower));
        // Where a layout types a letter of ours at that place, the letter wins.
        check(at_bracket("s"), Some(Action::NextSkin));
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
                assert_ne!(one.action, other.action, "{} {}", one.key, other.key);
            }
        }
    }

    #[test]
    fn help_is_where_people_look_for_it() {
        for press in [letter("h"), letter("?"), KeyPress::named(Key::F1)] {
            check(press, Some(Action::ToggleHelp));
        }
        assert_eq!(action_for(letter("?"), Modifiers::SHIFT), Some(Action::ToggleHelp));
    }

    #[test]
    fn arrows_do_other_things_with_other_keys_held() {
        let left = KeyPress::named(Key::ArrowLeft);
        for (held, action) in [
            (Modifiers::NONE, Action::StepBack),
            (Modifiers::SHIFT, Action::Steer(Steer::OrbitLeft)),
            (Modifiers::CTRL, Action::Steer(Steer::PanLeft)),
        ] {
            assert_eq!(action_for(left, held), Some(action), "{held:?}");
        }
        assert_eq!(action_for(letter("+"), Modifiers::SHIFT), Some(Action::Steer(Steer::Nearer)));
    }

    #[test]
    fn digits_are_found_by_place_on_other_layouts() {
        check(KeyPress { us_sign: Some('1'), ..letter("&") }, Some(Action::NormalSpeed));
    }
}
