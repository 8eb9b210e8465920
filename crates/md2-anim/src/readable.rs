//! Sequence names in plain words, and the search for a sequence by name.

use alloc::format;
use alloc::string::{String, ToString};

use crate::player_sets::find_row;
use crate::quake3::Animation;
use crate::sequence::vocabulary::{classify, is_action_code};
use crate::sequence::{Sequence, has_prefix};

/// Converts a sequence name to plain words: `crwalk` to "Crouch walk", `pain2` to "Pain 2", `shoot_melee` to "Shoot melee", and the
/// two-letter code `WB` to "Walk (WB)". The body part in Quake III names is removed: `LEGS_WALKCR` also becomes "Crouch walk".
///
/// Known spellings become standard words: `crattck` is "Crouch attack". Unknown words are not changed, and neither is a name without
/// letters and digits.
pub fn readable_name(name: &str) -> String {
    if let Some(row) = find_row(|row| row.name.eq_ignore_ascii_case(name)) {
        return row.readable.to_string();
    }
    if let Some(animation) = Animation::find(name) {
        return animation.readable.to_string();
    }
    if is_action_code(name) {
        return action_of_code(name).map_or_else(|| name.to_string(), |action| format!("{action} ({name})"));
    }
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &name[stem.len()..];
    // Only short names such as "crattck" become the words of the standard table, not "crouch_attack_left".
    let meaning = classify(stem).filter(|meaning| meaning.crouched && stem.len() <= 9);
    let row = find_row(|row| Some(row.meaning) == meaning);
    let words = row.map_or_else(|| words_of(stem), |row| row.readable.to_string());
    match (words.is_empty(), number.is_empty()) {
        (true, true) => name.to_string(),
        (false, true) => words,
        (true, false) => number.to_string(),
        (false, false) => format!("{words} {number}"),
    }
}

impl Sequence {
    /// Returns the name in plain words: see [`readable_name`](crate::readable_name).
    pub fn readable_name(&self) -> String {
        readable_name(&self.name)
    }
}

/// Finds a sequence by its name, ignoring case. Compares `name` in three ways, one after the other, and returns the first match: with the
/// exact names, with the [readable names](Sequence::readable_name), and with the beginning of each name, if the next character of the name
/// is not a letter.
pub fn find_sequence<'a>(sequences: &'a [Sequence], name: &str) -> Option<&'a Sequence> {
    let by = |matches: &dyn Fn(&Sequence) -> bool| sequences.iter().find(|sequence| matches(sequence));
    by(&|sequence| sequence.name.eq_ignore_ascii_case(name))
        .or_else(|| by(&|sequence| sequence.readable_name().eq_ignore_ascii_case(name)))
        .or_else(|| by(&|sequence| has_prefix(&sequence.name, name)))
}

/// Replaces separators by spaces, splits words at capital letters, and capitalizes only the first letter of the result.
fn words_of(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    let mut before = ' ';
    for c in name.chars() {
        let is_separator = !c.is_alphanumeric();
        let begins_word = c.is_ascii_uppercase() && before.is_ascii_lowercase();
        if (is_separator || begins_word) && !words.is_empty() && !words.ends_with(' ') {
            words.push(' ');
        }
        if !is_separator {
            let is_first = words.is_empty();
            words.push(if is_first { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() });
        }
        before = c;
    }
    words.truncate(words.trim_end().len());
    words
}

/// Returns the action of a two-letter code in Egoboo's models: the first letter gives the action, the second a variant. Source: Egoboo's
/// `ModelDescriptor.hpp`.
fn action_of_code(code: &str) -> Option<&'static str> {
    Some(match code {
        "WA" => "Sneak",
        "WB" => "Walk",
        "WC" => "Run",
        "WD" => "Push",
        "JA" => "Jump",
        "JB" | "JC" => "Fall",
        "MA" | "MB" => "Drop item",
        "MC" => "Cheer",
        "MD" => "Show off",
        "ME" | "MF" => "Grab item",
        "MG" => "Open chest",
        "MH" => "Sit",
        "MI" => "Ride",
        "MJ" => "Activated",
        "MK" => "Snooze",
        "ML" => "Unlock",
        "MM" | "MN" => "Held",
        "RA" => "Roll",
        _ if !matches!(code.as_bytes()[1], b'A'..=b'D') => return None,
        _ => match code.as_bytes()[0] {
            b'D' => "Stand",
            b'U' => "Unarmed attack",
            b'T' => "Thrust",
            b'C' => "Chop",
            b'S' => "Slice",
            b'B' => "Bash",
            b'L' => "Longbow",
            b'X' => "Crossbow",
            b'F' => "Fling",
            b'P' => "Parry",
            b'E' => "Evade",
            b'Z' => "Zap",
            b'H' => "Hit",
            b'K' => "Killed",
            _ => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_names_to_words() {
        for (name, expected) in [
            ("crwalk", "Crouch walk"),
            ("CRATTCK", "Crouch attack"),
            ("LEGS_WALKCR", "Crouch walk"),
            ("torso_stand2", "Stand 2"),
            ("BOTH_DEATH1", "Death 1"),
            ("LEGS_STRAFE", "Legs strafe"),
            ("pain2", "Pain 2"),
            ("pain", "Pain"),
            ("shoot_melee", "Shoot melee"),
            ("walkLeft", "Walk left"),
            ("FRAME", "Frame"),
            ("death1_2", "Death1 2"),
            ("WB", "Walk (WB)"),
            ("MI", "Ride (MI)"),
            ("DA", "Stand (DA)"),
            ("DE", "DE"),
            ("QQ", "QQ"),
            ("cr_attack_left", "Cr attack left"),
            ("", ""),
            ("12", "12"),
            ("_x_", "X"),
            ("__", "__"),
        ] {
            assert_eq!(readable_name(name), expected, "{name}");
        }
    }

    #[test]
    fn a_sequence_is_found_by_the_start_of_its_name() {
        let sequences = ["runner", "run_fast", "run2", "LEGS_WALKCR"].map(|name| Sequence::new(name, 0, 0));
        let found = |name| find_sequence(&sequences, name).map(|sequence| sequence.name.as_str());
        assert_eq!(found("RUN"), Some("run_fast"));
        assert_eq!(found("run2"), Some("run2"));
        assert_eq!((found("crouch walk"), found("Run 2")), (Some("LEGS_WALKCR"), Some("run2")));
        assert_eq!((found("walk"), found("ru")), (None, None));
    }
}
