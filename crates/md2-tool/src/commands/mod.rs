//! The commands. Each module contains the arguments of a command and the function that runs it.

mod advice;
mod catalog;
mod check;
pub mod contact_sheet;
mod convert;
mod diff;
pub(crate) mod edit;
pub mod engine;
pub(crate) mod enhance;
pub mod export;
mod game_mod;
mod import;
mod info;
pub mod md3_args;
pub mod mdl_args;
mod repair;
mod thumbnail;

use clap::Subcommand;

use crate::failure::{Failure, exit_codes, program_name};
use catalog::CatalogArgs;
use check::CheckArgs;
use contact_sheet::ContactSheetArgs;
use convert::ConvertArgs;
use diff::DiffArgs;
use edit::EditArgs;
use enhance::EnhanceArgs;
use export::ExportArgs;
use game_mod::ModArgs;
use import::ImportArgs;
use info::InfoArgs;
use repair::RepairArgs;
use thumbnail::ThumbnailArgs;

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Describe model files: counts, skins and sequences.
    #[command(after_help = help(info::EXAMPLES))]
    Info(InfoArgs),
    /// Check model files for errors and engine limits.
    #[command(after_help = help(check::EXAMPLES))]
    Check(CheckArgs),
    /// Repair a damaged model as far as possible.
    #[command(after_help = help(repair::EXAMPLES))]
    Repair(RepairArgs),
    /// Compare two models.
    #[command(after_help = examples(diff::EXAMPLES))]
    Diff(DiffArgs),
    /// Edit a model: frames, skins, geometry and header. Other bytes stay the same.
    #[command(after_help = help(edit::EXAMPLES))]
    Edit(EditArgs),
    /// Write MD3 files that engines load in place of MDL and MD2 models, with restored motion.
    #[command(after_help = help(enhance::EXAMPLES))]
    Enhance(EnhanceArgs),
    /// Convert a model between MDL, MD2, MD3, glTF and OBJ.
    #[command(after_help = help(convert::EXAMPLES))]
    Convert(ConvertArgs),
    /// Export models as glTF, OBJ, STL, PLY, MD2, MDL, MD3, source code or a vertex animation texture.
    #[command(after_help = help(export::EXAMPLES))]
    Export(ExportArgs),
    /// Write models with everything that a game needs to show them, as a mod.
    #[command(after_help = help(game_mod::EXAMPLES))]
    Mod(ModArgs),
    /// List all models of folders and archives in an HTML page and a JSON Lines file.
    #[command(after_help = help(catalog::EXAMPLES))]
    Catalog(CatalogArgs),
    /// Import a glTF file or OBJ files as an MD2 with its skin, or as an MDL.
    #[command(after_help = help(import::EXAMPLES))]
    Import(ImportArgs),
    /// Draw a thumbnail of a model for file managers. Works without Vulkan.
    #[command(after_help = help(thumbnail::EXAMPLES))]
    Thumbnail(ThumbnailArgs),
    /// Draw pictures of every sequence of a model, or of every model of a folder, on one image.
    #[command(after_help = help(contact_sheet::EXAMPLES))]
    ContactSheet(ContactSheetArgs),
}

/// Returns the text that the help of a command shows after the options. In the examples, `md2` is replaced by the name of the running
/// program.
pub fn help(examples: &str) -> String {
    format!("{}\n\n{}", self::examples(examples), exit_codes())
}

fn examples(examples: &str) -> String {
    ["  ", "| "].iter().fold(examples.to_owned(), |text, before| {
        text.replace(&format!("{before}md2 "), &format!("{before}{} ", program_name()))
    })
}

impl Command {
    pub fn run(&self) -> Result<(), Failure> {
        match self {
            Self::Thumbnail(args) => thumbnail::run(args),
            Self::ContactSheet(args) => contact_sheet::run(args),
            Self::Info(args) => info::run(args),
            Self::Check(args) => check::run(args),
            Self::Repair(args) => repair::run(args),
            Self::Diff(args) => diff::run(args),
            Self::Edit(args) => edit::run(args),
            Self::Enhance(args) => enhance::run(args),
            Self::Convert(args) => convert::run(args),
            Self::Export(args) => export::run(args),
            Self::Mod(args) => game_mod::run(args),
            Self::Catalog(args) => catalog::run(args),
            Self::Import(args) => import::run(args),
        }
    }
}
