//! `md2 generate`, a hidden command: creates manual pages and shell completions for packages from the command-line definition.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::failure::{Failure, program_name};
use crate::output::{self, Files, Overwrite};

/// Shown below `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  md2 generate man .
  md2 generate completions bash > md2.bash";

#[derive(Debug, Args)]
pub struct GenerateArgs {
    #[command(subcommand)]
    output: GeneratedOutput,
}

#[derive(Debug, Subcommand)]
enum GeneratedOutput {
    /// Write manual pages to a folder: one for the program, and one for each command.
    Man {
        /// The folder, which must exist.
        folder: PathBuf,

        #[command(flatten)]
        overwrite: Overwrite,
    },
    /// Write the completions for a shell to standard output.
    Completions {
        /// The shell.
        shell: Shell,
    },
}

/// Writes manual pages or completions.
///
/// # Errors
/// If they cannot be written.
pub(crate) fn run(args: &GenerateArgs, program: clap::Command) -> Result<(), Failure> {
    match &args.output {
        GeneratedOutput::Man { folder, overwrite } => {
            let mut files = Files::new(*overwrite);
            for (name, page) in manual_pages(program)? {
                files.add(&folder.join(name), &page)?;
            }
            files.commit()
        }
        GeneratedOutput::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut program.clone(), program_name(), &mut script);
            output::write(Path::new("-"), &script, Overwrite::default())
        }
    }
}

/// Returns the file names and the contents of the manual pages.
fn manual_pages(program: clap::Command) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let commands: Vec<_> =
        program.get_subcommands().filter(|command| !command.is_hide_set()).cloned().collect();
    let pages = std::iter::once(program).chain(commands).map(|command| {
        let man = Man::new(command).source(format!("{} {}", program_name(), env!("CARGO_PKG_VERSION")));
        let mut page = Vec::new();
        man.render(&mut page).map_err(|error| Failure::File(error.into()))?;
        Ok((man.get_filename(), page))
    });
    pages.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_visible_command_has_a_manual_page() {
        let pages = manual_pages(crate::program()).unwrap();
        let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        for name in ["md2.1", "md2-info.1", "md2-check.1", "md2-export.1"] {
            assert!(names.contains(&name), "{name}: {names:?}");
        }
        assert!(!names.iter().any(|name| name.contains("generate") || name.contains("help")), "{names:?}");
        for (name, page) in &pages {
            let page = String::from_utf8_lossy(page);
            assert!(page.contains(".SH SYNOPSIS") && page.contains("Exit codes:"), "{name}: {page}");
        }
    }
}
