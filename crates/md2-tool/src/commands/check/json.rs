//! Output of findings as JSON Lines, with an object for each file.

use md2_load::Report;
use md2_scene::findings::script_line;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::report::json_line;

#[derive(Debug, Serialize)]
struct CheckLine<'a> {
    file: &'a str,
    format: Option<String>,
    worst: Option<String>,
    findings: Vec<Object>,
    omitted: Vec<Object>,
}

/// An object whose keys keep their order. A [`Value`] sorts them.
#[derive(Debug)]
struct Object(Vec<(&'static str, Value)>);

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// Returns a line of JSON. Scripts rely on the names of the keys: see `docs/json/check.schema.json`.
pub(super) fn line(file: &str, report: &Report) -> Result<String, Failure> {
    let Report { format, findings, omitted, .. } = report;
    let finding = findings.iter().map(|finding| {
        Object(vec![
            ("code", json!(finding.code)),
            ("severity", json!(finding.severity.to_string())),
            ("place", json!(finding.place)),
            ("line", json!(script_line(finding))),
            ("offset", json!(finding.offset)),
            ("length", json!(finding.length)),
            ("found", json!(finding.found)),
            ("expected", json!(finding.expected)),
            ("engines", json!(finding.engines)),
            ("explanation", json!(finding.explanation)),
        ])
    });
    let more = omitted.iter().map(|more| {
        Object(vec![
            ("code", json!(more.code)),
            ("severity", json!(more.severity.to_string())),
            ("count", json!(more.count)),
            ("engines", json!(more.engines)),
        ])
    });
    json_line(&CheckLine {
        file,
        format: format.map(|format| format.to_string()),
        worst: report.worst().map(|worst| worst.to_string()),
        findings: finding.collect(),
        omitted: more.collect(),
    })
}
