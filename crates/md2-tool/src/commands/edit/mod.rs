//! `md2 edit`: changes models and writes them in the same format.

mod files;
mod frames;
mod geometry;
mod header;
mod operation;
mod options;
mod player;
mod result;
mod skins;
mod values;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use md2_anim::Sequence;
use md2_edit::Model;
use md2_export::import::skin_file;
use md2_load::{LoadOptions, Palette};
use md2_scene::text::message;
use serde::Serialize;

use crate::commands::mdl_args;
use crate::failure::Failure;
use crate::inputs::{self, Input};
use crate::output::{self, Files, Overwrite};
use crate::repaired;
use crate::report::{count, json_line, print_beside, print_failure};
pub use files::SkinSizeError;
use files::{EditFiles, EditedFile, SkinColors};
use operation::Operation;
use options::{Operations, Split};
pub(crate) use player::standing_legs;

pub(crate) const EXAMPLES: &str = "\
Frames and sequences of an MDL are those of its file: a frame group is one frame, as in the game. `info` counts each pose of a group as a frame, and adds sequences that the game knows by the name of the model.

Examples:
  md2 edit tris.md2 --rename run=walk -o walk.md2
  md2 edit tris.md2 --keep run,stand01..stand04 --reverse run -o short.md2
  md2 edit tris.md2 --resample run=20 --duplicate run=sprint -o smooth.md2
  md2 edit tris.md2 --rotate z=90 --scale 1.5 --floor=-24 -o large.md2
  md2 edit tris.md2 --weld --clean --normals --commands -o clean.md2
  md2 edit knight.mdl --flags rotate --sync random --eye 0,0,24 -o item.mdl
  md2 edit tris.md2 --decimate 500 -o far.md2
  md2 edit tris.md2 --skin-path 0=players/hero/blue.pcx -o blue.md2
  md2 edit knight.mdl --extract-skin 0=skin.png --uv-template 4=uv.svg
  md2 edit knight.mdl --replace-skin 0=skin.png -o painted.mdl
  md2 edit tris.md2 --rename 'death*=die*' --dry-run
  md2 edit tris.md2 --merge weapon.md2 -o armed.md2
  md2 edit tris.md2 --split sequences -o parts
  md2 edit players/sarge --resample LEGS_RUN=30 -o players/smooth

FRAMES selects frames by numbers from 0, names, sequences and patterns, separated by commas: `run,stand01..stand04,190..,death*`.
Operations are applied in the order in which they are given. Without operations, OUT has the same bytes as FILE.";

#[derive(Debug, Args)]
pub struct EditArgs {
    /// The model to edit (MDL, MD2 or MD3), the folder of a Quake III player, or `-` for standard input. In a folder, the operations change
    /// all models, --resample also `animation.cfg`, and the other files are copied.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The file to write, in the format of FILE, or `-` for standard output; with --split, a folder. Not needed if the operations write only
    /// images. FILE itself is replaced only if OUT has exactly the same name and --force is given.
    #[arg(short, long, value_name = "OUT", required_unless_present_any = ["dry_run", "extract-skin", "uv-template"])]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// MDL: the palette of the game, a PCX or a file of 768 bytes such as `gfx/palette.lmp`. Default: the palette in the folder of the
    /// model's game, or Quake's palette.
    #[arg(long, value_name = "FILE")]
    pub(crate) palette: Option<PathBuf>,

    /// MDL: mix palette colors of new skins by ordered dithering.
    #[arg(long)]
    pub(crate) dither: bool,

    /// MDL: also use the last 32 colors of the palette, which glow in the dark, for new skins.
    #[arg(long)]
    pub(crate) fullbright: bool,

    /// Allow --rename to join a sequence with its neighbor, by giving it the neighbor's name.
    #[arg(long)]
    pub(crate) merge_sequences: bool,

    /// Write the result even if it exceeds the limits of all engines. Otherwise it is refused, unless FILE also exceeds them.
    #[arg(long)]
    pub(crate) over_limits: bool,

    /// Print what would change, and write nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Print JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) operations: Operations,
}

/// The report of an edit. Scripts rely on the names of the fields: see `docs/json/edit.schema.json`.
#[derive(Debug, Serialize)]
struct EditReport {
    file: String,
    operations: Vec<OperationReport>,
    outputs: Vec<OutputReport>,
    dry_run: bool,
}

