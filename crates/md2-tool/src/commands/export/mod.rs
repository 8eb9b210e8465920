//! `md2 export`: models in other programs' formats.

mod format;
mod geometry;
mod gltf;
mod md2;
mod outputs;
mod subject;

use std::path::{Path, PathBuf};

use clap::Args;
use md2_export::Selection;
use md2_scene::{Document, Figure, Part};
use serde::Serialize;

use crate::failure::{Failure, Failures};
use crate::inputs::{self, Input};
use crate::output::{self, Overwrite};
use crate::report::json_line;
use crate::{args, open};
use format::ExportFormat;
use gltf::GltfArgs;
use md2_browse::builtin;
use md2_scene::text::{self, list, shown};
use md2_task::Progress;
use outputs::Outputs;

/// Shown below `--help`.
pub const EXAMPLES: &str = "\
A folder of a player of several models becomes one glTF in which they hang on one another; each of its files by itself is
a model by itself.

Examples:
  md2 export tris.md2 -o tris.glb
  md2 export players/sarge -o sarge.glb
  md2 export models/ -o converted/ --to glb
  md2 export tris.md2 -o run.glb --sequence run --pixelated
  md2 export tris.md2 -o run.obj --frames 40..45
  md2 export tris.md2 -o short.md2 --frames 40..45 --rename run=walk
  md2 export progs/knight.mdl -o knight.md2";

/// Arguments of `md2 export`, and options of the same work.
#[derive(Debug, Default, Args)]
pub struct ExportArgs {
    /// The models: files, folders of players, folders and archives (PAK, PK3) with models anywhere below them, or `-` for
    /// standard input; without any, the project's own figure.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The file to write, or the folder for what several models become. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,

    /// The format; by default that of the output's name.
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub to: Option<ExportFormat>,

    /// Only these sequences, by their names with commas between.
    #[arg(long, value_name = "NAME")]
    pub sequence: Option<String>,

    /// Only these frames, by their numbers from 0, the last included: `40..45`, or `40..` to the end.
    #[arg(long, value_name = "A..B", value_parser = args::parse_frames)]
    pub frames: Option<args::FrameRange>,

    /// Only this skin: an image file, or the name or number from 0 of one of the model's own. Otherwise all that belong to it,
    /// as variants to choose from.
    #[arg(long, value_name = "SKIN")]
    pub skin: Option<String>,

    /// Length of a unit of the model in the file: 1 by default, in glTF, whose unit is a meter, 1/32, so that a player is 1.75 m
    /// tall.
    #[arg(long, value_name = "FACTOR", value_parser = args::parse_positive, allow_negative_numbers = true)]
    pub scale: Option<f32>,

    /// Options of glTF.
    #[command(flatten)]
    pub gltf: gltf::GltfArgs,

    /// Options of OBJ, STL and PLY.
    #[command(flatten)]
    pub geometry: geometry::GeometryArgs,

    /// Options of MD2.
    #[command(flatten)]
    pub md2: md2::Md2Args,

    /// Write what was done as JSON, a line for each model.
    #[arg(long)]
    pub json: bool,

    /// Whether files that exist are replaced.
    #[command(flatten)]
    pub overwrite: Overwrite,
}

impl ExportArgs {
    fn selection(&self) -> Selection {
        let names = |names: &String| names.split(',').map(|name| name.trim().to_owned()).collect();
        Selection {
            sequences: self.sequence.as_ref().map(names),
            frames: self.frames.map(|args::FrameRange { first, last }| first..=last),
        }
    }

