//! Frame names and their parts.

use alloc::string::String;
use alloc::vec::Vec;

use crate::sequence::vocabulary::is_action_code;

const NAME_BYTES: usize = 16;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FrameName {
    /// The name without its number, spelled as in the file. For example, the stem of `"death1"_04` is `death1`.
    pub(crate) stem: String,
    pub(crate) key: String,
    pub(crate) number: Option<Number>,
    /// Whether the name fills its field of 16 bytes, so that its end may be cut off: `Armature|stand_01` is stored as `Armature|stand_0`.
    pub(crate) may_be_cut: bool,
    /// Whether the stem is a two-letter action code such as `WA`, which alone identifies the sequence.
    pub(crate) is_code: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Number {
    pub(crate) value: u64,
    pub(crate) width: usize,
}

impl FrameName {
    /// Splits a name into its parts. `bytes` may have any encoding; a NUL ends the name.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let text = readable_text(bytes);
        let text = without_extension(without_folders(&text)).trim_end_matches(|c: char| !c.is_alphanumeric());
        let stem = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = Number::parse(&text[stem.len()..]);
        let may_be_cut = before_nul(bytes).len() >= NAME_BYTES;
        Self { may_be_cut, ..Self::new(stem.trim_matches(|c: char| !c.is_alphanumeric()), number) }
    }

    fn new(stem: &str, number: Option<Number>) -> Self {
        Self { stem: stem.into(), key: stem.to_ascii_lowercase(), number, may_be_cut: false, is_code: false }
    }

    /// Splits off the last letter of a name without a number: `runb` becomes `run` and `b`.
    pub(crate) fn letter(&self) -> Option<(&str, char)> {
        let (at, letter) = self.key.char_indices().next_back()?;
        (self.number.is_none() && !self.is_code && letter.is_ascii_lowercase())
            .then(|| (&self.key[..at], letter))
    }

    /// Splits a name that consists of an action code and optional digits, flag letters and digits, such as `WA`, `DA0`, `MA02DL` and
    /// `WA003F000`. The first group of digits is the number.
    pub(crate) fn parse_action_code(bytes: &[u8]) -> Option<Self> {
        let text = readable_text(bytes);
        let (code, rest) = text.split_at_checked(2).filter(|(code, _)| is_action_code(code))?;
        let flags = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &rest[..rest.len() - flags.len()];
        let counter = flags.trim_start_matches(|c: char| c.is_ascii_uppercase());
        // Flags come only after digits: RUN01 is not a code with flags.
        let well_formed =
            (!digits.is_empty() || flags.is_empty()) && counter.bytes().all(|b| b.is_ascii_digit());
        well_formed.then(|| Self { is_code: true, ..Self::new(code, Number::parse(digits)) })
    }
}

