//! Viewer for models of Quake (MDL), Quake II (MD2) and Quake III Arena (MD3).
//!
//! `md2-viewer [FILE]` opens a window with a model, a player of several models, or the built-in model. `md2-viewer render`
//! draws the same scene into a file, without a display. All subcommands of `md2` are available as well.
//!
//! Commands change a workspace of `md2-scene`, which holds the state of the scene. `md2-stage` copies this state to the renderer,
//! `md2-panels` shows the state and collects the user's actions, and [`window`] applies these actions.

#![forbid(unsafe_code)]

mod cli;
mod commands;
mod display;
mod exporter;
mod settings;
mod start;
mod startup;
mod window;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};
use md2_tool::{Failure, failure, interrupt, logging, misspelled, timings};
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::filter_fn;

use cli::Cli;

fn main() -> ExitCode {
    failure::set_program_name("md2-viewer");
    interrupt::ignore_file_size_signal();
    let cli = match Cli::try_parse_from(wild::args_os()) {
        Ok(cli) => cli,
        Err(error) => {
            let first = std::env::args_os().nth(1);
            let cause = first.and_then(|first| misspelled::cause(&first, &error, &Cli::command()));
            let Some(cause) = cause else { return logging::report_usage(&error) };
            return cause.report();
        }
    };
    if cli.timings {
        timings::enable();
    }
    logging::start(
        timings::is_enabled()
            .then(|| timings::TimingLayer.with_filter(filter_fn(timings::TimingLayer::accepts))),
    );
    let outcome = match cli.command {
        #[cfg(windows)]
        None if cli.register || cli.unregister => {
            md2_browse::associate(cli.register, |change| println!("{change}")).map_err(Failure::File)
        }
        None => start::view(&cli.files, &cli.crowd, cli.scene, cli.no_settings),
        Some(command) => command.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !matches!(failure, Failure::AlreadyReported(_)) {
                let text = md2_scene::text::message(&failure.to_string());
                md2_browse::show_error_without_console("md2-viewer", &text);
            }
            failure.report()
        }
    }
}
