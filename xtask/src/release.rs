//! `cargo xtask release --check`: lists what is missing for a release.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo;
use crate::failure::Failure;
use crate::files::{copy, entries, name, read, remove_folder, write};

const FIELDS: [&str; 6] = ["description", "version", "license", "rust-version", "keywords", "categories"];
const FILES: [&str; 3] = ["README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Lists what is missing and packs all libraries. With `--build`, also builds and tests the packages.
pub(crate) fn release(arguments: &[String]) -> Result<(), Failure> {
    let build = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--check"] => false,
        ["--check", "--build"] => true,
        _ => return Err("expected --check, or --check --build".into()),
    };
    let crates = crates()?;
    let mut missing: Vec<String> = crates.iter().flat_map(Member::missing).collect();
    let [manifest, changelog] = ["Cargo.toml", "CHANGELOG.md"].map(|name| read(&cargo::root().join(name)));
    missing.extend(missing_in_workspace(&manifest?, &changelog?));
    let published: Vec<&str> =
        crates.iter().filter(|member| member.is_published()).map(|member| member.name.as_str()).collect();
    let folder = cargo::target_dir()?.join("release-check");
    let mut pack = cargo::cargo();
    pack.args(["package", "--quiet", "--locked", "--allow-dirty", "--target-dir"]).arg(&folder);
    for name in &published {
        pack.args(["--package", name]);
    }
    // Cargo would build them against each other, but against the versions of an earlier run if the registry's cache contains these.
    pack.arg("--no-verify");
    if let Err(why) = cargo::run(&mut pack) {
        missing.push(format!("packages of all libraries ({why})"));
    } else if build && let Err(why) = test_packages(&folder, &published) {
        missing.push(format!("a build of the packages and passing tests ({why})"));
    }
    for line in &missing {
        println!("missing: {line}");
    }
    match missing.len() {
        0 => Ok(()),
        count => Err(format!("missing for a release: {count}")),
    }
}

/// Returns the names of the published libraries.
pub(crate) fn published() -> Result<Vec<String>, Failure> {
    Ok(crates()?.into_iter().filter(Member::is_published).map(|member| member.name).collect())
}

/// Unpacks the packages into a workspace, builds them, and runs the tests that they contain.
fn test_packages(folder: &Path, published: &[&str]) -> Result<(), Failure> {
    let packages = folder.join("package");
    for name in published {
        let folder = packages.join(unpacked(name));
        remove_folder(&folder)?;
        let mut unpack = Command::new("tar");
        unpack
            .arg("-xzf")
            .arg(folder.with_file_name(format!("{}.crate", unpacked(name))))
            .arg("-C")
            .arg(&packages);
        cargo::run(&mut unpack)?;
    }
    let manifest = packages.join("Cargo.toml");
    write(&manifest, workspace_of_packages(published).as_bytes())?;
    // The packages are tested with the same versions of dependencies as the workspace.
    copy(&cargo::root().join("Cargo.lock"), &packages.join("Cargo.lock"))?;
    let mut build = cargo::cargo();
    build.args(["build", "--quiet", "--workspace", "--manifest-path"]).arg(&manifest);
    cargo::run(build.arg("--target-dir").arg(folder))?;
    let mut test = cargo::cargo();
    test.args(["test", "--quiet", "--no-fail-fast", "--manifest-path"]).arg(&manifest);
    test.arg("--target-dir").arg(folder);
    for name in published.iter().filter(|name| packages.join(unpacked(name)).join("tests").is_dir()) {
        test.args(["--package", name]);
    }
    cargo::run(&mut test)
}

/// Returns the manifest of a workspace that contains the unpacked packages. In this workspace, the packages depend on each other instead of
/// on packages of a registry.
fn workspace_of_packages(names: &[&str]) -> String {
    let mut manifest = String::from("[workspace]\nresolver = \"3\"\nmembers = [");
    for name in names {
        let _ = write!(manifest, "\"{}\", ", unpacked(name));
    }
    manifest += "]\n\n[patch.crates-io]\n";
    for name in names {
        let _ = writeln!(manifest, "{name} = {{ path = \"{}\" }}", unpacked(name));
    }
    // Tests are optimized, since some of them damage a file a million times.
    manifest + "\n[profile.dev]\nopt-level = 2\ndebug = false\n"
}

