//! A viewer for the models of the three Quakes: MDL, MD2 and MD3.
//!
//! `md2-viewer [FILE]` opens a window on a model, on a player of several, or on the figure that is built in. `md2-viewer render`
//! draws the same scene into a file without touching a display, and `md2-viewer info` tells what is in a
//! model without touching the GPU.
//!
//! What is shown and how it changes is `md2-scene`'s: a workspace that takes commands. Here [`session`] keeps it
//! and its mirror on the GPU ([`stage`]) alike, [`window`] and [`commands`] draw it, and [`ui`] shows it and collects
//! wishes.

#![forbid(unsafe_code)]

mod arguments;
mod browser;
mod builtin;
mod checker;
mod cli;
mod commands;
mod crowd;
mod display;
mod dresser;
mod exporter;
mod failure;
mod findings;
mod fonts;
mod inputs;
mod interrupt;
mod keys;
mod meter;
mod misspelled;
mod output;
mod pacing;
mod picture;
mod place;
mod repaired;
mod session;
mod settings;
mod sketch;
mod sources;
mod stage;
mod start;
mod startup;
mod steady;
mod steering;
mod text;
mod timings;
mod ui;
mod uv;
mod wake;
mod watcher;
mod window;
mod wish;
mod work;

use std::process::ExitCode;

use clap::Parser as _;

use cli::Cli;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(told) => {
            let cause = std::env::args_os().nth(1).and_then(|first| misspelled::cause(&first, &told));
            let Some(cause) = cause else { return startup::tell_usage(&told) };
            cause.tell();
            return cause.exit_code();
        }
    };
    if cli.timings {
        timings::begin();
    }
    startup::start_log();
    let outcome = match cli.command {
        None => start::view(&cli.files, &cli.crowd, cli.scene, cli.no_settings),
        Some(command) => command.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.tell();
            failure.exit_code()
        }
    }
}
