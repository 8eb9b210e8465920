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
mod inputs;
mod interrupt;
mod keys;
mod meter;
mod misspelled;
mod output;
mod pacing;
mod picture;
mod repaired;
mod session;
mod sketch;
mod sources;
mod stage;
mod startup;
mod steady;
mod steering;
mod text;
mod timings;
mod ui;
mod watch;
mod window;
mod wish;
mod work;

use std::process::ExitCode;

use clap::Parser as _;
use md2_scene::Viewport;

use cli::Cli;
use failure::Failure;

/// Size of the window until it tells its own.
const START_SIZE: [u32; 2] = [1280, 800];

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
        None => view(cli.file, &cli.crowd, cli.scene),
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

/// Opens the window. What can be wrong is looked at in the order in which it can be mended without the rest:
/// the file, Vulkan, the display.
fn view(
    file: Option<std::path::PathBuf>,
    crowd: &crowd::CrowdArgs,
    scene: cli::SceneArgs,
) -> Result<(), Failure> {
    if let (Some(file), None) = (&file, crowd.crowd) {
        misspelled::check(file)?;
    }
    let reading = timings::part("the model: found, read and loaded");
    let (workspace, warnings) = crowd::workspace(file.as_deref(), crowd, &scene, |figure| {
        md2_scene::Workspace::dressed_later(figure, Viewport::whole(START_SIZE))
    })?;
    drop(reading);
    let renderer = startup::renderer_options(&scene);
    let probing = timings::part("Vulkan: loaded and asked for devices");
    startup::probe()?;
    drop(probing);
    let connecting = timings::part("the display: connected");
    let event_loop = display::connect()?;
    drop(connecting);
    window::run(event_loop, window::Launch { workspace, warnings, renderer })
}
