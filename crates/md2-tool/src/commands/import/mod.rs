//! `md2 import`: converts a model of another program to an MD2 with a skin, or to an MDL.

mod report;
mod skin;

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use md2_assets::{ReadAs, RgbaImage, read_file, read_model};
use md2_export::import::{FramePacking, ImportOptions, ObjFile, Sources, import_gltf, import_obj};
use md2_export::{import_gltf_as_mdl, import_obj_as_mdl};

use super::mdl_args::{MdlArgs, read_palette};
use crate::args::{parse_finite, parse_positive};
use crate::failure::Failure;
use crate::output::{self, Files, Overwrite};
use crate::report::print_failure;
use md2_browse::stdin::{STANDARD_INPUT, STANDARD_INPUT_NAME, read_standard_input};

pub(crate) const EXAMPLES: &str = "\
Examples:
  md2 import fox.glb -o fox.md2
  md2 import hero.glb -o players/hero/tris.md2 --player --feet -24
  md2 import hero.gltf -o tris.md2 --palette pics/colormap.pcx
  md2 import fox.glb -o fox.mdl --dither
  md2 import run_*.obj stand_*.obj -o tris.md2 --up y --scale 32 --skin paint.png";

/// The arguments of `md2 import`. The default has no sampling rate; all other fields have the defaults of the command line.
#[derive(Debug, Default, Args)]
pub struct ImportArgs {
    /// A glTF (.glb, .gltf, or `-` for standard input), OBJ files with one frame each, or a folder with such OBJ files. The
    /// files `run_1.obj`, `run_2.obj` and so on become the sequence "run".
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// The MD2 or MDL to write. Its name must end in .md2 or .mdl, or have no extension for an MD2. The skin of an MD2 is
    /// written next to it, with the same name and another extension. An MDL contains its skin.
    #[arg(short, long, value_name = "MODEL")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Frames per second for sampling animations. Quake II shows ten.
    #[arg(long, value_name = "RATE", default_value_t = 10.0, value_parser = parse_rate, allow_negative_numbers = true)]
    pub(crate) fps: f64,

    /// Quake units per unit of the file. Default: 32 for glTF, whose unit is the meter, and 1 for OBJ.
    #[arg(long, value_name = "UNITS", value_parser = parse_positive::<f64>, allow_negative_numbers = true)]
    pub(crate) scale: Option<f64>,

    /// Move the model vertically so that the lowest point of its first frame is at this height. A player's feet are at -24.
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

    /// Create the 198 frames of a Quake II player: resample the animations that have the names of the twenty standard
    /// sequences.
    #[arg(long)]
    pub(crate) player: bool,

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

    /// Report the result as JSON on standard output.
    #[arg(long)]
    pub(crate) json: bool,
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
    import_files(args, &first).or_else(|failure| {
        let has_json = args.json && !output::is_standard_output(&args.output);
        print_failure(has_json, &first, &failure)?;
        Err(failure)
    })
}

fn import_files(args: &ImportArgs, first: &str) -> Result<(), Failure> {
    check_output(args)?;
    let files = list_files(&args.files)?;
    if is_mdl(&args.output) {
        return import_mdl(args, first, &files);
    }
    let palette = args.palette.as_deref().map(read_palette).transpose()?;
    let is_pcx = args.pcx || palette.is_some();
    let to_file = !output::is_standard_output(&args.output);
    let skin_path = args.output.with_extension(if is_pcx { "pcx" } else { "png" });
    let inputs = || files.iter().chain(&args.skin).chain(&args.palette).map(PathBuf::as_path);
    output::check(&args.output, args.overwrite, inputs())?;
    if to_file {
        output::check(&skin_path, args.overwrite, inputs())?;
    }
    let (imported, siblings) = import(&files, &import_options(args)?, import_gltf, import_obj)?;
    // The files that the model refers to are known only after the import.
    let read = || siblings.iter().map(PathBuf::as_path);
    output::check(&args.output, args.overwrite, read())?;
    if to_file {
        output::check(&skin_path, args.overwrite, read())?;
    }
    // Until now, Ctrl-C ends the program at once. From now on, the program handles Ctrl-C, so that no incomplete file remains.
    let interrupt = if to_file { Some(crate::interrupt::watch_signals()?) } else { None };
    let mut written = Files::new(args.overwrite);
    written.add(&args.output, &imported.md2)?;
    let skin = if to_file { Some(skin::encode(&imported, is_pcx, palette.as_ref())?) } else { None };
    if let Some(skin) = &skin {
        written.add(&skin_path, &skin.file)?;
    }
    interrupt.map_or(Ok(()), |interrupt| interrupt.check())?;
    written.commit()?;
    let skin = skin.map(|skin| (skin_path.as_path(), skin.size));
    report::print(args, first, skin, &imported.report, imported.md2.len())
}

