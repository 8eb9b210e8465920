//! Failures that end a program. Each kind has an exit code.

use std::error::Error;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;

use md2_assets::ReadError;
use md2_scene::CommandError;
use md2_task::Cancellation;

use md2_scene::text;

static PROGRAM_NAME: OnceLock<&str> = OnceLock::new();

pub fn set_program_name(name: &'static str) {
    let _ = PROGRAM_NAME.set(name);
}

pub fn program_name() -> &'static str {
    PROGRAM_NAME.get().copied().unwrap_or("md2")
}

#[derive(Debug, thiserror::Error)]
#[error("there is no model in \"{}\"", folder.display())]
pub(crate) struct NoModelError {
    pub(crate) folder: PathBuf,
}

/// A failure that ends the program. Scripts rely on the exit codes.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("{0:#}")]
    File(anyhow::Error),
    /// The arguments are wrong, or do not fit the model, for example because they contain a sequence that the model does not have.
    #[error("{0}")]
    Usage(String),
    #[error("{0}")]
    Display(String),
    #[error("{0}")]
    Vulkan(String),
    #[error("{0:#}")]
    Render(anyhow::Error),
    #[error("interrupted; no file was written")]
    Interrupted,
    /// The user interrupted the program after it had written files. The text describes these files.
    #[error("interrupted; {0}")]
    Stopped(String),
    /// The program must end with this exit code and print nothing, because the reason was already printed. The code is 0 if the reader of
    /// standard output has closed the pipe.
    #[error("exit code {0}")]
    AlreadyReported(u8),
}

impl Failure {
    pub(crate) const fn code(&self) -> u8 {
        match self {
            Self::File(_) => 1,
            Self::Usage(_) => 2,
            Self::Display(_) => 3,
            Self::Vulkan(_) => 4,
            Self::Render(_) => 5,
            // By convention, the exit code is 128 plus the number of the signal SIGINT, which is 2.
            Self::Interrupted | Self::Stopped(_) => 130,
            Self::AlreadyReported(code) => *code,
        }
    }

    /// Returns the path of the file or folder that cannot be read. Empty if the failure has no such path.
    pub(crate) fn place(&self) -> String {
        let Self::File(error) = self else { return String::new() };
        let path = |cause: &(dyn Error + 'static)| {
            let folder = cause.downcast_ref::<NoModelError>().map(|error| error.folder.clone());
            folder.or_else(|| Some(cause.downcast_ref::<ReadError>()?.path().to_path_buf()))
        };
        error.chain().find_map(path).map_or_else(String::new, |path| path.display().to_string())
    }

    pub fn report(&self) -> ExitCode {
        self.print();
        ExitCode::from(self.code())
    }

    pub fn print(&self) {
        if !matches!(self, Self::AlreadyReported(_)) {
            // The line is formatted first and written at once, because standard error is unbuffered and would otherwise receive the
            // line in pieces.
            let line = format!("{}: {}\n", program_name(), text::message(&self.to_string()));
            // If standard error cannot be written, there is no other place for the message.
            let _ = io::stderr().write_all(line.as_bytes());
        }
    }
}

impl From<Cancellation> for Failure {
    fn from(_: Cancellation) -> Self {
        Self::Interrupted
    }
}

impl From<CommandError> for Failure {
    fn from(error: CommandError) -> Self {
        match error {
            CommandError::Image(error) => Self::File(error.into()),
            CommandError::Weapon(error) => Self::File(error.into()),
            other => Self::Usage(other.to_string()),
        }
    }
}

const EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  a file cannot be read, understood or written, or a check failed
  2  wrong usage, or an unknown sequence, skin or weapon
  3  no display to open a window on
  4  no Vulkan loader, driver or device
  5  drawing failed
  130  interrupted, for example by Ctrl-C";

/// Returns the exit codes of the running program, for `--help`. `md2` has no exit codes for windows and Vulkan, because it uses
/// neither.
pub fn exit_codes() -> String {
    let is_possible = |line: &&str| {
        program_name() != "md2" || !["  3 ", "  4 ", "  5 "].iter().any(|code| line.starts_with(code))
    };
    EXIT_CODES.lines().filter(is_possible).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_and_readme_list_the_same_codes() {
        let codes = EXIT_CODES.lines().skip(1).map(|line| line.trim().split_once("  ").expect("two columns"));
        let codes: Vec<(&str, &str)> = codes.collect();
        assert_eq!(
            codes.iter().map(|(code, _)| *code).collect::<Vec<_>>(),
            ["0", "1", "2", "3", "4", "5", "130"]
        );
        let table: Vec<String> = codes.iter().map(|(code, text)| format!("| {code} | {text} |")).collect();
        assert!(include_str!("../README.md").contains(&table.join("\n")), "{table:?}");
    }
}
