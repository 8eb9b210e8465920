//! Which key does what: one table for the input and for the help window.

use winit::event::Modifiers;
use winit::keyboard::{Key, KeyCode, NamedKey, PhysicalKey};

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
    NextSkin,
    NextWeapon,
    NextOfSecond,
    ToggleWireframe,
    ToggleFloor,
    ToggleLight,
    ToggleTwoSided,
    ToggleFilter,
    ToggleSteady,
    NextAlpha,
    ToggleOwnNormals,
    FrameModel,
    ToggleOrbit,
    Screenshot,
    TogglePanels,
    ToggleHelp,
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
        )
    }
}

/// A key as the table names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Press {
    Named(NamedKey),
    /// A letter or sign as the layout types it, in lower case.
    Sign(char),
}

/// One row of the table.
#[derive(Debug)]
pub(crate) struct Binding {
    press: Press,
    /// The key as it is printed on a keyboard.
    pub(crate) key: &'static str,
    pub(crate) action: Action,
    pub(crate) help: &'static str,
}

const fn named(key: NamedKey, label: &'static str, action: Action, help: &'static str) -> Binding {
    Binding { press: Press::Named(key), key: label, action, help }
}

const fn sign(sign: char, label: &'static str, action: Action, help: &'static str) -> Binding {
    Binding { press: Press::Sign(sign), key: label, action, help }
}

/// All keys, in the order the help window shows them.
pub(crate) const BINDINGS: &[Binding] = &[
    named(NamedKey::Space, "Space", Action::TogglePause, "pause or play"),
    named(NamedKey::ArrowLeft, "←", Action::StepBack, "previous frame"),
    named(NamedKey::ArrowRight, "→", Action::StepForward, "next frame"),
    named(NamedKey::Home, "Home", Action::FirstFrame, "first frame"),
    named(NamedKey::End, "End", Action::LastFrame, "last frame"),
    named(NamedKey::ArrowUp, "↑", Action::PreviousSequence, "previous sequence"),
    named(NamedKey::ArrowDown, "↓", Action::NextSequence, "next sequence"),
    sign('t', "T", Action::NextOfSecond, "next sequence of the torso"),
    sign('[', "[", Action::Slower, "slower"),
    sign(']', "]", Action::Faster, "faster"),
    sign('1', "1", Action::NormalSpeed, "normal speed"),
    sign('s', "S", Action::NextSkin, "next skin"),
    sign('c', "C", Action::NextWeapon, "carry the next weapon, or none"),
    sign('w', "W", Action::ToggleWireframe, "wireframe"),
    sign('g', "G", Action::ToggleFloor, "floor"),
    sign('l', "L", Action::ToggleLight, "light"),
    sign('b', "B", Action::ToggleTwoSided, "back faces"),
    sign('n', "N", Action::ToggleFilter, "smooth or sharp skin pixels"),
    sign('y', "Y", Action::ToggleSteady, "steady: no tremble of 8-bit keys"),
    sign('a', "A", Action::NextAlpha, "holes where skins are clear: auto, on, off"),
    sign('i', "I", Action::ToggleOwnNormals, "the file's normals where they point inwards"),
    sign('f', "F", Action::FrameModel, "frame the model"),
    sign('o', "O", Action::ToggleOrbit, "turn by itself"),
    sign('p', "P", Action::TogglePanels, "show or hide the panels"),
    named(NamedKey::F12, "F12", Action::Screenshot, "picture into the current folder"),
    sign('h', "H", Action::ToggleHelp, "this help"),
    named(NamedKey::Escape, "Esc", Action::Quit, "close this, or quit"),
];

/// What the mouse does, in the form of the key table.
pub(crate) const MOUSE_HELP: &[(&str, &str)] =
    &[("Left drag", "orbit"), ("Right drag", "pan"), ("Wheel", "zoom"), ("Drop a file or folder", "open it")];

/// The action of a key press, or `None`.
///
/// Letters go by what the layout types. The two brackets need a modifier on many layouts, so the
/// keys at their place on a US keyboard count as well, unless the layout gives them another action.
pub(crate) fn action_for(key: &Key, place: PhysicalKey, modifiers: &Modifiers) -> Option<Action> {
    let held = modifiers.state();
    if held.control_key() || held.alt_key() || held.super_key() {
        return None;
    }
    by_layout(key).or(match place {
        PhysicalKey::Code(KeyCode::BracketLeft) => Some(Action::Slower),
        PhysicalKey::Code(KeyCode::BracketRight) => Some(Action::Faster),
        _ => None,
    })
}

fn by_layout(key: &Key) -> Option<Action> {
    let press = match key {
        Key::Named(name) => Press::Named(*name),
        Key::Character(text) => {
            let mut signs = text.chars().flat_map(char::to_lowercase);
            let first = signs.next()?;
            if signs.next().is_some() {
                return None;
            }
            Press::Sign(first)
        }
        Key::Unidentified(_) | Key::Dead(_) => return None,
    };
    BINDINGS.iter().find(|binding| binding.press == press).map(|binding| binding.action)
}

/// The key printed beside a switch of the interface.
pub(crate) fn key_of(action: Action) -> &'static str {
    BINDINGS.iter().find(|binding| binding.action == action).map_or("", |binding| binding.key)
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
        check(&letter("s"), Some(Action::NextSkin));
        check(&letter("c"), Some(Action::NextWeapon));
        check(&letter("t"), Some(Action::NextOfSecond));
        check(&letter("w"), Some(Action::ToggleWireframe));
        check(&letter("g"), Some(Action::ToggleFloor));
        check(&letter("l"), Some(Action::ToggleLight));
        check(&letter("y"), Some(Action::ToggleSteady));
        check(&letter("a"), Some(Action::NextAlpha));
        check(&letter("i"), Some(Action::ToggleOwnNormals));
        check(&letter("f"), Some(Action::FrameModel));
        check(&letter("h"), Some(Action::ToggleHelp));
    }

    #[test]
    fn capitals_count_and_other_keys_do_nothing() {
        check(&letter("W"), Some(Action::ToggleWireframe));
        check(&letter("z"), None);
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
    fn brackets_are_found_by_place_on_other_layouts() {
        let place = PhysicalKey::Code(KeyCode::BracketLeft);
        let none = Modifiers::default();
        assert_eq!(action_for(&letter("ü"), place, &none), Some(Action::Slower));
        // Where a layout types a letter of ours at that place, the letter wins.
        assert_eq!(action_for(&letter("s"), place, &none), Some(Action::NextSkin));
    }

    #[test]
    fn no_key_and_no_action_stands_in_the_table_twice() {
        for (i, one) in BINDINGS.iter().enumerate() {
            for other in &BINDINGS[i + 1..] {
                assert_ne!(one.press, other.press, "{} {}", one.key, other.key);
                assert_ne!(one.action, other.action, "{} {}", one.key, other.key);
            }
        }
    }
}
