//! Formatting of reports: JSON, columns, counts such as `3 frames`, and the warning about a damaged model.

use md2_scene::Document;
use md2_scene::text::{self, escaped_json};
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

/// The maximum width of a column of names, in characters. A longer name moves the rest of its line to the right.
const MAX_COLUMN_WIDTH: usize = 32;

pub(crate) fn column_width<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().take(MAX_COLUMN_WIDTH).count()).max().unwrap_or(0)
}

pub(crate) fn warn_of_damage(document: &Document) {
    if let Some(repairs) = document.repairs() {
        let damage = format!("{} is damaged: {repairs}", text::document_name(document));
        tracing::warn!("{}", text::message(&damage));
    }
}
