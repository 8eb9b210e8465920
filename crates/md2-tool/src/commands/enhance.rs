//! `md2 enhance`: writes MD3 files that engines load in place of MDL and MD2 models.

use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use md2_export::{ConvertError, EnhanceOptions, EnhancedModel, SkinReplacement, enhance};
use md2_load::{LoadOptions, LoadedModel, Palette, SkinStorage, load};
use md2_mesh::Mesh;
use md2_scene::{SkinImage, prefer_script, text};
use md2_steady::{RestoreOptions, Rounding, Sequence, SteadyError, restore_watched};
use md2_task::Progress;
use serde::Serialize;

use super::advice::{self, Converter};
use super::mdl_args;
use crate::args;
use crate::failure::Failure;
use crate::failures::Failures;
use crate::game_path;
use crate::inputs::{self, Input, SearchArgs};
use crate::output::{self, Overwrite};
use crate::parallel;
use crate::report::{count, json_line};

pub(crate) const EXAMPLES: &str = "\
MDL and MD2 store coarse positions, so models tremble. The command restores the motion, and stores it in MD3 files with a finer grid. Put the files next to the original: Ironwail (r_enhancedmodels 1) and vkQuake load `progs/knight.md3` in place of `progs/knight.mdl`, and Q2RTX loads `tris.md3` in place of `tris.md2`. For DarkPlaces, use --darkplaces. Frame numbers stay the same. Rounding the positions gives the original model.

Examples:
  md2 enhance progs/knight.mdl -o mymod/progs/
  md2 enhance progs/player.mdl -o mymod/progs/ --lmp
  md2 enhance id1/pak0.pak -o mymod/ --json
  md2 enhance progs/knight.mdl -o darkplaces/progs/ --darkplaces
  md2 enhance models/monsters/soldier/tris.md2 -o mymod/models/monsters/soldier/";

#[derive(Debug, Args)]
pub struct EnhanceArgs {
    /// The models: MDL and MD2 files, folders and archives (PAK, PK3).
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    search: SearchArgs,

    /// The folder for the files. Models in folders and archives get the same subfolders.
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,

    /// Write files for DarkPlaces: the MD3 has the file name of the original, such as `knight.mdl`, and full-bright colors become `_glow`
    /// pictures. Put them in a folder that the game reads before the original.
    #[arg(long)]
    darkplaces: bool,

    /// Write the skins of MDL models as `.lmp` pictures in the colors of the palette, so that engines can change the colors of players.
    /// With `--darkplaces`, write the colors of players as `_shirt` and `_pants` pictures.
    #[arg(long)]
    lmp: bool,

    /// The palette for the skins of MDL models, a PCX or a file of 768 bytes such as `gfx/palette.lmp`. Default: the palette in the folder
    /// of the model's game, or Quake's palette.
    #[arg(long, value_name = "FILE")]
    palette: Option<PathBuf>,

    /// Multiply all positions by this factor, for models that exceed the 512 units of MD3.
    #[arg(long, value_name = "FACTOR", value_parser = args::parse_positive::<f32>, default_value = "1")]
    scale: f32,

    /// Report the written files as JSON Lines, an object for each model.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    overwrite: Overwrite,
}

/// The result for a model. Scripts rely on the names of the fields: see `docs/json/enhance.schema.json`.
#[derive(Debug, Serialize)]
struct EnhanceResult {
    file: String,
    outputs: Vec<String>,
    output_bytes: usize,
    frames: usize,
    vertices: usize,
    triangles: usize,
    skins: usize,
    coordinates: usize,
    /// Number of coordinates whose original cell contains no multiple of 1/64 unit.
    coordinates_outside_cells: usize,
    notes: Vec<String>,
}

