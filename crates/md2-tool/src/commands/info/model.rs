//! The full report of a model.

use std::fmt;
use std::path::Path;

use md2_scene::Document;
use serde::Serialize;

use super::Source;
use super::header::Header;
use super::skin::{SkinReport, format_ends, key_ends};
use crate::report::column_width;
use md2_scene::text::{list, message, shown};

/// The report of a model. Scripts rely on the names of the fields: see `docs/json/info.schema.json`.
#[derive(Debug, Serialize)]
pub(super) struct ModelReport {
    #[serde(flatten)]
    source: Source,
    header: Header,
    vertices: usize,
    gpu_vertices: usize,
    triangles: usize,
    frames: usize,
    frame_names: Vec<String>,
    /// The skin width that the header states; `None` if the format has no such field.
    skin_width: Option<i32>,
    skin_height: Option<i32>,
    normals_out_of_range: usize,
    normals_recomputed: bool,
    normals_inverted: bool,
    spins: bool,
    random_start: bool,
    bounds_min: [f32; 3],
    bounds_max: [f32; 3],
    surfaces: Vec<SurfaceReport>,
    tags: Vec<String>,
    skins: Vec<SkinReport>,
    skins_missing: Vec<String>,
    ranges: Vec<RangesReport>,
    opens_with: String,
    /// The index of the sequence `opens_with` in the first set of sequences, `ranges[0]`.
    #[serde(skip)]
    opens_at: usize,
    notes: Vec<String>,
    damage: Option<String>,
    repairs: Vec<String>,
}

#[derive(Debug, Serialize)]
struct SurfaceReport {
    name: String,
    vertices: usize,
    triangles: usize,
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
    /// The number of keyframes at the start of the sequence that play only once, before the loop begins.
    lead: u32,
    backward: bool,
    /// The end time of each keyframe in seconds, if the keyframes have different durations.
    ends: Option<Vec<f32>>,
}

impl ModelReport {
    pub(super) fn new(document: &Document, path: Option<&Path>) -> Self {
        let (facts, mesh) = (document.facts, document.mesh());
        let bounds = mesh.bounds();
        Self {
            source: Source::new(document, path),
            header: Header(document.header.to_vec()),
            vertices: facts.vertices,
            gpu_vertices: mesh.vertex_count(),
            triangles: facts.triangles,
            frames: mesh.frame_count(),
            frame_names: (0..=document.last_frame()).map(|at| document.frame_name(at).to_owned()).collect(),
            skin_width: facts.skin_size.map(|[width, _]| width),
            skin_height: facts.skin_size.map(|[_, height]| height),
            normals_out_of_range: facts.bad_normals,
            normals_recomputed: facts.normals_recomputed,
            normals_inverted: facts.normals_inverted,
            spins: facts.spins,
            random_start: facts.random_start,
            bounds_min: bounds.min,
            bounds_max: bounds.max,
            surfaces: mesh
                .surfaces()
                .iter()
                .map(|surface| SurfaceReport {
                    name: surface.name.clone(),
                    vertices: surface.vertices.len(),
                    triangles: surface.indices.len() / 3,
                })
                .collect(),
            tags: mesh.tags().iter().map(|tag| tag.name.clone()).collect(),
            skins: document.skins().iter().map(|skin| SkinReport::new(skin, document)).collect(),
            skins_missing: document.missing_skins.to_vec(),
            ranges: document
                .range_sets()
                .iter()
                .map(|set| RangesReport {
                    label: set.label.clone(),
                    evidence: set.evidence.clone(),
                    sequences: set.sequences.iter().map(SequenceReport::from).collect(),
                })
                .collect(),
            opens_with: document.range_sets()[0].sequences[document.default_sequence].name.clone(),
            opens_at: document.default_sequence,
            notes: document.notes().to_vec(),
            damage: document.repairs().map(|repairs| repairs.refusal.clone()),
            repairs: document.repairs().map(|repairs| repairs.done.clone()).unwrap_or_default(),
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
            lead: sequence.lead,
            backward: sequence.backward,
            ends: sequence.times.as_ref().map(key_ends),
        }
    }
}

