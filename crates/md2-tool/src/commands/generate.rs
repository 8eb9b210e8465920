//! `md2 generate`: creates manual pages and shell completions from the definition of the command line. The command is hidden,
//! because only people who build packages need it.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::failure::{Failure, program_name};
use crate::output::{self, Files, Overwrite};

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
        /// The folder to write to. It must exist.
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
            let script = completions(*shell, &mut program.clone(), program_name());
            output::write(Path::new("-"), script.as_bytes(), Overwrite::default())
        }
    }
}

fn completions(shell: Shell, program: &mut clap::Command, name: &str) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, program, name, &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    // If the name of the program contains a dash, the Bash script of clap_complete 4.6 contains two different labels for each
    // command. This makes the labels equal.
    if shell == Shell::Bash && name.contains('-') {
        script.replace(&name.replace('-', "__subcmd__"), &name.replace('-', "__"))
    } else {
        script
    }
}

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
    use std::process::Command;

    use super::*;

    fn script(shell: Shell, name: &'static str) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut program = crate::program().name(name).bin_name(name);
        std::fs::write(&file, completions(shell, &mut program, name)).unwrap();
        file
    }

    /// Runs a shell with the completions of the program `words[0]`, and returns how the shell completes the last of `words`.
    /// `None` if the shell is not installed.
    fn complete(shell: Shell, words: &[&'static str]) -> Option<String> {
        let file = script(shell, words[0]);
        let mut command = match shell {
            Shell::Bash => Command::new("bash"),
            _ => Command::new("fish"),
        };
        command.arg("-c").arg(match shell {
            Shell::Bash => {
                "source \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); \
                 \"_${1/-/__}\" \"$1\" \"${@: -1}\" \"${@: -2:1}\"; echo \"${COMPREPLY[@]}\""
            }
            _ => "source $argv[1]; complete -C \"$argv[2..]\"",
        });
        let output = command.arg(file.path()).args(words).output().ok()?;
        Some(String::from_utf8(output.stdout).unwrap())
    }

    #[test]
    fn shells_complete_the_options_of_commands() {
        // The Bash script must also work for a program whose name contains a dash.
        for program in ["md2", "md2-viewer"] {
            for shell in [Shell::Bash, Shell::Fish] {
                for (words, expected) in
                    [(["export", "--spl"], "--split"), (["contact-sheet", "--eac"], "--each")]
                {
                    let Some(found) = complete(shell, &[program, words[0], words[1]]) else {
                        eprintln!("skipped: there is no {shell}");
                        continue;
                    };
                    assert!(found.contains(expected), "{shell}, {program} {words:?}: {found}");
                }
            }
        }
    }

    /// Completing in zsh needs a terminal, so only the syntax is checked.
    #[test]
    fn zsh_accepts_the_completions() {
        for program in ["md2", "md2-viewer"] {
            let file = script(Shell::Zsh, program);
            let Ok(output) = Command::new("zsh").args(["-f", "-n"]).arg(file.path()).output() else {
                eprintln!("skipped: there is no zsh");
                return;
            };
            assert!(output.status.success() && output.stderr.is_empty(), "{program}: {output:?}");
        }
    }

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
