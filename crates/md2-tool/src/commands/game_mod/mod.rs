//! `md2 mod`: writes models with everything that an engine needs to show them.

mod archive;
mod gzdoom;
mod images;
mod quake2;
mod quake3;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use md2_assets::{ReadAs, read_model};
use md2_export::{ExceededLimit, LimitedCount};
use md2_load::{CheckOptions, Finding, Format, Severity};
use md2_scene::Figure;
use md2_scene::findings::{parse_engine, retain_for_engine, sentence};
use md2_scene::text::shown;

use super::advice;
use super::engine::Engine;
use super::export::{self, ExportArgs};
use super::import::{self, ImportArgs};
use super::md3_args::Md3Args;
use super::mdl_args::MdlArgs;
use crate::failure::Failure;
use crate::output::{self, Files, Overwrite};
use crate::repaired;

pub(crate) const EXAMPLES: &str = "\
Examples:
  md2 mod quake tris.md2 --name soldier -o pak0.pak
  md2 mod quake2 hero.glb --player -o hero.pak
  md2 mod q2rtx models/tris.md2 --name wanderer --player -o mymod/
  md2 mod quake3 players/sarge -o sarge.pk3
  md2 mod gzdoom hero.glb knight.mdl -o heroes.pk3";

#[derive(Debug, Args)]
pub struct ModArgs {
    /// The game for which the mod is made.
    #[arg(value_name = "GAME", value_enum)]
    target: ModGame,

    /// The models: MDL, MD2, MD3, glTF (.glb, .gltf), OBJ, or the folder of a player.
    #[arg(value_name = "MODEL", required = true)]
    models: Vec<PathBuf>,

    /// The mod: a folder, a .pak (Quake, Quake II), or a .pk3 (Quake III, GZDoom).
    #[arg(short, long, value_name = "DIR|FILE.pk3|FILE.pak")]
    output: PathBuf,

    /// The name of the model in the game. Default: the name of the file, or of its folder for `tris`.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Quake II and Quake III: write a player instead of an object. The folder of a Quake III player is always a player.
    #[arg(long)]
    player: bool,

    /// The palette of the game, a PCX or a file of 768 bytes.
    #[arg(long, value_name = "FILE")]
    palette: Option<PathBuf>,

    #[command(flatten)]
    overwrite: Overwrite,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ModGame {
    /// Quake: an MDL in `progs`.
    Quake,
    /// Quake II: an MD2 in `models` or `players`.
    Quake2,
    /// Quake II RTX: as Quake II.
    Q2rtx,
    /// Quake III: a player in `models/players`, or an object in `models/mapobjects`.
    Quake3,
    /// GZDoom: a model with MODELDEF and an actor.
    Gzdoom,
}

impl ModGame {
    /// The extension of the game's archives.
    const fn archive(self) -> &'static str {
        match self {
            Self::Quake | Self::Quake2 | Self::Q2rtx => "pak",
            Self::Quake3 | Self::Gzdoom => "pk3",
        }
    }

