//! `md2 info`: describes models and players, as text or JSON.

mod brief;
mod figure;
mod header;
mod model;
mod skin;

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use clap::Args;
use md2_anim::Rates;
use md2_scene::{Document, Figure};
use serde::Serialize;

use crate::args::parse_rates;
use crate::failure::Failure;
use crate::failures::Failures;
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
    /// The models to describe: files, folders, archives (PAK, PK3), or `-` for standard input; by default the built-in model.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// Rates of sequences without rates of their own: `game`, ten frames per second, or `tutorial`, a table with slower gestures
    /// and deaths.
    #[arg(long, value_name = "game|tutorial", value_parser = parse_rates, default_value = "game")]
    pub(crate) rates: Rates,

    /// Print one line for each model.
    #[arg(long)]
    pub(crate) brief: bool,

    /// Print JSON Lines instead of text: one object for each model.
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &InfoArgs) -> Result<(), Failure> {
    let is_alone = is_single_model(&args.files);
    let mut printer = Printer { args, last: Vec::new(), damaged: BTreeSet::new(), is_alone };
    if args.files.is_empty() {
        return printer.print(&open::figure(None)?.with_rates(args.rates), None);
    }
    let mut failures = Failures::new(args.json);
    for input in inputs::gather(&args.files, args.search) {
        let file = input.as_ref().map_or_else(Failure::place, Input::label);
        match input.and_then(|input| printer.print(&input.figure()?.with_rates(args.rates), input.path())) {
            Err(ended @ Failure::AlreadyReported(_)) => return Err(ended),
            result => result.or_else(|failure| failures.add(&file, &failure))?,
        }
    }
    failures.into_result()
}

fn is_single_model(files: &[PathBuf]) -> bool {
    match files {
        [] => true,
        [file] => !md2_assets::is_container(file),
        _ => false,
    }
}

struct Printer<'a> {
    args: &'a InfoArgs,
    last: Vec<String>,
    damaged: BTreeSet<String>,
    /// Whether the arguments refer to a single model. Otherwise, an empty line follows each text report.
    is_alone: bool,
}

impl Printer<'_> {
    /// Prints the report of the model at `path`. `figure` is the player to which the model belongs. The text describes the whole player only
    /// after its first model.
    fn print(&mut self, figure: &Figure, path: Option<&Path>) -> Result<(), Failure> {
        for document in figure.parts().iter().map(|part| &part.document) {
            // Each model of a player opens the whole player.
            if document.repairs().is_some() && self.damaged.insert(document.place()) {
                report::warn_of_damage(document, &named_as(document, path));
            }
        }
        if self.args.brief {
            let brief = Brief::new(figure, path);
            let line = if self.args.json { report::json_line(&brief)? } else { brief.to_string() };
            return output::print(&line);
        }
        let report = InfoReport::new(figure, path);
        if self.args.json {
            return output::print(&report::json_line(&report)?);
        }
        let models: Vec<_> = figure.parts().iter().map(|part| part.document.place()).collect();
        let is_known = models == self.last;
        self.last = models;
        let text = if is_known { report.own_model().to_string() } else { report.to_string() };
        output::print(&if self.is_alone { text } else { text + "\n" })
    }
}

#[derive(Debug, Serialize)]
struct Source {
    file: String,
    format: String,
    file_bytes: usize,
}

impl Source {
    fn new(document: &Document, path: Option<&Path>) -> Self {
        Self {
            file: named_as(document, path),
            format: document.format().to_string(),
            file_bytes: document.facts.file_bytes,
        }
    }
}

/// Returns the path of a model as the user gave it, if `path` leads to this model. `check` and `catalog` show the same path. The paths of
/// other models are those of [`shown_path`].
fn named_as(document: &Document, path: Option<&Path>) -> String {
    path.filter(|path| document.is_file_at(path)).map_or_else(|| place_of(document), inputs::label_of)
}

fn place_of(document: &Document) -> String {
    match document.path() {
        Some(path) => shown_path(path),
        None if document.name() == md2_scene::stdin::STANDARD_INPUT_NAME => document.name().to_owned(),
        None => document.place(),
    }
}

/// Returns a path for reports. A path in the current folder becomes relative, other paths become absolute.
fn shown_path(path: &Path) -> String {
    let is_up = path.components().any(|part| part == Component::ParentDir);
    let whole = if is_up { dunce::canonicalize(path) } else { std::path::absolute(path) };
    let whole = whole.unwrap_or_else(|_| path.to_path_buf());
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| whole.strip_prefix(here).map(Path::to_path_buf).ok());
    below.unwrap_or(whole).display().to_string()
}