#[derive(Debug, Serialize)]
struct OperationReport {
    operation: String,
    result: String,
}

#[derive(Debug, Serialize)]
struct OutputReport {
    /// The path; null in a dry run without an output.
    file: Option<String>,
    bytes: usize,
    /// Number of bytes that differ from the input; null if the lengths differ.
    changed_bytes: Option<usize>,
}

pub(crate) fn run(args: &EditArgs) -> Result<(), Failure> {
    if player::is_player(&args.file) {
        return player::edit(args);
    }
    let input = inputs::single_file(&args.file, "edit")?;
    edit(args, &input).or_else(|failure| {
        let is_piped = args.output.as_deref().is_some_and(output::is_standard_output) && !args.dry_run;
        print_failure(args.json && !is_piped, &input.label(), &failure)?;
        Err(failure)
    })
}

fn edit(args: &EditArgs, input: &Input) -> Result<(), Failure> {
    if let Some(output) = args.output.as_deref().filter(|_| !args.dry_run && args.operations.split.is_none())
    {
        check_output(args, output)?;
    }
    let bytes = input.read()?;
    let mut model = Model::parse(&bytes).map_err(|error| {
        let advice = repaired::advice(&bytes);
        Failure::File(anyhow::anyhow!("cannot edit {}: {error}{advice}", input.label()))
    })?;
    let colors = SkinColors {
        palette: mdl_args::palette(args.palette.as_deref(), Some(&args.file))?,
        dither: args.dither,
        fullbright: args.fullbright,
    };
    let merges_sequences = args.merge_sequences;
    let mut files = EditFiles { colors, merges_sequences, ..EditFiles::default() };
    files.read.extend(args.palette.clone());
    files.sequences = listed_sequences(&bytes, &input.stem(), model.frame_count());
    let mut operations = Vec::new();
    for Operation { text, apply } in &args.operations.list {
        let names = model.frame_names();
        let result =
            apply(&mut model, &mut files).map_err(|failure| within(failure, &format!("{text}: ")))?;
        files.follow_frames(&names, &model.frame_names());
        operations.push(OperationReport { operation: text.clone(), result });
    }
    let written = outputs(args, &model, &bytes)?;
    for file in &written {
        result::check(file, &model, (&args.file, &bytes), args.over_limits)?;
    }
    let outputs = written.iter().map(|file| OutputReport {
        file: file.path.as_ref().map(|path| path.display().to_string()),
        bytes: file.bytes.len(),
        changed_bytes: (file.bytes.len() == bytes.len())
            .then(|| file.bytes.iter().zip(&bytes).filter(|(new, old)| new != old).count()),
    });
    let made = files.made.iter().map(|file| OutputReport {
        file: file.path.as_ref().map(|path| path.display().to_string()),
        bytes: file.bytes.len(),
        changed_bytes: None,
    });
    let outputs = outputs.chain(made);
    let report =
        EditReport { file: input.label(), operations, outputs: outputs.collect(), dry_run: args.dry_run };
    if !args.dry_run {
        write(args, &written, &files)?;
    }
    print(args, &report)
}

/// Returns the sequences that `info` lists, if it counts frames like the file does. `info` counts each pose of a group as a frame.
fn listed_sequences(bytes: &[u8], stem: &str, frames: usize) -> Vec<Sequence> {
    let options = LoadOptions { stem: Some(stem.to_owned()), ..LoadOptions::default() };
    let loaded = md2_load::load(bytes, &options).ok();
    let loaded = loaded.filter(|loaded| loaded.mesh.frame_count() == frames);
    loaded.map_or_else(Vec::new, |loaded| loaded.detection.sequences().to_vec())
}

/// Replaces an image in an MDL by that of a file, which is resized if the flag is true.
pub(crate) fn replace_skin_image(
    model: &mut Model,
    (skin, image): (usize, usize),
    (file, resizes): (&Path, bool),
    palette: Palette,
) -> anyhow::Result<()> {
    let colors = SkinColors { palette, ..SkinColors::default() };
    let mut files = EditFiles { colors, ..EditFiles::default() };
    let pixels = skins::decode_image(file, &mut files)?;
    let pixels = match skins::check_size(model, &pixels, file) {
        Err(error) if resizes => skin_file::resize(&pixels, error.wanted),
        checked => checked.map(|()| pixels)?,
    };
    skins::replace(model, skin, image, &pixels, &files)?;
    Ok(())
}