    /// Refuses options that say nothing about this format.
    fn check_options(&self, kind: ExportFormat) -> Result<(), Failure> {
        let GltfArgs { unlit, pixelated, stepped, single_file, embed } = self.gltf;
        let gltf: &[ExportFormat] = &[ExportFormat::Glb, ExportFormat::Gltf];
        let options = [
            ("--unlit", unlit, gltf),
            ("--pixelated", pixelated, gltf),
            ("--stepped", stepped, gltf),
            ("--single-file", single_file, gltf),
            ("--embed", embed, &[ExportFormat::Gltf]),
            ("--y-up", self.geometry.y_up, &[ExportFormat::Obj, ExportFormat::Stl, ExportFormat::Ply]),
            ("--rename", !self.md2.rename.is_empty(), &[ExportFormat::Md2]),
            (
                "--skin",
                self.skin.is_some(),
                &[ExportFormat::Glb, ExportFormat::Gltf, ExportFormat::Obj, ExportFormat::Md2],
            ),
        ];
        match options.into_iter().find(|(_, is_given, kinds)| *is_given && !kinds.contains(&kind)) {
            Some((option, _, kinds)) => {
                let kinds = list(kinds.iter().map(|kind| kind.extension()));
                Err(Failure::Usage(format!("{option} is for {kinds}, not for {}", kind.extension())))
            }
            None => Ok(()),
        }
    }

    /// Refuses names of sequences and numbers of frames that none of the models has.
    fn check_selection(&self, documents: &[&Document]) -> Result<(), Failure> {
        let sequences = || documents.iter().flat_map(|document| &document.range_sets()[0].sequences);
        for name in self.selection().sequences.iter().flatten() {
            if !sequences().any(|sequence| sequence.name.eq_ignore_ascii_case(name)) {
                let known = list(sequences().map(|sequence| sequence.name.as_str()));
                return Err(Failure::Usage(format!("there is no sequence {name:?}, only {known}")));
            }
        }
        let last = documents.iter().map(|document| document.last_frame()).max().unwrap_or(0);
        match self.frames {
            Some(range) if range.first > last => Err(Failure::Usage(format!(
                "frames from {} on are not there: the last is {last}",
                range.first
            ))),
            _ => Ok(()),
        }
    }
}

/// What one model became.
#[derive(Debug, Default, Serialize)]
struct ExportResult {
    input: String,
    outputs: Vec<String>,
    /// The result in words.
    text: String,
}

/// Exports one model after the other, and goes on past what cannot be.
///
/// # Errors
/// If a model cannot be read, understood or written.
pub fn run(args: &ExportArgs) -> Result<(), Failure> {
    let outputs = Outputs::new(args)?;
    args.check_options(outputs.format())?;
    if args.files.is_empty() {
        let figure = open::figure(None)?;
        let path = outputs.built_in_file(&figure);
        return export_whole(args, &figure, &path, &outputs)
            .and_then(|done| print_result(args, "the built-in figure", done));
    }
    let mut failures = Failures::default();
    for argument in &args.files {
        outputs.check_interrupt()?;
        // A folder that is one thing: a player of several models. Of any other its models are exported, each by itself.
        if let Some(figure) = outputs::open_player(argument) {
            let done = export_whole(args, &figure, &outputs.folder(argument), &outputs);
            let told = done.and_then(|done| print_result(args, &argument.display().to_string(), done));
            told.or_else(|failure| outputs.go_on(failure, &mut failures))?;
            continue;
        }
        for input in inputs::gather(std::slice::from_ref(argument)) {
            outputs.check_interrupt()?;
            let done = input.and_then(|input| {
                outputs.progress(&input.label());
                export_input(args, argument, &input, &outputs).map(|done| (input, done))
            });
            let told = done.and_then(|(input, done)| print_result(args, &input.label(), done));
            told.or_else(|failure| outputs.go_on(failure, &mut failures))?;
        }
    }
    failures.into_result()
}

/// Exports a figure that is open already into one file, or into those that belong to it. Tells nobody.
///
/// # Errors
/// If it cannot be written in that format, or not be written.
pub fn export_figure(args: &ExportArgs, figure: &Figure, work: &Progress) -> Result<(), Failure> {
    let outputs = Outputs::new(args)?.with_progress(work.clone());
    args.check_options(outputs.format())?;
    work.check()?;
    export_whole(args, figure, &outputs.built_in_file(figure), &outputs).map(drop)
}

