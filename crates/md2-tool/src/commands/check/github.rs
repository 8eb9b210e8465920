//! Findings as commands to GitHub's workflows, which show them beside the files of a change.
//!
//! The form is `::error file=F,title=T::MESSAGE`; what would end a part of it is written as `%` and two digits.

use std::fmt::Write as _;

use md2_load::Severity;

use md2_browse::findings::{CheckedFile, located};
use md2_scene::text::lines as shown;

/// A command for each finding, and for what could not be read.
pub(super) fn lines(CheckedFile { file, outcome }: &CheckedFile) -> String {
    let mut text = String::new();
    let mut command = |kind: &str, title: &str, message: &str| {
        // A string takes everything.
        let place = if file.is_empty() { String::new() } else { format!("file={},", property(file)) };
        let _ = writeln!(
            text,
            "::{kind} {place}title={}::{}",
            property(title),
            data(&shown(message).to_string())
        );
    };
    let report = match outcome {
        Ok(report) => report,
        Err(error) => {
            command("error", "unreadable", error);
            return text;
        }
    };
    for finding in &report.findings {
        command(kind(finding.severity), finding.code, &located(finding));
    }
    for more in &report.omitted {
        command(kind(more.severity), more.code, &format!("{} more: {}", more.count, more.explanation));
    }
    text
}

const fn kind(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    }
}

/// A message.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A value between commas.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_ends_a_command_early() {
        let checked = CheckedFile {
            file: String::from("a,b:c%\n.md2"),
            outcome: Err(String::from("no 100%\nfile::x")),
        };
        assert_eq!(
            lines(&checked),
            "::error file=a%2Cb%3Ac%25%0A.md2,title=unreadable::no 100%25%0Afile::x\n"
        );
    }
}
