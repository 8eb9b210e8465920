//! `md2 import`: converts a model of another program to an MD2 with a skin, to an MDL, or to an MD3.

mod format;
mod md3;
mod report;
mod skin;

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use md2_assets::{ReadAs, RgbaImage, read_file, read_model};
use md2_export::import::{
    ClipTable, FramePacking, ImportError, ImportErrorKind, ImportOptions, ImportReport, ObjFile, OwnedModel,
    Sources, import_gltf, import_obj, list_gltf,
};
use md2_export::{ConvertError, Md3ImportOptions, MdlOptions};

use super::advice::{self, Converter};
use super::engine::Engine;
use super::md3_args::Md3Args;
use super::mdl_args::{MdlArgs, read_palette};
use crate::args::{parse_finite, parse_positive};
use crate::failure::Failure;
use crate::game_path::{game_folder, parse_game_path};
use crate::output::{self, Files, Overwrite};
use crate::report::print_failure;
use format::{ImportFormat, check_options};
use md2_scene::stdin::{STANDARD_INPUT, STANDARD_INPUT_NAME, read_standard_input};
use skin::SkinFormat;

pub(crate) const EXAMPLES: &str = "\
Examples:
  md2 import fox.glb -o fox.md2
  md2 import hero.glb --list
  md2 import hero.glb -o hero.md2 --clip 'run*'
  md2 import hero.glb -o players/hero/tris.md2 --player
  md2 import hero.gltf -o tris.md2 --palette pics/colormap.pcx
  md2 import fox.glb -o fox.mdl --dither
  md2 import fox.glb -o fox.md3 --animation-cfg
  md2 import run_*.obj stand_*.obj -o tris.md2 --up y --scale 32 --skin paint.png";

/// The arguments of `md2 import`. The default has no sampling rate; all other fields have the defaults of the command line.
#[derive(Debug, Default, Args)]
pub struct ImportArgs {
    /// A glTF (.glb, .gltf, or `-` for standard input), OBJ files with one frame each, or a folder with such OBJ files. The
    /// files `run_1.obj`, `run_2.obj` and so on become the sequence "run".
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// The MD2, MDL or MD3 to write. Its name must end in .md2, .mdl or .md3, or have no extension for an MD2. The skins of an MD2 are
    /// written next to it, with the names in its skin paths. An MDL contains its skin. An MD3 has a surface with an image for
    /// each material, and a .skin file.
    #[arg(short, long, value_name = "MODEL", required_unless_present = "list")]
    pub(crate) output: Option<PathBuf>,

    /// List the meshes, clips and materials of a glTF, and write no file.
    #[arg(long)]
    pub(crate) list: bool,

    /// Import only these clips (animations), in this order: names separated by commas. `*` stands for any characters, `?` for one.
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    pub(crate) clip: Vec<String>,

    /// Import only these meshes, by the names of their nodes: patterns as for --clip.
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    pub(crate) mesh: Vec<String>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Frames per second for sampling animations. Quake II shows ten.
    #[arg(long, value_name = "RATE", default_value_t = 10.0, value_parser = parse_rate, allow_negative_numbers = true)]
    pub(crate) fps: f64,

    /// Quake units per unit of the file. Default: 32 for glTF, whose unit is the meter, and 1 for OBJ.
    #[arg(long, value_name = "UNITS", value_parser = parse_positive::<f64>, allow_negative_numbers = true)]
    pub(crate) scale: Option<f64>,

    /// Move the model vertically so that the lowest point of its first frame is at this height. Default with --player: -24, the height of a
    /// player's feet.
    #[arg(long, value_name = "HEIGHT", value_parser = parse_finite::<f64>, allow_negative_numbers = true)]
    pub(crate) feet: Option<f64>,

    /// The up axis of OBJ files. In glTF, it is always Y.
    #[arg(long, value_name = "AXIS", value_enum, default_value_t = UpAxis::Z)]
    pub(crate) up: UpAxis,

