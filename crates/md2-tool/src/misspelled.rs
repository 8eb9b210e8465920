//! Suggestions for a misspelled command.
//!
//! The viewer accepts files without a command. The parser therefore treats a misspelled command as a file, and reports a
//! misleading error.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::failure::{Failure, program_name};

/// Returns the failure to report instead of the parser's error, if the `first` argument is a misspelled command.
pub fn cause(first: &OsStr, error: &clap::Error, commands: &Command) -> Option<Failure> {
    if !error.use_stderr() {
        return None;
    }
    if let Some(failure) = negative_value(error) {
        return Some(failure);
    }
    if error.kind() == ErrorKind::InvalidSubcommand && Path::new(first).symlink_metadata().is_ok() {
        let (file, program) = (first.to_string_lossy(), program_name());
        let text = format!("a command is missing before {file}; for example: {program} info {file}");
        return Some(Failure::Usage(text));
    }
    // A folder may have the name of a command.
    if error.kind() == ErrorKind::MissingRequiredArgument
        && std::env::args_os().len() == 2
        && commands.get_positionals().next().is_some()
        && let Some(command) = commands.find_subcommand(first)
        && Path::new(first).symlink_metadata().is_ok()
    {
        let (name, program) = (command.get_name(), program_name());
        let text = format!(
            "{name} is a command, and `{program} {name} --help` lists its arguments; to open the file or folder {name}: {program} ./{name}"
        );
        return Some(Failure::Usage(text));
    }
    let word = missing_word(first)?;
    if commands.find_subcommand(word).is_some() {
        return None;
    }
    match nearest(word, commands) {
        // For two files without `--crowd`, the error of the parser is suitable.
        None if error.kind() != ErrorKind::MissingRequiredArgument => None,
        near => Some(unknown_word(word, near)),
    }
}

fn negative_value(error: &clap::Error) -> Option<Failure> {
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else { return None };
    let is_number =
        argument.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    (error.kind() == ErrorKind::UnknownArgument && is_number).then(|| {
        let text =
            format!("unexpected argument {argument}; write a negative value with =, such as --floor=-24");
        Failure::Usage(text)
    })
}

pub fn check(files: &[PathBuf], commands: &Command) -> Result<(), Failure> {
    let Some(word) = files.first().and_then(|file| missing_word(file.as_os_str())) else { return Ok(()) };
    match nearest(word, commands) {
        None if files.len() == 1 => Ok(()),
        near => Err(unknown_word(word, near)),
    }
}

/// Returns the argument as text if it could be the name of a command and no file has this name.
fn missing_word(argument: &OsStr) -> Option<&str> {
    let word = argument.to_str()?;
    let is_word = word.starts_with(char::is_alphabetic) && !word.contains(['.', '/', '\\']);
    (is_word && Path::new(word).symlink_metadata().is_err()).then_some(word)
}

fn unknown_word(word: &str, near: Option<String>) -> Failure {
    let meant = near.map_or_else(
        || format!("`{} --help` lists the commands", program_name()),
        |name| format!("did you mean the command {name}?"),
    );
    Failure::Usage(format!("\"{word}\" is neither a command nor a file; {meant}"))
}

/// Returns the command whose name is nearest to `word`, if at most a third of the characters are wrong.
fn nearest(word: &str, commands: &Command) -> Option<String> {
    let shown = commands.get_subcommands().filter(|command| !command.is_hide_set()).map(Command::get_name);
    let near = shown.map(|name| (strsim::osa_distance(&word.to_lowercase(), name), name));
    let near = near.filter(|(mistakes, name)| *mistakes <= name.len() / 3);
    near.min_by_key(|(mistakes, _)| *mistakes).map(|(_, name)| name.to_owned())
}
