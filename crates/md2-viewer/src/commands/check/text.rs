//! Findings for people: a line for each, as compilers write them.

use std::fmt;
use std::fmt::Write as _;

use md2_load::{Report, Severity};

use super::{Checked, sentence};
use crate::text::message;

/// The findings of a file, or that there are none. Why it could not be read stands on standard error.
pub(super) fn lines(Checked { file, outcome }: &Checked, explain: bool) -> String {
    let Ok(Report { findings, omitted, .. }) = outcome else { return String::new() };
    let file = message(file);
    let mut text = String::new();
    for finding in findings {
        let engines = match &*finding.engines {
            [] => String::new(),
            engines => format!(" [{}]", engines.join(", ")),
        };
        let line = format!("{} (byte {:#x}){engines}", sentence(finding), finding.offset);
        // A string takes everything.
        let _ = writeln!(text, "{file}: {} {}: {}", finding.severity, finding.code, message(&line));
        if explain {
            let _ = writeln!(text, "    {}", finding.explanation);
        }
    }
    for more in omitted {
        let _ = writeln!(text, "{file}: {} {}: {} more", more.severity, more.code, more.count);
    }
    if text.is_empty() {
        let _ = writeln!(text, "{file}: nothing found");
    }
    text
}

/// How much was found in all.
#[derive(Debug, Default)]
pub(super) struct Totals {
    files: usize,
    unreadable: usize,
    counts: [usize; 3],
}

impl Totals {
    pub(super) fn add(&mut self, checked: &Checked) {
        self.files += 1;
        let Ok(report) = &checked.outcome else {
            self.unreadable += 1;
            return;
        };
        let listed = report.findings.iter().map(|finding| (finding.severity, 1));
        for (severity, count) in listed.chain(report.omitted.iter().map(|more| (more.severity, more.count))) {
            let index = match severity {
                Severity::Error => 0,
                Severity::Warning => 1,
                Severity::Note => 2,
            };
            self.counts[index] += count;
        }
    }

    pub(super) const fn files(&self) -> usize {
        self.files
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let [errors, warnings, notes] = self.counts;
        write!(f, "{}: {}, ", count(self.files, "file"), count(errors, "error"))?;
        write!(f, "{}, {}", count(warnings, "warning"), count(notes, "note"))?;
        if self.unreadable > 0 {
            write!(f, "; {} not read", self.unreadable)?;
        }
        writeln!(f)
    }
}
