//! `md2 export`: writes models in the formats of other programs.

mod format;
mod geometry;
mod gltf;
mod losses;
mod md2;
mod md3;
mod mdl;
mod modeldef;
mod outputs;
mod result;
mod subject;
mod vat;

use std::collections::HashSet;
use std::convert::Infallible;
use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::Args;
use md2_anim::Rates;
use md2_export::SourceLanguage::{C, Rust};
use md2_export::{FrameSelection, SkinSet};
use md2_scene::{Document, Figure, Part, builtin};

use super::md3_args::Md3Args;
use super::mdl_args::MdlArgs;
use crate::failure::Failure;
use crate::failures::Failures;
use crate::game_path::parse_game_path;
use crate::inputs::{self, Input, SearchArgs};
use crate::output::{self, Overwrite};
use crate::report::warn_of_damage;
use crate::{args, open, parallel};
use FrameContent::{All, Animated, One};
use format::format;
pub use format::{ExportFormat, FrameContent};
use geometry::GeometryKind::{Obj, Ply, Source, Stl};
use gltf::GltfArgs;
use md2_scene::text::{self, list, shown};
use md2_task::Progress;
use outputs::Outputs;
use result::{ExportResult, print_result};

pub const EXAMPLES: &str = "\
The folder of a Quake III player becomes one glTF with all parts joined, the folder of a Quake II player a folder with a file for each model. A single file of a player is exported alone.

Examples:
  md2 export tris.md2 -o tris.glb
  md2 export players/sarge -o sarge.glb
  md2 export models/ -o converted/ --to glb
  md2 export tris.md2 -o run.glb --sequence run --pixelated
  md2 export tris.md2 -o run.obj --frames 40..45
  md2 export tris.md2 -o short.md2 --frames 40..45 --rename run=walk
  md2 export progs/knight.mdl -o knight.md2
  md2 export knight.mdl -o models/knight.md2 --modeldef
  md2 export tris.md2 -o progs/soldier.mdl --dither
  md2 export tris.md2 -o soldier.md3 --animation-cfg
  md2 export tris.md2 --vat -o godot/
  md2 export ball.md2 -o ball.rs";

/// The table of export formats. The command line, the window and the README show its rows.
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

/// The arguments of `md2 export`. The viewer window uses the same options.
#[derive(Debug, Default, Args)]
pub struct ExportArgs {
    /// The models to export: files, folders of players, other folders and archives (PAK, PK3), or `-` for standard input; by
    /// default the built-in model.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub search: SearchArgs,

    /// The file to write, the folder for several models, or `-` for standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,

    /// File format. By default, the extension of the output determines it.
    #[arg(long, value_name = "FORMAT", value_parser = format::parser())]
    pub to: Option<&'static ExportFormat>,

    /// Export only these sequences: names separated by commas.
    #[arg(long, value_name = "NAME")]
    pub sequence: Option<String>,

    /// Export only these frames, numbered from 0: `40..45` includes both ends, `40..` runs to the last frame.
    #[arg(long, value_name = "A..B", value_parser = args::parse_frames)]
    pub frames: Option<RangeInclusive<u32>>,

    /// Rates of sequences without rates of their own: `game`, ten frames per second, or `tutorial`, a table with slower gestures
    /// and deaths.
    #[arg(long, value_name = "game|tutorial", value_parser = args::parse_rates, default_value = "game")]
    pub rates: Rates,

    /// Export only this skin: an image file, or the name or number (from 0) of one of the model's skins. By default all skins
    /// of the model become variants.
    #[arg(long, value_name = "SKIN")]
    pub skin: Option<String>,

    /// Length of one Quake unit in the file. Default: 1; in glTF, whose unit is the meter, 1/32, so that a player is 1.75 m tall.
    #[arg(long, value_name = "FACTOR", value_parser = args::parse_positive::<f32>, allow_negative_numbers = true)]
    pub scale: Option<f32>,

    #[command(flatten)]
    pub gltf: gltf::GltfArgs,

    #[command(flatten)]
    pub geometry: geometry::GeometryArgs,

