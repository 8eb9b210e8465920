//! `md2 import`: an MD2 of a model of another program, and a skin beside it.

mod report;
mod skin;

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use md2_assets::{ReadAs, RgbaImage, read_file, read_stream};
use md2_export::import::{FramePacking, ImportOptions, Imported, ObjFile, Sources, import_gltf, import_obj};

use crate::failure::Failure;
use crate::output::{self, Files, Overwrite};
use md2_browse::stdin::STANDARD_INPUT_NAME;

/// Shown below `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  md2 import fox.glb -o fox.md2
  md2 import hero.glb -o players/hero/tris.md2 --player --feet -24
  md2 import hero.gltf -o tris.md2 --palette pics/colormap.pcx
  md2 import run_*.obj stand_*.obj -o tris.md2 --up y --scale 32 --skin paint.png";

/// Where the name of a file is asked for: standard input, or standard output.
const STANDARD: &str = "-";

#[derive(Debug, Args)]
pub struct ImportArgs {
    /// A `.glb` or `.gltf`, or `-` for one from standard input; or OBJ files, one for each frame, or a folder of them. Those
    /// named `run_1.obj`, `run_2.obj` and so on form the sequence "run".
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// The MD2 to write: its name ends in .md2, or in nothing. Its skin is written beside it, under the same name with another extension.
    #[arg(short, long, value_name = "MD2")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Frames a second that animations are sampled at. The game shows ten.
    #[arg(long, value_name = "RATE", default_value_t = 10.0, value_parser = parse_rate, allow_negative_numbers = true)]
    pub(crate) fps: f64,

    /// Quake units for a unit of the file. Without it: 32 for the meter of glTF, and 1 for OBJ.
    #[arg(long, value_name = "UNITS", value_parser = parse_positive, allow_negative_numbers = true)]
    pub(crate) scale: Option<f64>,

    /// Move the model up or down, so that the lowest point of its first frame comes to this height. A player's feet are at -24.
    #[arg(long, value_name = "HEIGHT", value_parser = parse_finite, allow_negative_numbers = true)]
    pub(crate) feet: Option<f64>,

    /// The axis that points up in OBJ files. In glTF it is always Y.
    #[arg(long, value_name = "AXIS", value_enum, default_value_t = UpAxis::Z)]
    pub(crate) up: UpAxis,

    /// What shares a scale: `frame` has the finest steps, but a part at rest trembles; with `sequence` it stays still. Without
    /// it: `sequence`, or what comes nearest to a model that was exported by this program.
    #[arg(long, value_name = "WHAT", value_enum)]
    pub(crate) packing: Option<Packing>,

    /// Make the 198 frames of a player: animations named like the twenty standard sequences are resampled to the game's frames.
    #[arg(long)]
    pub(crate) player: bool,

    /// Sample animations also where the file names the frames of the MD2 that it was exported from.
    #[arg(long)]
    pub(crate) resample: bool,

    /// A picture for the model to wear, in place of its own colors.
    #[arg(long, value_name = "PICTURE")]
    pub(crate) skin: Option<PathBuf>,

    /// Size of the skin in texels that coordinates are stored for. Without it: that of the picture, but no taller than the 480
    /// that the original game accepts.
    #[arg(long, value_name = "WxH", value_parser = parse_skin_size)]
    pub(crate) skin_size: Option<[u16; 2]>,

    /// The path of the skin that is written into the model, as in `players/hero/hero.pcx`. Without it: the name of the MD2
    /// with `.pcx`, in whose place games and viewers also find the PNG.
    #[arg(long, value_name = "PATH")]
    pub(crate) skin_name: Option<String>,

    /// Write the skin as a PCX of 256 colors chosen for it.
    #[arg(long)]
    pub(crate) pcx: bool,

    /// Write the skin as a PCX of these colors: a PCX that has them, such as the game's `pics/colormap.pcx`, or 768 bytes. The
    /// original game shows all skins with its own.
    #[arg(long, value_name = "FILE")]
    pub(crate) palette: Option<PathBuf>,

