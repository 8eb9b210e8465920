//! Collecting findings without letting a bad file fill the memory.

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use super::code::Code;
use super::engine::Engines;
use super::finding::{Finding, OmittedFindings, Report};

/// What a check reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckOptions {
    /// How many findings of each code are listed; the others are counted. By default 8.
    pub max_per_code: usize,
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self { max_per_code: 8 }
    }
}

/// The findings so far: the first few of each code, and the number of each.
#[derive(Clone, Debug)]
pub struct Findings<C: Code> {
    max_per_code: usize,
    listed: Vec<Finding<C>>,
    counts: BTreeMap<C, usize>,
}

impl<C: Code> Findings<C> {
    /// No findings yet; of each code the first `max_per_code` will be listed.
    #[must_use]
    pub const fn new(max_per_code: usize) -> Self {
        Self { max_per_code, listed: Vec::new(), counts: BTreeMap::new() }
    }

    /// Adds a finding for the engines that its code usually concerns.
    ///
    /// `offset` is the byte in the file, `found` what is there, `expected` what is allowed instead, or nothing where
    /// that goes without saying. Neither is written out unless the finding is listed.
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

    /// Adds a finding for certain engines.
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

    /// The findings as a report.
    #[must_use]
    pub fn into_report(self) -> Report<C> {
        let Self { max_per_code, listed: findings, counts } = self;
        let more = counts.into_iter().filter(|&(_, count)| count > max_per_code);
        let omitted = more.map(|(code, count)| OmittedFindings { code, count: count - max_per_code });
        Report { findings, omitted: omitted.collect() }
    }
}
