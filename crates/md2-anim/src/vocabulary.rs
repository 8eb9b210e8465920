//! The words animators use for what a model does, in the spellings real files have.

use alloc::string::String;

/// What a model does in a sequence, as far as the standard player set has a sequence for it.
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

/// What a name says: the action, and whether it is done crouching.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) action: Action,
    pub(crate) crouched: bool,
}

/// Pieces of names that tell an action, in the order they are tried: what also occurs inside other words comes last.
const STEMS: &[(&str, Action)] = &[
    ("death", Action::Death),
    ("deth", Action::Death),
    ("dead", Action::Death),
    ("dying", Action::Death),
    ("pain", Action::Pain),
    ("hurt", Action::Pain),
    ("attack", Action::Attack),
    ("attak", Action::Attack),
    ("attck", Action::Attack),
    ("atack", Action::Attack),
    ("attac", Action::Attack),
    ("shoot", Action::Attack),
    ("fire", Action::Attack),
    ("stand", Action::Stand),
    ("stnd", Action::Stand),
    ("idle", Action::Stand),
    ("walk", Action::Walk),
    ("wlk", Action::Walk),
    ("jump", Action::Jump),
    ("flip", Action::Flip),
    ("salut", Action::Salute),
    ("taunt", Action::Taunt),
    ("wave", Action::Wave),
    ("point", Action::Point),
    ("run", Action::Run),
];

/// What `name` says, if it says anything known. Case, digits and separators do not matter.
pub(crate) fn classify(name: &str) -> Option<Word> {
    let letters: String = name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    let stem = STEMS.iter().find_map(|&(stem, action)| letters.find(stem).map(|at| (at, action)));
    // "die" is part of too many words to be looked for inside them.
    let (at, action) = stem.or_else(|| letters.starts_with("die").then_some((0, Action::Death)))?;
    // crstnd, crtstnd, c_walk, crouch_attack, duckpain
    let before = &letters[..at];
    let crouched =
        before.starts_with("cr") || before == "c" || before.contains("crouch") || before.contains("duck");
    // LEGS_WALKCR
    let crouched = crouched || letters.ends_with("cr");
    let action = if crouched && action == Action::Run { Action::Walk } else { action };
    Some(Word { action, crouched })
}

/// What a sequence of some name shows of a model's life, the least alive first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Life {
    Dying,
    Hurt,
    /// Anything else it does, and whatever is not known.
    Acting,
    Crouching,
    Running,
    Walking,
    Standing,
}

/// Words that tell how alive a model is, besides those of a player. They are looked for at the beginning of a word.
const LIFE_WORDS: &[(&str, Life)] = &[
    ("hover", Life::Standing),
    ("float", Life::Standing),
    ("breath", Life::Standing),
    ("wait", Life::Standing),
    ("swim", Life::Walking),
    ("fly", Life::Walking),
    ("crawl", Life::Walking),
    ("prowl", Life::Walking),
    ("sneak", Life::Walking),
    ("forward", Life::Walking),
    ("forwrd", Life::Walking),
    ("move", Life::Walking),
    ("trot", Life::Running),
    ("gallop", Life::Running),
    ("sprint", Life::Running),
];

/// Words of death that are parts of too many others to be looked for inside them: the whole word, or one more letter for a
/// variant, as in `dieb`.
const DEATH_WORDS: &[&str] = &["die", "kill", "killed", "corpse", "gib", "gibbed"];

/// How alive a model is in a sequence of this name, which may be a two-letter action code.
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
    let lower = name.to_lowercase();
    let words = || lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let is_death = |word: &str| {
        let mut variants = DEATH_WORDS.iter().filter_map(|death| word.strip_prefix(death));
        variants.any(|letter| letter.len() <= 1 && letter != "t")
    };
    if words().any(is_death) {
        return Life::Dying;
    }
    match classify(name) {
        Some(Word { action: Action::Death, .. }) => Life::Dying,
        Some(Word { action: Action::Pain, .. }) => Life::Hurt,
        Some(Word { action: Action::Stand | Action::Walk | Action::Run, crouched: true }) => Life::Crouching,
        Some(Word { action: Action::Stand, .. }) => Life::Standing,
        Some(Word { action: Action::Walk, .. }) => Life::Walking,
        Some(Word { action: Action::Run, .. }) => Life::Running,
        Some(_) => Life::Acting,
        None if words().any(|word| word == "rest") => Life::Standing,
        None => {
            let known = LIFE_WORDS.iter().find(|(known, _)| words().any(|word| word.starts_with(known)));
            known.map_or(Life::Acting, |&(_, life)| life)
        }
    }
}

/// Whether a sequence of this name leaves the model in a pose that lasts: lying dead, or in the air.
pub(crate) fn ends_in_a_pose(name: &str) -> bool {
    // Two-letter action codes: K.. is being killed, J.. jumping.
    if is_action_code(name) {
        return name.starts_with(['K', 'J']);
    }
    matches!(classify(name), Some(Word { action: Action::Death | Action::Jump, .. }))
}

/// Whether `name` is a two-letter action code, such as `WA`.
pub(crate) fn is_action_code(name: &str) -> bool {
    name.len() == 2 && name.bytes().all(|b| b.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_thing_are_one_word() {
        let word = |action, crouched| Some(Word { action, crouched });
        for name in ["crstnd01", "crstand", "crtstnd", "cr_stand_1", "CrouchStand", "c_stand", "duck_idle"] {
            assert_eq!(classify(name), word(Action::Stand, true), "{name}");
        }
        for name in ["crattak1", "crattack", "crattck", "Crouch_Attack"] {
            assert_eq!(classify(name), word(Action::Attack, true), "{name}");
        }
        for name in ["crdeath", "crdeth"] {
            assert_eq!(classify(name), word(Action::Death, true), "{name}");
        }
        for name in ["attack1", "attak", "ATTCK_02", "shoot"] {
            assert_eq!(classify(name), word(Action::Attack, false), "{name}");
        }
        assert_eq!(classify("crrun"), word(Action::Walk, true));
        assert_eq!(classify("die3"), word(Action::Death, false));
    }

    #[test]
    fn words_that_only_look_alike_are_not_recognized() {
        for name in ["soldier", "", "frame", "1234", "crate", "crawl"] {
            assert_eq!(classify(name), None, "{name}");
        }
    }
}
