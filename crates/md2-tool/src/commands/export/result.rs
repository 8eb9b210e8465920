//! The result of an export, and how it is printed.

use std::collections::BTreeMap;

use md2_export::Loss;
use md2_export::import::{ImportReport, PositionError};
use md2_scene::text::{self, shown};
use serde::Serialize;

use super::ExportArgs;
use crate::failure::Failure;
use crate::output;
use crate::report::{count, json_line, without_severity};

/// The result of exporting a model. Scripts rely on the names of the fields: see `docs/json/export.schema.json`.
#[derive(Debug, Default, Serialize)]
pub(super) struct ExportResult {
    pub(super) file: String,
    pub(super) outputs: Vec<String>,
    pub(super) output_bytes: usize,
    pub(super) text: String,
    pub(super) counts: BTreeMap<&'static str, usize>,
    /// The distances by which a conversion to MD2 or MDL moved the vertices.
    pub(super) position_error: Option<PositionError>,
    pub(super) notes: Vec<String>,
    /// Data of the model that the exported files do not contain.
    pub(super) losses: Vec<Loss>,
}

impl ExportResult {
    /// Returns the result of a conversion. `skins` is the number of skins inside the model.
    pub(super) fn converted(report: &ImportReport, skins: Option<usize>) -> Self {
        let [width, height] = report.skin_size;
        let skins = skins.map(|skins| (skins, format!(" of {width} x {height} texels")));
        let findings = report.findings.iter().map(|finding| without_severity(finding));
        Self {
            notes: report.notes.iter().cloned().chain(findings).collect(),
            losses: report.losses.clone(),
            ..Self::of_counts([report.frames, report.vertices, report.triangles], skins, report.error)
        }
    }

    /// Returns a result with the numbers of frames, vertices and triangles, and the number of skins with a text about them.
    pub(super) fn of_counts(
        [frames, vertices, triangles]: [usize; 3],
        skins: Option<(usize, String)>,
        error: PositionError,
    ) -> Self {
        let shown = skins.as_ref().map(|(skins, about)| format!("{}{about}, ", count(*skins, "skin")));
        let text = format!(
            "{}, {vertices} vertices, {triangles} triangles, {}position error {:.4} units at most ({:.4} on average)",
            count(frames, "frame"),
            shown.unwrap_or_default(),
            error.largest,
            error.mean
        );
        let counts = [("frames", frames), ("vertices", vertices), ("triangles", triangles)];
        let counts = counts.into_iter().chain(skins.map(|(skins, _)| ("skins", skins))).collect();
        Self { text, counts, position_error: Some(error), ..Self::default() }
    }

    pub(super) fn print_notes(&self, input: &str) {
        let losses = self.losses.iter().map(|loss| &loss.text);
        for line in self.notes.iter().chain(losses) {
            tracing::warn!("{}", text::message(&format!("{input}: {line}")));
        }
    }
}

pub(super) fn print_result(args: &ExportArgs, file: &str, done: ExportResult) -> Result<(), Failure> {
    done.print_notes(file);
    if done.outputs.iter().any(|output| output == "-") {
        return Ok(());
    }
    let done = ExportResult { file: file.to_owned(), ..done };
    if args.json {
        return output::print(&json_line(&done)?);
    }
    let files = match &*done.outputs {
        [file] => shown(file).to_string(),
        [first, rest @ ..] => format!("{} and {} more", shown(first), rest.len()),
        [] => return Ok(()),
    };
    output::print(&format!("{files}: {}\n", done.text))
}
