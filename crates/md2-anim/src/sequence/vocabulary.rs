//! Words for actions in sequence names, with the spellings of real files.

use alloc::string::String;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    Stand,
    Run,
    Walk,
    Attack,
    Pain,
    Jump,
    Flip,
    Salute,
    Taunt,
    Wave,
    Point,
    Death,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NameMeaning {
    pub(crate) action: Action,
    pub(crate) crouched: bool,
}

/// Parts of names that identify an action, in the order in which they are tried. Parts that also occur inside other words come last.
const STEMS: &[(Action, &[&str])] = &[
    (Action::Death, &["death", "deth", "dead", "dying"]),
    (Action::Pain, &["pain", "hurt"]),
    (Action::Attack, &["attack", "attak", "attck", "atack", "attac", "shoot", "fire"]),
    (Action::Stand, &["stand", "stnd", "idle"]),
    (Action::Walk, &["walk", "wlk"]),
    (Action::Jump, &["jump"]),
    (Action::Flip, &["flip"]),
    (Action::Salute, &["salut"]),
    (Action::Taunt, &["taunt"]),
    (Action::Wave, &["wave"]),
    (Action::Point, &["point"]),
    (Action::Run, &["run"]),
];

/// Returns the meaning of a name, ignoring case, digits and separators; `None` if it is unknown.
pub(crate) fn classify(name: &str) -> Option<NameMeaning> {
    let letters: String =
        name.chars().filter(|c| c.is_alphabetic()).map(|c| c.to_ascii_lowercase()).collect();
    let position = |stems: &[&str]| stems.iter().find_map(|stem| letters.find(stem));
    let stem = STEMS.iter().find_map(|&(action, stems)| Some((position(stems)?, action)));
    // Many other words contain "die", so only names that begin with it count.
    let (at, action) = stem.or_else(|| letters.starts_with("die").then_some((0, Action::Death)))?;
    // Examples are crstnd, crtstnd, c_walk, crouch_attack and duckpain.
    let before = &letters[..at];
    let crouched =
        before.starts_with("cr") || before == "c" || before.contains("crouch") || before.contains("duck");
    // An example is LEGS_WALKCR.
    let crouched = crouched || letters.ends_with("cr");
    let action = if crouched && action == Action::Run { Action::Walk } else { action };
    Some(NameMeaning { action, crouched })
}

/// The state of the player or monster that a sequence shows. To select the sequence to show first, a viewer prefers later variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Life {
    Dying,
    Hurt,
    /// Other actions and unknown names.
    Acting,
    Crouching,
    Running,
    Walking,
    Standing,
}

/// Words for states, in addition to those of the standard player set. They are compared with the beginning of each word of a name.
const LIFE_WORDS: &[(Life, &[&str])] = &[
    (Life::Standing, &["hover", "float", "breath", "wait"]),
    (Life::Walking, &["swim", "fly", "crawl", "prowl", "sneak", "forward", "forwrd", "move"]),
    (Life::Running, &["trot", "gallop", "sprint"]),
];

/// Words for death that also occur inside many other words. Only whole words match, also with one more letter, as in `dieb`.
const DEATH_WORDS: &[&str] = &["die", "kill", "killed", "corpse", "gib", "gibbed"];

pub(crate) fn life(name: &str) -> Life {
    if is_action_code(name) {
        return match name.as_bytes() {
            b"WA" | b"WB" => Life::Walking,
            b"WC" => Life::Running,
            [b'D', _] => Life::Standing,
            [b'H', _] => Life::Hurt,
            [b'K', _] => Life::Dying,
            _ => Life::Acting,
        };
    }
    let lower = name.to_ascii_lowercase();
    let words = || lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let is_death = |word: &str| {
        let mut variants = DEATH_WORDS.iter().filter_map(|death| word.strip_prefix(death));
        variants.any(|letter| letter.len() <= 1 && letter != "t")
    };
    if words().any(is_death) {
        return Life::Dying;
    }
    match classify(name) {
        Some(NameMeaning { action: Action::Death, .. }) => Life::Dying,
        Some(NameMeaning { action: Action::Pain, .. }) => Life::Hurt,
        Some(NameMeaning { action: Action::Stand | Action::Walk | Action::Run, crouched: true }) => {
            Life::Crouching
        }
        Some(NameMeaning { action: Action::Stand, .. }) => Life::Standing,
        Some(NameMeaning { action: Action::Walk, .. }) => Life::Walking,
        Some(NameMeaning { action: Action::Run, .. }) => Life::Running,
        Some(_) => Life::Acting,
        None if words().any(|word| word == "rest") => Life::Standing,
        None => {
            let is_known = |known: &&str| words().any(|word| word.starts_with(known));
            let life = LIFE_WORDS.iter().find(|(_, words)| words.iter().any(is_known));
            life.map_or(Life::Acting, |&(life, _)| life)
        }
    }
}

/// Whether a sequence ends in a pose that the model holds (dead, or in the air), according to its name.
pub(crate) fn ends_in_lasting_pose(name: &str) -> bool {
    // Action codes: those that begin with K are deaths, those with J jumps.
    if is_action_code(name) {
        return name.starts_with(['K', 'J']);
    }
    matches!(classify(name), Some(NameMeaning { action: Action::Death | Action::Jump, .. }))
}

pub(crate) fn is_action_code(name: &str) -> bool {
    name.len() == 2 && name.bytes().all(|b| b.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_all_spellings_of_an_action() {
        let meaning = |action, crouched| Some(NameMeaning { action, crouched });
        for name in ["crstnd01", "crstand", "crtstnd", "cr_stand_1", "CrouchStand", "c_stand", "duck_idle"] {
            assert_eq!(classify(name), meaning(Action::Stand, true), "{name}");
        }
        for name in ["crattak1", "crattack", "crattck", "Crouch_Attack"] {
            assert_eq!(classify(name), meaning(Action::Attack, true), "{name}");
        }
        for name in ["crdeath", "crdeth"] {
            assert_eq!(classify(name), meaning(Action::Death, true), "{name}");
        }
        for name in ["attack1", "attak", "ATTCK_02", "shoot"] {
            assert_eq!(classify(name), meaning(Action::Attack, false), "{name}");
        }
        assert_eq!(classify("crrun"), meaning(Action::Walk, true));
        assert_eq!(classify("die3"), meaning(Action::Death, false));
    }
}
