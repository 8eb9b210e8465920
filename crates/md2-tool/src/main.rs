//! `md2`: reads, checks, repairs and converts Quake's models.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::Parser as _;
use md2_tool::{Cli, failure, interrupt, logging, misspelled, program};

fn main() -> ExitCode {
    failure::set_program_name("md2");
    interrupt::ignore_file_size_signal();
    let cli = match Cli::try_parse_from(wild::args_os()) {
        Ok(cli) => cli,
        Err(error) => {
            let first = std::env::args_os().nth(1);
            let cause = first.and_then(|first| misspelled::cause(&first, &error, &program()));
            let Some(cause) = cause else { return logging::report_usage(&error) };
            return cause.report();
        }
    };
    logging::start::<tracing_subscriber::layer::Identity>(None);
    match cli.command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
