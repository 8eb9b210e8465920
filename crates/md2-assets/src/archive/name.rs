//! Validation and comparison of names in archives.

use std::cmp::Ordering;

use super::{MAX_DEPTH, MAX_NAME_BYTES};

/// Converts the name of an entry to a path with slashes. If the name is invalid, returns a printable name and the reason for refusing the
/// entry.
///
/// Names that are not UTF-8 are read as Latin-1, because every sequence of bytes is valid Latin-1.
pub(super) fn parse(bytes: &[u8]) -> Result<Box<str>, (Box<str>, String)> {
    let refused = |refusal: &str| {
        let shown = &bytes[..bytes.len().min(MAX_NAME_BYTES)];
        Err((text(shown).escape_debug().collect::<String>().into_boxed_str(), refusal.to_owned()))
    };
    if bytes.is_empty() {
        return refused("empty name");
    }
    if bytes.len() > MAX_NAME_BYTES {
        return refused(&format!("name longer than {MAX_NAME_BYTES} bytes"));
    }
    let name = text(bytes).replace('\\', "/");
    if name.chars().any(|letter| !md2_common::is_plain(letter)) {
        // They could change the state of a terminal.
        return refused("control characters in the name");
    }
    let mut parts = name.split('/');
    if name.starts_with('/') || parts.next().is_some_and(|first| first.contains(':')) {
        return refused("absolute name");
    }
    if name.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return refused("name with an empty, \".\" or \"..\" part");
    }
    if name.split('/').count() > MAX_DEPTH + 1 {
        return refused(&format!("name with more than {MAX_DEPTH} folders"));
    }
    Ok(name.into_boxed_str())
}

fn text(bytes: &[u8]) -> String {
    str::from_utf8(bytes).map_or_else(|_| bytes.iter().copied().map(char::from).collect(), str::to_owned)
}

/// Compares names, ignoring ASCII case, so that sorting places all files of a folder next to each other.
///
/// A slash sorts before all other characters, so that `a-b/c` is not between `a/b` and `a/c`.
pub(super) fn compare(a: &str, b: &str) -> Ordering {
    let rank = |byte: u8| if byte == b'/' { 0 } else { byte.to_ascii_lowercase() };
    a.bytes().map(rank).cmp(b.bytes().map(rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_relative_paths_only() {
        let check = |name: &[u8], expected: Result<&str, &str>| {
            let parsed = parse(name);
            let shown = parsed.as_ref().unwrap_or_else(|(shown, _)| shown);
            assert!(!shown.contains(char::is_control), "{shown:?}");
            let parsed = parsed.as_ref().map(|name| &**name).map_err(|(_, refusal)| &**refusal);
            assert_eq!(parsed, expected, "{}", name.escape_ascii());
        };
        check(b"models/a.md2", Ok("models/a.md2"));
        check(b"models\\A.md2", Ok("models/A.md2"));
        check(b"gr\xfcn.pcx", Ok("grün.pcx"));
        check("grün.pcx".as_bytes(), Ok("grün.pcx"));
        check(b"...", Ok("..."));
        check(b"", Err("empty name"));
        check(&[b'a'; 600], Err("name longer than 512 bytes"));
        check(["a"; 33].join("/").as_bytes(), Ok(&["a"; 33].join("/")));
        check(["a"; 34].join("/").as_bytes(), Err("name with more than 32 folders"));
        for name in [&b"/etc/passwd"[..], b"\\etc", b"C:\\w", b"c:w", b"a:b/c"] {
            check(name, Err("absolute name"));
        }
        for name in [&b"../evil"[..], b"a/../b", b"a//b", b"a/", b"./a", b"a\\..\\b", b"..", b"."] {
            check(name, Err("name with an empty, \".\" or \"..\" part"));
        }
        for name in [&b"a\x1b]0;b"[..], b"a\0b", b"a\nb", "a\u{202e}b".as_bytes(), b"a\x9bb"] {
            check(name, Err("control characters in the name"));
        }
    }

    #[test]
    fn sorts_files_of_a_folder_together() {
        let mut names = ["a-b/c", "A/b", "a/c/d", "a.md2", "a", "a/B2"];
        names.sort_by(|a, b| compare(a, b));
        assert_eq!(names, ["a", "A/b", "a/B2", "a/c/d", "a-b/c", "a.md2"]);
    }
}
