//! Cancellation by Ctrl-C, the progress bar of a terminal, and the signal that the system sends if a file becomes too long.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressDrawTarget};
use md2_task::Progress;

use crate::failure::Failure;

/// The exit code after Ctrl-C: 128 plus the number of the signal.
const INTERRUPTED: i32 = 130;

/// Returns a [`Progress`] that Ctrl-C cancels. After this call, the first Ctrl-C only cancels the progress, and a second Ctrl-C ends
/// the program.
pub fn watch_signals() -> Result<Progress, Failure> {
    Ok(Progress::observed(signal_flag()?, |_| {}))
}

/// Returns a [`Progress`] that Ctrl-C cancels, and that shows a progress bar if standard error is a terminal.
pub fn watch_with_progress_bar() -> Result<Progress, Failure> {
    let bar = ProgressBar::hidden();
    Ok(Progress::observed(signal_flag()?, move |steps| {
        if bar.length() != Some(steps.total) {
            bar.set_length(steps.total);
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.set_position(steps.done);
    }))
}

/// Ignores the signal SIGXFSZ, which would end the program if a file exceeds the size limit of the user (`ulimit -f`). Writing then
/// fails with an error, as on a full disk, and the program can remove the incomplete file.
pub fn ignore_file_size_signal() {
    // The handler only sets a flag that nobody reads. If the handler cannot be installed, the signal still ends the program.
    #[cfg(unix)]
    drop(signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default()));
}

/// Returns the flag of Ctrl-C. A program can install a handler only once.
fn signal_flag() -> Result<Arc<AtomicBool>, Failure> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if FLAG.get().is_none() {
        let flag = Arc::new(AtomicBool::new(false));
        watch(&flag).context("cannot watch for Ctrl-C").map_err(Failure::File)?;
        let _ = FLAG.set(flag);
    }
    Ok(FLAG.get().map(Arc::clone).unwrap_or_default())
}

/// Sets the flag at the first Ctrl-C, and ends the program at the second one.
#[cfg(not(windows))]
fn watch(flag: &Arc<AtomicBool>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag::{register, register_conditional_shutdown};
    for signal in [SIGINT, SIGTERM] {
        register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(flag))?;
        register(signal, Arc::clone(flag))?;
    }
    Ok(())
}

/// Sets the flag at the first Ctrl-C, and ends the program at the second one.
#[cfg(windows)]
fn watch(flag: &Arc<AtomicBool>) -> Result<(), ctrlc::Error> {
    let flag = Arc::clone(flag);
    ctrlc::set_handler(move || {
        if flag.swap(true, std::sync::atomic::Ordering::SeqCst) {
            std::process::exit(INTERRUPTED);
        }
    })
}