    /// Frames that share one scale. `frame`: each frame has its own scale, which stores positions most precisely, but parts at
    /// rest may tremble. `sequence` and `model` avoid this. Default: `sequence`, or the original choice for a model that this
    /// program exported.
    #[arg(long, value_name = "WHAT", value_enum)]
    pub(crate) packing: Option<Packing>,

    /// Create the 198 frames of a Quake II player: resample the clips that belong to the twenty standard sequences. Weapons in the hands
    /// become models of their own in the same folder: weapon.md2, and files such as w_axe.md2.
    #[arg(long)]
    pub(crate) player: bool,

    /// Table of clips for --player: lines such as `run = Running_*, Jog`. They replace the lines of the built-in table, which knows the
    /// names of KayKit, Quaternius and Mixamo.
    #[arg(long, value_name = "FILE", requires = "player")]
    pub(crate) clip_table: Option<PathBuf>,

    /// The meshes that become weapons with --player: patterns as for --clip. Default: the meshes that are attached to a hand,
    /// or that only a bone of a hand moves.
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    pub(crate) weapon: Vec<String>,

    /// Sample animations even if the file contains the original frames of an exported MD2.
    #[arg(long)]
    pub(crate) resample: bool,

    /// Use this image as the skin instead of the materials of the model.
    #[arg(long, value_name = "IMAGE")]
    pub(crate) skin: Option<PathBuf>,

    /// Skin size in texels to store in the model. Default: the size of the image, scaled down to a height of at most 480, the
    /// limit of the original game.
    #[arg(long, value_name = "WxH", value_parser = parse_skin_size)]
    pub(crate) skin_size: Option<[u16; 2]>,

    /// Skin path to store in the model, such as `players/hero/hero.pcx`. Default: the name of the MD2 with the extension .pcx.
    /// Games and viewers that look for a PCX also find the PNG.
    #[arg(long, value_name = "PATH")]
    pub(crate) skin_name: Option<String>,

    /// The folder of the output in the game, such as `models/hero`, with which the skin paths begin. Default: the folders of the output from
    /// `progs`, `models`, `players` or `textures` on.
    #[arg(long, value_name = "FOLDER", value_parser = parse_game_path, conflicts_with = "skin_name")]
    pub(crate) game_path: Option<String>,

    /// Write the skin as a PCX with the 256 colors that fit the skin best.
    #[arg(long)]
    pub(crate) pcx: bool,

    /// Write the skin as a PCX with the palette in this file: a PCX, such as the game's `pics/colormap.pcx`, or a file of 768
    /// bytes. Use the palette of the game, because the original game shows all skins with it. For an MDL, the palette of its
    /// skin; default: Quake's palette.
    #[arg(long, value_name = "FILE")]
    pub(crate) palette: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) mdl: MdlArgs,

    #[command(flatten)]
    pub(crate) md3: Md3Args,

    /// Report the result as JSON on standard output.
    #[arg(long)]
    pub(crate) json: bool,
}

