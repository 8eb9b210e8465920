//! Why the program ends early, and the exit code that tells scripts the kind.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::OnceLock;

use md2_scene::CommandError;
use md2_task::Cancelled;

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

/// The exit codes are part of the interface: scripts rely on them.
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
    /// The user wants it to end.
    #[error("interrupted; no file was written")]
    Interrupted,
    /// The same of work of which something stays, which is told.
    #[error("interrupted; {0}")]
    Stopped(&'static str),
    /// What there is to say is said, and only the exit code is left; 0 where nobody reads any more.
    #[error("exit code {0}")]
    Told(u8),
}

impl Failure {
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.code())
    }

    const fn code(&self) -> u8 {
        match self {
            Self::File(_) => 1,
            Self::Usage(_) => 2,
            Self::Display(_) => 3,
            Self::Vulkan(_) => 4,
            Self::Render(_) => 5,
            // As shells tell of who ends by the signal: 128 and its number.
            Self::Interrupted | Self::Stopped(_) => 130,
            Self::Told(code) => *code,
        }
    }

    /// Prints the reason to standard error and returns the exit code.
    #[must_use]
    pub fn report(&self) -> ExitCode {
        self.tell();
        self.exit_code()
    }

    /// Says why on standard error, in a line.
    pub fn tell(&self) {
        if !matches!(self, Self::Told(_)) {
            // At once: standard error has no buffer, and a text is written letter by letter.
            let line = format!("{}: {}\n", program_name(), text::message(&self.to_string()));
            // Who closed standard error does not want to know.
            let _ = io::stderr().write_all(line.as_bytes());
        }
    }
}

/// What went wrong with some of many files, while the others go on.
#[derive(Debug, Default)]
pub struct Failures {
    /// The exit code of the first.
    first: Option<u8>,
}

impl Failures {
    /// Says why on standard error, and remembers it.
    pub fn add(&mut self, failure: &Failure) {
        failure.tell();
        let _ = self.first.get_or_insert(failure.code());
    }

    /// # Errors
    /// If there was one, with its exit code.
    pub fn into_result(self) -> Result<(), Failure> {
        self.first.map_or(Ok(()), |code| Err(Failure::Told(code)))
    }
}

impl From<Cancelled> for Failure {
    fn from(_: Cancelled) -> Self {
        Self::Interrupted
    }
}

impl From<CommandError> for Failure {
    fn from(error: CommandError) -> Self {
        match error {
            CommandError::Picture(error) => Self::File(error.into()),
            CommandError::Weapon(error) => Self::File(error.into()),
            other => Self::Usage(other.to_string()),
        }
    }
}

/// Shown below `--help`.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  a file cannot be read, understood or written, or a check found something
  2  wrong usage, or a name of a sequence, skin or weapon that is not there
  3  no display to open a window on
  4  no Vulkan loader, driver or device
  5  drawing failed
  130  interrupted, as by Ctrl-C";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_and_documents_tell_the_same_codes() {
        let codes = EXIT_CODES.lines().skip(1).map(|line| line.trim().split_once("  ").expect("two columns"));
        let codes: Vec<(&str, &str)> = codes.collect();
        assert_eq!(
            codes.iter().map(|(code, _)| *code).collect::<Vec<_>>(),
            ["0", "1", "2", "3", "4", "5", "130"]
        );
        let table: Vec<String> = codes.iter().map(|(code, text)| format!("| {code} | {text} |")).collect();
        assert!(include_str!("../../md2-viewer/README.md").contains(&table.join("\n")), "{table:?}");
        let line: Vec<String> = codes.iter().map(|(code, text)| format!("{code} {text}")).collect();
        let expected = format!("Exit codes: {}.", line.join("; "));
        assert!(include_str!("../../../README.md").contains(&expected), "{expected}");
    }
}
