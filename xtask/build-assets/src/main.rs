//! Generates the project's own models, skins and floor.
//!
//! `build-assets` writes what is missing or differs under `assets/`; `build-assets --check` writes nothing and fails if
//! anything would be written. The same source gives the same bytes on every machine.

#![forbid(unsafe_code)]
#![allow(
    unreachable_pub,
    reason = "`pub` marks what a module offers to the others; nothing outside sees any of it"
)]

mod assets;
mod body;
mod clips;
mod degrees;
mod export;
mod floor;
mod ik;
mod motion;
mod paint;
mod props;
mod skeleton;
#[cfg(test)]
mod steadied;
#[cfg(test)]
mod tests;
mod trig;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let check = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--check"] => true,
        _ => {
            eprintln!("usage: build-assets [--check]");
            return ExitCode::from(2);
        }
    };
    match run(check) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("build-assets: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Makes the assets, then writes them or compares them.
fn run(check: bool) -> Result<ExitCode, export::Error> {
    let assets = assets::all()?;
    let folder = assets::folder();
    if check {
        let stale = assets::stale(&assets, &folder);
        for path in &stale {
            eprintln!("assets/{path} is missing or differs from what its source makes");
        }
        if !stale.is_empty() {
            eprintln!("`cargo xtask build-assets` brings it up to date");
            return Ok(ExitCode::FAILURE);
        }
        println!("{} assets are up to date", assets.len());
    } else {
        for path in assets::write(&assets, &folder)? {
            println!("wrote assets/{path}");
        }
    }
    Ok(ExitCode::SUCCESS)
}