impl ImportArgs {
    fn output(&self) -> &Path {
        self.output.as_deref().unwrap_or(Path::new(""))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum UpAxis {
    Y,
    #[default]
    Z,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Packing {
    Frame,
    Sequence,
    Model,
}

pub(crate) fn run(args: &ImportArgs) -> Result<(), Failure> {
    let first = args.files.first().map_or_else(String::new, |file| label(file));
    let import = || import_files(args).and_then(|models| report::print(args, &first, &models));
    let done = if args.list { list(args, &first) } else { import() };
    done.or_else(|failure| {
        let has_json = args.json && !output::is_standard_output(args.output());
        print_failure(has_json, &first, &failure)?;
        Err(failure)
    })
}

fn list(args: &ImportArgs, first: &str) -> Result<(), Failure> {
    let [path] = &args.files[..] else {
        return Err(Failure::Usage(String::from("--list applies to a single glTF")));
    };
    if is_obj(path) {
        return Err(Failure::Usage(format!("--list applies to glTF, but \"{first}\" is an OBJ")));
    }
    let contents = list_gltf(&read(path)?, &SiblingFiles::new(path), &import_options(args)?);
    let contents = contents.map_err(|error| failed(&format!("cannot list \"{first}\""), error.into()))?;
    if args.json { report::contents_json(first, &contents) } else { report::contents_text(&contents) }
}

type NamedFiles = Vec<(PathBuf, Vec<u8>)>;

#[derive(Debug)]
struct OutputModel {
    /// The model and its other files: the path and the content of each.
    files: NamedFiles,
    /// The path of the skin, and its width and height in pixels; `None` if the skin is inside the model, or the model goes to standard
    /// output.
    skin: Option<(PathBuf, [u32; 2])>,
    report: ImportReport,
    weapon: Option<String>,
}

impl OutputModel {
    fn path(&self) -> &Path {
        self.files.first().map_or(Path::new(""), |(path, _)| path)
    }
}

enum ImportTarget {
    Md2(SkinFormat),
    Mdl(MdlOptions),
    Md3(Md3ImportOptions),
}

impl ImportTarget {
    fn new(args: &ImportArgs) -> Result<Self, Failure> {
        let output = args.output();
        Ok(match ImportFormat::from_path(output) {
            ImportFormat::Md2 => {
                let palette = args.palette.as_deref().map(read_palette).transpose()?;
                Self::Md2(SkinFormat { is_pcx: args.pcx || palette.is_some(), palette })
            }
            ImportFormat::Mdl => Self::Mdl(args.mdl.options(args.palette.as_deref())?),
            ImportFormat::Md3 => Self::Md3(Md3ImportOptions {
                name: output.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
                folder: game_folder(output, args.game_path.as_deref()).unwrap_or_default(),
                limits: args.mdl.engine.unwrap_or(Engine::Ironwail).md3_limits()?,
            }),
        })
    }

    fn build(&self, args: &ImportArgs, model: OwnedModel, about: &str) -> Result<Vec<OutputModel>, Failure> {
        let failed = |error| failed(about, error);
        match self {
            Self::Md2(skin) => skin.models(args, model.to_md2().map_err(failed)?),
            Self::Mdl(options) => {
                let imported = model.to_mdl(options).map_err(failed)?;
                let files = vec![(args.output().to_path_buf(), imported.bytes)];
                Ok(vec![OutputModel { files, skin: None, report: imported.report, weapon: None }])
            }
            Self::Md3(options) => Ok(vec![md3::model(args, model.to_md3(options).map_err(failed)?)?]),
        }
    }
}

/// Imports a model without a report. Logs the losses, and the missing sequences of a player. `label` is the name of the source.
pub(crate) fn write_files(args: &ImportArgs, label: &str) -> Result<(), Failure> {
    let models = import_files(args)?;
    for OutputModel { report, .. } in models.iter().filter(|model| model.weapon.is_none()) {
        let notes = report.notes.iter().filter(|_| args.player);
        for text in report.losses.iter().map(|loss| &loss.text).chain(notes) {
            tracing::warn!("{}", md2_scene::text::message(&format!("{label}: {text}")));
        }
    }
    Ok(())
}

fn import_files(args: &ImportArgs) -> Result<Vec<OutputModel>, Failure> {
    check_output(args)?;
    let files = list_files(&args.files)?;
    let output = args.output();
    let inputs = [&args.skin, &args.palette, &args.clip_table].into_iter().flatten();
    let inputs: Vec<&Path> = files.iter().chain(inputs).map(PathBuf::as_path).collect();
    output::check(output, args.overwrite, inputs.iter().copied())?;
    let target = ImportTarget::new(args)?;
    let to_file = !output::is_standard_output(output);
    let about = match &files[..] {
        [first, _, ..] => format!("cannot import \"{}\" and {} more", label(first), files.len() - 1),
        files => {
            format!("cannot import \"{}\"", files.first().map_or_else(String::new, |path| label(path)))
        }
    };
    let (model, siblings) = import_model(&files, &import_options(args)?, &about)?;
    let models = target.build(args, model, &about)?;
    // The weapons, and the files that the model refers to, are known only after the import.
    let inputs: Vec<&Path> = inputs.into_iter().chain(siblings.iter().map(PathBuf::as_path)).collect();
    // Models with the same skin path share an image.
    let is_new = |(path, bytes): &&(PathBuf, Vec<u8>)| {
        let old = || read_file(path, ReadAs::Image).is_ok_and(|old| old.bytes == *bytes);
        !(path.extension().is_some_and(|end| end == "png" || end == "pcx") && old())
    };
    let files = || models.iter().flat_map(|model| &model.files);
    files().try_for_each(|file| {
        let force = args.overwrite.force || !is_new(&file);
        output::check(&file.0, Overwrite { force }, inputs.iter().copied())
    })?;
    // Until now, Ctrl-C ends the program at once. From now on, the program handles Ctrl-C, so that no incomplete file remains.
    let interrupt = if to_file { Some(crate::interrupt::watch_signals()?) } else { None };
    if to_file && let Some(folder) = output.parent() {
        output::create_folder(folder)?;
    }
    let mut written = Files::new(args.overwrite);
    for (path, bytes) in files().filter(is_new) {
        written.add(path, bytes)?;
        interrupt.as_ref().map_or(Ok(()), |interrupt| interrupt.check())?;
    }
    written.commit()?;
    Ok(models)
}

fn check_output(args: &ImportArgs) -> Result<(), Failure> {
    let output = args.output();
    check_options(args)?;
    if output::ends_as_folder(output) || output.is_dir() {
        let file = output.join("tris.md2");
        let text =
            format!("{} is a folder: choose a file name, such as {}", output.display(), file.display());
        return Err(Failure::Usage(text));
    }
    match output.extension() {
        Some(extension)
            if ImportFormat::from_path(output) == ImportFormat::Md2
                && !extension.eq_ignore_ascii_case("md2") =>
        {
            let text = "the output is an MD2, MDL or MD3, so its name must end in .md2, .mdl or .md3, or have no extension";
            Err(Failure::Usage(format!("cannot write {}: {text}", output.display())))
        }
        _ => Ok(()),
    }
}

fn list_files(given: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in given {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut found = md2_assets::list_files(path).map_err(|error| Failure::File(error.into()))?;
        found.retain(|file| is_obj(file));
        if found.is_empty() {
            let error = anyhow::anyhow!("there is no OBJ file in \"{}\"", path.display());
            return Err(Failure::File(error));
        }
        files.append(&mut found);
    }
    Ok(files)
}

pub(crate) fn is_importable(path: &Path) -> bool {
    let has_extension =
        |wanted: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(wanted));
    ["glb", "gltf", "obj"].into_iter().any(has_extension)
}

fn is_obj(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("obj"))
}

fn import_model(
    files: &[PathBuf],
    options: &ImportOptions,
    about: &str,
) -> Result<(OwnedModel, Vec<PathBuf>), Failure> {
    let contents = files.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let siblings = SiblingFiles::new(files.first().map_or(Path::new(""), PathBuf::as_path));
    let imported = match (files, &contents[..]) {
        ([path], [content]) if !is_obj(path) => import_gltf(content, &siblings, options),
        _ => {
            if let Some(other) = files.iter().find(|path| !is_obj(path)) {
                let text = format!("several files must all be OBJ, but \"{}\" is not", label(other));
                return Err(Failure::Usage(text));
            }
            let names: Vec<_> =
                files.iter().map(|path| path.file_name().unwrap_or_default().to_string_lossy()).collect();
            let frames = names.iter().zip(&contents).map(|(name, content)| ObjFile { name, content });
            import_obj(&frames.collect::<Vec<_>>(), &siblings, options)
        }
    };
    let imported = imported.map_err(|error| failed(about, error.into()))?;
    Ok((imported, siblings.read.into_inner()))
}

/// Adds a context to the error of an import. A pattern that matches nothing is wrong usage.
fn failed(about: &str, error: ConvertError) -> Failure {
    match error {
        ConvertError::Import(ImportError { kind: ImportErrorKind::NoMatch { .. }, .. }) => {
            Failure::Usage(format!("{about}: {error}"))
        }
        _ => advice::failure(about.to_owned(), error, Converter::Import),
    }
}

fn label(path: &Path) -> String {
    if is_standard_input(path) { STANDARD_INPUT_NAME.to_owned() } else { path.display().to_string() }
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = if is_standard_input(path) { read_standard_input() } else { read_model(path) };
    bytes.map_err(|error| Failure::File(error.into()))
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == STANDARD_INPUT
}

fn import_options(args: &ImportArgs) -> Result<ImportOptions, Failure> {
    let packing = |packing| match packing {
        Packing::Frame => FramePacking::Frame,
        Packing::Sequence => FramePacking::Sequence,
        Packing::Model => FramePacking::Model,
    };
    let output = args.output();
    let patterns = |patterns: &Vec<String>| (!patterns.is_empty()).then(|| patterns.clone());
    Ok(ImportOptions {
        fps: args.fps,
        scale: args.scale,
        feet: args.feet,
        up: if args.up == UpAxis::Y { md2_export::UpAxis::Y } else { md2_export::UpAxis::Z },
        packing: args.packing.map(packing),
        player: args.player,
        skin_size: args.skin_size,
        skin_name: args.skin_name.clone(),
        clip_table: args.clip_table.as_deref().map_or_else(|| Ok(ClipTable::default()), clip_table)?,
        clips: patterns(&args.clip),
        meshes: patterns(&args.mesh),
        // Only an MD2 has weapons as models of their own.
        weapons: match ImportFormat::from_path(output) {
            ImportFormat::Md2 => patterns(&args.weapon),
            _ => Some(Vec::new()),
        },
        default_skin_name: (!output::is_standard_output(output))
            .then(|| skin_path(output, args.game_path.as_deref())),
        skin_image: args.skin.as_deref().map(skin::read_image).transpose()?,
        resample: args.resample,
        ..ImportOptions::default()
    })
}

fn clip_table(path: &Path) -> Result<ClipTable, Failure> {
    let content =
        read_file(path, ReadAs::Script).context("cannot use --clip-table").map_err(Failure::File)?;
    let table = ClipTable::default().with_text(&String::from_utf8_lossy(&content.bytes));
    table.map_err(|reason| Failure::File(anyhow::anyhow!("\"{}\", {reason}", path.display())))
}

/// Returns the path of the skin as the game writes it: in the folder of the model in the game, or else the file name.
fn skin_path(output: &Path, folder: Option<&str>) -> String {
    let name = output.with_extension("pcx").file_name().unwrap_or_default().to_string_lossy().into_owned();
    game_folder(output, folder).map_or(name.clone(), |folder| format!("{folder}/{name}"))
}

struct SiblingFiles<'a> {
    folder: &'a Path,
    read: RefCell<Vec<PathBuf>>,
}

