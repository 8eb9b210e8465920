//! Reports and findings.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::code::{Code, Severity};
use super::engine::Engines;
use super::fault::write_place;

/// The findings of one check, in the order in which they were found.
///
/// The text has one line for each finding, and one line for each code with omitted findings.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report<C: Code> {
    /// The listed findings. A report lists only the first findings of each code.
    pub findings: Vec<Finding<C>>,
    /// The number of omitted findings for each code that has any.
    pub omitted: Vec<OmittedFindings<C>>,
}

/// The number of findings of one code that a report does not list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OmittedFindings<C> {
    /// The code of the omitted findings.
    pub code: C,
    /// The number of omitted findings.
    pub count: usize,
}

impl<C: Code> Report<C> {
    /// Whether there are no findings.
    pub const fn is_empty(&self) -> bool {
        self.findings.is_empty() && self.omitted.is_empty()
    }

    /// The highest severity of all findings, both listed and omitted; `None` without findings.
    pub fn worst(&self) -> Option<Severity> {
        let listed = self.findings.iter().map(|finding| finding.code);
        let omitted = self.omitted.iter().map(|omitted| omitted.code);
        listed.chain(omitted).map(C::severity).max()
    }

    /// Whether there is an error, so that the parser of the format rejects the file.
    pub fn has_errors(&self) -> bool {
        self.worst() == Some(Severity::Error)
    }

    /// The number of findings with this code, both listed and omitted.
    pub fn count(&self, code: C) -> usize {
        let listed = self.findings.iter().filter(|finding| finding.code == code).count();
        let omitted = self.omitted.iter().find(|omitted| omitted.code == code);
        listed + omitted.map_or(0, |omitted| omitted.count)
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

/// One result of a check.
///
/// Its text is, for example, `MD2-W104 warning: header, skinheight: 512, expected at most 480 (byte 0xc) [vanilla,
/// yquake2]`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding<C: Code> {
    /// The kind of finding.
    pub code: C,
    /// The location in the model.
    pub location: C::Location,
    /// The location in the file: a byte offset from its start.
    pub offset: usize,
    /// The value found, as text.
    pub found: String,
    /// The allowed values, as text; empty if they are obvious.
    pub expected: String,
    /// The engines that reject the file, draw it differently, or read invalid memory because of the finding.
    pub engines: Engines<C::Engine>,
}

impl<C: Code> fmt::Display for Finding<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: ", self.code, self.code.severity())?;
        write_place(f, &self.location, &self.found, &self.expected)?;
        write!(f, " (byte {:#x})", self.offset)?;
        if !self.engines.is_empty() {
            write!(f, " [{}]", self.engines)?;
        }
        Ok(())
    }
}
