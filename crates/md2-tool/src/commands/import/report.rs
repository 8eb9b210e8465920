//! What became of an imported model, for people and for scripts.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

use md2_export::import::{ImportReport, Imported};
use serde::Serialize;

use crate::failure::Failure;
use crate::{output, report};
use md2_scene::text::{Sink, message, shown};

/// Sequences that are listed for people.
const MAX_SEQUENCES: usize = 40;

/// The path of the skin, and its width and height in pixels.
type Skin<'a> = (&'a Path, [u32; 2]);

#[derive(Serialize)]
struct ImportSummary<'a> {
    output: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    skin: Option<String>,
    #[serde(flatten)]
    report: &'a ImportReport,
}

/// One object on standard output.
///
/// # Errors
/// If it cannot be written.
pub(super) fn json(path: &Path, skin: Option<Skin<'_>>, imported: &Imported) -> Result<(), Failure> {
    let written = ImportSummary {
        output: path.display().to_string(),
        skin: skin.map(|(path, _)| path.display().to_string()),
        report: &imported.report,
    };
    output::print(&report::json(&written)?)
}

/// Lines on standard error.
pub(super) fn text(path: &Path, skin: Option<Skin<'_>>, imported: &Imported) {
    // Who closed standard error does not want to know.
    let _ = Sink(io::stderr().lock()).write_all(lines(path, skin, imported).as_bytes());
}

fn lines(path: &Path, skin: Option<Skin<'_>>, imported: &Imported) -> String {
    let report = &imported.report;
    let mut text = String::new();
    let mut line = |label: &str, content: String| {
        // A string takes everything.
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
            imported.md2.len()
        ),
    );
    line("from", format!("{} vertices, {} triangles", report.source_vertices, report.source_triangles));
    let [width, height] = report.skin_size;
    let beside = skin.map_or_else(String::new, |(path, [w, h])| format!("{}, {w} x {h}; ", path.display()));
    line("skin", format!("{beside}the model names \"{}\" of {width} x {height}", report.skin_name));
    for sequence in report.sequences.iter().take(MAX_SEQUENCES) {
        let renamed = if sequence.source == sequence.name || sequence.source.is_empty() {
            String::new()
        } else {
            format!(", \"{}\" in the file", shown(&sequence.source))
        };
        let (count, first, last) = (sequence.last + 1 - sequence.first, sequence.first, sequence.last);
        line("sequence", format!("{}: {count} frames, {first} to {last}{renamed}", sequence.name));
    }
    if let Some(more) = report.sequences.len().checked_sub(MAX_SEQUENCES).filter(|more| *more > 0) {
        line("sequence", format!("and {more} more"));
    }
    let size = [0, 1, 2].map(|axis| report.greatest[axis] - report.least[axis]);
    line(
        "size",
        format!(
            "{:.1} long, {:.1} wide, {:.1} high, from {:.1} to {:.1}, over all frames",
            size[0], size[1], size[2], report.least[2], report.greatest[2]
        ),
    );
    let error = report.error;
    line(
        "error",
        format!(
            "positions are off by {:.3} units at most, {:.3} on average; the longest step is {:.3}",
            error.largest, error.mean, error.longest_step
        ),
    );
    report.notes.iter().for_each(|note| line("note", message(note).to_string()));
    report.findings.iter().for_each(|finding| line("warning", message(finding).to_string()));
    text
}