impl<'a> SiblingFiles<'a> {
    fn new(model: &'a Path) -> Self {
        Self { folder: model.parent().unwrap_or(Path::new("")), read: RefCell::new(Vec::new()) }
    }
}

impl Sources for SiblingFiles<'_> {
    fn file(&self, relative: &str) -> Result<Vec<u8>, String> {
        let path = self.folder.join(relative);
        let content = read_file(&path, ReadAs::Image);
        self.read.borrow_mut().push(path);
        content.map(|content| content.bytes).map_err(|error| format!("{:#}", anyhow::Error::from(error)))
    }

    fn decode(&self, file: &[u8]) -> Result<RgbaImage, String> {
        md2_assets::decode(file, "").map_err(|error| format!("{:#}", anyhow::Error::from(error)))
    }
}

fn parse_rate(text: &str) -> Result<f64, String> {
    let most = ImportOptions::MAX_FPS;
    parse_positive(text)
        .and_then(|rate| if rate <= most { Ok(rate) } else { Err(format!("must be at most {most}")) })
}

fn parse_skin_size(text: &str) -> Result<[u16; 2], String> {
    let sides = text.split_once(['x', 'X']).and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    match sides {
        Some(sides) if sides.iter().all(|side| (1..=i16::MAX.unsigned_abs()).contains(side)) => Ok(sides),
        Some(_) => Err(format!("each side must be 1 to {}", i16::MAX)),
        None => Err(String::from("expected WIDTHxHEIGHT, such as 256x256")),
    }
}
