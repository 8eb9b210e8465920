//! `cargo deny`: checks advisories, licenses, sources and versions of dependencies by the rules in `deny.toml`.

use crate::cargo::{self, succeeds};
use crate::failure::Failure;

/// Checks the dependencies, and reports the checks that need a missing tool or the network.
pub(crate) fn check() -> Result<(), Failure> {
    if !succeeds(&["deny", "--version"]) {
        println!(
            "check: NOT CHECKED: licenses, sources and advisories of dependencies, because cargo-deny is not installed \
             (`cargo install --locked cargo-deny`)"
        );
        return Ok(());
    }
    // cargo-deny reads the manifests of the dependencies of all platforms, which may not be here yet.
    if !succeeds(&["fetch", "--quiet", "--locked"]) {
        println!(
            "check: NOT CHECKED: licenses, sources and advisories of dependencies, because cargo cannot fetch them"
        );
        return Ok(());
    }
    println!("check: licenses, versions and sources of dependencies");
    let subjects = ["licenses", "bans", "sources"];
    cargo::run(cargo::cargo().args(["deny", "check", "--hide-inclusion-graph"]).args(subjects))?;
    if !succeeds(&["deny", "fetch", "db"]) {
        println!("check: NOT CHECKED: advisories on dependencies, because their database cannot be fetched");
        return Ok(());
    }
    println!("check: advisories on dependencies");
    cargo::run(cargo::cargo().args(["deny", "check", "--disable-fetch", "advisories"]))
}