    /// The engine whose findings about the models are shown.
    const fn engine(self) -> &'static str {
        match self {
            Self::Quake => "quakespasm",
            Self::Quake2 => "yquake2",
            Self::Q2rtx => "q2pro",
            Self::Quake3 => "ioquake3",
            Self::Gzdoom => "gzdoom",
        }
    }

    /// Returns the way to start the game with the mod. Archives of Quake and Quake II must be called `pak0.pak`, `pak1.pak` and so on.
    fn start(self, output: &Path, name: &str, files: &ModFiles) -> String {
        let (place, is_folder) = (output.display(), output.is_dir());
        let put = |game: &str, engine: &str| {
            if is_folder {
                let folder = output.file_name().unwrap_or_default().display();
                return format!("Put the folder {place} next to {game}, and start: {engine} {folder}\n");
            }
            let stem = output.file_stem().unwrap_or_default().to_string_lossy();
            let number = stem.strip_prefix("pak").unwrap_or("no number");
            let renamed = if number.bytes().all(|c| c.is_ascii_digit()) { "" } else { " as pak0.pak" };
            format!("Put {place}{renamed} into the folder of a mod next to {game}, and start: {engine} MOD\n")
        };
        let uses = |file: &str| format!("The game shows {file} where its rules use a model of this name.\n");
        let icon = files.keys().find_map(|file| file.strip_suffix("_i.pcx"));
        match self {
            Self::Quake => put("id1", "quakespasm -game") + &uses(&format!("progs/{name}.mdl")),
            Self::Quake2 | Self::Q2rtx => {
                let shows = match icon.map(|path| path.rsplit('/').next().unwrap_or(path)) {
                    Some(skin) => format!(
                        "Select the player \"{name}\" in the menu, or type in the console: skin {name}/{skin}\n"
                    ),
                    None => uses(&format!("models/{name}/tris.md2")),
                };
                let engine = if self == Self::Q2rtx { "q2rtx" } else { "q2pro" };
                put("baseq2", &format!("{engine} +set game")) + &shows
            }
            Self::Quake3 => {
                let what = if is_folder { "the contents of " } else { "" };
                let is_player = files.keys().any(|file| file.ends_with("animation.cfg"));
                let shows = match is_player {
                    true => format!("Type in the console: model {name}; headmodel {name}"),
                    false => format!("Place misc_model models/mapobjects/{name}/{name}.md3 in a map"),
                };
                format!(
                    "Put {what}{place} into baseq3 (OpenArena: baseoa), and start: ioquake3 +set sv_pure 0\n{shows}\n"
                )
            }
            Self::Gzdoom => {
                let scripts = files.iter().filter(|(file, _)| file.starts_with("modeldef."));
                let text: Vec<_> = scripts.map(|(_, bytes)| String::from_utf8_lossy(bytes)).collect();
                let lines = text.iter().flat_map(|text| text.lines());
                let actors: Vec<&str> = lines.filter_map(|line| line.strip_prefix("Model ")).collect();
                format!(
                    "Start: gzdoom -file {place} +map MAP01\nThen type in the console: summon {}\n\
                     It plays Spawn; the other sequences are states in the zscript file.\n",
                    actors.join(", or summon ")
                )
            }
        }
    }
}

/// The folder of models that are converted once more. The mod does not contain it.
const IMPORTED: &str = "imported";

/// The files of a mod by their paths in the game.
type ModFiles = BTreeMap<String, Vec<u8>>;

struct ModModel<'a> {
    args: &'a ModArgs,
    path: &'a Path,
    /// The path that the user typed, for messages.
    label: String,
    name: String,
    /// An empty folder that takes the place of the game's folder.
    stage: &'a Path,
}

pub(crate) fn run(args: &ModArgs) -> Result<(), Failure> {
    let archive = archive_extension(args)?;
    if args.player && matches!(args.target, ModGame::Quake | ModGame::Gzdoom) {
        return Err(Failure::Usage(String::from("--player applies to quake2, q2rtx and quake3")));
    }
    for model in args.models.iter().filter(|_| archive.is_some()) {
        output::check(&args.output, Overwrite { force: true }, [model.as_path()])?;
    }
    let stage = tempfile::tempdir().context("cannot create a temporary folder").map_err(Failure::File)?;
    let (mut names, mut files) = (BTreeSet::new(), ModFiles::new());
    for path in &args.models {
        let name = name_of(args, path)?;
        let own = stage.path().join(&name);
        if !names.insert(name.clone()) {
            let text = format!("two models have the name \"{name}\": write them one by one, with --name");
            return Err(Failure::Usage(text));
        }
        let advise = |failure| advice::for_mod(failure, path, import::is_importable(path));
        files.extend(model_files(args, path, name, &own).map_err(advise)?);
    }
    if let Some(folder) = args.output.parent() {
        output::create_folder(folder)?;
    }
    match archive {
        Some("pak") => output::write(&args.output, &archive::pak(&files)?, args.overwrite)?,
        Some(_) => output::write(&args.output, &archive::zip(&files)?, args.overwrite)?,
        None => write_folder(args, &files)?,
    }
    let list: String =
        files.iter().map(|(name, bytes)| format!("{}: {} bytes\n", shown(name), bytes.len())).collect();
    let name = names.first().map_or("", String::as_str);
    output::print(&format!("{list}{}", args.target.start(&args.output, name, &files)))
}

/// Writes a model into the folder `stage`, and returns its files. Rejects a model that the engine of the target does not load.
fn model_files(args: &ModArgs, path: &Path, name: String, stage: &Path) -> Result<ModFiles, Failure> {
    let source = model_file(args, path, &stage.join(IMPORTED).join(&name))?;
    let model = ModModel { args, path: &source, label: path.display().to_string(), name, stage };
    match args.target {
        ModGame::Quake => model.convert("progs", "mdl").map(drop),
        ModGame::Quake2 | ModGame::Q2rtx => quake2::write(&model),
        ModGame::Quake3 => quake3::write(&model),
        ModGame::Gzdoom => gzdoom::write(&model),
    }?;
    let mut files = ModFiles::new();
    collect(stage, "", &mut files)?;
    files.retain(|name, _| !name.starts_with(IMPORTED));
    files.iter().try_for_each(|(file, bytes)| check_model(args.target, file, bytes))?;
    Ok(files)
}

