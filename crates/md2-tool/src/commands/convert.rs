//! `md2 convert`: converts a model between MDL, MD2, MD3, glTF and OBJ.
//!
//! The command exports Quake's models, and imports glTF and OBJ.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use md2_export::import::ImportOptions;

use super::export::{self, ExportArgs};
use super::import::{self, ImportArgs};
use super::md3_args::Md3Args;
use super::mdl_args::MdlArgs;
use crate::args;
use crate::failure::{Failure, program_name};
use crate::game_path::parse_game_path;
use crate::output::Overwrite;

pub(crate) const EXAMPLES: &str = "\
The extension of the output determines the format. Standard error lists everything that the output cannot contain, and the largest distance by which a vertex moved. The commands `export` and `import` have more options.

Examples:
  md2 convert progs/knight.mdl -o models/knight.md2
  md2 convert tris.md2 -o progs/hero.mdl --dither
  md2 convert players/sarge/head.md3 -o progs/head.mdl --engine quakespasm --skin-height 480
  md2 convert fox.glb -o progs/fox.mdl --palette pics/colormap.pcx
  md2 convert progs/knight.mdl -o knight.glb";

#[derive(Debug, Args)]
pub struct ConvertArgs {
    /// The model to convert: MDL, MD2, MD3, glTF (.glb, .gltf) or OBJ.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The file to write: .mdl, .md2, .md3, .glb, .gltf, .obj, .stl or .ply.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Convert only these sequences: names separated by commas.
    #[arg(long, value_name = "NAME")]
    sequence: Option<String>,

    /// Convert only these frames, numbered from 0: `40..45` includes both ends, `40..` runs to the last frame.
    #[arg(long, value_name = "A..B", value_parser = args::parse_frames)]
    frames: Option<RangeInclusive<u32>>,

    /// Use only this skin: an image file, or the name or number (from 0) of one of the model's skins.
    #[arg(long, value_name = "SKIN")]
    skin: Option<String>,

    /// Multiply all positions by this factor. Default: 32 from glTF and 1/32 to glTF, whose unit is the meter; otherwise 1.
    #[arg(long, value_name = "FACTOR", value_parser = args::parse_positive::<f32>, allow_negative_numbers = true)]
    scale: Option<f32>,

    /// MD2, MD3: the folder of the output in the game, such as `models/knight`, with which the skin paths begin. Default: the folders of
    /// the output from `progs`, `models`, `players` or `textures` on.
    #[arg(long, value_name = "FOLDER", value_parser = parse_game_path)]
    game_path: Option<String>,

    /// MDL: the palette of the game, a file of 768 bytes (`gfx/palette.lmp`) or a PCX. Default: Quake's palette.
    #[arg(long, value_name = "FILE")]
    palette: Option<PathBuf>,

    #[command(flatten)]
    mdl: MdlArgs,

    #[command(flatten)]
    md3: Md3Args,

    /// Report the result as JSON on standard output: the object of `import` for glTF and OBJ, and of `export` for all other models.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    overwrite: Overwrite,
}

pub(crate) fn run(args: &ConvertArgs) -> Result<(), Failure> {
    if import::is_importable(&args.file) { import_model(args) } else { export_model(args) }
}

fn export_model(args: &ConvertArgs) -> Result<(), Failure> {
    if md2_assets::is_container(&args.file) {
        let text = format!(
            "{} may contain several models: `{} export` converts them",
            args.file.display(),
            program_name()
        );
        return Err(Failure::Usage(text));
    }
    export::run(&ExportArgs {
        files: vec![args.file.clone()],
        output: args.output.clone(),
        sequence: args.sequence.clone(),
        frames: args.frames.clone(),
        skin: args.skin.clone(),
        scale: args.scale,
        game_path: args.game_path.clone(),
        palette: args.palette.clone(),
        mdl: args.mdl.clone(),
        md3: args.md3,
        json: args.json,
        overwrite: args.overwrite,
        ..ExportArgs::default()
    })
}

fn import_model(args: &ConvertArgs) -> Result<(), Failure> {
    if args.sequence.is_some() || args.frames.is_some() {
        let text = "--sequence and --frames apply to MDL, MD2 and MD3, not to glTF and OBJ";
        return Err(Failure::Usage(text.to_owned()));
    }
    let is_model = |extension: &std::ffi::OsStr| {
        ["md2", "mdl", "md3"].iter().any(|known| extension.eq_ignore_ascii_case(known))
    };
    if !args.output.extension().is_some_and(is_model) {
        let text =
            format!("glTF and OBJ can be converted to MD2, MDL and MD3, not to {}", args.output.display());
        return Err(Failure::Usage(text));
    }
    import::run(&ImportArgs {
        files: vec![args.file.clone()],
        output: Some(args.output.clone()),
        overwrite: args.overwrite,
        scale: args.scale.map(f64::from),
        skin: args.skin.as_ref().map(PathBuf::from),
        game_path: args.game_path.clone(),
        palette: args.palette.clone(),
        mdl: args.mdl.clone(),
        md3: args.md3,
        json: args.json,
        fps: ImportOptions::default().fps,
        ..ImportArgs::default()
    })
}