/// Exports all models of a figure into one file.
fn export_whole(
    args: &ExportArgs,
    figure: &Figure,
    path: &Path,
    outputs: &Outputs,
) -> Result<ExportResult, Failure> {
    let parts: Vec<(usize, &Part)> = (0..).zip(figure.parts()).filter(|(_, part)| part.is_shown).collect();
    match (&*parts, outputs.format()) {
        ([(_, part)], _) => {
            export_model(args, &part.document, figure.stem(), path, outputs, || bytes_of(&part.document))
        }
        (parts, ExportFormat::Glb | ExportFormat::Gltf) => {
            gltf::export_figure(args, figure.stem(), parts, path, outputs)
        }
        (parts, _) => Err(Failure::Usage(format!(
            "{} is a player of {} models: only glTF holds all of them, so export its files one by one",
            shown(figure.name()),
            parts.len()
        ))),
    }
}

/// The file of a model, which the built-in one has in memory.
fn bytes_of(document: &Document) -> Result<Vec<u8>, Failure> {
    match document.path() {
        Some(path) => md2_assets::read_model(path).map_err(|error| Failure::File(error.into())),
        None => Ok(builtin::MODEL.to_vec()),
    }
}

/// Exports one model.
fn export_input(
    args: &ExportArgs,
    argument: &Path,
    input: &Input,
    outputs: &Outputs,
) -> Result<ExportResult, Failure> {
    let path = outputs.file(argument, input);
    // Standard input has its bytes once.
    let (figure, bytes) = match input.path() {
        Some(_) => (input.figure()?, None),
        None => {
            let bytes = input.read()?;
            let figure = md2_scene::open_bytes(&input.label(), &bytes);
            (figure.map_err(|error| Failure::File(error.into()))?, Some(bytes))
        }
    };
    // A file of a player, or a weapon's, brings the others with it.
    let name = input.path().and_then(Path::file_name);
    let is_it = |part: &&Part| input.path().is_some_and(|path| part.document.is_file_at(path));
    let is_called = |part: &&Part| part.document.path().and_then(Path::file_name) == name;
    let parts = || figure.parts().iter();
    // In an archive no two paths lead to one file.
    let part = parts().find(is_it).or_else(|| parts().find(is_called)).unwrap_or(&figure.parts()[0]);
    let read = || bytes.map_or_else(|| input.read(), Ok);
    export_model(args, &part.document, &input.stem(), &path, outputs, read)
}

fn export_model(
    args: &ExportArgs,
    document: &Document,
    name: &str,
    path: &Path,
    outputs: &Outputs,
    read: impl FnOnce() -> Result<Vec<u8>, Failure>,
) -> Result<ExportResult, Failure> {
    args.check_selection(&[document])?;
    if let Some(repairs) = document.repairs() {
        tracing::warn!(
            "{}",
            text::message(&format!("{} is damaged: {repairs}", text::document_name(document)))
        );
    }
    match outputs.format() {
        ExportFormat::Glb | ExportFormat::Gltf => gltf::export_model(args, document, name, path, outputs),
        ExportFormat::Obj | ExportFormat::Stl | ExportFormat::Ply => {
            geometry::export_model(args, document, name, path, outputs)
        }
        ExportFormat::Md2 => md2::export_model(args, document, &read()?, name, path, outputs),
    }
}

/// Reports the files that a model became, unless standard output has the files themselves.
fn print_result(args: &ExportArgs, input: &str, done: ExportResult) -> Result<(), Failure> {
    if done.outputs.iter().any(|output| output == "-") {
        return Ok(());
    }
    let done = ExportResult { input: input.to_owned(), ..done };
    if args.json {
        return output::print(&json_line(&done)?);
    }
    let files = match &*done.outputs {
        [file] => shown(file).to_string(),
        [first, rest @ ..] => format!("{} and {} more", shown(first), rest.len()),
        [] => return Ok(()),
    };
    output::print(&format!("{files}: {}\n", done.text))
}
