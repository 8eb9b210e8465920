//! The command line for Quake's models: `md2 info`, `check`, `export` and more, without a window and without a GPU.
//!
//! Each module of [`commands`] contains the arguments of a command and a function that runs it. The viewer also calls these functions.
//! The program `md2` has exactly these commands. A program with more commands includes [`Command`] in its own enum, with
//! `#[command(flatten)]`.
//!
//! Files are written completely or not at all ([`output`]). Every error is a [`Failure`] with a stable exit code.

#![forbid(unsafe_code)]
#![allow(missing_docs, reason = "a part of the two programs, not a library for others")]

pub mod args;
pub mod commands;
pub mod crowd;
pub mod edited;
pub mod enhanced;
pub mod failure;
mod failures;
pub mod folders;
mod game_path;
pub mod inputs;
pub mod interrupt;
pub mod logging;
pub mod misspelled;
pub mod open;
pub mod output;
mod parallel;
pub mod picture;
pub mod pipeline_cache;
pub mod recovery;
pub mod repaired;
mod report;
pub mod scene_setup;
pub mod sources;
pub mod timings;

use clap::{CommandFactory as _, Parser};

pub use commands::Command;
pub use failure::Failure;

/// The command line of the program `md2`.
#[derive(Debug, Parser)]
#[command(
    name = "md2",
    // Without it, Windows shows the extension of the file.
    bin_name = "md2",
    version,
    about = "Reads, checks, repairs and converts Quake's models: MDL, MD2 and MD3",
    after_help = failure::exit_codes(),
    arg_required_else_help = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

pub fn program() -> clap::Command {
    Cli::command()
}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
