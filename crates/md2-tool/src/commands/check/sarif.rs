//! Output of findings as SARIF 2.1.0, the exchange format of static analysis tools.

use std::collections::BTreeMap;

use md2_load::{Finding, Report, Severity};
use serde_json::{Value, json};

use crate::failure::{Failure, program_name};
use crate::report;
use md2_scene::findings::{CheckedFile, script_line, sentence};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

#[derive(Debug, Default)]
pub(super) struct SarifLog {
    rules: BTreeMap<&'static str, (Severity, &'static str)>,
    results: Vec<Value>,
    /// SARIF notifications: the errors of files that could not be read.
    notifications: Vec<Value>,
}

impl SarifLog {
    pub(super) fn add(&mut self, CheckedFile { file, outcome }: &CheckedFile) {
        let artifact = json!({ "uri": uri(file) });
        let Report { findings, omitted, .. } = match outcome {
            Ok(report) => report,
            Err(error) => {
                let location = json!({ "physicalLocation": { "artifactLocation": artifact } });
                // The error about a folder without models belongs to no file.
                let locations = if file.is_empty() { vec![] } else { vec![location] };
                self.notifications.push(json!({
                    "level": "error",
                    "message": { "text": error },
                    "locations": locations,
                }));
                return;
            }
        };
        for finding in findings {
            self.rules.insert(finding.code, (finding.severity, finding.explanation));
            self.results.push(json!({
                "ruleId": finding.code,
                "level": finding.severity.to_string(),
                "message": { "text": sentence(finding) },
                "locations": [{
                    "physicalLocation": {
                        "artifactLocation": artifact,
                        "region": region(finding),
                    },
                    "logicalLocations": [{ "fullyQualifiedName": finding.place }],
                }],
                "properties": { "engines": finding.engines },
            }));
        }
        for more in omitted {
            self.rules.insert(more.code, (more.severity, more.explanation));
            self.results.push(json!({
                "ruleId": more.code,
                "level": more.severity.to_string(),
                "message": { "text": format!("{} more", more.count) },
                "locations": [{ "physicalLocation": { "artifactLocation": artifact } }],
                "occurrenceCount": more.count,
                "properties": { "engines": more.engines },
            }));
        }
    }

    pub(super) fn into_text(self) -> Result<String, Failure> {
        let rules = self.rules.iter().map(|(code, (severity, explanation))| {
            json!({
                "id": code,
                "shortDescription": { "text": explanation },
                "defaultConfiguration": { "level": severity.to_string() },
            })
        });
        let log = json!({
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": program_name(),
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules.collect::<Vec<_>>(),
                } },
                "invocations": [{
                    "executionSuccessful": self.notifications.is_empty(),
                    "toolExecutionNotifications": self.notifications,
                }],
                "results": self.results,
            }],
        });
        report::json_document(&log)
    }
}

/// Returns the place of a finding: a line of a script, or bytes of a model.
fn region(finding: &Finding) -> Value {
    match script_line(finding) {
        Some(line) => json!({ "startLine": line }),
        None => json!({ "byteOffset": finding.offset, "byteLength": finding.length }),
    }
}

/// Returns a path as a percent-encoded URI reference. An absolute path gets the scheme `file`, a relative path has no scheme.
fn uri(path: &str) -> String {
    let escaped: String = path
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => {
                char::from(byte).to_string()
            }
            b'\\' if cfg!(windows) => String::from("/"),
            other => format!("%{other:02X}"),
        })
        .collect();
    if escaped.starts_with('/') { format!("file://{escaped}") } else { escaped }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_paths_as_uri_references() {
        assert_eq!(uri("models/tris.md2"), "models/tris.md2");
        assert_eq!(uri("/a b/größe:#?.md2"), "file:///a%20b/gr%C3%B6%C3%9Fe%3A%23%3F.md2");
    }
}
