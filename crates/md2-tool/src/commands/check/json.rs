//! Output of findings as JSON Lines, with an object for each file.

use md2_load::Report;
use md2_scene::findings::script_line;
use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::report::json_line;

#[derive(Debug, Serialize)]
struct CheckLine<'a> {
    file: &'a str,
    format: Option<String>,
    worst: Option<String>,
    findings: Vec<Value>,
    omitted: Vec<Value>,
}

/// Returns a line of JSON. Scripts rely on the names of the keys: see `docs/json/check.schema.json`.
pub(super) fn line(file: &str, report: &Report) -> Result<String, Failure> {
    let Report { format, findings, omitted, .. } = report;
    let finding = findings.iter().map(|finding| {
        json!({
            "code": finding.code,
            "severity": finding.severity.to_string(),
            "place": finding.place,
            "line": script_line(finding),
            "offset": finding.offset,
            "length": finding.length,
            "found": finding.found,
            "expected": finding.expected,
            "engines": finding.engines,
            "explanation": finding.explanation,
        })
    });
    let more = omitted.iter().map(|more| {
        let (code, severity) = (more.code, more.severity.to_string());
        json!({ "code": code, "severity": severity, "count": more.count, "engines": more.engines })
    });
    json_line(&CheckLine {
        file,
        format: format.map(|format| format.to_string()),
        worst: report.worst().map(|worst| worst.to_string()),
        findings: finding.collect(),
        omitted: more.collect(),
    })
}