fn unpacked(name: &str) -> String {
    format!("{name}-{}", env!("CARGO_PKG_VERSION"))
}

#[derive(Debug)]
struct Member {
    name: String,
    folder: PathBuf,
    manifest: String,
}

impl Member {
    fn is_published(&self) -> bool {
        !self.manifest.lines().any(|line| line.trim() == "publish = false")
    }

    fn missing(&self) -> Vec<String> {
        if !self.is_published() {
            return Vec::new();
        }
        let fields = FIELDS.iter().filter(|field| !self.manifest.lines().any(|line| sets(line, field)));
        let files = FILES.iter().filter(|file| !self.folder.join(file).is_file());
        fields.chain(files).map(|what| format!("{what} of {}", self.name)).collect()
    }
}

/// Whether a line of a manifest sets a field, directly or from the workspace.
fn sets(line: &str, field: &str) -> bool {
    let rest = line.strip_prefix(field).map(|rest| rest.strip_prefix(".workspace").unwrap_or(rest));
    rest.is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// Whether a text is a date of the form `2026-01-31`.
fn is_date(text: &str) -> bool {
    let fits = |(i, byte): (usize, u8)| if matches!(i, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    text.len() == 10 && text.bytes().enumerate().all(fits)
}

fn missing_in_workspace(manifest: &str, changelog: &str) -> Vec<String> {
    let mut missing = Vec::new();
    if !manifest.lines().any(|line| sets(line, "repository")) {
        missing.push("repository in the workspace's manifest".into());
    }
    let version = env!("CARGO_PKG_VERSION");
    let title = format!("## [{version}]");
    match changelog.lines().find_map(|line| line.strip_prefix(&title)) {
        None => missing.push(format!("a section [{version}] in CHANGELOG.md")),
        Some(rest) if !is_date(rest.trim_start_matches([' ', '-'])) => {
            missing.push(format!("the date of the release after [{version}] in CHANGELOG.md"));
        }
        Some(_) => {}
    }
    missing
}

fn crates() -> Result<Vec<Member>, Failure> {
    let member = |folder: PathBuf| {
        Ok(Member { name: name(&folder), manifest: read(&folder.join("Cargo.toml"))?, folder })
    };
    entries(&cargo::root().join("crates"))?.into_iter().map(member).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_library_has_all_fields_and_files() {
        let crates = crates().expect("the workspace exists");
        let libraries = crates.iter().filter(|member| member.is_published()).count();
        assert!(libraries >= 13, "{libraries}");
        let missing: Vec<String> = crates.iter().flat_map(Member::missing).collect();
        assert!(missing.is_empty(), "{missing:#?}");
    }

    #[test]
    fn lists_missing_fields_files_and_dates() {
        let member = Member {
            name: String::from("a"),
            folder: PathBuf::from("/nowhere"),
            manifest: String::from("version.workspace = true\ndescription = \"x\"\n"),
        };
        let missing = member.missing().join(", ");
        assert_eq!(
            missing,
            "license of a, rust-version of a, keywords of a, categories of a, README.md of a, LICENSE-MIT of a, \
             LICENSE-APACHE of a"
        );
        let hidden = Member { manifest: String::from("publish = false"), ..member };
        assert!(hidden.missing().is_empty());
        let version = env!("CARGO_PKG_VERSION");
        let of_changelog =
            |rest: &str| missing_in_workspace("repository = \"x\"", &format!("## [{version}]{rest}\n"));
        let undated = [format!("the date of the release after [{version}] in CHANGELOG.md")];
        assert_eq!(of_changelog(" - Unreleased"), undated);
        assert_eq!(of_changelog(""), undated);
        assert!(of_changelog(" - 2026-01-31").is_empty());
        let none = [format!("a section [{version}] in CHANGELOG.md")];
        assert_eq!(missing_in_workspace("repository = \"x\"", "## [0.0.0] - 2026-01-31\n"), none);
    }
}
