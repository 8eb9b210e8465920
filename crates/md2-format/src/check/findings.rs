//! Collecting findings without letting a bad file fill the memory.

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use super::{Code, Engines, Finding, Omitted, Report};
use crate::location::Location;

/// The findings so far: the first few of each code, and the number of each.
pub(super) struct Findings {
    max_per_code: usize,
    listed: Vec<Finding>,
    counts: BTreeMap<Code, usize>,
}

impl Findings {
    pub(super) const fn new(max_per_code: usize) -> Self {
        Self { max_per_code, listed: Vec::new(), counts: BTreeMap::new() }
    }

    /// Adds a finding for the engines that its code usually concerns.
    pub(super) fn add(
        &mut self,
        code: Code,
        location: Location,
        offset: usize,
        found: fmt::Arguments<'_>,
        expected: impl fmt::Display,
    ) {
        self.add_for(code.engines(), code, location, offset, found, expected);
    }

    /// Adds a finding for certain engines.
    pub(super) fn add_for(
        &mut self,
        engines: Engines,
        code: Code,
        location: Location,
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

    pub(super) fn into_report(self) -> Report {
        let Self { max_per_code, listed: findings, counts } = self;
        let more = counts.into_iter().filter(|&(_, count)| count > max_per_code);
        let omitted = more.map(|(code, count)| Omitted { code, count: count - max_per_code });
        Report { findings, omitted: omitted.collect() }
    }
}
