//! Findings about frame names: their numbers and sequences.

use alloc::collections::BTreeMap;
use core::mem::offset_of;

use super::Findings;
use crate::code::Code;
use crate::lenient::Lenient;
use crate::location::Location;
use crate::raw::{FrameHeader, FrameName};
use crate::section::Section;

pub(super) fn check(parts: &Lenient<'_>, findings: &mut Findings) {
    let names = || parts.frames().map(|frame| frame.name()).enumerate();
    let Some((_, first)) = names().next() else { return };
    if names().all(|(_, name)| name.as_bytes() == first.as_bytes()) {
        // A single frame needs no number. If all frames have the same name, another finding reports it.
        return;
    }
    let extent = parts.extent(Section::Frames);
    let mut add = |code, frame: usize, name: FrameName, expected: &dyn core::fmt::Display| {
        let offset = extent.record(frame) + offset_of!(FrameHeader, name);
        findings.add(code, Location::Frame { frame, name }, offset, format_args!("\"{name}\""), expected);
    };
    let mut by_name: BTreeMap<_, usize> = BTreeMap::new();
    let mut last_of_base: BTreeMap<_, usize> = BTreeMap::new();
    let mut before: Option<(FrameName, usize)> = None;
    for (index, name) in names() {
        let (base, number) = split(&name);
        if name.as_bytes().is_empty() {
            before = None;
            continue;
        }
        if let Some(first) = by_name.get(name.as_bytes()) {
            add(Code::NameDoubled, index, name, &format_args!("another name than frame {first}"));
        } else {
            by_name.insert(alloc::vec::Vec::from(name.as_bytes()), index);
        }
        match (base.is_empty(), number) {
            (true, _) => add(Code::NameAllDigits, index, name, &"a word before the number"),
            (_, None) => add(Code::NameWithoutDigits, index, name, &"a number at the end"),
            _ => {}
        }
        if let Some((name_before, _)) = before
            && let ((base_before, Some(number_before)), Some(number)) = (split(&name_before), number)
            && base_before == base
            && !follows(number_before, number)
        {
            add(Code::NameJump, index, name, &format_args!("{} after {number_before}", number_before + 1));
        }
        if let Some(&last) = last_of_base.get(base)
            && !base.is_empty()
            && last + 1 != index
        {
            add(Code::SequenceSplit, index, name, &format_args!("directly after frame {last}"));
        }
        last_of_base.insert(alloc::vec::Vec::from(base), index);
        before = Some((name, index));
    }
}

fn split(name: &FrameName) -> (&[u8], Option<u64>) {
    let name = name.as_bytes();
    let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (base, digits) = name.split_at(name.len() - digits);
    // A name has at most 16 digits, so the number fits into 64 bits.
    let number = digits.iter().fold(0_u64, |number, digit| 10 * number + u64::from(digit - b'0'));
    (base, (!digits.is_empty()).then_some(number))
}

/// Whether a frame with `number` may follow a frame with the number `before` in a sequence: `run2` after `run1`, or
/// `pain201` (the first frame of the next variant) after `pain104`.
fn follows(before: u64, number: u64) -> bool {
    let next_variant = before >= 100 && number / 100 == before / 100 + 1 && number % 100 <= 1;
    number == before + 1 || next_variant
}