    /// Write a vertex animation texture, like `--to vat`.
    #[arg(long, conflicts_with = "to")]
    pub vat: bool,

    #[command(flatten)]
    pub md2: md2::Md2Args,

    /// MD2, MDL, MD3: also write what GZDoom needs to show the model: its skin as images, and at the root of the mod a definition
    /// `modeldef.NAME` and an actor `zscript.NAME`. The model of an MDL or MD3 may have the same format.
    #[arg(long)]
    pub modeldef: bool,

    /// MD2, MD3: the folder of the output in the game, such as `models/knight`, with which the skin paths begin. Default: the folders of
    /// the output from `progs`, `models`, `players` or `textures` on.
    #[arg(long, value_name = "FOLDER", value_parser = parse_game_path)]
    pub game_path: Option<String>,

    /// MDL: the palette of the game, a file of 768 bytes (`gfx/palette.lmp`) or a PCX. Default: Quake's palette.
    #[arg(long, value_name = "FILE")]
    pub palette: Option<PathBuf>,

    #[command(flatten)]
    pub mdl: MdlArgs,

    #[command(flatten)]
    pub md3: Md3Args,

    /// Report the written files as JSON Lines, an object for each model.
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub overwrite: Overwrite,
}

impl ExportArgs {
    fn format(&self) -> Option<&'static ExportFormat> {
        if self.vat { ExportFormat::named("vat") } else { self.to }
    }

    fn selection(&self) -> FrameSelection {
        let names = |names: &String| names.split(',').map(|name| name.trim().to_owned()).collect();
        FrameSelection { sequences: self.sequence.as_ref().map(names), frames: self.frames.clone() }
    }

    fn check_options(&self, format: &ExportFormat) -> Result<(), Failure> {
        let GltfArgs { unlit, pixelated, stepped, split, embed } = self.gltf;
        let given = [
            ("--unlit", unlit),
            ("--pixelated", pixelated),
            ("--stepped", stepped),
            ("--split", split),
            ("--embed", embed),
            ("--y-up", self.geometry.y_up),
            ("--rates", self.rates != Rates::default()),
            ("--rename", !self.md2.rename.is_empty()),
            ("--modeldef", self.modeldef),
            ("--game-path", self.game_path.is_some()),
            ("--palette", self.palette.is_some()),
            ("--engine", self.mdl.engine.is_some()),
            ("--animation-cfg", self.md3.animation_cfg),
            ("--skin", self.skin.is_some()),
        ];
        format.check_options(&[&given[..], &self.mdl.given()].concat())?;
        if split && output::is_standard_output(&self.output) {
            let text = "--split writes several files: choose a file name instead of -";
            return Err(Failure::Usage(String::from(text)));
        }
        Ok(())
    }

    fn check_selection(&self, documents: &[&Document]) -> Result<(), Failure> {
        let sequences = || documents.iter().flat_map(|document| &document.range_sets()[0].sequences);
        for name in self.selection().sequences.iter().flatten() {
            if !sequences().any(|sequence| sequence.name.eq_ignore_ascii_case(name)) {
                let known = list(sequences().map(|sequence| sequence.name.as_str()));
                return Err(Failure::Usage(format!("there is no sequence {name:?}; the model has: {known}")));
            }
        }
        let last = documents.iter().map(|document| document.last_frame()).max().unwrap_or(0);
        match self.frames.as_ref().map(RangeInclusive::start) {
            Some(first) if *first > last => {
                Err(Failure::Usage(format!("there is no frame {first}: the last frame is {last}")))
            }
            _ => Ok(()),
        }
    }
}

#[derive(Clone, Copy)]
struct ExportJob<'a> {
    args: &'a ExportArgs,
    name: &'a str,
    path: &'a Path,
    outputs: &'a Outputs,
    read: &'a dyn Fn() -> Result<Vec<u8>, Failure>,
}

