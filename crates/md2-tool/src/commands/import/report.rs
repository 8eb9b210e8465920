//! Output of the report of an import as text or JSON.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use md2_export::import::{GltfContents, ImportReport};
use serde::Serialize;

use super::{ImportArgs, OutputModel};
use crate::failure::Failure;
use crate::{output, report};
use md2_scene::text::{Sink, message, shown};

const MAX_SEQUENCES: usize = 40;

/// The report of an import as JSON. Scripts rely on the names of the fields: see `docs/json/import.schema.json`.
#[derive(Serialize)]
struct ImportSummary<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    output: String,
    skin: Option<String>,
    #[serde(flatten)]
    report: &'a ImportReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    weapons: Option<Vec<Self>>,
}

impl<'a> ImportSummary<'a> {
    fn new(model: &'a OutputModel) -> Self {
        Self {
            file: None,
            source: model.weapon.as_deref(),
            output: model.path().display().to_string(),
            skin: model.skin.as_ref().map(|(path, _)| path.display().to_string()),
            report: &model.report,
            weapons: None,
        }
    }
}

/// The content of a glTF as JSON. Scripts rely on the names of the fields: see `docs/json/import-list.schema.json`.
#[derive(Serialize)]
struct ListSummary<'a> {
    file: &'a str,
    #[serde(flatten)]
    contents: &'a GltfContents,
}

pub(super) fn print(args: &ImportArgs, file: &str, models: &[OutputModel]) -> Result<(), Failure> {
    if !args.json || output::is_standard_output(args.output()) {
        let lines = |model: &OutputModel| {
            model.weapon.as_deref().map_or_else(|| lines(model), |name| weapon_lines(model, name))
        };
        let text: String = models.iter().map(lines).collect();
        let _ = Sink(io::stderr().lock()).write_all(text.as_bytes());
        return Ok(());
    }
    let Some((model, weapons)) = models.split_first() else { return Ok(()) };
    let weapons = Some(weapons.iter().map(ImportSummary::new).collect());
    let summary = ImportSummary { file: Some(file), weapons, ..ImportSummary::new(model) };
    output::print(&report::json_line(&summary)?)
}

pub(super) fn contents_json(file: &str, contents: &GltfContents) -> Result<(), Failure> {
    output::print(&report::json_line(&ListSummary { file, contents })?)
}

pub(super) fn contents_text(contents: &GltfContents) -> Result<(), Failure> {
    let mut text = String::new();
    for mesh in &contents.meshes {
        let parent =
            mesh.parent.as_ref().map_or_else(String::new, |parent| format!(", below \"{}\"", shown(parent)));
        let kind = match (mesh.is_skinned, mesh.is_weapon) {
            (true, _) => ", moved by bones",
            (false, true) => ", a weapon",
            _ => "",
        };
        let (vertices, triangles) = (mesh.vertices, mesh.triangles);
        let _ = writeln!(
            text,
            "mesh       {}: {vertices} vertices, {triangles} triangles{parent}{kind}",
            shown(&mesh.name)
        );
    }
    for clip in &contents.clips {
        let keyframes = report::count(clip.keyframes, "keyframe");
        let _ = writeln!(text, "clip       {}: {:.2} s, {keyframes}", shown(&clip.name), clip.seconds);
    }
    for material in &contents.materials {
        let image = material
            .image
            .as_ref()
            .map_or_else(|| String::from("a single color"), |image| format!("image \"{}\"", shown(image)));
        let _ = writeln!(text, "material   {}: {image}", shown(&material.name));
    }
    output::print(&text)
}

fn weapon_lines(model: &OutputModel, name: &str) -> String {
    let (path, report) = (model.path().display(), &model.report);
    let skin = model.skin.as_ref().map_or_else(String::new, |(path, _)| format!(", skin {}", path.display()));
    let mut text = format!(
        "weapon     {path}: \"{}\", {} vertices, {} triangles{skin}\n",
        shown(name),
        report.vertices,
        report.triangles
    );
    for (label, line) in remarks(report) {
        let _ = writeln!(text, "{label:<11}{path}: {line}");
    }
    text
}

fn remarks(report: &ImportReport) -> impl Iterator<Item = (&'static str, String)> + '_ {
    let losses = report.losses.iter().map(|loss| ("lost", message(&loss.text).to_string()));
    let notes = report.notes.iter().map(|note| ("note", message(note).to_string()));
    let findings = report.findings.iter().map(|finding| report::without_severity(finding));
    let findings = findings.map(|finding| ("warning", message(&finding).to_string()));
    losses.chain(notes).chain(findings)
}

fn lines(model: &OutputModel) -> String {
    let OutputModel { skin, report, .. } = model;
    let mut text = String::new();
    let mut line = |label: &str, content: String| {
        let _ = writeln!(text, "{label:<11}{content}");
    };
    line(
        "model",
        format!(
            "{}: {} vertices, {} triangles, {} skin coordinates, {} frames, {} bytes",
            model.path().display(),
            report.vertices,
            report.triangles,
            report.skin_coordinates,
            report.frames,
            model.files.first().map_or(0, |(_, bytes)| bytes.len())
        ),
    );
    line("source", format!("{} vertices, {} triangles", report.source_vertices, report.source_triangles));
    let [width, height] = report.skin_size;
    let file =
        skin.as_ref().map_or_else(String::new, |(path, [w, h])| format!("{}, {w} x {h}; ", path.display()));
    let place = match &*report.skin_name {
        "" => format!("{width} x {height} texels in the model"),
        name => format!("{file}the model refers to \"{name}\" with {width} x {height} texels"),
    };
    line("skin", place);
    let others = model.files.iter().skip(1).filter_map(|(path, _)| Some(path.file_name()?.to_string_lossy()));
    let others: Vec<_> = others.collect();
    if others.len() > 1 {
        line("files", message(&others.join(", ")).to_string());
    }
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
    remarks(report).for_each(|(label, content)| line(label, content));
    text
}
