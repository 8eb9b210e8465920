//! Writing of keyframes as arrays in the source code of a program, in C or Rust.

use std::fmt::Write as _;

use crate::export_model::ExportModel;
use crate::obj::{UpAxis, posed};

/// The language of the arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceLanguage {
    /// A C or C++ header.
    C,
    /// A Rust module.
    Rust,
}

/// Returns frames of a model as arrays: positions and normals of each frame, texture coordinates, and triangles. `scale` is the number of
/// units in the arrays per Quake unit. A frame number past the end gives the last frame.
///
/// Triangles are clockwise seen from outside. The origin of texture coordinates is at the top left of the skin. Numbers have enough digits to
/// be read back exactly.
pub fn write_source(
    subject: &ExportModel<'_>,
    frames: &[usize],
    up: UpAxis,
    scale: f32,
    language: SourceLanguage,
) -> String {
    let mesh = subject.mesh;
    let name = identifier(&subject.name);
    let (vertices, triangles) = (mesh.vertex_count(), mesh.triangle_count());
    let heading = format!(
        "{}: {} frames of {vertices} vertices and {triangles} triangles. A position is X, Y and Z.",
        name,
        frames.len()
    );
    let mut text = match language {
        SourceLanguage::C => format!("/* {heading} */\n#pragma once\n"),
        SourceLanguage::Rust => format!("//! {heading}\n"),
    };
    let (positions, normals): (Vec<_>, Vec<_>) =
        frames.iter().map(|&frame| posed(subject, frame, up, scale)).unzip();
    let vertex_type = |count: usize| [frames.len(), vertices, count];
    let array = Array { name: &name, language };
    array.write(&mut text, "positions", "f32", &vertex_type(3), positions.iter().map(|frame| rows(frame)));
    array.write(&mut text, "normals", "f32", &vertex_type(3), normals.iter().map(|frame| rows(frame)));
    array.write(&mut text, "uvs", "f32", &[vertices, 2], mesh.uvs().iter().map(|uv| row(uv)));
    let corners = mesh.indices().triangles().map(|corners| row(&corners));
    array.write(&mut text, "triangles", "u32", &[triangles, 3], corners);
    text
}

fn identifier(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let plain: String = name.chars().map(plain).collect();
    if plain.starts_with(|c: char| c.is_ascii_alphabetic()) { plain } else { format!("model_{plain}") }
}

fn rows(values: &[[f32; 3]]) -> String {
    let rows: Vec<String> = values.iter().map(|value| row(value)).collect();
    format!("[{}]", rows.join(", "))
}

/// Returns numbers as a list in brackets. `{:?}` writes floats with a decimal point.
fn row<T: std::fmt::Debug>(values: &[T]) -> String {
    format!("{values:?}")
}

#[derive(Clone, Copy, Debug)]
struct Array<'a> {
    name: &'a str,
    language: SourceLanguage,
}

impl Array<'_> {
    fn write(
        self,
        text: &mut String,
        array: &str,
        kind: &str,
        lengths: &[usize],
        lines: impl Iterator<Item = String>,
    ) {
        // Writing to a string never fails.
        let _ = match self.language {
            SourceLanguage::C => {
                let kind = if kind == "f32" { "float" } else { "unsigned int" };
                let lengths: String = lengths.iter().map(|length| format!("[{length}]")).collect();
                writeln!(text, "\nstatic const {kind} {}_{array}{lengths} = {{", self.name)
            }
            SourceLanguage::Rust => {
                let whole =
                    lengths.iter().rev().fold(kind.to_owned(), |of, length| format!("[{of}; {length}]"));
                writeln!(text, "\npub static {}: {whole} = [", array.to_ascii_uppercase())
            }
        };
        let end = match self.language {
            SourceLanguage::C => "};",
            SourceLanguage::Rust => "];",
        };
        for line in lines {
            let line = match self.language {
                SourceLanguage::C => line.replace('[', "{").replace(']', "}"),
                SourceLanguage::Rust => line,
            };
            let _ = writeln!(text, "    {line},");
        }
        let _ = writeln!(text, "{end}");
    }
}
