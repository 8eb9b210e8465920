//! Findings about the paths of skin images.

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;

use super::Findings;
use crate::code::Code;
use crate::lenient::Lenient;
use crate::location::Location;
use crate::raw::{HeaderField, SkinName};
use crate::section::Section;

pub(super) fn check(parts: &Lenient<'_>, findings: &mut Findings) {
    if parts.header.num_skins == 0 {
        let field = HeaderField::NumSkins;
        findings.add(Code::SkinNone, Location::Header(field), field.offset(), format_args!("no skins"), "");
    }
    let extent = parts.extent(Section::Skins);
    for (index, skin) in parts.skins.iter().enumerate() {
        check_skin(index, &skin, extent.record(index), findings);
    }
    let mut by_path = BTreeMap::new();
    for (index, skin) in parts.skins.iter().enumerate().filter(|(_, skin)| !skin.as_bytes().is_empty()) {
        match by_path.entry(skin.as_bytes().to_ascii_lowercase()) {
            Entry::Vacant(entry) => drop(entry.insert(index)),
            Entry::Occupied(first) => {
                let (found, expected) =
                    (format_args!("\"{}\"", skin), format_args!("another path than skin {}", first.get()));
                findings.add(Code::SkinDoubled, Location::Skin(index), extent.record(index), found, expected);
            }
        }
    }
}

fn check_skin(index: usize, skin: &SkinName, offset: usize, findings: &mut Findings) {
    let path = skin.as_bytes();
    let mut add = |code, expected| {
        let found = format_args!("\"{}\"", skin);
        findings.add(code, Location::Skin(index), offset, found, expected);
    };
    if path.is_empty() {
        return add(Code::SkinEmpty, "a path");
    }
    if !skin.is_terminated() {
        add(Code::SkinUnterminated, "at most 63 bytes and a NUL");
    } else if skin.has_leftovers() {
        add(Code::SkinLeftovers, "only NULs after the path");
    }
    if !skin.is_printable() {
        add(Code::SkinNotAscii, "printable ASCII");
    }
    let is_separator = |byte: &u8| matches!(byte, b'/' | b'\\');
    if path.first().is_some_and(is_separator) || path.get(1) == Some(&b':') {
        add(Code::SkinAbsolute, "a path relative to the game's folder");
    } else if !path.iter().any(is_separator) {
        add(Code::SkinFolder, "a folder");
    }
    if path.contains(&b'\\') {
        add(Code::SkinBackslash, "forward slashes");
    }
    if path.split(is_separator).any(|part| part == b"..") {
        add(Code::SkinParent, "a path without \"..\"");
    }
    let is_loaded = |extension: &[u8]| {
        path.len()
            .checked_sub(4)
            .and_then(|at| path.get(at..))
            .is_some_and(|end| end.eq_ignore_ascii_case(extension))
    };
    if !is_loaded(b".pcx") && !is_loaded(b".tga") {
        add(Code::SkinExtension, "the extension .pcx or .tga");
    }
}
