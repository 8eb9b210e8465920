//! The checks of `cargo xtask check --all` that a change need not wait for. Each is skipped with a message if its tool is missing.

use std::process::{Command, Stdio};

use crate::cargo::{self, is_installed, not_checked, root, succeeds};
use crate::failure::Failure;
use crate::files::{entries, name, read};
use crate::{fuzz, setup};

/// The libraries that must build alone, and without the standard library.
const ALONE: [&str; 5] = ["md2-common", "md2-format", "mdl-format", "md3-format", "md2-anim"];

/// A target without a standard library.
const BARE_TARGET: &str = "thumbv7em-none-eabi";

const LINT: [&str; 2] = ["clippy", "--quiet"];
const DENY: [&str; 3] = ["--", "--deny", "warnings"];

/// Runs the checks. `revision` is the one with which public items are compared, by default that of the last tag.
pub(crate) fn check(revision: Option<&str>) -> Result<(), Failure> {
    setup::setup(setup::Purpose::Test)?;
    feature_sets()?;
    for target in ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"] {
        other_system(target)?;
    }
    without_std()?;
    fuzz::check_targets()?;
    dependencies()?;
    packages(revision)?;
    cargo::step(
        "lints of the shader compiler",
        &[&LINT[..], &["-p", "build-shaders", "--all-features", "--all-targets"], &DENY].concat(),
    )?;
    let test = ["test", "--quiet", "--package", "build-shaders", "--all-features"];
    cargo::step("the shader compiler's tests", &test)?;
    for tool in ["build-shaders", "build-assets"] {
        println!("check: {tool} --check");
        cargo::tool(tool, &["--check".to_owned()])?;
    }
    Ok(())
}

fn feature_sets() -> Result<(), Failure> {
    let parts = [
        ("md2-viewer", "x11"),
        ("md2-viewer", "wayland"),
        ("md2-kit", "md2"),
        ("md2-kit", "mdl"),
        ("md2-kit", "md3"),
    ];
    for (package, feature) in parts {
        let features = ["--package", package, "--no-default-features", "--features", feature];
        cargo::step(&format!("{package} for {feature} alone"), &[&LINT[..], &features, &DENY].concat())?;
    }
    ALONE.iter().try_for_each(|library| {
        cargo::step(&format!("{library} alone"), &[&LINT[..], &["--package", library], &DENY].concat())
    })
}

fn without_std() -> Result<(), Failure> {
    if !is_installed(BARE_TARGET) {
        let why = format!("the target is not installed (`rustup target add {BARE_TARGET}`)");
        return not_checked(&format!("{} without std", ALONE.join(", ")), &why);
    }
    let check = ["check", "--quiet", "--target", BARE_TARGET];
    let packages = ALONE.map(|library| ["--package", library]);
    cargo::step("libraries without std", &[&check, packages.as_flattened()].concat())
}

/// Checks the lints of the programs for another system. They are not linked, which would need a linker for that system.
fn other_system(target: &str) -> Result<(), Failure> {
    if !is_installed(target) {
        let why = format!("the target is not installed (`rustup target add {target}`)");
        return not_checked(&format!("the programs for {target}"), &why);
    }
    let programs = ["--package", "md2-viewer", "--package", "md2-tool", "--target", target];
    let launcher: &[&str] =
        if target.contains("windows") { &["--features", "md2-viewer/launcher"] } else { &[] };
    cargo::step(
        &format!("lints of the programs for {target}"),
        // On Windows, paths are a third larger than on Unix, and so are errors that contain them.
        &[&LINT[..], &programs, launcher, &DENY, &["--allow", "clippy::result_large_err"]].concat(),
    )
}

/// Checks licenses, sources, versions and advisories of dependencies by the rules in `deny.toml`.
fn dependencies() -> Result<(), Failure> {
    if !succeeds(&["deny", "--version"]) {
        return not_checked(
            "dependencies",
            "cargo-deny is not installed (`cargo install --locked cargo-deny`)",
        );
    }
    // cargo-deny reads the manifests of the dependencies for all platforms, which may not be downloaded yet.
    if !succeeds(&["fetch", "--quiet", "--locked"]) {
        return not_checked("dependencies", "cargo cannot fetch them");
    }
    let check = ["deny", "check", "--hide-inclusion-graph"];
    cargo::step(
        "licenses, versions and sources of dependencies",
        &[&check[..], &["licenses", "bans", "sources"]].concat(),
    )?;
    if !succeeds(&["deny", "fetch", "db"]) {
        return not_checked("advisories on dependencies", "their database cannot be fetched");
    }
    cargo::step("advisories on dependencies", &["deny", "check", "--disable-fetch", "advisories"])
}

/// Packs the published libraries, and compares their public items with those of a revision by the rules of semantic versions.
fn packages(revision: Option<&str>) -> Result<(), Failure> {
    let mut libraries = Vec::new();
    for folder in entries(&root().join("crates"))? {
        if !read(&folder.join("Cargo.toml"))?.contains("\npublish = false") {
            libraries.extend([String::from("--package"), name(&folder)]);
        }
    }
    println!("check: packages");
    let pack = ["package", "--quiet", "--locked", "--allow-dirty", "--no-verify"];
    cargo::run(cargo::cargo().args(pack).args(&libraries))?;
    if !succeeds(&["semver-checks", "--version"]) {
        let why = "cargo-semver-checks is not installed (`cargo install --locked cargo-semver-checks`)";
        return not_checked("public items", why);
    }
    let Some(revision) = revision.map(str::to_owned).or_else(last_tag) else {
        let why = "no revision is tagged; `cargo xtask check --all REVISION` names one";
        return not_checked("public items", why);
    };
    println!("check: public items since {revision}");
    cargo::run(cargo::cargo().args(["semver-checks", "--baseline-rev", &revision]).args(&libraries))
}

fn last_tag() -> Option<String> {
    let mut describe = Command::new("git");
    describe.args(["describe", "--tags", "--abbrev=0"]).current_dir(root()).stderr(Stdio::null());
    let tag = describe.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&tag.stdout).trim().to_owned())
}