impl Number {
    fn parse(digits: &str) -> Option<Self> {
        if digits.is_empty() {
            return None;
        }
        let value = digits
            .bytes()
            .fold(0_u64, |sum, digit| sum.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
        Some(Self { value, width: digits.len() })
    }

    /// Splits off the first digit: 112 becomes 1 and 12. `None` for a single digit.
    pub(crate) fn split_lead(self) -> Option<(u64, u64)> {
        let exponent = u32::try_from(self.width).ok()?.checked_sub(1).filter(|&exponent| exponent > 0)?;
        let scale = 10_u64.checked_pow(exponent)?;
        Some((self.value / scale, self.value % scale))
    }
}

/// Splits all frame names of a model into their parts. Also returns whether the names are action codes: at least three
/// quarters of the names have the form of a code, and at least half are codes with a number.
pub(crate) fn parse_all(names: &[&[u8]]) -> (Vec<FrameName>, bool) {
    let codes: Vec<Option<FrameName>> = names.iter().map(|name| FrameName::parse_action_code(name)).collect();
    let numbered = codes.iter().flatten().filter(|code| code.number.is_some()).count();
    let are_codes =
        codes.iter().flatten().count() * 4 >= names.len() * 3 && numbered * 2 >= names.len().max(1);
    let parsed = names.iter().zip(codes).map(|(name, code)| match code {
        Some(code) if are_codes => code,
        _ => FrameName::parse(name),
    });
    (parsed.collect(), are_codes)
}

/// Returns the text before the NUL of a name, without surrounding white space, quotes and control characters.
fn readable_text(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(before_nul(bytes));
    let text: String = text.chars().filter(|c| !c.is_control() && !matches!(c, '"' | '\'' | '`')).collect();
    text.trim().into()
}

fn before_nul(bytes: &[u8]) -> &[u8] {
    bytes.split(|&b| b == 0).next().unwrap_or(bytes)
}

/// Removes the folders from a path. If the text after the last slash has no letters, returns the whole path: the slash
/// in `run/1` only separates a number.
fn without_folders(text: &str) -> &str {
    match text.rsplit(['/', '\\']).next() {
        Some(file) if file.contains(char::is_alphabetic) => file,
        _ => text,
    }
}

/// Removes a file extension, such as `.obj` from `run01.obj`: a dot after a digit, followed by a short word.
fn without_extension(text: &str) -> &str {
    match text.rsplit_once('.') {
        Some((name, extension))
            if name.ends_with(|c: char| c.is_ascii_digit())
                && (1..=4).contains(&extension.len())
                && extension.starts_with(|c: char| c.is_ascii_alphabetic())
                && extension.bytes().all(|b| b.is_ascii_alphanumeric()) =>
        {
            name
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &[u8], stem: &str, number: Option<(u64, usize)>) {
        let parsed = FrameName::parse(name);
        let number = number.map(|(value, width)| Number { value, width });
        assert_eq!((parsed.stem.as_str(), parsed.number), (stem, number), "{}", name.escape_ascii());
    }

    #[test]
    fn divides_names_into_stem_and_number() {
        check(b"stand01", "stand", Some((1, 2)));
        check(b"death1_1", "death1", Some((1, 1)));
        check(b"\"stand\"_12", "stand", Some((12, 2)));
        check(b"run-3", "run", Some((3, 1)));
        check(b"Frame 1", "Frame", Some((1, 1)));
        check(b"FRAME 000......", "FRAME", Some((0, 3)));
        check(b"idle", "idle", None);
        check(b"0042", "", Some((42, 4)));
        check(b"", "", None);
        check(b"run01\0\xcc\xcc\xcc9", "run", Some((1, 2)));
        check(b"walk(7)", "walk", Some((7, 1)));
        check(b"run01.obj", "run", Some((1, 2)));
        check(b"run.12", "run", Some((12, 2)));
        check(b"c:\\models\\run1", "run", Some((1, 1)));
        check(b"run/1", "run", Some((1, 1)));
        check(b"models/", "models", None);
        check(b"99999999999999999999999", "", Some((u64::MAX, 23)));
        check(b"l\xe4uft_1", "l\u{fffd}uft", Some((1, 1)));
    }

    #[test]
    fn divides_action_codes_into_code_and_number() {
        let parsed = FrameName::parse_action_code(b"MA02DL").expect("a code with flags");
        assert_eq!((parsed.stem.as_str(), parsed.number), ("MA", Some(Number { value: 2, width: 2 })));
        assert!(FrameName::parse_action_code(b"WB010").is_some(), "a number past nine");
        for (name, number) in [
            (&b"WA"[..], None),
            (b"DA0", Some(0)),
            (b"MA0002", Some(2)),
            (b"WA003F000", Some(3)),
            (b"KA12DLS07", Some(12)),
        ] {
            let parsed = FrameName::parse_action_code(name).expect("a code");
            assert!(parsed.is_code);
            assert_eq!(parsed.number.map(|n| n.value), number, "{}", name.escape_ascii());
        }
        for other in
            [&b"Ma02"[..], b"MA02d", b"MA02D1S", b"MA_2", b"RUN01", b"RUN", b"WAF000", b"", b"M", b"2A01"]
        {
            assert_eq!(FrameName::parse_action_code(other), None, "{}", other.escape_ascii());
        }
    }
}
