//! What a check found.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Code, Engine, Engines};
use crate::location::Location;

/// Everything that [`check`](super::check()) found, in the order of the file's sections.
///
/// Displayed as one line for each finding, and one for each code of which more were found than listed.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Report {
    /// What was found, the first of each code.
    pub findings: Vec<Finding>,
    /// How many more there are.
    pub omitted: Vec<Omitted>,
}

/// Findings that are only counted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Omitted {
    /// Their code.
    pub code: Code,
    /// Their number.
    pub count: usize,
}

impl Report {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty() && self.omitted.is_empty()
    }

    /// The gravest of the findings, listed or not.
    pub fn worst(&self) -> Option<Severity> {
        let listed = self.findings.iter().map(|finding| finding.code);
        let omitted = self.omitted.iter().map(|omitted| omitted.code);
        listed.chain(omitted).map(Code::severity).max()
    }

    /// Whether [`Md2::parse`](crate::Md2::parse) refuses the file.
    pub fn has_errors(&self) -> bool {
        self.worst() == Some(Severity::Error)
    }

    /// Findings that `engine` cares about.
    pub fn concerning(&self, engine: Engine) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |finding| finding.engines.contains(engine))
    }

    /// How often `code` was found, listed or not.
    pub fn count(&self, code: Code) -> usize {
        let listed = self.findings.iter().filter(|finding| finding.code == code).count();
        let omitted = self.omitted.iter().find(|omitted| omitted.code == code);
        listed + omitted.map_or(0, |omitted| omitted.count)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.findings.iter().try_for_each(|finding| writeln!(f, "{finding}"))?;
        self.omitted.iter().try_for_each(|Omitted { code, count }| writeln!(f, "{code}: {count} more"))
    }
}

/// One thing that was found.
///
/// Displayed as in `MD2-W104 warning: header, skinheight: 512, expected at most 480 (byte 0xc) [vanilla, yquake2]`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// What kind of finding it is.
    pub code: Code,
    /// The place in the model.
    pub location: Location,
    /// The place in the file, in bytes from its start.
    pub offset: usize,
    /// What is there.
    pub found: String,
    /// What is allowed or expected instead; empty where that goes without saying.
    pub expected: String,
    /// Who refuses the file, draws it differently, or reads memory it should not, because of the finding.
    pub engines: Engines,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}: {}", self.code, self.code.severity(), self.location, self.found)?;
        if !self.expected.is_empty() {
            write!(f, ", expected {}", self.expected)?;
        }
        write!(f, " (byte {:#x})", self.offset)?;
        if !self.engines.is_empty() {
            write!(f, " [{}]", self.engines)?;
        }
        Ok(())
    }
}

/// The fields, and the code's severity.
#[cfg(feature = "serde")]
impl serde::Serialize for Finding {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;

        let mut finding = serializer.serialize_struct("Finding", 7)?;
        finding.serialize_field("code", &self.code)?;
        finding.serialize_field("severity", &self.code.severity())?;
        finding.serialize_field("location", &self.location)?;
        finding.serialize_field("offset", &self.offset)?;
        finding.serialize_field("found", &self.found)?;
        finding.serialize_field("expected", &self.expected)?;
        finding.serialize_field("engines", &self.engines)?;
        finding.end()
    }
}

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Severity {
    /// Odd, and harmless.
    Note,
    /// Some engine refuses the file, draws it wrong, or fails.
    Warning,
    /// [`Md2::parse`](crate::Md2::parse) refuses the file.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}
