//! The rows of the table of export formats.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use md2_scene::text::list;
use md2_scene::{Document, Part};

use super::result::ExportResult;
use super::{ExportJob, FORMATS};
use crate::failure::Failure;

/// An export format: a row of [`FORMATS`]. A new format is a module with the function of its row.
#[derive(Debug)]
pub struct ExportFormat {
    /// The name in `--to`.
    pub name: &'static str,
    pub extension: &'static str,
    pub holds: &'static str,
    /// The entry in the export menu of the window, and the name of the format in its texts. The window does not export other formats.
    pub menu: Option<[&'static str; 2]>,
    pub frames: FrameContent,
    /// The options of the command line that apply, in addition to those of all formats.
    pub(super) options: &'static [&'static str],
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

type ExportFunction = fn(&ExportJob<'_>, &Document) -> Result<ExportResult, Failure>;

type PlayerExportFunction = fn(&ExportJob<'_>, &[(usize, &Part)]) -> Result<ExportResult, Failure>;

pub(super) const fn format(
    name: &'static str,
    holds: &'static str,
    frames: FrameContent,
    options: &'static [&'static str],
    export: ExportFunction,
) -> ExportFormat {
    ExportFormat { name, extension: name, holds, menu: None, frames, options, export, export_player: None }
}

impl ExportFormat {
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
