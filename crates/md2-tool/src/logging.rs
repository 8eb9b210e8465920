//! Log lines and usage errors on standard error.

use std::process::ExitCode;

use md2_scene::text::{self, Sink};
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry};

/// Writes log lines to standard error, in addition to another layer. `RUST_LOG` selects lines in the form
/// `warn,md2_render=debug`; if it is set, each line names its module.
pub fn start<L: Layer<Registry> + Send + Sync>(other: Option<L>) {
    let chosen = std::env::var("RUST_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let shows_target = chosen.is_some();
    let filter = chosen.unwrap_or_else(|| {
        // winit warns on every display without a monitor.
        let quiet = ["winit", "sctk", "sctk_adwaita"].map(|target| (target, Level::ERROR));
        Targets::new().with_default(Level::WARN).with_targets(quiet)
    });
    // No colors: the sink escapes their sequences.
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(|| Sink(std::io::stderr()))
        .with_ansi(false)
        .with_target(shows_target)
        .without_time();
    tracing_subscriber::registry().with(other).with(lines.with_filter(filter)).init();
}

/// Prints an error of the command line, or the requested help, and returns the exit code.
#[must_use]
pub fn report_usage(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        // The error quotes arguments, so it is escaped for the terminal.
        eprint!("{}", text::lines(&error.render().to_string()));
    } else if error.print().is_err() {
        return ExitCode::FAILURE;
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(u8::MAX))
}
