//! Functions for tests that run programs.

use std::process::Output;
#[cfg(unix)]
use std::{path::Path, process::Command};

use crate::skip::skip_without_vulkan;

pub fn code(output: &Output) -> i32 {
    output.status.code().expect("the program was not ended by a signal")
}

/// Returns the text that a program wrote to standard error.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the text that a program wrote to standard output.
pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Whether a program failed because this machine has no Vulkan, according to its exit code. If so, the test is
/// reported as skipped.
pub fn lacks_vulkan(output: &Output) -> bool {
    let lacks = code(output) == 4;
    if lacks {
        skip_without_vulkan(stderr(output));
    }
    lacks
}

/// Returns the same command with a size limit for the files that it writes: `blocks` blocks of 512 bytes. If a file
/// exceeds the limit, the program receives the signal SIGXFSZ, which ends a program that does not handle the signal.
#[cfg(unix)]
pub fn with_short_files(command: &Command, blocks: u32) -> Command {
    let mut limited = Command::new("sh");
    limited.args(["-c", &format!("ulimit -f {blocks}; exec \"$@\""), "sh"]);
    limited.arg(command.get_program()).args(command.get_args());
    command.get_envs().for_each(|(name, value)| {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    });
    limited.current_dir(command.get_current_dir().unwrap_or(Path::new(".")));
    // The limit would also apply to the driver's shader cache, which is a file.
    limited.env("MESA_SHADER_CACHE_DISABLE", "true");
    limited
}
