//! `md2-viewer info`: what is in a model file, as text or JSON.

use std::fmt;
use std::io::{self, Write as _};

use md2_scene::Document;
use serde::Serialize;

use crate::cli::InfoArgs;
use crate::failure::Failure;
use crate::startup;

/// Writes the report to standard output.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn run(args: &InfoArgs) -> Result<(), Failure> {
    let document = startup::document(args.file.as_deref())?;
    let report = Report::of(&document);
    let text = if args.json {
        let json = serde_json::to_string_pretty(&report);
        format!("{}\n", json.map_err(|error| Failure::File(error.into()))?)
    } else {
        report.to_string()
    };
    match io::stdout().lock().write_all(text.as_bytes()) {
        // Whoever reads has seen enough, as with `| head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(|error| Failure::File(error.into())),
    }
}

/// The names of the fields are the JSON's, and stay.
#[derive(Debug, Serialize)]
struct Report {
    file: String,
    file_bytes: usize,
    vertices: usize,
    gpu_vertices: usize,
    triangles: usize,
    frames: usize,
    skin_width: i32,
    skin_height: i32,
    normals_out_of_range: usize,
    bounds_min: [f32; 3],
    bounds_max: [f32; 3],
    skins: Vec<SkinReport>,
    skins_missing: Vec<String>,
    ranges: Vec<RangesReport>,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct SkinReport {
    name: String,
    path: String,
    found_by: String,
}

#[derive(Debug, Serialize)]
struct RangesReport {
    label: String,
    evidence: String,
    sequences: Vec<SequenceReport>,
}

#[derive(Debug, Serialize)]
struct SequenceReport {
    name: String,
    first: u32,
    last: u32,
    fps: f32,
    mode: String,
}

impl Report {
    fn of(document: &Document) -> Self {
        let (facts, mesh) = (document.facts(), document.mesh());
        let bounds = mesh.bounds();
        let [skin_width, skin_height] = facts.skin_size.unwrap_or_default();
        Self {
            file: document.place(),
            file_bytes: facts.file_bytes,
            vertices: facts.vertices,
            gpu_vertices: mesh.vertex_count(),
            triangles: mesh.triangle_count(),
            frames: mesh.frame_count(),
            skin_width,
            skin_height,
            normals_out_of_range: facts.bad_normals,
            bounds_min: bounds.min,
            bounds_max: bounds.max,
            skins: document
                .skins()
                .iter()
                .map(|skin| SkinReport {
                    name: skin.label().to_owned(),
                    path: skin.place(),
                    found_by: skin.reason().to_owned(),
                })
                .collect(),
            skins_missing: document.missing_skins().to_vec(),
            ranges: document
                .range_sets()
                .iter()
                .map(|set| RangesReport {
                    label: set.label.clone(),
                    evidence: set.evidence.clone(),
                    sequences: set.sequences.iter().map(SequenceReport::from).collect(),
                })
                .collect(),
            notes: document.notes().to_vec(),
        }
    }
}

impl From<&md2_anim::Sequence> for SequenceReport {
    fn from(sequence: &md2_anim::Sequence) -> Self {
        Self {
            name: sequence.name.clone(),
            first: sequence.first,
            last: sequence.last,
            fps: sequence.fps,
            mode: sequence.mode.to_string(),
        }
    }
}

impl fmt::Display for Report {
    /// The best ranges in full, the others by their evidence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.file)?;
        writeln!(f, "  file       {} bytes", self.file_bytes)?;
        writeln!(f, "  vertices   {} ({} on the GPU)", self.vertices, self.gpu_vertices)?;
        writeln!(f, "  triangles  {}", self.triangles)?;
        writeln!(f, "  frames     {}", self.frames)?;
        writeln!(f, "  skin size  {} x {}", self.skin_width, self.skin_height)?;
        if self.normals_out_of_range > 0 {
            writeln!(f, "  normals    {} not in the table", self.normals_out_of_range)?;
        }
        let ([x0, y0, z0], [x1, y1, z1]) = (self.bounds_min, self.bounds_max);
        writeln!(f, "  bounds     x {x0:.1} to {x1:.1}, y {y0:.1} to {y1:.1}, z {z0:.1} to {z1:.1}")?;

        writeln!(f, "\nskins")?;
        for skin in &self.skins {
            writeln!(f, "  {}  ({})", skin.path, skin.found_by)?;
        }
        for name in &self.skins_missing {
            writeln!(f, "  {name}  (named in the model, not found)")?;
        }
        if self.skins.is_empty() && self.skins_missing.is_empty() {
            writeln!(f, "  none")?;
        }
        for (index, set) in self.ranges.iter().enumerate() {
            if index == 0 {
                writeln!(f, "\nsequences: {}", set.evidence)?;
                let width = set.sequences.iter().map(|s| s.name.chars().count()).max().unwrap_or(0);
                for SequenceReport { name, first, last, fps, mode } in &set.sequences {
                    writeln!(f, "  {name:width$}  {first:>4} – {last:<4} {fps:>4} fps  {mode}")?;
                }
            } else {
                writeln!(f, "or: {}", set.evidence)?;
            }
        }
        for note in &self.notes {
            writeln!(f, "\nnote: {note}")?;
        }
        Ok(())
    }
}
