//! A viewer for Quake II MD2 models.
//!
//! `md2-viewer [FILE]` opens a window on a model, or on the figure that is built in. `md2-viewer render`
//! draws the same scene into a file without touching a display, and `md2-viewer info` tells what is in a
//! model without touching the GPU.
//!
//! Read [`session`] first: an open model with everything that can be done to it. [`window`] and [`render`]
//! are its two users, [`ui`] shows it and collects wishes, [`document`] is what was read before the GPU came
//! in.

#![forbid(unsafe_code)]

mod builtin;
mod camera;
mod cli;
mod display;
mod document;
mod failure;
mod ground;
mod info;
mod keys;
mod pacing;
mod picture;
mod player;
mod ranges;
mod render;
mod script;
mod session;
mod skins;
mod stage;
mod startup;
mod ui;
mod view;
mod watch;
mod window;

use std::process::ExitCode;

use clap::Parser as _;

use cli::{Cli, Command};
use failure::Failure;

fn main() -> ExitCode {
    let cli = Cli::parse();
    startup::start_log();
    let outcome = match cli.command {
        None => view(cli.file, cli.scene),
        Some(Command::Render(args)) => render::run(&args),
        Some(Command::Info(args)) => info::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("md2-viewer: {failure}");
            failure.exit_code()
        }
    }
}

/// Opens the window. What can be wrong is looked at in the order in which it can be mended without the rest:
/// the file, Vulkan, the display.
fn view(file: Option<std::path::PathBuf>, scene: cli::SceneArgs) -> Result<(), Failure> {
    let document = startup::document(file.as_deref())?;
    let renderer = startup::renderer_options(&scene);
    startup::probe()?;
    let event_loop = display::connect()?;
    window::run(event_loop, window::Launch { document, scene, renderer })
}
