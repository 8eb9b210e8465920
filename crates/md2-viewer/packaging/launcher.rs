//! `md2-viewer.exe` in the archive for Windows: starts `md2-viewer.com`, the viewer, without a console window.
//!
//! Windows opens a console window for each program that can print to a console, but not for this one. In a command line, the name
//! `md2-viewer` starts the `.com` file directly.

#![forbid(unsafe_code)]
#![windows_subsystem = "windows"]

use std::os::windows::process::CommandExt as _;
use std::process::{Command, ExitCode};

/// The flag of `CreateProcessW` for a process without a console.
const DETACHED_PROCESS: u32 = 8;

fn main() -> ExitCode {
    let program = std::env::current_exe().unwrap_or_default().with_extension("com");
    let status =
        Command::new(&program).args(std::env::args_os().skip(1)).creation_flags(DETACHED_PROCESS).status();
    match status {
        Ok(status) => status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1).into(),
        Err(error) => {
            let text = format!(
                "Cannot start {}: {error}.\nUnpack all files of the archive to one folder.",
                program.display()
            );
            md2_browse::show_error("md2-viewer", &text);
            ExitCode::FAILURE
        }
    }
}