/// Returns the file of a model. For a folder or an archive, this is its only model or its player: its `tris.md2`, the folder of its models for
/// Quake III, or these models joined in the glTF `joined`, since the other games draw a single model.
fn model_file(args: &ModArgs, path: &Path, joined: &Path) -> Result<PathBuf, Failure> {
    if !md2_assets::is_container(path) {
        return Ok(path.to_owned());
    }
    let figure = crate::open::figure(Some(path))?;
    let document = &figure.parts()[0].document;
    let first = document.path().unwrap_or(path);
    if md2_assets::find_player(&md2_assets::FolderCache::default(), first).is_none() {
        return Ok(first.to_owned());
    }
    if args.target == ModGame::Quake3 {
        return Ok(first.parent().unwrap_or(path).to_owned());
    }
    let output = joined.with_extension("glb");
    output::create_folder(joined.parent().unwrap_or(joined))?;
    let export = ExportArgs { files: vec![path.to_owned()], output: output.clone(), ..ExportArgs::default() };
    export::export_step(&export, &figure)?;
    Ok(output)
}

/// Returns the extension of the archive to write; `None` for a folder.
fn archive_extension(args: &ModArgs) -> Result<Option<&'static str>, Failure> {
    if output::is_standard_output(&args.output) {
        return Err(Failure::Usage(String::from("a mod has several files: choose a folder or an archive")));
    }
    let Some(extension) = args.output.extension().filter(|_| !output::ends_as_folder(&args.output)) else {
        return Ok(None);
    };
    let wanted = args.target.archive();
    // GZDoom reads archives of any name.
    if extension.eq_ignore_ascii_case(wanted)
        || args.target == ModGame::Gzdoom && extension.eq_ignore_ascii_case("zip")
    {
        return Ok(Some(wanted));
    }
    let text = format!(
        "{}: this game reads .{wanted} archives; choose such a name or a folder",
        args.output.display()
    );
    Err(Failure::Usage(text))
}

/// Returns the name of a model in the game: lower-case letters, digits, `_` and `-`.
fn name_of(args: &ModArgs, path: &Path) -> Result<String, Failure> {
    const LONGEST: usize = 24;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy());
    let name = match (&args.name, folder) {
        (Some(name), _) => name.clone(),
        (None, Some(folder)) if stem.eq_ignore_ascii_case("tris") => folder.into_owned(),
        _ => stem.into_owned(),
    };
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    if args.name.is_some() && !name.chars().all(is_allowed) {
        let text = "expected only letters a to z, digits, - and _";
        return Err(Failure::Usage(format!("--name {name}: {text}")));
    }
    let name: String = name.to_lowercase().chars().map(|c| if is_allowed(c) { c } else { '_' }).collect();
    if name.is_empty() || name.len() > LONGEST {
        let text = format!(
            "the name \"{name}\" has {} bytes, expected 1 to {LONGEST}: --name sets another",
            name.len()
        );
        return Err(Failure::Usage(text));
    }
    Ok(name)
}

