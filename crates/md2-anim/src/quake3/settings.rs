//! The settings before the rows of an `animation.cfg`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::ranges::tokens::{Token, Tokens};

const FOOTSTEPS: [&str; 6] = ["default", "normal", "boot", "flesh", "mech", "energy"];

/// Skips the settings. Adds a note for each unknown word. Returns the first word after the settings, which begins with a digit.
pub(super) fn skip_settings<'a>(words: &mut Tokens<'a>, notes: &mut Vec<String>) -> Option<Token<'a>> {
    while let Some(word) = words.next() {
        if word.text.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(word);
        }
        let mut check = |word: Token<'_>, is_known: bool| {
            if !is_known {
                notes.push(format!("line {}: unknown setting or value \"{}\"", word.line, word.text));
            }
        };
        match word.text.to_ascii_lowercase().as_str() {
            // Only the first letter counts, and any letter is allowed.
            "sex" => drop(words.next()?),
            "footsteps" => {
                let word = words.next()?;
                check(word, FOOTSTEPS.iter().any(|known| word.text.eq_ignore_ascii_case(known)));
            }
            "headoffset" => {
                for _ in 0..3 {
                    let word = words.next()?;
                    check(word, word.text.parse().is_ok_and(f32::is_finite));
                }
            }
            "fixedlegs" | "fixedtorso" => {}
            _ => check(word, false),
        }
    }
    None
}
