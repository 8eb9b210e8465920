//! Why a file of another program cannot become an MD2.

use std::fmt;

/// Why a file cannot be imported: the place in it, and what is wrong there.
///
/// ```
/// use md2_export::import::{ImportOptions, NoFiles, ObjFile, import_obj};
///
/// let file = ObjFile { name: "run_1.obj", content: b"v 0 0 0\nf 1 2 3" };
/// let error = import_obj(&[file], &NoFiles, &ImportOptions::default()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "run_1.obj, line 2: position \"2\" of a corner, expected 1 to 1, or -1 to -1"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    /// The place: `accessors[3].byteOffset`, `run_02.obj, line 17`.
    pub place: String,
    /// What is wrong there.
    pub kind: ImportErrorKind,
}

/// What is wrong with a file that is to become an MD2, sorted by who can act.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the messages show what the fields are")]
#[non_exhaustive]
pub enum ImportErrorKind {
    /// The file breaks its format's rules.
    Invalid { found: String, expected: String },
    /// The file is sound, and asks for more than is allowed.
    Limit { what: &'static str, found: u64, allowed: u64 },
    /// The file uses what this reader does not know, and cannot do without.
    Unsupported { what: String, remedy: &'static str },
    /// The file is no glTF at all, or something that it refers to cannot be had.
    Unreadable { reason: String },
    /// There is nothing to import.
    Empty { what: &'static str },
}

impl ImportError {
    pub(crate) fn invalid(
        place: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        let kind = ImportErrorKind::Invalid { found: found.into(), expected: expected.into() };
        Self { place: place.into(), kind }
    }

    pub(crate) fn limit(place: impl Into<String>, what: &'static str, found: u64, allowed: u64) -> Self {
        Self { place: place.into(), kind: ImportErrorKind::Limit { what, found, allowed } }
    }

    pub(crate) fn check_limit(
        place: impl fmt::Display,
        what: &'static str,
        found: u64,
        allowed: u64,
    ) -> Result<(), Self> {
        if found > allowed { Err(Self::limit(place.to_string(), what, found, allowed)) } else { Ok(()) }
    }

    /// Refuses an index that is not below the number of things, each of which is `what`, such as `a node`.
    pub(crate) fn check_index(
        place: impl fmt::Display,
        index: usize,
        what: &str,
        count: usize,
    ) -> Result<(), Self> {
        if index < count {
            return Ok(());
        }
        Err(Self::invalid(place.to_string(), index.to_string(), format!("{what}, below {count}")))
    }

    pub(crate) fn unsupported(
        place: impl Into<String>,
        what: impl Into<String>,
        remedy: &'static str,
    ) -> Self {
        Self { place: place.into(), kind: ImportErrorKind::Unsupported { what: what.into(), remedy } }
    }

    pub(crate) fn unreadable(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { place: place.into(), kind: ImportErrorKind::Unreadable { reason: reason.into() } }
    }

    pub(crate) fn empty(place: impl Into<String>, what: &'static str) -> Self {
        Self { place: place.into(), kind: ImportErrorKind::Empty { what } }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        match &self.kind {
            ImportErrorKind::Invalid { found, expected } => write!(f, "{found}, expected {expected}"),
            ImportErrorKind::Limit { what, found, allowed } => {
                write!(f, "{found} {what}, at most {allowed} are allowed")
            }
            ImportErrorKind::Unsupported { what, remedy } => write!(f, "{what}: {remedy}"),
            ImportErrorKind::Unreadable { reason } => f.write_str(reason),
            ImportErrorKind::Empty { what } => write!(f, "there is no {what} to import"),
        }
    }
}

impl std::error::Error for ImportError {}

/// Text of a file in an error: quoted, with what is not plain escaped, and of bounded length.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 80;
    let short: String = text.chars().take(LONGEST).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("\"{}{more}\"", short.escape_debug())
}