    /// Tell what became of the model as JSON on standard output.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UpAxis {
    Y,
    Z,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Packing {
    Frame,
    Sequence,
    Model,
}

/// Imports, writes both files, and reports the result.
///
/// # Errors
/// If a file cannot be read or is no model, if the MD2 cannot hold it, or if nothing can be written.
pub(crate) fn run(args: &ImportArgs) -> Result<(), Failure> {
    check_extension(&args.output)?;
    let files = list_files(&args.files)?;
    let palette = args.palette.as_deref().map(skin::palette).transpose()?;
    let is_pcx = args.pcx || palette.is_some();
    let to_file = args.output != Path::new(STANDARD);
    let skin_path = args.output.with_extension(if is_pcx { "pcx" } else { "png" });
    let inputs = || files.iter().chain(&args.skin).chain(&args.palette).map(PathBuf::as_path);
    output::check(&args.output, args.overwrite, inputs())?;
    if to_file {
        output::check(&skin_path, args.overwrite, inputs())?;
    }
    let (imported, beside) = import(&files, &import_options(args)?)?;
    // What a file names beside itself is known only now.
    let read = || beside.iter().map(PathBuf::as_path);
    output::check(&args.output, args.overwrite, read())?;
    if to_file {
        output::check(&skin_path, args.overwrite, read())?;
    }
    // Before, and on standard output, there is nothing to take back: it ends at once.
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
    if args.json && to_file {
        report::json(&args.output, skin, &imported)
    } else {
        report::text(&args.output, skin, &imported);
        Ok(())
    }
}

/// What is written is an MD2, whatever its name promises.
fn check_extension(output: &Path) -> Result<(), Failure> {
    match output.extension() {
        Some(extension) if !extension.eq_ignore_ascii_case("md2") => {
            let text = "an import writes an MD2: its name must end in .md2, or in nothing";
            Err(Failure::Usage(format!("cannot write {}: {text}", output.display())))
        }
        _ => Ok(()),
    }
}

/// The files that were given; of a folder the OBJ files in it.
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

fn is_obj(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("obj"))
}

/// The model, and the files beside it that it is made from.
fn import(files: &[PathBuf], options: &ImportOptions) -> Result<(Imported, Vec<PathBuf>), Failure> {
    let contents = files.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let told = |about: String| move |error| Failure::File(anyhow::Error::new(error).context(about));
    let folder = files.first().and_then(|path| path.parent()).unwrap_or(Path::new(""));
    let beside = SiblingFiles { folder, read: RefCell::new(Vec::new()) };
    let imported = match (files, &contents[..]) {
        ([path], [content]) if !is_obj(path) => {
            let imported = import_gltf(content, &beside, options);
            imported.map_err(told(format!("cannot import \"{}\"", label(path))))?
        }
        _ => {
            if let Some(other) = files.iter().find(|path| !is_obj(path)) {
                let text = "several files are imported only if all are OBJ";
                return Err(Failure::Usage(format!("{text}, and \"{}\" is not", label(other))));
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
            let imported = import_obj(&frames.collect::<Vec<_>>(), &beside, options);
            imported.map_err(told(about))?
        }
    };
    Ok((imported, beside.read.into_inner()))
}

fn label(path: &Path) -> String {
    if path == Path::new(STANDARD) { STANDARD_INPUT_NAME.to_owned() } else { path.display().to_string() }
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = if path == Path::new(STANDARD) {
        read_stream(std::io::stdin().lock(), Path::new(STANDARD_INPUT_NAME), ReadAs::Model)
    } else {
        read_file(path, ReadAs::Model).map(|content| content.bytes)
    };
    bytes.map_err(|error| Failure::File(error.into()))
}

fn import_options(args: &ImportArgs) -> Result<ImportOptions, Failure> {
    let packing = |packing| match packing {
        Packing::Frame => FramePacking::Frame,
        Packing::Sequence => FramePacking::Sequence,
        Packing::Model => FramePacking::Model,
    };
    let stem = || args.output.file_stem().filter(|stem| *stem != STANDARD);
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
        picture: args.skin.as_deref().map(skin::picture).transpose()?,
        resample: args.resample,
        ..ImportOptions::default()
    })
}

/// The files in the folder of a glTF, or of the first OBJ file.
struct SiblingFiles<'a> {
    folder: &'a Path,
    /// What was asked for.
    read: RefCell<Vec<PathBuf>>,
}

impl Sources for SiblingFiles<'_> {
    fn file(&self, relative: &str) -> Result<Vec<u8>, String> {
        let path = self.folder.join(relative);
        let content = read_file(&path, ReadAs::Image);
        self.read.borrow_mut().push(path);
        content.map(|content| content.bytes).map_err(|error| format!("{:#}", anyhow::Error::from(error)))
    }

    fn decode(&self, picture: &[u8]) -> Result<RgbaImage, String> {
        md2_assets::decode(picture, "").map_err(|error| format!("{:#}", anyhow::Error::from(error)))
    }
}

fn parse_finite(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(String::from("not a finite number")),
        Err(error) => Err(error.to_string()),
    }
}

fn parse_positive(text: &str) -> Result<f64, String> {
    parse_finite(text)
        .and_then(|number| if number > 0.0 { Ok(number) } else { Err(String::from("must be more than 0")) })
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
        None => Err(String::from("expected WIDTHxHEIGHT, as in 256x256")),
    }
}
