//! The table of export formats. The command line, the window and the README show its rows.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use md2_export::SourceLanguage;
use md2_scene::text::list;
use md2_scene::{Document, Part};

use super::geometry::{self, GeometryKind};
use super::{ExportJob, ExportResult, gltf, md2, md3, mdl, vat};
use crate::failure::Failure;

/// An export format: a row of [`FORMATS`]. A new format is a module with the function of its row.
#[derive(Debug)]
pub struct ExportFormat {
    /// The name in `--to`.
    pub name: &'static str,
    pub extension: &'static str,
    /// What a file holds, for the help.
    pub holds: &'static str,
    /// The entry in the export menu of the window, and the name of the format in its texts. The window does not export other formats.
    pub menu: Option<[&'static str; 2]>,
    pub frames: FrameContent,
    /// The options of the command line that apply, in addition to those of all formats.
    options: &'static [&'static str],
    pub(super) export: ExportFunction,
    /// Exports the parts of a player as one file. Each part has its index in the player.
    pub(super) export_player: Option<PlayerExportFunction>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameContent {
    /// Sequences with their rates.
    Animated,
    /// All frames, without rates.
    All,
    /// One frame. Several frames become numbered files.
    One,
}

use FrameContent::{All, Animated, One};
use GeometryKind::{Obj, Ply, Source, Stl};
use SourceLanguage::{C, Rust};

pub static FORMATS: [ExportFormat; 11] = [
    ExportFormat {
        menu: Some(["glTF (.glb)…", "glTF"]),
        export_player: Some(gltf::export_figure),
        ..format("glb", "glTF as a single binary file", Animated, gltf::OPTIONS, gltf::export_model)
    },
    ExportFormat {
        export_player: Some(gltf::export_figure),
        ..format(
            "gltf",
            "glTF as a text file, with a `.bin` file for its data",
            Animated,
            gltf::TEXT_OPTIONS,
            gltf::export_model,
        )
    },
    ExportFormat {
        menu: Some(["OBJ, this frame only…", "OBJ"]),
        ..format(
            "obj",
            "Wavefront OBJ with materials; one file per frame",
            One,
            &["--y-up", "--skin"],
            |job, document| geometry::export_model(job, document, Obj),
        )
    },
    ExportFormat {
        menu: Some(["MD2…", "MD2"]),
        ..format("md2", "MD2. An MDL or MD3 is converted", All, md2::OPTIONS, md2::export_model)
    },
    format("mdl", "MDL. An MD2 or MD3 is converted", All, mdl::OPTIONS, mdl::export_model),
    format("md3", "MD3. An MDL or MD2 is converted", All, md3::OPTIONS, md3::export_model),
    format("stl", "STL, for 3D printing", One, &["--y-up"], |job, document| {
        geometry::export_model(job, document, Stl)
    }),
    format("ply", "PLY, for measuring tools", One, &["--y-up"], |job, document| {
        geometry::export_model(job, document, Ply)
    }),
    format("h", "A C header with arrays of the keyframes", All, &["--y-up"], |job, document| {
        geometry::export_model(job, document, Source(C))
    }),
    format("rs", "A Rust module with arrays of the keyframes", All, &["--y-up"], |job, document| {
        geometry::export_model(job, document, Source(Rust))
    }),
    ExportFormat {
        extension: "vat.json",
        ..format(
            "vat",
            "A vertex animation texture with its mesh, and shaders for Godot and Unity. The output is a folder",
            Animated,
            vat::OPTIONS,
            vat::export_model,
        )
    },
];

type ExportFunction = fn(&ExportJob<'_>, &Document) -> Result<ExportResult, Failure>;

type PlayerExportFunction = fn(&ExportJob<'_>, &[(usize, &Part)]) -> Result<ExportResult, Failure>;

const fn format(
    name: &'static str,
    holds: &'static str,
    frames: FrameContent,
    options: &'static [&'static str],
    export: ExportFunction,
) -> ExportFormat {
    ExportFormat { name, extension: name, holds, menu: None, frames, options, export, export_player: None }
}

impl ExportFormat {
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.name == name)
    }

    pub(super) fn from_extension(extension: &OsStr) -> Option<&'static Self> {
        FORMATS.iter().find(|format| extension.eq_ignore_ascii_case(format.extension))
    }

    pub(super) fn of_output(output: &Path) -> Result<&'static Self, Failure> {
        output.extension().and_then(Self::from_extension).ok_or_else(|| {
            let known = FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(", ");
            let program = crate::failure::program_name();
            Failure::Usage(format!(
                "{}: unknown format; choose one with `{program} export --to`: {known}",
                output.display()
            ))
        })
    }

    /// Rejects options that do not apply to the format. `given` are the names of all such options, and whether the user gave them.
    pub(super) fn check_options(&self, given: &[(&str, bool)]) -> Result<(), Failure> {
        match given.iter().find(|(option, is_given)| *is_given && !self.options.contains(option)) {
            Some((option, _)) => {
                let formats = FORMATS.iter().filter(|format| format.options.contains(option));
                let formats = list(formats.map(|format| format.name));
                Err(Failure::Usage(format!("{option} applies to {formats}, not to {}", self.name)))
            }
            None => Ok(()),
        }
    }

    /// Returns `path` with `end` inserted before the extension. If `path` has no extension, adds the extension of the format.
    pub(super) fn sibling(&self, path: &Path, end: &str) -> PathBuf {
        let own = path.extension().map_or(self.extension.into(), OsStr::to_string_lossy);
        sibling(path, &format!("{end}.{own}"))
    }
}

pub(super) fn parser() -> impl TypedValueParser<Value = &'static ExportFormat> {
    let values = FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.holds));
    PossibleValuesParser::new(values).try_map(|name| ExportFormat::named(&name).ok_or("unknown format"))
}

/// Returns a path whose file name is the stem of `path` followed by `end`.
pub(super) fn sibling(path: &Path, end: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}{end}"))
}

pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_lists_all_formats() {
        let readme = include_str!("../../../README.md");
        for ExportFormat { name, holds, options, .. } in &FORMATS {
            let options = options.iter().map(|option| format!("`{option}`")).collect::<Vec<_>>().join(", ");
            let row = format!("| `{name}` | {holds} | {options} |\n");
            assert!(readme.contains(&row), "{row}");
        }
    }
}
