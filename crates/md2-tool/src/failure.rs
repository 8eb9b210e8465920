//! Reasons to end a program early, with an exit code for each kind.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::OnceLock;

use md2_scene::CommandError;
use md2_task::Cancellation;

use md2_scene::text;

static PROGRAM_NAME: OnceLock<&str> = OnceLock::new();

/// Sets the name of the running program, which its messages and the examples of its help begin with.
pub fn set_program_name(name: &'static str) {
    let _ = PROGRAM_NAME.set(name);
}

/// The name of the running program.
#[must_use]
pub fn program_name() -> &'static str {
    PROGRAM_NAME.get().copied().unwrap_or("md2")
}

/// A reason to end the program. The exit codes are part of the interface: scripts rely on them.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A file cannot be read, understood or written.
    #[error("{0:#}")]
    File(anyhow::Error),
    /// The arguments do not fit the model, as with a sequence, a skin or a weapon that neither it has nor is a file.
    #[error("{0}")]
    Usage(String),
    /// There is no display to open a window on.
    #[error("{0}")]
    Display(String),
    /// No Vulkan loader, driver or usable device.
    #[error("{0}")]
    Vulkan(String),
    /// Vulkan was there, and drawing failed.
    #[error("{0:#}")]
    Render(anyhow::Error),
    /// The user ends the program.
    #[error("interrupted; no file was written")]
    Interrupted,
    /// The user ends work that leaves something: the text says what.
    #[error("interrupted; {0}")]
    Stopped(&'static str),
    /// The reason was already printed, and only the exit code remains; 0 if nobody reads standard output any more.
    #[error("exit code {0}")]
    AlreadyReported(u8),
}

impl Failure {
    const fn code(&self) -> u8 {
        match self {
            Self::File(_) => 1,
            Self::Usage(_) => 2,
            Self::Display(_) => 3,
            Self::Vulkan(_) => 4,
            Self::Render(_) => 5,
            // As shells report a program that a signal ends: 128 and its number.
            Self::Interrupted | Self::Stopped(_) => 130,
            Self::AlreadyReported(code) => *code,
        }
    }

    /// Prints the reason to standard error and returns the exit code.
    #[must_use]
    pub fn report(&self) -> ExitCode {
        self.print();
        ExitCode::from(self.code())
    }

    /// Prints the reason to standard error, in one line.
    pub fn print(&self) {
        if !matches!(self, Self::AlreadyReported(_)) {
            // At once: standard error has no buffer, and a text is written letter by letter.
            let line = format!("{}: {}\n", program_name(), text::message(&self.to_string()));
            // If standard error is closed, nobody reads the reason.
            let _ = io::stderr().write_all(line.as_bytes());
        }
    }
}

/// Failures of some of several files. The command goes on with the others.
#[derive(Debug, Default)]
pub struct Failures {
    /// The exit code of the first.
    first: Option<u8>,
}

impl Failures {
    /// Prints the reason to standard error, and remembers the exit code.
    pub fn add(&mut self, failure: &Failure) {
        failure.print();
        let _ = self.first.get_or_insert(failure.code());
    }

    /// Ends the command with the exit code of the first failure.
    ///
    /// # Errors
    /// If there was a failure.
    pub fn into_result(self) -> Result<(), Failure> {
        self.first.map_or(Ok(()), |code| Err(Failure::AlreadyReported(code)))
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

/// All exit codes, as they are shown below `--help`.
const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  a file cannot be read, understood or written, or a check found something
  2  wrong usage, or a name of a sequence, skin or weapon that is not there
  3  no display to open a window on
  4  no Vulkan loader, driver or device
  5  drawing failed
  130  interrupted, as by Ctrl-C";

/// The exit codes of the running program, as they are shown below `--help`. `md2` has neither a window nor Vulkan.
#[must_use]
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
    fn help_and_documents_list_the_same_codes() {
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