pub(crate) fn run(args: &EnhanceArgs) -> Result<(), Failure> {
    check_output(&args.output)?;
    let jobs = args.files.iter().flat_map(|argument| {
        let inputs = inputs::gather(std::slice::from_ref(argument), args.search);
        inputs.filter(|input| is_wanted(argument, input)).map(move |input| (argument, input))
    });
    // The list contains paths only.
    let jobs: Vec<_> = jobs.collect();
    let total = jobs.len();
    if jobs.is_empty() {
        let places: Vec<String> = args.files.iter().map(|file| file.display().to_string()).collect();
        return Err(Failure::File(anyhow::anyhow!("there is no MDL or MD2 in {}", places.join(", "))));
    }
    let interrupt = crate::interrupt::watch_signals()?;
    let mut failures = Failures::new(args.json);
    let mut written = 0;
    let enhance = |(argument, input): (&PathBuf, Result<Input, Failure>)| {
        // The files of a model are written together, so an interruption between models leaves only complete models.
        interrupt.check()?;
        Ok(match input {
            Ok(input) => (input.label(), enhance_input(args, argument, &input)),
            Err(failure) => (failure.place(), Err(failure)),
        })
    };
    let print = |(label, result): (String, Result<EnhanceResult, Failure>)| {
        written += usize::from(result.is_ok());
        result.map_or_else(|failure| failures.add(&label, &failure), |done| done.print(args.json))
    };
    match parallel::in_order(jobs.into_iter(), enhance, print) {
        Err(Failure::Interrupted) if written > 0 => {
            Err(Failure::Stopped(format!("{written} of {} are complete", count(total, "model"))))
        }
        Err(failure) => Err(failure),
        Ok(()) => failures.into_result(),
    }
}

fn check_output(output: &Path) -> Result<(), Failure> {
    let is_model =
        |extension: &OsStr| ["md3", "md2", "mdl"].iter().any(|known| extension.eq_ignore_ascii_case(known));
    let is_file = output.extension().is_some_and(is_model) && !output::ends_as_folder(output);
    if output.is_file() || (is_file && !output.is_dir()) {
        let text = format!("{} is a file name: choose a folder", output.display());
        return Err(Failure::Usage(text));
    }
    Ok(())
}

/// Whether a model found in a folder or an archive can be enhanced. Files that the user names are always tried.
fn is_wanted(argument: &Path, input: &Result<Input, Failure>) -> bool {
    let Ok(Some(path)) = input.as_ref().map(Input::path) else { return true };
    let is = |known: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(known));
    path == argument || is("mdl") || is("md2")
}

impl EnhanceResult {
    fn print(&self, as_json: bool) -> Result<(), Failure> {
        for note in &self.notes {
            tracing::warn!("{}", text::message(&format!("{}: {note}", self.file)));
        }
        if as_json {
            return output::print(&json_line(self)?);
        }
        let Self {
            outputs, frames, vertices, skins, coordinates, coordinates_outside_cells: outside, ..
        } = self;
        let cells = match outside {
            0 => String::from("rounding gives the original"),
            _ => format!(
                "{outside} of {coordinates} coordinates moved to another step, because the original steps are finer than 1/64 unit"
            ),
        };
        let first = outputs.first().map_or("", String::as_str);
        output::print(&format!(
            "{}: {}, {}, {vertices} vertices, {}; {cells}\n",
            text::shown(first),
            count(outputs.len(), "file"),
            count(*frames, "frame"),
            count(*skins, "embedded skin"),
        ))
    }
}

fn enhance_input(args: &EnhanceArgs, argument: &Path, input: &Input) -> Result<EnhanceResult, Failure> {
    let file_error =
        |error: anyhow::Error| Failure::File(error.context(format!("cannot enhance {}", input.label())));
    let bytes = input.read()?;
    let palette = mdl_args::palette(args.palette.as_deref(), input.path())?;
    let (name, path) = (input.stem(), input.path());
    let EnhanceArgs { darkplaces, lmp, scale, .. } = *args;
    let source = EnhanceSource { bytes: &bytes, name, path, palette, darkplaces, lmp, scale };
    let enhanced = enhance_source(source, &Progress::default()).map_err(|failure| match failure {
        Failure::File(error) => file_error(match error.downcast_ref::<ConvertError>() {
            Some(limit) => anyhow::anyhow!(advice::message(limit, Converter::Enhance)),
            None => error,
        }),
        other => other,
    })?;
    let below = input.path().and_then(|path| path.strip_prefix(argument).ok()?.parent());
    write(args, &args.output.join(below.unwrap_or(Path::new(""))), input, enhanced)
}

#[derive(Debug)]
pub(crate) struct EnhanceSource<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) name: String,
    pub(crate) path: Option<&'a Path>,
    pub(crate) palette: Palette,
    pub(crate) darkplaces: bool,
    pub(crate) lmp: bool,
    pub(crate) scale: f32,
}

