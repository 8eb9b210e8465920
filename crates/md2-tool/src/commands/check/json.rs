//! Output of findings as JSON Lines, with an object for each file.

use md2_load::{Finding, OmittedFindings, Report};
use serde::Serialize;

use crate::failure::Failure;
use crate::report::json_line;

/// A line of JSON. Scripts rely on the names of the fields: see `docs/json/check.schema.json`.
#[derive(Debug, Serialize)]
struct CheckLine<'a> {
    file: &'a str,
    format: Option<String>,
    worst: Option<String>,
    findings: Vec<FindingLine<'a>>,
    omitted: Vec<OmittedLine<'a>>,
}

#[derive(Debug, Serialize)]
struct FindingLine<'a> {
    code: &'a str,
    severity: String,
    place: &'a str,
    offset: usize,
    length: usize,
    found: &'a str,
    expected: &'a str,
    engines: &'a [String],
    explanation: &'a str,
}

#[derive(Debug, Serialize)]
struct OmittedLine<'a> {
    code: &'a str,
    severity: String,
    count: usize,
    engines: &'a [String],
}

pub(super) fn line(file: &str, report: &Report) -> Result<String, Failure> {
    let Report { format, findings, omitted, .. } = report;
    json_line(&CheckLine {
        file,
        format: format.map(|format| format.to_string()),
        worst: report.worst().map(|worst| worst.to_string()),
        findings: findings.iter().map(finding_line).collect(),
        omitted: omitted.iter().map(omitted_line).collect(),
    })
}

fn finding_line(finding: &Finding) -> FindingLine<'_> {
    FindingLine {
        code: finding.code,
        severity: finding.severity.to_string(),
        place: &finding.place,
        offset: finding.offset,
        length: finding.length,
        found: &finding.found,
        expected: &finding.expected,
        engines: &finding.engines,
        explanation: finding.explanation,
    }
}

fn omitted_line(omitted: &OmittedFindings) -> OmittedLine<'_> {
    OmittedLine {
        code: omitted.code,
        severity: omitted.severity.to_string(),
        count: omitted.count,
        engines: &omitted.engines,
    }
}
