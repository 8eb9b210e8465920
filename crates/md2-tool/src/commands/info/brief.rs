//! The short report of a model in one line.

use std::fmt;
use std::path::Path;

use md2_scene::Figure;
use serde::Serialize;

use super::Source;
use crate::report::count;
use md2_scene::text::message;

/// The short report of a model. The fields have the same meaning as in the full report, but lists are replaced by their lengths.
/// Scripts rely on the names of the fields: see `docs/json/info-brief.schema.json`.
#[derive(Debug, Serialize)]
pub(super) struct Brief {
    #[serde(flatten)]
    source: Source,
    vertices: usize,
    triangles: usize,
    frames: usize,
    sequences: usize,
    skins: usize,
    skins_missing: usize,
    bounds_min: [f32; 3],
    bounds_max: [f32; 3],
    damage: Option<String>,
    repairs: usize,
    parts: usize,
}

impl Brief {
    pub(super) fn new(figure: &Figure, path: Option<&Path>) -> Self {
        let parts = figure.parts();
        let own = path.and_then(|path| parts.iter().find(|part| part.document.is_file_at(path)));
        let document = &own.unwrap_or(&parts[0]).document;
        let (facts, mesh) = (document.facts, document.mesh());
        let bounds = mesh.bounds();
        Self {
            source: Source::new(document, path),
            vertices: facts.vertices,
            triangles: facts.triangles,
            frames: mesh.frame_count(),
            sequences: document.range_sets().first().map_or(0, |set| set.sequences.len()),
            skins: document.skins().len(),
            skins_missing: document.missing_skins.len(),
            bounds_min: bounds.min,
            bounds_max: bounds.max,
            damage: document.repairs().map(|repairs| repairs.refusal.clone()),
            repairs: document.repairs().map_or(0, |repairs| repairs.done.len()),
            parts: parts.len(),
        }
    }
}

impl fmt::Display for Brief {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            source: Source { file, format, .. }, vertices, triangles, frames, sequences, skins, ..
        } = self;
        let vertices = if *vertices == 1 { String::from("1 vertex") } else { format!("{vertices} vertices") };
        write!(f, "{}: {format}, {vertices}, {}, ", message(file), count(*triangles, "triangle"))?;
        write!(f, "{}, {}, ", count(*frames, "frame"), count(*sequences, "sequence"))?;
        write!(f, "{}", count(*skins, "skin"))?;
        if self.skins_missing > 0 {
            write!(f, " ({} missing)", self.skins_missing)?;
        }
        let [x, y, z] = std::array::from_fn(|axis| self.bounds_max[axis] - self.bounds_min[axis]);
        write!(f, ", {x:.1} x {y:.1} x {z:.1} units")?;
        if self.parts > 1 {
            write!(f, ", 1 of {} models", self.parts)?;
        }
        if self.damage.is_some() {
            write!(f, ", damaged, {}", count(self.repairs, "repair"))?;
        }
        writeln!(f)
    }
}