pub(crate) fn enhance_source(source: EnhanceSource<'_>, work: &Progress) -> Result<EnhancedModel, Failure> {
    let EnhanceSource { bytes, name, path, palette, darkplaces, lmp, scale } = source;
    let options = LoadOptions { stem: Some(name.clone()), palette, ..LoadOptions::default() };
    let mut model = load(bytes, &options).map_err(|error| Failure::File(error.into()))?;
    if !model.format.features().has_byte_positions {
        return Err(Failure::Usage(format!("{name} is already an {}", model.format)));
    }
    if let Some(path) = path {
        prefer_script(path, &mut model);
    }
    let restored = restored_mesh(&model, work);
    work.check()?;
    let restored = restored.map_err(|error| Failure::File(error.into()))?;
    let folder = game_folder(path, &model);
    let replacements = match (path, model.format.features().skins) {
        (Some(path), SkinStorage::Images) => replacements(path),
        _ => Vec::new(),
    };
    let options = EnhanceOptions { name, folder, darkplaces, lmp, scale, replacements };
    let enhanced = enhance(bytes, &model, &restored, &options);
    let mut enhanced = enhanced.map_err(|error| Failure::File(error.into()))?;
    if darkplaces && enhanced.files.iter().any(|(name, _)| name.contains("_shirt") || name.contains("_pants"))
    {
        let text = "DarkPlaces draws the _shirt and _pants pictures only on entities with player colors; on others, these places are black";
        enhanced.notes.push(String::from(text));
    }
    Ok(enhanced)
}

/// Returns the images that the game shows in place of those inside an MDL. Images that cannot be read are skipped with a warning.
fn replacements(model: &Path) -> Vec<SkinReplacement> {
    let decode = |path: PathBuf| SkinImage::File(path).decode().map(|layers| layers.color);
    let found = md2_assets::find_replacements(&md2_assets::FolderCache::default(), model).into_iter();
    let replacement = |found: md2_assets::ReplacementImage| {
        let glow = found.glow.map(decode).transpose();
        match decode(found.path).and_then(|color| Ok((color, glow?))) {
            Ok((color, glow)) => Some(SkinReplacement { skin: found.skin, image: found.image, color, glow }),
            Err(error) => {
                tracing::warn!("{}", text::message(&format!("{:#}", anyhow::Error::from(error))));
                None
            }
        }
    };
    found.filter_map(replacement).collect()
}

fn restored_mesh(model: &LoadedModel, work: &Progress) -> Result<Mesh, SteadyError> {
    let sequences = model.detection.sequences().iter();
    let sequences =
        sequences.map(|sequence| Sequence { frames: sequence.frames(), loops: sequence.repeats_whole() });
    let options = RestoreOptions { sequences: sequences.collect(), rounding: Some(Rounding::Nearest) };
    let watch = |steps: md2_steady::Progress| {
        work.begin(steps.total as u64, "vertex");
        work.set_done(steps.done as u64);
        if work.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    restore_watched(&model.mesh, &options, watch).map(|restored| restored.mesh)
}

/// Returns the folder of a model in the game; the usual folder of its format if the path does not contain it.
fn game_folder(path: Option<&Path>, model: &LoadedModel) -> String {
    let usual = model.format.features().game_folder;
    path.and_then(|path| game_path::game_folder(path, None)).unwrap_or_else(|| String::from(usual))
}

fn write(
    args: &EnhanceArgs,
    folder: &Path,
    input: &Input,
    enhanced: EnhancedModel,
) -> Result<EnhanceResult, Failure> {
    let files: Vec<_> = enhanced.files.iter().map(|(name, bytes)| (folder.join(name), bytes)).collect();
    for (path, _) in &files {
        output::check(path, args.overwrite, input.path())?;
    }
    output::create_folder(folder)?;
    let mut staged = output::Files::new(args.overwrite);
    for (path, bytes) in &files {
        staged.add(path, bytes)?;
    }
    staged.commit()?;
    Ok(EnhanceResult {
        file: input.label(),
        outputs: files.iter().map(|(path, _)| path.display().to_string()).collect(),
        output_bytes: files.iter().map(|(_, bytes)| bytes.len()).sum(),
        frames: enhanced.md3.frames,
        vertices: enhanced.md3.vertices,
        triangles: enhanced.md3.triangles,
        skins: enhanced.skins,
        coordinates: enhanced.md3.coordinates,
        coordinates_outside_cells: enhanced.md3.outside_cells,
        notes: enhanced.notes,
    })
}