/// Rejects an output that would replace the input, unless the user named the input as the output and requested to replace it.
fn check_output(args: &EditArgs, output: &Path) -> Result<(), Failure> {
    let is_input = output == args.file;
    if is_input && !args.overwrite.force {
        let text = format!(
            "{} is the input: choose another output, or replace the input with --force",
            output.display()
        );
        return Err(Failure::Usage(text));
    }
    let is_meant = is_input && args.overwrite.force;
    output::check(output, args.overwrite, (!is_meant).then_some(args.file.as_path()))
}

fn within(failure: Failure, place: &str) -> Failure {
    match failure {
        Failure::Usage(text) => Failure::Usage(format!("{place}{text}")),
        Failure::File(error) => Failure::File(anyhow::anyhow!("{place}{error:#}")),
        other => other,
    }
}

/// Returns the files with the edited model: one, or one for each part with `--split`, or none if nothing changed and no file is named. `input` is
/// the original file.
fn outputs(args: &EditArgs, model: &Model, input: &[u8]) -> Result<Vec<EditedFile>, Failure> {
    let to_bytes = |model: &Model| model.to_bytes().map_err(Failure::from);
    let Some(split) = args.operations.split else {
        let bytes = to_bytes(model)?;
        if args.output.is_none() && !args.dry_run {
            let text = "the operations change the model: -o names the file for it";
            return if bytes == input { Ok(Vec::new()) } else { Err(Failure::Usage(text.to_owned())) };
        }
        return Ok(vec![EditedFile { path: args.output.clone(), bytes }]);
    };
    let parts = match split {
        Split::Sequences => model.split_sequences(),
        Split::Surfaces => model.split_surfaces()?,
    };
    if parts.is_empty() {
        return Err(Failure::Usage(String::from("--split: the model has no parts")));
    }
    let mut names = BTreeSet::new();
    let mut files = Vec::new();
    for (name, part) in parts {
        let name = file_stem(&name);
        let stem = (1..).map(|number| if number == 1 { name.clone() } else { format!("{name}_{number}") });
        let stem = stem.into_iter().find(|stem| names.insert(stem.to_lowercase())).unwrap_or_default();
        let extension = model.format().to_lowercase();
        let path = args.output.as_deref().map(|folder| folder.join(format!("{stem}.{extension}")));
        files.push(EditedFile { path, bytes: to_bytes(&part)? });
    }
    Ok(files)
}

/// Returns a file name for the name of a part: characters that file systems reserve become underscores.
fn file_stem(name: &str) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let stem: String = name.chars().map(|c| if is_safe(c) { c } else { '_' }).take(64).collect();
    if stem.is_empty() { String::from("part") } else { stem }
}

fn write(args: &EditArgs, written: &[EditedFile], files: &EditFiles) -> Result<(), Failure> {
    if args.operations.split.is_some()
        && let Some(folder) = &args.output
    {
        output::create_folder(folder)?;
    }
    let mut staged = Files::new(args.overwrite);
    for EditedFile { path, bytes } in written.iter().chain(&files.made) {
        let Some(path) = path else { continue };
        check_output(args, path)?;
        output::check(path, args.overwrite, files.read.iter().map(PathBuf::as_path))?;
        staged.add(path, bytes)?;
    }
    staged.commit()
}

fn print(args: &EditArgs, report: &EditReport) -> Result<(), Failure> {
    let text = if args.json { json_line(report)? } else { format_report(report) };
    match &args.output {
        Some(output) if !args.dry_run => print_beside(output, &text),
        _ => output::print(&text),
    }
}

fn format_report(report: &EditReport) -> String {
    let mut text = String::new();
    for OperationReport { operation, result } in &report.operations {
        let _ = writeln!(text, "{}: {}", message(operation), message(result));
    }
    for OutputReport { file, bytes, changed_bytes } in &report.outputs {
        let name = file.as_deref().unwrap_or(&report.file);
        let change = match changed_bytes {
            Some(0) => String::from(", identical to the input"),
            Some(number) => format!(", {} changed", count(*number, "byte")),
            None => String::new(),
        };
        let intent = if report.dry_run { " (not written)" } else { "" };
        let _ = writeln!(text, "{}{intent}: {bytes} bytes{change}", message(name));
    }
    text
}
