//! Output of the report of an import as text or JSON.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

use md2_export::import::ImportReport;
use serde::Serialize;

use super::ImportArgs;
use crate::failure::Failure;
use crate::{output, report};
use md2_scene::text::{Sink, message, shown};

const MAX_SEQUENCES: usize = 40;

/// The path of the skin, and its width and height in pixels.
type Skin<'a> = (&'a Path, [u32; 2]);

/// The report of an import as JSON. Scripts rely on the names of the fields: see `docs/json/import.schema.json`.
#[derive(Serialize)]
struct ImportSummary<'a> {
    /// The first input file.
    file: &'a str,
    output: String,
    skin: Option<String>,
    #[serde(flatten)]
    report: &'a ImportReport,
}

/// Prints the report of a written model as JSON or text. `bytes` is the size of the model in bytes.
pub(super) fn print(
    args: &ImportArgs,
    file: &str,
    skin: Option<Skin<'_>>,
    report: &ImportReport,
    bytes: usize,
) -> Result<(), Failure> {
    let path = &args.output;
    if !args.json || output::is_standard_output(path) {
        let _ = Sink(io::stderr().lock()).write_all(lines(path, skin, report, bytes).as_bytes());
        return Ok(());
    }
    let summary = ImportSummary {
        file,
        output: path.display().to_string(),
        skin: skin.map(|(path, _)| path.display().to_string()),
        report,
    };
    output::print(&report::json_line(&summary)?)
}

fn lines(path: &Path, skin: Option<Skin<'_>>, report: &ImportReport, bytes: usize) -> String {
    let mut text = String::new();
    let mut line = |label: &str, content: String| {
        let _ = writeln!(text, "{label:<11}{content}");
    };
    line(
        "model",
        format!(
            "{}: {} vertices, {} triangles, {} skin coordinates, {} frames, {} bytes",
            path.display(),
            report.vertices,
            report.triangles,
            report.skin_coordinates,
            report.frames,
            bytes
        ),
    );
    line("source", format!("{} vertices, {} triangles", report.source_vertices, report.source_triangles));
    let [width, height] = report.skin_size;
    let file = skin.map_or_else(String::new, |(path, [w, h])| format!("{}, {w} x {h}; ", path.display()));
    let place = match &*report.skin_name {
        "" => format!("{width} x {height} texels in the model"),
        name => format!("{file}the model refers to \"{name}\" with {width} x {height} texels"),
    };
    line("skin", place);
    for sequence in report.sequences.iter().take(MAX_SEQUENCES) {
        let renamed = if sequence.source == sequence.name || sequence.source.is_empty() {
            String::new()
        } else {
            format!(", named \"{}\" in the source", shown(&sequence.source))
        };
        let (count, first, last) = (sequence.last + 1 - sequence.first, sequence.first, sequence.last);
        let frames = report::count(count, "frame");
        line("sequence", format!("{}: {frames}, {first} to {last}{renamed}", sequence.name));
    }
    if let Some(more) = report.sequences.len().checked_sub(MAX_SEQUENCES).filter(|more| *more > 0) {
        line("sequence", format!("and {more} more"));
    }
    let size = [0, 1, 2].map(|axis| report.greatest[axis] - report.least[axis]);
    line(
        "size",
        format!(
            "{:.1} long, {:.1} wide, {:.1} high (z from {:.1} to {:.1}), over all frames",
            size[0], size[1], size[2], report.least[2], report.greatest[2]
        ),
    );
    let error = report.error;
    line(
        "error",
        format!(
            "position error from rounding: {:.3} units at most, {:.3} on average; largest rounding step {:.3}",
            error.largest, error.mean, error.longest_step
        ),
    );
    report.losses.iter().for_each(|loss| line("lost", message(&loss.text).to_string()));
    report.notes.iter().for_each(|note| line("note", message(note).to_string()));
    report.findings.iter().for_each(|finding| line("warning", message(finding).to_string()));
    text
}
