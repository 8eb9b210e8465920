//! The search for public items that nothing names: no other crate, test, example, or program in the documentation.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::cargo;
use crate::failure::Failure;
use crate::files::{entries, name, read};

/// Returns the lines of the lists in `docs/api` whose items nothing names. Compares words, so an item also counts as named if another item
/// with the same name is used. Does not require the variants of an enum, the implementation of a trait, or a type in the signature of
/// another item to be named.
pub(crate) fn unnamed() -> Result<Vec<String>, Failure> {
    let lists: Vec<(String, String)> = entries(&cargo::root().join("docs/api"))?
        .iter()
        .map(|path| Ok((name(path).trim_end_matches(".txt").to_owned(), read(path)?)))
        .collect::<Result<_, Failure>>()?;
    let items: Vec<(&str, Item<'_>)> =
        lists.iter().flat_map(|(library, list)| Item::list(list).map(|item| (&**library, item))).collect();
    let signatures: BTreeSet<&str> = items.iter().flat_map(|(_, item)| words(item.signature)).collect();
    let named = namers()?;
    let is_named = |library: &str, item: &Item<'_>| {
        let by_others = |namers: &BTreeSet<String>| namers.iter().any(|namer| namer != library);
        named.get(item.name).is_some_and(by_others) || (item.is_type && signatures.contains(item.name))
    };
    let found = items.iter().filter(|(library, item)| item.must_be_named && !is_named(library, item));
    Ok(found.map(|(library, item)| format!("{library}: {}", item.line)).collect())
}

/// A public item in the list of a library.
struct Item<'a> {
    line: &'a str,
    name: &'a str,
    /// The text after the name: parameters, result, or type.
    signature: &'a str,
    is_type: bool,
    /// False for variants, modules, exports of other items, and items of trait implementations.
    must_be_named: bool,
}

impl<'a> Item<'a> {
    fn list(list: &'a str) -> impl Iterator<Item = Self> {
        let mut is_trait = false;
        list.lines().filter_map(move |line| {
            let text = if line.starts_with('#') { line.split_once("] ")?.1 } else { line };
            if text.starts_with("impl") {
                is_trait = text.contains(" for ");
                return None;
            }
            let mut item = Self::parse(line, text.strip_prefix("pub ")?);
            is_trait &= !item.is_type;
            item.must_be_named &= !is_trait;
            Some(item)
        })
    }

    fn parse(line: &'a str, mut text: &'a str) -> Self {
        let mut kind = "";
        while let Some((word, rest)) = text.split_once(' ').filter(|(word, _)| KINDS.contains(word)) {
            (kind, text) = (word, rest);
        }
        let (name, signature) = split_path(text);
        let is_field = kind.is_empty() && signature.starts_with(": ");
        let must_be_named = is_field || !["", "mod", "use"].contains(&kind);
        Self { line, name, signature, is_type: TYPES.contains(&kind), must_be_named }
    }
}

const KINDS: [&str; 14] = [
    "async", "const", "enum", "fn", "macro", "mod", "mut", "static", "struct", "trait", "type", "union",
    "unsafe", "use",
];
const TYPES: [&str; 4] = ["enum", "struct", "trait", "union"];

/// Splits a path and the text after it, and returns the last name of the path and that text. Generic arguments may contain spaces.
fn split_path(text: &str) -> (&str, &str) {
    let (mut depth, mut start, mut end) = (0_u32, 0, text.len());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            // In a bound such as `Fn() -> u32`, the arrow is not the end of the arguments.
            b'>' if !text[..at].ends_with('-') => depth = depth.saturating_sub(1),
            b':' if depth == 0 && text[..at].ends_with(':') => start = at + 1,
            b':' if depth == 0 && text[at + 1..].starts_with(':') => {}
            b'(' | b' ' | b':' if depth == 0 => {
                end = at;
                break;
            }
            _ => {}
        }
    }
    (words(&text[start..end]).next().unwrap_or_default(), &text[end..])
}

/// Returns the words of all sources and documents, each with the libraries that contain it in their code. Tests, examples, documents, and
/// programs in documentation comments count as a library without a name.
fn namers() -> Result<BTreeMap<String, BTreeSet<String>>, Failure> {
    let mut named = BTreeMap::<String, BTreeSet<String>>::new();
    let mut list = std::process::Command::new("git");
    list.arg("ls-files").current_dir(cargo::root());
    let listed = String::from_utf8_lossy(&cargo::output(&mut list)?).into_owned();
    for file in listed.lines().filter(|file| is_searched(file)) {
        let path = cargo::root().join(file);
        // A deleted file stays in git's list until the next commit.
        if !path.is_file() {
            continue;
        }
        let library =
            file.strip_prefix("crates/").and_then(|rest| rest.split_once("/src/")).map(|(name, _)| name);
        let mut is_program = false;
        for line in read(&path)?.lines() {
            let comment = line.trim_start().starts_with("//!") || line.trim_start().starts_with("///");
            is_program = comment && (is_program != line.contains("```"));
            let namer = match library {
                Some(_) if comment && !is_program => continue,
                Some(library) if !comment => library,
                _ => "",
            };
            for word in words(line) {
                named.entry(word.to_owned()).or_default().insert(namer.to_owned());
            }
        }
    }
    Ok(named)
}

fn is_searched(file: &str) -> bool {
    let has_extension = |known: &str| Path::new(file).extension().is_some_and(|extension| extension == known);
    (has_extension("rs") || has_extension("md")) && !["CHANGELOG.md", "xtask/src/unnamed.rs"].contains(&file)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}
