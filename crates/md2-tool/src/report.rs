//! Formatting of reports: JSON, and counts with nouns.

use md2_scene::text::escaped_json;
use serde::Serialize;

use crate::failure::Failure;

/// Returns indented JSON, for people.
pub(crate) fn json(value: &impl Serialize) -> Result<String, Failure> {
    finished(serde_json::to_string_pretty(value))
}

/// Returns JSON in one line, for scripts.
pub(crate) fn json_line(value: &impl Serialize) -> Result<String, Failure> {
    finished(serde_json::to_string(value))
}

fn finished(text: serde_json::Result<String>) -> Result<String, Failure> {
    let text = text.map_err(|error| Failure::File(error.into()))?;
    Ok(escaped_json(&format!("{text}\n")))
}

/// Returns a number with its noun: `1 frame`, `2 frames`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
