//! Which key does what: one table for the input and for the help window.

mod table;

use md2_scene::Side;
use winit::event::Modifiers;
use winit::keyboard::{Key, KeyCode, NamedKey, PhysicalKey};

use crate::steering::Steer;
use crate::ui::Tab;
pub(crate) use table::markdown;

/// What a key or a button of the interface asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
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
    pub(crate) fn repeats(self) -> bool {
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
    Named(NamedKey),
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
pub(crate) struct Binding {
    /// Any of them will do.
    presses: &'static [Press],
    /// The key as it is printed on a keyboard.
    pub(crate) key: &'static str,
    pub(crate) action: Action,
    pub(crate) help: &'static str,
}

const fn named(key: NamedKey) -> Press {
    Press { stroke: Stroke::Named(key), held: Held::Nothing }
}

const fn sign(sign: char) -> Press {
    Press { stroke: Stroke::Sign(sign), held: Held::Nothing }
}

const fn shift(key: NamedKey) -> Press {
    Press { stroke: Stroke::Named(key), held: Held::Shift }
}

const fn control_named(key: NamedKey) -> Press {
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
pub(crate) const TOPICS: &[(&str, &[Binding])] = &[
    ("Playback", PLAYBACK),
    ("Model", MODEL),
    ("Camera", CAMERA),
    ("Look", LOOK),
    ("Panels", PANELS),
    ("Files", FILES),
];

const PLAYBACK: &[Binding] = &[
    row(&[named(NamedKey::Space)], "Space", Action::TogglePause, "pause or play"),
    row(&[named(NamedKey::ArrowLeft)], "←", Action::StepBack, "previous frame"),
    row(&[named(NamedKey::ArrowRight)], "→", Action::StepForward, "next frame"),
    row(&[sign(',')], ",", Action::FirstFrame, "first frame"),
    row(&[sign('.')], ".", Action::LastFrame, "last frame"),
    row(&[named(NamedKey::ArrowUp)], "↑", Action::PreviousSequence, "previous sequence"),
    row(&[named(NamedKey::ArrowDown)], "↓", Action::NextSequence, "next sequence"),
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
    row(&[shift(NamedKey::Home)], "Shift+Home", Action::ResetLook, "back to the usual look"),
];

const CAMERA: &[Binding] = &[
    row(&[sign('f')], "F", Action::FrameModel, "frame the model"),
    row(&[named(NamedKey::Home)], "Home", Action::ResetView, "back to the start view"),
    steer(&[shift(NamedKey::ArrowLeft)], "Shift+← → ↑ ↓", Steer::OrbitLeft, "orbit"),
    steer(&[shift(NamedKey::ArrowRight)], "", Steer::OrbitRight, "orbit"),
    steer(&[shift(NamedKey::ArrowUp)], "", Steer::OrbitUp, "orbit"),
    steer(&[shift(NamedKey::ArrowDown)], "", Steer::OrbitDown, "orbit"),
    steer(&[control_named(NamedKey::ArrowLeft)], "Ctrl+← → ↑ ↓", Steer::PanLeft, "pan"),
    steer(&[control_named(NamedKey::ArrowRight)], "", Steer::PanRight, "pan"),
    steer(&[control_named(NamedKey::ArrowUp)], "", Steer::PanUp, "pan"),
    steer(&[control_named(NamedKey::ArrowDown)], "", Steer::PanDown, "pan"),
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
    row(&[named(NamedKey::F2)], "F2", Action::Show(Tab::Animation), "sequences"),
    row(&[named(NamedKey::F3)], "F3", Action::Show(Tab::Files), "files"),
    row(&[named(NamedKey::F4)], "F4", Action::Show(Tab::Look), "look"),
    row(&[named(NamedKey::F5)], "F5", Action::Show(Tab::Skin), "skins"),
    row(&[named(NamedKey::F6)], "F6", Action::Show(Tab::Model), "numbers of the model"),
    row(&[named(NamedKey::F7)], "F7", Action::Show(Tab::Check), "what is wrong with it"),
    row(&[shifted('s')], "Shift+S", Action::ToggleLargeSkin, "the skin in a window of its own"),
    row(&[sign('p')], "P", Action::TogglePanels, "show or hide the panels"),
    row(&[named(NamedKey::F1), sign('h'), sign('?')], "H F1 ?", Action::ToggleHelp, "this help"),
    row(&[named(NamedKey::Escape)], "Esc", Action::Quit, "close this, or quit"),
];

const FILES: &[Binding] = &[
    row(&[control('o')], "Ctrl+O", Action::Open, "open a file"),
    row(&[named(NamedKey::PageUp)], "Page Up", Action::PreviousModel, "model before in the files"),
    row(&[named(NamedKey::PageDown)], "Page Down", Action::NextModel, "model after in the files"),
    row(&[named(NamedKey::F12)], "F12", Action::Screenshot, "picture into the current folder"),
    row(&[shifted('u')], "Shift+U", Action::CompareListed, "compare with the model chosen in the files"),
    row(&[control('e')], "Ctrl+E", Action::ToggleExport, "export: animations, glTF, a contact sheet"),
];

/// All keys.
pub(crate) fn bindings() -> impl Iterator<Item = &'static Binding> {
    TOPICS.iter().flat_map(|(_, bindings)| *bindings)
}

/// What the mouse does, in the form of the key table.
pub(crate) const MOUSE_HELP: &[(&str, &str)] = &[
    ("Left drag", "orbit"),
    ("Click", "select what is under the pointer, or nothing"),
    ("Right drag", "pan"),
    ("Wheel", "zoom to the pointer"),
    ("Double click", "frame the model"),
    ("Drop a file or folder", "open it"),
];

/// The action of a key press, or `None`.
///
/// Letters go by what the layout types. Brackets and digits need a modifier on many layouts, so the keys at their
/// places on a US keyboard count as well, unless the layout gives them another action.
pub(crate) fn action_for(key: &Key, place: PhysicalKey, modifiers: &Modifiers) -> Option<Action> {
    let state = modifiers.state();
    if state.alt_key() || state.super_key() {
        return None;
    }
    let by = |held: Held| {
        let typed = stroke(key).and_then(|stroke| bound(Press { stroke, held }));
        typed.or_else(|| bound(Press { stroke: Stroke::Sign(sign_at(place)?), held }))
    };
    match (state.control_key(), state.shift_key()) {
        (true, true) => None,
        (true, false) => by(Held::Control),
        // Many signs are typed with Shift, and letters mean the same in capitals.
        (false, true) => by(Held::Shift).or_else(|| by(Held::Nothing)),
        (false, false) => by(Held::Nothing),
    }
}

fn stroke(key: &Key) -> Option<Stroke> {
    match key {
        Key::Named(name) => Some(Stroke::Named(*name)),
        Key::Character(text) => {
            let mut signs = text.chars().flat_map(char::to_lowercase);
            let first = signs.next()?;
            signs.next().is_none().then_some(Stroke::Sign(first))
        }
        Key::Unidentified(_) | Key::Dead(_) => None,
    }
}

/// What a US keyboard types at a place where other layouts need a modifier for it.
fn sign_at(place: PhysicalKey) -> Option<char> {
    let PhysicalKey::Code(code) = place else { return None };
    Some(match code {
        KeyCode::BracketLeft => '[',
        KeyCode::BracketRight => ']',
        KeyCode::Digit0 => '0',
        KeyCode::Digit1 => '1',
        KeyCode::Digit2 => '2',
        KeyCode::Digit3 => '3',
        KeyCode::Digit4 => '4',
        KeyCode::Digit5 => '5',
        KeyCode::Digit6 => '6',
        KeyCode::Digit7 => '7',
        KeyCode::Digit8 => '8',
        KeyCode::Digit9 => '9',
        _ => return None,
    })
}

fn bound(press: Press) -> Option<Action> {
    bindings().find(|binding| binding.presses.contains(&press)).map(|binding| binding.action)
}

/// The key printed beside a switch of the interface.
pub(crate) fn key_of(action: Action) -> &'static str {
    let key = bindings().find(|binding| binding.action == action).map_or("", |binding| binding.key);
    // Of several the first.
    key.split(' ').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use winit::keyboard::{ModifiersState, NativeKeyCode, SmolStr};

    use super::*;

    const NOWHERE: PhysicalKey = PhysicalKey::Unidentified(NativeKeyCode::Unidentified);

    fn letter(text: &str) -> Key {
        Key::Character(SmolStr::new(text))
    }

    fn check(key: &Key, expected: Option<Action>) {
        assert_eq!(action_for(key, NOWHERE, &Modifiers::default()), expected, "{key:?}");
    }

    #[test]
    fn the_promised_keys_do_what_was_promised() {
        check(&Key::Named(NamedKey::Space), Some(Action::TogglePause));
        check(&Key::Named(NamedKey::ArrowLeft), Some(Action::StepBack));
        check(&Key::Named(NamedKey::ArrowRight), Some(Action::StepForward));
        check(&Key::Named(NamedKey::ArrowUp), Some(Action::PreviousSequence));
        check(&Key::Named(NamedKey::ArrowDown), Some(Action::NextSequence));
        check(&Key::Named(NamedKey::F12), Some(Action::Screenshot));
        check(&Key::Named(NamedKey::Escape), Some(Action::Quit));
        check(&letter("["), Some(Action::Slower));
        check(&letter("]"), Some(Action::Faster));
        check(&letter(","), Some(Action::FirstFrame));
        check(&letter("."), Some(Action::LastFrame));
        check(&letter("m"), Some(Action::NextMode));
        check(&letter("r"), Some(Action::ToggleReversed));
        check(&letter("e"), Some(Action::NextEasing));
        check(&letter("j"), Some(Action::ToggleGame));
        check(&letter("s"), Some(Action::NextSkin));
        check(&letter("c"), Some(Action::NextWeapon));
        check(&letter("t"), Some(Action::NextOfSecond));
        check(&letter("w"), Some(Action::NextFaces));
        check(&letter("g"), Some(Action::ToggleFloor));
        check(&letter("l"), Some(Action::NextLight));
        check(&letter("x"), Some(Action::ToggleCrossfade));
        check(&letter("v"), Some(Action::ToggleWeaponView));
        check(&letter("y"), Some(Action::ToggleSteady));
        check(&letter("a"), Some(Action::NextAlpha));
        check(&letter("i"), Some(Action::ToggleOwnNormals));
        check(&letter("f"), Some(Action::FrameModel));
        check(&letter("h"), Some(Action::ToggleHelp));
    }

    #[test]
    fn capitals_count_and_other_keys_do_nothing() {
        check(&letter("W"), Some(Action::NextFaces));
        check(&letter("ß"), None);
        check(&letter("ss"), None);
        check(&letter(""), None);
        check(&Key::Dead(Some('^')), None);
        check(&Key::Named(NamedKey::Shift), None);
    }

    #[test]
    fn shortcuts_of_the_desktop_are_left_alone() {
        for held in [ModifiersState::CONTROL, ModifiersState::ALT, ModifiersState::SUPER] {
            let modifiers = Modifiers::from(held);
            assert_eq!(action_for(&letter("w"), NOWHERE, &modifiers), None);
        }
        let shift = Modifiers::from(ModifiersState::SHIFT);
        assert!(action_for(&letter("W"), NOWHERE, &shift).is_some());
    }

    #[test]
    fn shift_makes_another_key_of_some() {
        let shift = Modifiers::from(ModifiersState::SHIFT);
        let with = |key: &str| action_for(&letter(key), NOWHERE, &shift);
        assert_eq!((with("G"), with("B")), (Some(Action::ToggleGrid), Some(Action::NextBackground)));
        assert_eq!(with("S"), Some(Action::ToggleLargeSkin));
        assert_eq!(with("U"), Some(Action::CompareListed));
        let home = |held| action_for(&Key::Named(NamedKey::Home), NOWHERE, &held);
        assert_eq!(home(shift), Some(Action::ResetLook));
        assert_eq!(home(Modifiers::default()), Some(Action::ResetView));
        check(&letter("g"), Some(Action::ToggleFloor));
        check(&letter("G"), Some(Action::ToggleFloor));
    }

    #[test]
    fn brackets_are_found_by_place_on_other_layouts() {
        let place = PhysicalKey::Code(KeyCode::BracketLeft);
        let none = Modifiers::default();
        assert_eq!(action_for(&letter("ü"), place, &none), Some(Action::Slower));
        // Where a layout types a letter of ours at that place, the letter wins.
        assert_eq!(action_for(&letter("s"), place, &none), Some(Action::NextSkin));
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
        for key in [letter("h"), letter("?"), Key::Named(NamedKey::F1)] {
            check(&key, Some(Action::ToggleHelp));
        }
        let shift = Modifiers::from(ModifiersState::SHIFT);
        assert_eq!(action_for(&letter("?"), NOWHERE, &shift), Some(Action::ToggleHelp));
    }

    #[test]
    fn arrows_do_other_things_with_other_keys_held() {
        let left = Key::Named(NamedKey::ArrowLeft);
        for (held, action) in [
            (ModifiersState::empty(), Action::StepBack),
            (ModifiersState::SHIFT, Action::Steer(Steer::OrbitLeft)),
            (ModifiersState::CONTROL, Action::Steer(Steer::PanLeft)),
        ] {
            assert_eq!(action_for(&left, NOWHERE, &Modifiers::from(held)), Some(action), "{held:?}");
        }
        let shift = Modifiers::from(ModifiersState::SHIFT);
        assert_eq!(action_for(&letter("+"), NOWHERE, &shift), Some(Action::Steer(Steer::Nearer)));
    }

    #[test]
    fn digits_are_found_by_place_on_other_layouts() {
        let place = PhysicalKey::Code(KeyCode::Digit1);
        assert_eq!(action_for(&letter("&"), place, &Modifiers::default()), Some(Action::NormalSpeed));
    }
}