impl ModModel<'_> {
    /// Opens a single model of a player alone.
    fn open_alone(path: &Path) -> Result<Figure, Failure> {
        let folders = md2_assets::FolderCache::default();
        md2_scene::open_alone(&folders, path).map_err(|error| Failure::File(error.into()))
    }

    /// Writes the model in a format into a folder of the game. Returns the path of the model in the stage.
    fn convert(&self, folder: &str, format: &str) -> Result<PathBuf, Failure> {
        self.convert_as(folder, &self.name, format)
    }

    /// Converts the model into a folder of its own, which the mod does not contain.
    fn convert_alone(&self, format: &str) -> Result<PathBuf, Failure> {
        self.convert(&format!("{IMPORTED}/{}", self.name), format)
    }

    fn convert_as(&self, folder: &str, stem: &str, format: &str) -> Result<PathBuf, Failure> {
        let folder = self.stage.join(folder);
        output::create_folder(&folder)?;
        let output = folder.join(format!("{stem}.{format}"));
        // The sequences of a player of Quake III are written later, and an object plays none.
        let is_quake3 = self.args.target == ModGame::Quake3;
        let engine = (format == "md3" && is_quake3).then_some(Engine::Quake3);
        let mdl = MdlArgs { engine, ..MdlArgs::default() };
        let palette = self.args.palette.clone();
        if import::is_importable(self.path) {
            let args = ImportArgs {
                files: vec![self.path.to_owned()],
                output: Some(output.clone()),
                player: self.args.player && format == "md2",
                fps: md2_export::import::ImportOptions::default().fps,
                palette,
                mdl,
                md3: Md3Args { animation_cfg: format == "md3" },
                ..ImportArgs::default()
            };
            import::write_files(&args, &self.label)?;
            return Ok(output);
        }
        let bytes = read_model(self.path).map_err(|error| Failure::File(error.into()))?;
        let is_same = Format::detect(&bytes).is_some_and(|own| own.to_string().eq_ignore_ascii_case(format));
        if is_same {
            md2_edit::Model::parse(&bytes).map_err(|error| {
                Failure::File(anyhow::anyhow!("{}: {error}{}", self.label, repaired::advice(&bytes)))
            })?;
            output::write(&output, &bytes, Overwrite::default())?;
        } else {
            let args = ExportArgs {
                files: vec![self.path.to_owned()],
                output: output.clone(),
                palette,
                mdl,
                md3: Md3Args { animation_cfg: is_quake3 },
                ..ExportArgs::default()
            };
            export::export_figure(&args, &Self::open_alone(self.path)?, &crate::interrupt::watch_signals()?)?;
        }
        Ok(output)
    }
}

/// Collects the files of a folder by their paths below it.
fn collect(folder: &Path, prefix: &str, files: &mut ModFiles) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        Failure::File(anyhow::Error::from(error).context("cannot read the temporary folder"))
    };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files)?;
        } else {
            let content = md2_assets::read_file(&path, ReadAs::Image);
            files.insert(name, content.map_err(|error| Failure::File(error.into()))?.bytes);
        }
    }
    Ok(())
}

/// Rejects a model that the engine of the target does not load, and prints other findings about it.
fn check_model(target: ModGame, file: &str, bytes: &[u8]) -> Result<(), Failure> {
    if Format::detect(bytes).is_none() {
        return Ok(());
    }
    let mut report = md2_load::check(bytes, &CheckOptions::default());
    retain_for_engine(&mut report, &parse_engine(target.engine()).map_err(Failure::Usage)?);
    let mut codes = BTreeSet::new();
    for finding in &report.findings {
        if let Some(limit) = exceeded_limit(finding, target.engine()) {
            return Err(advice::failure(file.to_owned(), limit.into(), advice::Converter::Mod));
        }
        let text = format!("{file}: {} {}", finding.code, sentence(finding));
        if finding.severity == Severity::Error {
            return Err(Failure::File(anyhow::anyhow!("{text}; {}", finding.explanation)));
        }
        if finding.severity == Severity::Warning && codes.insert(&finding.code) {
            tracing::warn!("{text}");
        }
    }
    Ok(())
}

/// Returns the limit of an engine that a finding is about. `None` for other findings, and for the size of a frame, which follows from its
/// vertices.
fn exceeded_limit(finding: &Finding, engine: &'static str) -> Option<ExceededLimit> {
    use LimitedCount::{Frames, Skins, Surfaces, Triangles, Vertices};
    let number = |text: &str| text.split(' ').find_map(|word| word.parse().ok());
    let is_limit = finding.code.ends_with("W101") && !finding.engines.is_empty();
    let (found, allowed) = number(&finding.found).zip(number(&finding.expected)).filter(|_| is_limit)?;
    // The field of the header that has the count, or the section of the poses of an MDL.
    let what = match finding.place.rsplit([' ', '_']).next()?.trim_start_matches("num") {
        "frames" => Frames,
        "skins" => Skins,
        "surfaces" => Surfaces,
        "tris" | "triangles" => Triangles,
        "verts" | "xyz" => Vertices,
        _ => return None,
    };
    Some(ExceededLimit { what, found, allowed, engine })
}

fn write_folder(args: &ModArgs, files: &ModFiles) -> Result<(), Failure> {
    let paths: Vec<(PathBuf, &Vec<u8>)> =
        files.iter().map(|(name, bytes)| (args.output.join(name), bytes)).collect();
    for (path, _) in &paths {
        output::check(path, args.overwrite, args.models.iter().map(PathBuf::as_path))?;
    }
    let mut staged = Files::new(args.overwrite);
    for (path, bytes) in &paths {
        output::create_folder(path.parent().unwrap_or(Path::new("")))?;
        staged.add(path, bytes)?;
    }
    staged.commit()
}
