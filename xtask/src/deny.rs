//! `cargo deny`: checks advisories, licenses, sources and versions of dependencies by the rules in `deny.toml`.

use crate::cargo::{self, not_checked, succeeds};
use crate::failure::Failure;

const ALL: &str = "licenses, sources and advisories of dependencies";

/// Checks the dependencies, and reports the checks that were skipped for lack of a tool or of the network.
pub(crate) fn check() -> Result<(), Failure> {
    if !succeeds(&["deny", "--version"]) {
        return not_checked(ALL, "cargo-deny is not installed (`cargo install --locked cargo-deny`)");
    }
    // cargo-deny reads the manifests of the dependencies for all platforms, which may not be downloaded yet.
    if !succeeds(&["fetch", "--quiet", "--locked"]) {
        return not_checked(ALL, "cargo cannot fetch them");
    }
    println!("check: licenses, versions and sources of dependencies");
    let subjects = ["licenses", "bans", "sources"];
    cargo::run(cargo::cargo().args(["deny", "check", "--hide-inclusion-graph"]).args(subjects))?;
    if !succeeds(&["deny", "fetch", "db"]) {
        return not_checked("advisories on dependencies", "their database cannot be fetched");
    }
    println!("check: advisories on dependencies");
    cargo::run(cargo::cargo().args(["deny", "check", "--disable-fetch", "advisories"]))
}
