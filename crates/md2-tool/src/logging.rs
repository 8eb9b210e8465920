//! Log lines and usage errors on standard error.

use std::process::ExitCode;

use md2_scene::text::{self, Sink};
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry};

/// Starts writing log lines to standard error, and passes them to the layer `other`. The environment variable `RUST_LOG` selects the lines,
/// for example `warn,md2_render=debug`. If the variable is set, each line contains the module that logged it.
pub fn start<L: Layer<Registry> + Send + Sync>(other: Option<L>) {
    let chosen = std::env::var("RUST_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let shows_target = chosen.is_some();
    let filter = chosen.unwrap_or_else(|| {
        // winit prints a warning on every display without a monitor.
        let quiet = ["winit", "sctk", "sctk_adwaita"].map(|target| (target, Level::ERROR));
        Targets::new().with_default(Level::WARN).with_targets(quiet)
    });
    // Colors are disabled, because the output escapes the control sequences for colors.
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(|| Sink(std::io::stderr()))
        .with_ansi(false)
        .with_target(shows_target)
        .without_time();
    tracing_subscriber::registry().with(other).with(lines.with_filter(filter)).init();
}

pub fn report_usage(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        // The error quotes arguments, so control characters must be escaped.
        eprint!("{}", text::lines(&error.render().to_string()));
    } else if error.print().is_err() {
        return ExitCode::FAILURE;
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(u8::MAX))
}
