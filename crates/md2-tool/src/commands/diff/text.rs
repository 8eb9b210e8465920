//! Output of a comparison as text.

use std::fmt;

use serde_json::Value;

use super::DiffReport;
use super::compare::{Difference, NameChange, SequenceChange};
use super::distance::{Distances, VertexMatching};
use crate::report::column_width;
use md2_scene::text::{message, shown};

const MAX_NAMES: usize = 8;

impl fmt::Display for DiffReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, b) = (message(&self.a), message(&self.b));
        let Difference { equal, same_bytes, structure, frame_names, sequences, .. } = &self.difference;
        if *equal {
            let how = if *same_bytes { "identical" } else { "equal, but not byte for byte" };
            return writeln!(f, "{a} and {b} are {how}");
        }
        writeln!(f, "--- {a}\n+++ {b}")?;
        for change in structure {
            let value = |value: &Option<Value>| {
                let text = value.as_ref().map_or_else(|| String::from("none"), property);
                shown(&text).to_string()
            };
            writeln!(f, "{:10} {} -> {}", change.what, value(&change.a), value(&change.b))?;
        }
        for skin in &self.difference.skin_images {
            writeln!(f, "skin {skin:<5} different images")?;
        }
        for NameChange { frame, a, b } in frame_names.iter().take(MAX_NAMES) {
            writeln!(f, "frame {frame:<4} \"{}\" -> \"{}\"", shown(a), shown(b))?;
        }
        if frame_names.len() > MAX_NAMES {
            writeln!(f, "and {} more frames with different names", frame_names.len() - MAX_NAMES)?;
        }
        self.fmt_shape(f)?;
        let width = column_width(sequences.iter().map(|sequence| sequence.name.as_str()));
        for SequenceChange { name, a, b, distance } in sequences {
            let name = shown(name).to_string();
            let range = |range: &Option<[u32; 2]>| {
                range.map_or_else(|| String::from("none"), |[first, last]| format!("{first}..{last}"))
            };
            write!(f, "sequence   {name:width$}  ")?;
            if a == b {
                write!(f, "{}", range(a))?;
            } else {
                write!(f, "{} -> {}", range(a), range(b))?;
            }
            // If only one model has the sequence, there are no distances.
            if a.is_some() && b.is_some() {
                write!(f, ": {}", format_distance(*distance))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Returns the text of a property: a text or a number, a list of names, or a size.
fn property(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(all) => {
            let separator = if all.iter().all(Value::is_string) { ", " } else { " x " };
            all.iter().map(property).collect::<Vec<_>>().join(separator)
        }
        other => other.to_string(),
    }
}

impl DiffReport {
    fn fmt_shape(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { triangles, skin_coordinates, normals, matched, distance, .. } = &self.difference;
        if let Some(only) = triangles {
            writeln!(f, "triangles  {} only in the first, {} only in the second", only.only_a, only.only_b)?;
        }
        if *skin_coordinates > 0 {
            writeln!(f, "triangles  {skin_coordinates} with different skin coordinates")?;
        }
        if let Some(count) = normals.filter(|count| *count > 0) {
            writeln!(f, "normals    {count} differ, over all frames")?;
        }
        let how = match matched {
            VertexMatching::Nearest if distance.is_some() => ", to the nearest vertex of the other model",
            _ => "",
        };
        writeln!(f, "distance   {}{how}", format_distance(*distance))
    }
}

fn format_distance(distance: Option<Distances>) -> String {
    let Some(Distances { largest, mean, .. }) = distance else { return String::from("nothing to compare") };
    if largest > 0.0 && largest < 0.00005 {
        // A difference that rounds to 0 is still visible.
        return String::from("less than 0.0001 units");
    }
    format!("at most {largest:.4} units, {mean:.4} on average")
}
