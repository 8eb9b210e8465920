//! Output of findings as workflow commands, which GitHub shows as annotations of files.
//!
//! The format is `::error file=F,title=T::MESSAGE`. Characters that would end a part of a command are percent-encoded.

use std::fmt::Write as _;

use md2_load::Severity;

use md2_scene::findings::{CheckedFile, located_sentence};
use md2_scene::text::lines as shown;

pub(super) fn lines(CheckedFile { file, outcome }: &CheckedFile) -> String {
    let mut text = String::new();
    let mut command = |kind: &str, title: &str, message: &str| {
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
        command(kind(finding.severity), finding.code, &located_sentence(finding));
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

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_names_that_would_end_a_command() {
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
