//! What a check found.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::code::{Code, Severity};
use super::engine::Engines;

/// Everything that a check found, in the order in which it looked.
///
/// Displayed as one line for each finding, and one for each code of which more were found than listed.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(bound = "C: serde::Serialize, C::Engine: serde::Serialize")
)]
#[non_exhaustive]
pub struct Report<C: Code> {
    /// What was found, the first of each code.
    pub findings: Vec<Finding<C>>,
    /// How many more there are.
    pub omitted: Vec<OmittedFindings<C>>,
}

/// Findings that are only counted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct OmittedFindings<C> {
    /// Their code.
    pub code: C,
    /// Their number.
    pub count: usize,
}

impl<C: Code> Report<C> {
    /// Whether nothing was found.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.findings.is_empty() && self.omitted.is_empty()
    }

    /// The gravest of the findings, listed or not.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        let listed = self.findings.iter().map(|finding| finding.code);
        let omitted = self.omitted.iter().map(|omitted| omitted.code);
        listed.chain(omitted).map(C::severity).max()
    }

    /// Whether the format's reader refuses the file.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.worst() == Some(Severity::Error)
    }

    /// Findings that `engine` cares about.
    pub fn concerning(&self, engine: C::Engine) -> impl Iterator<Item = &Finding<C>> {
        self.findings.iter().filter(move |finding| finding.engines.contains(engine))
    }

    /// How often `code` was found, listed or not.
    #[must_use]
    pub fn count(&self, code: C) -> usize {
        let listed = self.findings.iter().filter(|finding| finding.code == code).count();
        let omitted = self.omitted.iter().find(|omitted| omitted.code == code);
        listed + omitted.map_or(0, |omitted| omitted.count)
    }
}

impl<C: Code> Default for Report<C> {
    /// Nothing was found.
    fn default() -> Self {
        Self { findings: Vec::new(), omitted: Vec::new() }
    }
}

impl<C: Code> fmt::Display for Report<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.findings.iter().try_for_each(|finding| writeln!(f, "{finding}"))?;
        self.omitted
            .iter()
            .try_for_each(|OmittedFindings { code, count }| writeln!(f, "{code}: {count} more"))
    }
}

/// One thing that was found.
///
/// Displayed as in `MD2-W104 warning: header, skinheight: 512, expected at most 480 (byte 0xc) [vanilla, yquake2]`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding<C: Code> {
    /// What kind of finding it is.
    pub code: C,
    /// The place in the model.
    pub location: C::Location,
    /// The place in the file, in bytes from its start.
    pub offset: usize,
    /// What is there.
    pub found: String,
    /// What is allowed or expected instead; empty where that goes without saying.
    pub expected: String,
    /// Who refuses the file, draws it differently, or reads memory it should not, because of the finding.
    pub engines: Engines<C::Engine>,
}

impl<C: Code> fmt::Display for Finding<C> {
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

/// The fields, and the code's severity; the place as it is displayed.
#[cfg(feature = "serde")]
impl<C: Code> serde::Serialize for Finding<C>
where
    C::Engine: serde::Serialize,
{
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;

        let mut finding = serializer.serialize_struct("Finding", 7)?;
        finding.serialize_field("code", self.code.as_str())?;
        finding.serialize_field("severity", &self.code.severity())?;
        finding.serialize_field("location", &format_args!("{}", self.location))?;
        finding.serialize_field("offset", &self.offset)?;
        finding.serialize_field("found", &self.found)?;
        finding.serialize_field("expected", &self.expected)?;
        finding.serialize_field("engines", &self.engines)?;
        finding.end()
    }
}