impl ExportJob<'_> {
    /// Writes `files`, the exported versions of `documents`. After an error, none of the files remains. Returns `result` with the paths and
    /// the size of the files.
    fn write(
        &self,
        files: &[(PathBuf, Vec<u8>)],
        documents: &[&Document],
        result: ExportResult,
    ) -> Result<ExportResult, Failure> {
        let (mut losses, defined);
        let (files, losses) = match documents {
            [document] if self.args.modeldef => {
                losses = result.losses;
                defined = modeldef::add_files(self, files.to_vec(), document, &mut losses)?;
                (&defined[..], losses)
            }
            _ => (files, result.losses),
        };
        let outputs = self.outputs.write(files, documents)?;
        let output_bytes = files.iter().map(|(_, bytes)| bytes.len()).sum();
        Ok(ExportResult { outputs, output_bytes, losses, ..result })
    }
}

pub fn run(args: &ExportArgs) -> Result<(), Failure> {
    let outputs = Outputs::new(args)?;
    args.check_options(outputs.format())?;
    if args.files.is_empty() {
        let figure = open::figure(None)?;
        let path = outputs.built_in_file(&figure);
        return export_whole(args, &figure, &path, &outputs)
            .and_then(|done| print_result(args, "the built-in model", done));
    }
    let mut failures = Failures::new(args.json && !output::is_standard_output(&args.output));
    for argument in &args.files {
        outputs.check_interrupt()?;
        // The models of a player folder are exported together. The models of other folders are exported one by one.
        if let Some(figure) = outputs::open_player(argument) {
            let done = export_whole(args, &figure, &outputs.folder(argument), &outputs);
            let label = argument.display().to_string();
            let result = done.and_then(|done| print_result(args, &label, done));
            result.or_else(|failure| outputs.report_and_continue(&label, failure, &mut failures))?;
            continue;
        }
        let inputs = inputs::gather(std::slice::from_ref(argument), args.search);
        let mut inputs = inputs.peekable();
        while inputs.peek().is_some() {
            outputs.check_interrupt()?;
            // After an interruption, the models of the batch that were already exported are still listed.
            let mut state = Ok(());
            for (label, done) in export_batch(args, argument, &mut inputs, &outputs) {
                let result = done.and_then(|done| print_result(args, &label, done));
                let result =
                    result.or_else(|failure| outputs.report_and_continue(&label, failure, &mut failures));
                state = state.and(result);
            }
            state?;
        }
    }
    failures.into_result()
}

const BATCH: usize = 32;

/// Exports the next models of `inputs`, at most [`BATCH`], in parallel. Returns the name and the result of each model, in order. A batch
/// ends before a model that would be written to the same file as an earlier model of the batch.
fn export_batch(
    args: &ExportArgs,
    argument: &Path,
    inputs: &mut Peekable<impl Iterator<Item = Result<Input, Failure>>>,
    outputs: &Outputs,
) -> Vec<(String, Result<ExportResult, Failure>)> {
    let mut paths = HashSet::new();
    let mut batch = Vec::new();
    let mut is_new = |input: &Result<Input, Failure>| {
        input.as_ref().map_or(true, |input| paths.insert(outputs.file(argument, input)))
    };
    while batch.len() < BATCH
        && let Some(input) = inputs.next_if(&mut is_new)
    {
        batch.push(input);
    }
    if let Some(Ok(first)) = batch.first() {
        outputs.progress(&first.label());
    }
    let export = |input: Result<Input, Failure>| match input {
        Ok(input) => {
            let free = outputs.check_interrupt();
            (input.label(), free.and_then(|()| export_input(args, argument, &input, outputs)))
        }
        Err(failure) => (failure.place(), Err(failure)),
    };
    let mut results = Vec::new();
    let Ok(()) = parallel::in_order(
        batch.into_iter(),
        |input| Ok::<_, Infallible>(export(input)),
        |result| {
            results.push(result);
            Ok(())
        },
    );
    results
}

pub fn export_figure(args: &ExportArgs, figure: &Figure, work: &Progress) -> Result<(), Failure> {
    write_figure(args, figure, work).map(|done| done.print_notes(figure.name()))
}

/// Exports a figure to a file that is only a step of a conversion. Notes about this file are not printed.
pub(crate) fn export_step(args: &ExportArgs, figure: &Figure) -> Result<(), Failure> {
    let done = write_figure(args, figure, &crate::interrupt::watch_signals()?)?;
    ExportResult { notes: Vec::new(), ..done }.print_notes(figure.name());
    Ok(())
}

