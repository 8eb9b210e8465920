//! Texts from files as the interface shows them: with escape sequences also for characters that no font contains.

use std::cell::RefCell;
use std::collections::BTreeSet;

use md2_scene::text;

thread_local! {
    /// The boxes that fonts show for these characters would not be readable.
    static WITHOUT_GLYPH: RefCell<BTreeSet<char>> = const { RefCell::new(BTreeSet::new()) };
}

pub(crate) fn set_without_glyph(characters: BTreeSet<char>) {
    WITHOUT_GLYPH.set(characters);
}

fn readable(plain: String) -> String {
    WITHOUT_GLYPH.with_borrow(|missing| {
        let is_missing = |c: char| !c.is_ascii() && missing.contains(&c);
        if !plain.contains(is_missing) {
            return plain;
        }
        let mut readable = String::with_capacity(plain.len());
        for c in plain.chars() {
            if is_missing(c) { readable.extend(c.escape_default()) } else { readable.push(c) }
        }
        readable
    })
}

pub(crate) fn shown(name: &str) -> String {
    readable(text::shown(name))
}

pub(crate) fn message(line: &str) -> String {
    readable(text::message(line))
}

pub(crate) fn lines(message: &str) -> String {
    readable(text::lines(message))
}

pub(crate) fn brief(line: &str, most: usize) -> String {
    text::brief(&message(line), most)
}
