//! A collector of findings with limited memory.

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use super::code::Code;
use super::engine::Engines;
use super::fault::ParseError;
use super::finding::{Finding, OmittedFindings, Report};

/// Options of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckOptions {
    /// The maximum number of findings of each code that a report lists. Further findings are only counted. The default is 8.
    pub max_per_code: usize,
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self { max_per_code: 8 }
    }
}

/// A collector of findings. The collector stores the first findings of each code and counts all findings.
#[derive(Clone, Debug)]
pub struct Findings<C: Code> {
    max_per_code: usize,
    listed: Vec<Finding<C>>,
    counts: BTreeMap<C, usize>,
}

impl<C: Code> Findings<C> {
    /// Creates a collector that lists at most `max_per_code` findings of each code.
    pub const fn new(max_per_code: usize) -> Self {
        Self { max_per_code, listed: Vec::new(), counts: BTreeMap::new() }
    }

    /// Adds a finding. Its affected engines are the usual ones of its code, see [`Code::engines`].
    ///
    /// `offset` is the byte offset in the file and `found` the value found. `expected` gives the allowed values, or
    /// is empty if they are obvious. `found` and `expected` are formatted only if the report lists the finding.
    pub fn add(
        &mut self,
        code: C,
        location: C::Location,
        offset: usize,
        found: fmt::Arguments<'_>,
        expected: impl fmt::Display,
    ) {
        self.add_for(code.engines(), code, location, offset, found, expected);
    }

    /// Adds a fault for which the parser rejects the file.
    pub fn add_fault(&mut self, fault: ParseError<C>) {
        let ParseError { code, location, offset, found, expected } = fault;
        self.add(code, *location, offset, format_args!("{found}"), expected);
    }

    /// Adds a finding like [`add`](Self::add), but with the affected `engines`.
    pub fn add_for(
        &mut self,
        engines: Engines<C::Engine>,
        code: C,
        location: C::Location,
        offset: usize,
        found: fmt::Arguments<'_>,
        expected: impl fmt::Display,
    ) {
        let count = self.counts.entry(code).or_default();
        *count += 1;
        if *count <= self.max_per_code {
            let (found, expected) = (found.to_string(), expected.to_string());
            self.listed.push(Finding { code, location, offset, found, expected, engines });
        }
    }

    /// Returns the findings as a report.
    pub fn into_report(self) -> Report<C> {
        let Self { max_per_code, listed: findings, counts } = self;
        let more = counts.into_iter().filter(|&(_, count)| count > max_per_code);
        let omitted = more.map(|(code, count)| OmittedFindings { code, count: count - max_per_code });
        Report { findings, omitted: omitted.collect() }
    }
}
