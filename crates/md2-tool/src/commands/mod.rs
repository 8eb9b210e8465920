//! The commands, a module each: the arguments, and the function that runs the command.

mod catalog;
mod check;
pub mod contact_sheet;
mod diff;
pub mod export;
mod generate;
mod import;
mod info;
mod repair;
mod thumbnail;

use clap::Subcommand;

use crate::failure::{Failure, exit_codes, program_name};
use catalog::CatalogArgs;
use check::CheckArgs;
use contact_sheet::ContactSheetArgs;
use diff::DiffArgs;
use export::ExportArgs;
use generate::GenerateArgs;
use import::ImportArgs;
use info::InfoArgs;
use repair::RepairArgs;
use thumbnail::ThumbnailArgs;

/// A command with its arguments.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw a small picture of a model without Vulkan, as file managers want it.
    #[command(after_help = help(thumbnail::EXAMPLES))]
    Thumbnail(ThumbnailArgs),
    /// Draw every sequence of a model, or every model of a folder, into one picture.
    #[command(after_help = help(contact_sheet::EXAMPLES))]
    ContactSheet(ContactSheetArgs),
    /// Show what is in model files.
    #[command(after_help = help(info::EXAMPLES))]
    Info(InfoArgs),
    /// Report everything that is wrong or odd about model files.
    #[command(after_help = help(check::EXAMPLES))]
    Check(CheckArgs),
    /// Write what can be opened of a damaged MD2 as a sound file.
    #[command(after_help = help(repair::EXAMPLES))]
    Repair(RepairArgs),
    /// Show how two models differ.
    #[command(after_help = examples(diff::EXAMPLES))]
    Diff(DiffArgs),
    /// Write models in the formats of other programs: glTF, OBJ, STL, PLY, and MD2 again.
    #[command(after_help = help(export::EXAMPLES))]
    Export(ExportArgs),
    /// Make a page and a list of all models in folders and archives.
    #[command(after_help = help(catalog::EXAMPLES))]
    Catalog(CatalogArgs),
    /// Make an MD2 of a glTF or of OBJ files, with its skin beside it.
    #[command(after_help = help(import::EXAMPLES))]
    Import(ImportArgs),
    /// Make what packages bring along: manual pages and completions.
    #[command(hide = true, after_help = help(generate::EXAMPLES))]
    Generate(GenerateArgs),
}

/// The part of a command's help that follows the options. Examples are written for `md2`, and shown for the running program.
#[must_use]
pub fn help(examples: &str) -> String {
    format!("{}\n\n{}", self::examples(examples), exit_codes())
}

fn examples(examples: &str) -> String {
    ["  ", "| "].iter().fold(examples.to_owned(), |text, before| {
        text.replace(&format!("{before}md2 "), &format!("{before}{} ", program_name()))
    })
}

impl Command {
    /// Runs the command. `program` is the definition of the whole command line, for manual pages and completions.
    ///
    /// # Errors
    /// Those of the command.
    pub fn run(&self, program: clap::Command) -> Result<(), Failure> {
        match self {
            Self::Thumbnail(args) => thumbnail::run(args),
            Self::ContactSheet(args) => contact_sheet::run(args),
            Self::Info(args) => info::run(args),
            Self::Check(args) => check::run(args),
            Self::Repair(args) => repair::run(args),
            Self::Diff(args) => diff::run(args),
            Self::Export(args) => export::run(args),
            Self::Catalog(args) => catalog::run(args),
            Self::Import(args) => import::run(args),
            Self::Generate(args) => generate::run(args, program),
        }
    }
}