fn write_figure(args: &ExportArgs, figure: &Figure, work: &Progress) -> Result<ExportResult, Failure> {
    let outputs = Outputs::new(args)?.with_progress(work.clone());
    args.check_options(outputs.format())?;
    work.check()?;
    export_whole(args, figure, &outputs.built_in_file(figure), &outputs)
}

fn export_whole(
    args: &ExportArgs,
    figure: &Figure,
    path: &Path,
    outputs: &Outputs,
) -> Result<ExportResult, Failure> {
    let figure = &figure.clone().with_rates(args.rates);
    let parts: Vec<(usize, &Part)> = (0..).zip(figure.parts()).filter(|(_, part)| part.is_shown).collect();
    let read = || parts.first().map_or_else(|| Ok(Vec::new()), |(_, part)| bytes_of(&part.document));
    let job = ExportJob { args, name: figure.stem(), path, outputs, read: &read };
    match (&*parts, outputs.format().export_player) {
        ([(_, part)], _) => export_model(&job, &part.document),
        (parts, Some(export)) => export(&job, parts),
        (parts, None) => Err(Failure::Usage(format!(
            "{} is a player with {} models, which only glTF can join: export its files one by one",
            shown(figure.name()),
            parts.len()
        ))),
    }
}

/// Decodes all skins of a document.
pub(crate) fn skin_sets(document: &Document) -> Result<Vec<SkinSet>, Failure> {
    subject::decode_skins(document, None, &mut Vec::new())
}

pub(crate) fn bytes_of(document: &Document) -> Result<Vec<u8>, Failure> {
    // The bytes in memory contain the edits that are not saved.
    match (document.file(), document.path()) {
        (Some(file), _) => Ok(file.to_vec()),
        (None, Some(path)) => md2_assets::read_model(path).map_err(|error| Failure::File(error.into())),
        (None, None) => Ok(builtin::MODEL.to_vec()),
    }
}

fn export_input(
    args: &ExportArgs,
    argument: &Path,
    input: &Input,
    outputs: &Outputs,
) -> Result<ExportResult, Failure> {
    let path = outputs.file(argument, input);
    // Standard input can be read only once, so its bytes are stored.
    let (figure, bytes) = match input.path() {
        Some(_) => (input.figure()?.with_rates(args.rates), None),
        None => {
            let bytes = input.read()?;
            let figure = md2_scene::open_bytes(&input.label(), &bytes);
            let figure = figure.map_err(|error| Failure::File(error.into()))?;
            (figure.with_rates(args.rates), Some(bytes))
        }
    };
    // Opening a part of a player opens the whole player. The part that the user gave is exported alone.
    let name = input.path().and_then(Path::file_name);
    let is_input = |part: &&Part| input.path().is_some_and(|path| part.document.is_file_at(path));
    let is_called = |part: &&Part| part.document.path().and_then(Path::file_name) == name;
    let parts = || figure.parts().iter();
    // For models in an archive, paths cannot be compared as files, so the file names are compared.
    let part = parts().find(is_input).or_else(|| parts().find(is_called)).unwrap_or(&figure.parts()[0]);
    let read = || bytes.clone().map_or_else(|| input.read(), Ok);
    export_model(&ExportJob { args, name: &input.stem(), path: &path, outputs, read: &read }, &part.document)
}

fn export_model(job: &ExportJob<'_>, document: &Document) -> Result<ExportResult, Failure> {
    let args = job.args;
    args.check_selection(&[document])?;
    warn_of_damage(document, &text::document_name(document));
    let is_same = document.format().to_string().eq_ignore_ascii_case(job.outputs.format().name);
    let is_whole = args.sequence.is_none() && args.frames.is_none() && args.scale.is_none();
    if args.modeldef && is_same && is_whole && args.md2.rename.is_empty() {
        let file = (job.path.to_path_buf(), (job.read)()?);
        let text = format!("the same {} with a definition", document.format());
        return job.write(&[file], &[document], ExportResult { text, ..ExportResult::default() });
    }
    (job.outputs.format().export)(job, document)
}
