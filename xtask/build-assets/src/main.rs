//! Generates the project's own models, skins and floor.
//!
//! `build-assets` writes the files under `assets/` that are missing or out of date. `build-assets --check` writes nothing, and
//! fails if a file is missing or out of date. The program generates the same bytes on every machine.

#![forbid(unsafe_code)]
#![allow(unreachable_pub, reason = "`pub` marks the items that other modules of this program use")]

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
mod trig;
mod turn;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.len() > 1 || arguments.iter().any(|argument| argument != "--check") {
        eprintln!("usage: build-assets [--check]");
        return ExitCode::from(2);
    }
    match run(!arguments.is_empty()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("build-assets: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(check: bool) -> Result<ExitCode, export::Error> {
    let assets = assets::all()?;
    let stale: Vec<_> = assets.iter().filter(|asset| !asset.is_current()).collect();
    for asset in &stale {
        if check {
            eprintln!("assets/{} is missing or out of date", asset.path);
        } else {
            asset.write()?;
            println!("wrote assets/{}", asset.path);
        }
    }
    if check && !stale.is_empty() {
        eprintln!("run `cargo xtask build-assets` and commit the result");
        return Ok(ExitCode::FAILURE);
    }
    if check {
        println!("{} assets are up to date", assets.len());
    }
    Ok(ExitCode::SUCCESS)
}
