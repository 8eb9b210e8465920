//! Formatting of reports: JSON, columns, counts such as `3 frames`, and the warning about a damaged model.
//!
//! `docs/json.md` describes the JSON, and `docs/json/` contains its schemas.

use std::io::{self, Write as _};
use std::path::Path;

use md2_scene::Document;
use md2_scene::text::{self, Sink, escaped_json};
use serde::Serialize;

use crate::failure::Failure;
use crate::output;

/// Returns the text of a finding without its severity, for a line that starts with it.
pub(crate) fn without_severity(finding: &str) -> String {
    finding.replacen(" warning: ", ": ", 1)
}

/// The version of the JSON that the commands print. It increases if a key is removed or gets another meaning, but not if a key is added.
pub(crate) const JSON_VERSION: u32 = 1;

#[derive(Debug, Serialize)]
struct JsonObject<'a, T> {
    version: u32,
    #[serde(flatten)]
    content: &'a T,
}

#[derive(Debug, Serialize)]
struct FailedFile<'a> {
    file: &'a str,
    error: String,
}

/// Returns an object of JSON Lines: `value`, which must be an object, with the version of its keys.
pub(crate) fn json_line(value: &impl Serialize) -> Result<String, Failure> {
    finished(serde_json::to_string(&JsonObject { version: JSON_VERSION, content: value }))
}

pub(crate) fn json_document(value: &impl Serialize) -> Result<String, Failure> {
    finished(serde_json::to_string_pretty(value))
}

/// Prints the reason of a failure as JSON to standard output, if `has_json` is set. Does nothing if the reason was already printed.
pub(crate) fn print_failure(has_json: bool, file: &str, failure: &Failure) -> Result<(), Failure> {
    if !has_json || matches!(failure, Failure::AlreadyReported(_)) {
        return Ok(());
    }
    output::print(&json_line(&FailedFile { file, error: failure.to_string() })?)
}

/// Prints a report to standard output, or to standard error if standard output contains the file itself.
pub(crate) fn print_beside(output: &Path, text: &str) -> Result<(), Failure> {
    if output::is_standard_output(output) {
        // Standard error may be closed.
        let _ = Sink(io::stderr()).write_all(text.as_bytes());
        return Ok(());
    }
    output::print(text)
}

fn finished(text: serde_json::Result<String>) -> Result<String, Failure> {
    let text = text.map_err(|error| Failure::File(error.into()))?;
    Ok(escaped_json(&format!("{text}\n")))
}

pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The maximum width of a column of names, in characters. A longer name moves the rest of its line to the right.
const MAX_COLUMN_WIDTH: usize = 32;

pub(crate) fn column_width<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().take(MAX_COLUMN_WIDTH).count()).max().unwrap_or(0)
}

pub(crate) fn warn_of_damage(document: &Document, name: &str) {
    if let Some(repairs) = document.repairs() {
        let damage = format!("{name} is damaged: {repairs}");
        tracing::warn!("{}", text::message(&damage));
    }
}
