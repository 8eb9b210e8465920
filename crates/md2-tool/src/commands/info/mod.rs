//! `md2 info`: describes models and players, as text or JSON.

mod brief;
mod figure;
mod header;
mod model;
mod skin;

use std::path::{Component, Path, PathBuf};

use clap::Args;
use md2_scene::{Document, Figure, OpenError};
use serde::Serialize;

use crate::failure::{Failure, Failures};
use crate::inputs::{self, Input, SearchArgs};
use crate::{open, output, report};
use brief::Brief;
use figure::InfoReport;

pub(crate) const EXAMPLES: &str = "\
Examples:
  md2 info tris.md2
  md2 info --brief models/ weapon.md2
  md2 info --json models/ | jq -r 'select(.frames > 100).file'";

#[derive(Debug, Args)]
pub struct InfoArgs {
    /// The models to describe: files, folders of players, other folders and archives (PAK, PK3), or `-` for standard input; by
    /// default the built-in model.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// Print one line for each model.
    #[arg(long)]
    pub(crate) brief: bool,

    /// Print JSON instead of text: one object for a single model, JSON Lines for several.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints the reports to standard output. If a file cannot be read, prints the error and continues.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn run(args: &InfoArgs) -> Result<(), Failure> {
    match &*args.files {
        [] => print_figure(args, &open::figure(None)?, None, true),
        [folder] if md2_assets::is_folder(folder) => match md2_scene::open(folder) {
            // The folder of a player, or of a model and its weapons.
            Ok(figure) => print_figure(args, &figure, Some(folder), true),
            Err(OpenError::NoModel { .. }) => print_all(args),
            Err(error) => Err(Failure::File(error.into())),
        },
        [file] if !md2_assets::is_archive(file) => {
            inputs::gather(&args.files).try_for_each(|input| print_input(args, &input?, true))
        }
        _ => print_all(args),
    }
}

fn print_all(args: &InfoArgs) -> Result<(), Failure> {
    let mut failures = Failures::default();
    for file in &args.files {
        let whole = if md2_assets::is_folder(file) { md2_scene::open(file).ok() } else { None };
        if let Some(figure) = whole {
            print_figure(args, &figure, Some(file), false)?;
            continue;
        }
        for input in inputs::gather(std::slice::from_ref(file)).with_search(args.search) {
            let label = input.as_ref().ok().map(Input::label);
            match input.and_then(|input| print_input(args, &input, false)) {
                Err(ended @ Failure::AlreadyReported(_)) => return Err(ended),
                Err(failure) => {
                    failures.add(&failure);
                    if args.json {
                        let file = label.unwrap_or_else(|| file.display().to_string());
                        output::print(&json(&UnreadableFile { file, error: failure.to_string() }, false)?)?;
                    }
                }
                Ok(()) => {}
            }
        }
    }
    failures.into_result()
}

#[derive(Debug, Serialize)]
struct UnreadableFile {
    file: String,
    error: String,
}

fn print_input(args: &InfoArgs, input: &Input, is_alone: bool) -> Result<(), Failure> {
    print_figure(args, &input.figure()?, input.path(), is_alone)
}

fn print_figure(
    args: &InfoArgs,
    figure: &Figure,
    path: Option<&Path>,
    is_alone: bool,
) -> Result<(), Failure> {
    for document in figure.parts().iter().map(|part| &part.document) {
        report::warn_of_damage(document);
    }
    if args.brief {
        let brief = Brief::new(figure, path);
        return output::print(&if args.json { json(&brief, is_alone)? } else { brief.to_string() });
    }
    let report = InfoReport::new(figure, path);
    output::print(&match (args.json, is_alone) {
        (true, _) => json(&report, is_alone)?,
        (false, true) => report.to_string(),
        (false, false) => format!("{report}\n"),
    })
}

/// Returns a value as JSON. If the value is the report of the only model, the JSON is indented, otherwise it is a single line.
fn json(value: &impl Serialize, is_alone: bool) -> Result<String, Failure> {
    if is_alone { report::json(value) } else { report::json_line(value) }
}

#[derive(Debug, Serialize)]
struct Source {
    file: String,
    format: String,
    file_bytes: usize,
}

impl Source {
    fn new(document: &Document) -> Self {
        Self {
            file: place_of(document),
            format: document.format().to_string(),
            file_bytes: document.facts.file_bytes,
        }
    }
}

fn place_of(document: &Document) -> String {
    match document.path() {
        Some(path) => shown_path(path),
        None if document.name() == md2_browse::stdin::STANDARD_INPUT_NAME => document.name().to_owned(),
        None => document.place(),
    }
}

/// Returns a path for reports. A path in the current folder becomes relative, other paths become absolute.
fn shown_path(path: &Path) -> String {
    let is_up = path.components().any(|part| part == Component::ParentDir);
    let whole = if is_up { path.canonicalize() } else { std::path::absolute(path) };
    let whole = whole.unwrap_or_else(|_| path.to_path_buf());
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| whole.strip_prefix(here).map(Path::to_path_buf).ok());
    below.unwrap_or(whole).display().to_string()
}