impl fmt::Display for ModelReport {
    /// Writes the report. A model may have several sets of sequences, for example from frame names and from a script. The report lists the
    /// sequences of the first set. For each other set, it names only the source of the sequences.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", message(&self.source.file))?;
        if let Some(damage) = &self.damage {
            writeln!(f, "  damaged    {}", message(damage))?;
            self.repairs.iter().try_for_each(|repair| writeln!(f, "  repaired   {}", message(repair)))?;
        }
        self.fmt_numbers(f)?;
        writeln!(f, "\nskins")?;
        for skin in &self.skins {
            write!(f, "{skin}")?;
        }
        for name in &self.skins_missing {
            writeln!(f, "  {}  (not found)", shown(name))?;
        }
        if self.skins.is_empty() && self.skins_missing.is_empty() {
            writeln!(f, "  none")?;
        }
        for (index, set) in self.ranges.iter().enumerate() {
            if index == 0 {
                writeln!(f, "\nsequences: {}", message(&set.evidence))?;
                let width = column_width(set.sequences.iter().map(|s| s.name.as_str()));
                for (at, sequence) in set.sequences.iter().enumerate() {
                    sequence.fmt_line(f, width)?;
                    writeln!(f, "{}", if at == self.opens_at { ", plays first" } else { "" })?;
                }
            } else {
                writeln!(f, "or: {}", message(&set.evidence))?;
            }
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "\nnote: {}", message(note)))
    }
}

impl ModelReport {
    fn fmt_numbers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  file       {} bytes, {}", self.source.file_bytes, self.source.format)?;
        write!(f, "{}", self.header)?;
        writeln!(f, "  vertices   {} ({} on the GPU)", self.vertices, self.gpu_vertices)?;
        writeln!(f, "  triangles  {}", self.triangles)?;
        writeln!(f, "  frames     {}", self.frames)?;
        if let (Some(width), Some(height)) = (self.skin_width, self.skin_height) {
            writeln!(f, "  skin size  {width} x {height}")?;
        }
        if self.surfaces.iter().any(|surface| !surface.name.is_empty()) {
            let surface = |s: &SurfaceReport| format!("{} ({} triangles)", shown(&s.name), s.triangles);
            let surfaces: Vec<_> = self.surfaces.iter().map(surface).collect();
            writeln!(f, "  surfaces   {}", surfaces.join(", "))?;
        }
        if !self.tags.is_empty() {
            writeln!(f, "  tags       {}", list(self.tags.iter().map(String::as_str)))?;
        }
        if self.normals_out_of_range > 0 {
            writeln!(f, "  normals    {} not in the table", self.normals_out_of_range)?;
        } else if self.normals_recomputed && self.vertices > 0 {
            let fault = if self.normals_inverted { "point inwards" } else { "are unusable" };
            writeln!(f, "  normals    recomputed: the normals in the file {fault}")?;
        }
        let effects = [(self.spins, "rotates"), (self.random_start, "starts at a random time")];
        let effects: Vec<&str> = effects.iter().filter(|(has, _)| *has).map(|(_, effect)| *effect).collect();
        if !effects.is_empty() {
            writeln!(f, "  in a game  {}", effects.join(", "))?;
        }
        let ([x0, y0, z0], [x1, y1, z1]) = (self.bounds_min, self.bounds_max);
        writeln!(f, "  bounds     x {x0:.1} to {x1:.1}, y {y0:.1} to {y1:.1}, z {z0:.1} to {z1:.1}")
    }
}

impl SequenceReport {
    fn fmt_line(&self, f: &mut fmt::Formatter<'_>, width: usize) -> fmt::Result {
        let Self { name, first, last, fps, mode, lead, backward, ends } = self;
        let backward = if *backward { ", backward" } else { "" };
        let lead = if *lead > 0 { format!(", first frames not repeated: {lead}") } else { String::new() };
        let times = ends.as_ref().map_or_else(String::new, |ends| format!(", {}", format_ends(ends)));
        let name = shown(name).to_string();
        write!(f, "  {name:width$}  {first:>4} – {last:<4} {fps:>4} fps  {mode}{backward}{lead}{times}")
    }
}
