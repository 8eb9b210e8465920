//! The last line of the text output, which contains the numbers of files and findings.

use std::fmt;

use crate::report::count;
use md2_scene::findings::{CheckedFile, Counts};

#[derive(Debug, Default)]
pub(super) struct CheckTotals {
    pub(super) files: usize,
    unreadable: usize,
    counts: Counts,
}

impl CheckTotals {
    pub(super) fn add(&mut self, checked: &CheckedFile) {
        self.files += 1;
        let Ok(report) = &checked.outcome else {
            self.unreadable += 1;
            return;
        };
        self.counts.add(Counts::from_report(report));
    }
}

impl fmt::Display for CheckTotals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts([errors, warnings, notes]) = self.counts;
        write!(f, "{}: {}, ", count(self.files, "file"), count(errors, "error"))?;
        write!(f, "{}, {}", count(warnings, "warning"), count(notes, "note"))?;
        if self.unreadable > 0 {
            write!(f, "; {} unreadable", self.unreadable)?;
        }
        writeln!(f)
    }
}
