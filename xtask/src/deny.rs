//! `cargo deny`: known defects, licenses, sources and versions of the packages that are built, by `deny.toml`.

use crate::cargo::{self, succeeds};
use crate::failure::Failure;

/// Checks the packages, as far as the tool is there and can know of them, and says what it left out.
pub(crate) fn check() -> Result<(), Failure> {
    if !succeeds(&["deny", "--version"]) {
        println!(
            "check: NOT CHECKED: licenses, sources and advisories of packages, as cargo-deny is not installed \
             (`cargo install --locked cargo-deny`)"
        );
        return Ok(());
    }
    // It reads the manifests of all platforms' packages, also of those that are never built here.
    if !succeeds(&["fetch", "--quiet", "--locked"]) {
        println!(
            "check: NOT CHECKED: licenses, sources and advisories of packages, which cargo cannot fetch"
        );
        return Ok(());
    }
    println!("check: licenses, versions and sources of packages");
    let subjects = ["licenses", "bans", "sources"];
    cargo::run(cargo::cargo().args(["deny", "check", "--hide-inclusion-graph"]).args(subjects))?;
    if !succeeds(&["deny", "fetch", "db"]) {
        println!("check: NOT CHECKED: advisories on packages, as their database cannot be fetched");
        return Ok(());
    }
    println!("check: advisories on packages");
    cargo::run(cargo::cargo().args(["deny", "check", "--disable-fetch", "advisories"]))
}
