//! Errors of the import.

use std::fmt;

/// The error of an import, with the place in the file where it occurred.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {kind}")]
pub struct ImportError {
    /// The place in the file, such as `accessors[3].byteOffset` or `run_02.obj, line 17`.
    pub place: String,
    /// The kind of error.
    pub kind: ImportErrorKind,
}

/// The kind of an import error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages show what the fields are")]
#[non_exhaustive]
pub enum ImportErrorKind {
    #[error("found {found}, expected {expected}")]
    Invalid { found: String, expected: String },
    #[error("found {found} {what}, the limit is {allowed}")]
    Limit { what: &'static str, found: u64, allowed: u64 },
    #[error("{what}: {remedy}")]
    Unsupported { what: String, remedy: &'static str },
    #[error("{reason}")]
    Unreadable { reason: String },
    #[error("no {what} matches {pattern}; the file has: {known}")]
    NoMatch { what: &'static str, pattern: String, known: String },
    #[error("no {what} to import")]
    Empty { what: &'static str },
}

impl ImportError {
    fn new(place: impl fmt::Display, kind: ImportErrorKind) -> Self {
        Self { place: place.to_string(), kind }
    }

    pub(crate) fn invalid(
        place: impl fmt::Display,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> Self {
        let (found, expected) = (found.to_string(), expected.to_string());
        Self::new(place, ImportErrorKind::Invalid { found, expected })
    }

    pub(crate) fn limit(place: impl fmt::Display, what: &'static str, found: u64, allowed: u64) -> Self {
        Self::new(place, ImportErrorKind::Limit { what, found, allowed })
    }

    pub(crate) fn check_limit(
        place: impl fmt::Display,
        what: &'static str,
        found: u64,
        allowed: u64,
    ) -> Result<(), Self> {
        if found > allowed { Err(Self::limit(place, what, found, allowed)) } else { Ok(()) }
    }

    /// Rejects an index that is not below `count`. `what` names the indexed element, such as `a node`.
    pub(crate) fn check_index(
        place: impl fmt::Display,
        index: usize,
        what: &str,
        count: usize,
    ) -> Result<(), Self> {
        if index < count {
            Ok(())
        } else {
            Err(Self::invalid(place, index, format_args!("{what} index below {count}")))
        }
    }

    pub(crate) fn unsupported(
        place: impl fmt::Display,
        what: impl Into<String>,
        remedy: &'static str,
    ) -> Self {
        Self::new(place, ImportErrorKind::Unsupported { what: what.into(), remedy })
    }

    pub(crate) fn unreadable(place: impl fmt::Display, reason: impl fmt::Display) -> Self {
        Self::new(place, ImportErrorKind::Unreadable { reason: reason.to_string() })
    }

    pub(crate) fn no_match(
        place: impl fmt::Display,
        what: &'static str,
        pattern: &str,
        names: &[&str],
    ) -> Self {
        let known = if names.is_empty() { String::from("none") } else { quoted_list(names) };
        Self::new(place, ImportErrorKind::NoMatch { what, pattern: quoted(pattern), known })
    }

    pub(crate) fn empty(place: impl fmt::Display, what: &'static str) -> Self {
        Self::new(place, ImportErrorKind::Empty { what })
    }
}

pub(crate) fn quoted_list(names: &[&str]) -> String {
    const MOST: usize = 20;
    let mut list: Vec<String> = names.iter().take(MOST).map(|name| quoted(name)).collect();
    if let Some(more) = names.len().checked_sub(MOST).filter(|more| *more > 0) {
        list.push(format!("and {more} more"));
    }
    list.join(", ")
}

/// Quotes text from a file for an error message. The text is escaped and cut to 80 characters.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 80;
    let short: String = text.chars().take(LONGEST).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("\"{}{more}\"", short.escape_debug())
}