fn import_mdl(args: &ImportArgs, first: &str, files: &[PathBuf]) -> Result<(), Failure> {
    let inputs = || files.iter().chain(&args.skin).chain(&args.palette).map(PathBuf::as_path);
    output::check(&args.output, args.overwrite, inputs())?;
    let options = args.mdl.options(args.palette.as_deref())?;
    let (converted, siblings) = import(
        files,
        &import_options(args)?,
        |file, sources, import| import_gltf_as_mdl(file, sources, import, &options),
        |files, sources, import| import_obj_as_mdl(files, sources, import, &options),
    )?;
    output::check(&args.output, args.overwrite, siblings.iter().map(PathBuf::as_path))?;
    output::write(&args.output, &converted.bytes, args.overwrite)?;
    report::print(args, first, None, &converted.report, converted.bytes.len())
}

fn is_mdl(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("mdl"))
}

fn check_output(args: &ImportArgs) -> Result<(), Failure> {
    let output = &args.output;
    let given: Vec<(&str, bool)> = if is_mdl(output) {
        vec![
            ("--pcx", args.pcx),
            ("--skin-name", args.skin_name.is_some()),
            ("--packing", args.packing.is_some()),
        ]
    } else {
        args.mdl.given().into()
    };
    if let Some((option, _)) = given.iter().find(|(_, is_given)| *is_given) {
        let other = if is_mdl(output) { "MD2" } else { "MDL" };
        return Err(Failure::Usage(format!("{option} applies to {other} only")));
    }
    if output::ends_as_folder(output) || output.is_dir() {
        let file = output.join("tris.md2");
        let text =
            format!("{} is a folder: choose a file name, such as {}", output.display(), file.display());
        return Err(Failure::Usage(text));
    }
    match output.extension() {
        Some(extension) if !extension.eq_ignore_ascii_case("md2") && !is_mdl(output) => {
            let text =
                "the output is an MD2 or MDL, so its name must end in .md2 or .mdl, or have no extension";
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

/// Whether the name of a file shows that it is a glTF or OBJ, which this command imports.
pub(crate) fn is_importable(path: &Path) -> bool {
    let has_extension =
        |wanted: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(wanted));
    ["glb", "gltf", "obj"].into_iter().any(has_extension)
}

fn is_obj(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("obj"))
}

/// Imports a model with one of two functions, for glTF and for OBJ. Also returns the files that the model refers to.
fn import<T, E: std::error::Error + Send + Sync + 'static>(
    files: &[PathBuf],
    options: &ImportOptions,
    import_gltf: impl Fn(&[u8], &dyn Sources, &ImportOptions) -> Result<T, E>,
    import_obj: impl Fn(&[ObjFile<'_>], &dyn Sources, &ImportOptions) -> Result<T, E>,
) -> Result<(T, Vec<PathBuf>), Failure> {
    let contents = files.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let failed = |about: String| move |error: E| Failure::File(anyhow::Error::new(error).context(about));
    let folder = files.first().and_then(|path| path.parent()).unwrap_or(Path::new(""));
    let siblings = SiblingFiles { folder, read: RefCell::new(Vec::new()) };
    let imported = match (files, &contents[..]) {
        ([path], [content]) if !is_obj(path) => {
            let imported = import_gltf(content, &siblings, options);
            imported.map_err(failed(format!("cannot import \"{}\"", label(path))))?
        }
        _ => {
            if let Some(other) = files.iter().find(|path| !is_obj(path)) {
                let text = format!("several files must all be OBJ, but \"{}\" is not", label(other));
                return Err(Failure::Usage(text));
            }
            let names: Vec<_> =
                files.iter().map(|path| path.file_name().unwrap_or_default().to_string_lossy()).collect();
            let frames = names.iter().zip(&contents).map(|(name, content)| ObjFile { name, content });
            let about = match files {
                [first, _, ..] => {
                    format!("cannot import \"{}\" and {} more", label(first), files.len() - 1)
                }
                files => format!(
                    "cannot import \"{}\"",
                    files.first().map_or_else(String::new, |path| label(path))
                ),
            };
            let imported = import_obj(&frames.collect::<Vec<_>>(), &siblings, options);
            imported.map_err(failed(about))?
        }
    };
    Ok((imported, siblings.read.into_inner()))
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
    let stem = || args.output.file_stem().filter(|_| !output::is_standard_output(&args.output));
    Ok(ImportOptions {
        fps: args.fps,
        scale: args.scale,
        feet: args.feet,
        up: if args.up == UpAxis::Y { md2_export::UpAxis::Y } else { md2_export::UpAxis::Z },
        packing: args.packing.map(packing),
        player: args.player,
        skin_size: args.skin_size,
        skin_name: args.skin_name.clone(),
        default_skin_name: stem().map(|stem| format!("{}.pcx", stem.to_string_lossy())),
        skin_image: args.skin.as_deref().map(skin::read_image).transpose()?,
        resample: args.resample,
        ..ImportOptions::default()
    })
}

struct SiblingFiles<'a> {
    folder: &'a Path,
    read: RefCell<Vec<PathBuf>>,
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
