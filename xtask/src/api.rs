//! `cargo xtask api`: lists the public items of the published libraries in `docs/api`, so that they change only on purpose.
//! Also reports public items that nothing names.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::unnamed::unnamed;
use crate::{cargo, files, release, setup};

/// The program that makes the lists. It reads a format of rustdoc that only nightly toolchains write.
const TOOL: &str = "cargo-public-api";

/// Writes the lists. With `--check`, compares them with the code instead. Then searches the lists for items that nothing names.
pub(crate) fn api(arguments: &[String]) -> Result<(), Failure> {
    let is_check = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--check"] => true,
        _ => return Err("expected no argument, or --check".into()),
    };
    compare(is_check)?;
    let found = unnamed()?;
    found.iter().for_each(|item| println!("nothing names {item}"));
    match found.len() {
        0 => Ok(()),
        count => Err(format!(
            "{count} public items that no other crate, test, example or documented program names"
        )),
    }
}

fn compare(is_check: bool) -> Result<(), Failure> {
    let has_nightly = cargo::status(nightly().arg("--version").stdout(Stdio::null()).stderr(Stdio::null()))
        .is_ok_and(|status| status.success());
    if setup::program(TOOL).is_none() || !has_nightly {
        let why = format!("{TOOL} (`cargo install --locked {TOOL}`) or a nightly toolchain is missing");
        return cargo::not_checked("the lists of public items", &why);
    }
    let mut different = Vec::new();
    for library in release::published()? {
        let mut list = nightly();
        list.args(["public-api", "--package", &library, "--all-features", "-sss"]);
        let items = String::from_utf8_lossy(&cargo::output(&mut list)?).into_owned();
        let path = cargo::root().join("docs/api").join(format!("{library}.txt"));
        if !is_check {
            files::write(&path, items.as_bytes())?;
            continue;
        }
        let known = fs::read_to_string(&path).unwrap_or_default();
        if known != items {
            print_difference(&library, &known, &items);
            different.push(library);
        }
    }
    if different.is_empty() {
        return Ok(());
    }
    Err(format!("public items of {} changed; `cargo xtask api` writes the lists", different.join(", ")))
}

fn nightly() -> Command {
    let mut cargo = Command::new("cargo");
    cargo.arg("+nightly").current_dir(cargo::root());
    // Builds of another compiler would replace those of the tests.
    if let Ok(folder) = cargo::target_dir() {
        cargo.env("CARGO_TARGET_DIR", folder.join("api"));
    }
    cargo
}

fn print_difference(library: &str, known: &str, found: &str) {
    let [known, found] = [known, found].map(|list| list.lines().collect::<BTreeSet<_>>());
    known.difference(&found).for_each(|item| println!("{library}: - {item}"));
    found.difference(&known).for_each(|item| println!("{library}: + {item}"));
}
