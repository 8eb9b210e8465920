//! `cargo xtask release --check`: what is missing for a release.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::{Failure, cargo};

/// What a manifest of a crate that is published says of it.
const FIELDS: [&str; 6] = ["description", "version", "license", "rust-version", "keywords", "categories"];
/// What lies beside it, and so in the package.
const FILES: [&str; 3] = ["README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Lists what is missing; packs all libraries, and with `--build` builds them from their packages.
pub(crate) fn release(arguments: &[String]) -> Result<(), Failure> {
    let build = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--check"] => false,
        ["--check", "--build"] => true,
        _ => return Err(String::from("it takes --check, and behind it --build to build what is packed")),
    };
    let crates = crates()?;
    let mut missing = Vec::new();
    for member in &crates {
        missing.extend(member.missing());
    }
    missing.extend(of_workspace(
        &read(&cargo::root().join("Cargo.toml"))?,
        &read(&cargo::root().join("CHANGELOG.md"))?,
    ));
    let mut pack = cargo::cargo();
    pack.args(["package", "--quiet", "--locked", "--allow-dirty", "--target-dir"]);
    pack.arg(cargo::target_dir()?.join("release-check"));
    for member in crates.iter().filter(|member| member.is_published()) {
        pack.args(["--package", &member.name]);
    }
    if !build {
        pack.arg("--no-verify");
    }
    if let Err(why) = cargo::run(&mut pack) {
        missing.push(format!("packages of all libraries ({why})"));
    }
    for line in &missing {
        println!("missing: {line}");
    }
    match missing.len() {
        0 => Ok(()),
        1 => Err(String::from("one thing is missing for a release")),
        many => Err(format!("{many} things are missing for a release")),
    }
}

/// A crate of the workspace.
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
        let mut missing: Vec<String> =
            fields.chain(files).map(|what| format!("{what} of {}", self.name)).collect();
        // With a version, it would have to be published before the crate that only its tests need it for.
        if self.manifest.lines().any(|line| sets(line, "md2-testdata.workspace")) {
            missing.push(format!("a dependency on md2-testdata by path alone in {}", self.name));
        }
        missing
    }
}

/// Whether a line of a manifest gives a field a value, its own or the workspace's.
fn sets(line: &str, field: &str) -> bool {
    let rest = line.strip_prefix(field).map(|rest| rest.strip_prefix(".workspace").unwrap_or(rest));
    rest.is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// Whether a text is a day as changelogs have it: `2026-01-31`.
fn is_date(text: &str) -> bool {
    let digits = |range: Range<usize>| {
        text.get(range).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    text.len() == 10
        && digits(0..4)
        && digits(5..7)
        && digits(8..10)
        && [4, 7].map(|at| text.as_bytes()[at]) == *b"--"
}

/// What the workspace and its changelog lack.
fn of_workspace(manifest: &str, changelog: &str) -> Vec<String> {
    let mut missing = Vec::new();
    if !manifest.lines().any(|line| sets(line, "repository")) {
        missing.push(String::from(
            "repository in the workspace's manifest: where it will lie is not known here",
        ));
    }
    let version = env!("CARGO_PKG_VERSION");
    let title = format!("## [{version}]");
    match changelog.lines().find_map(|line| line.strip_prefix(&title)) {
        None => missing.push(format!("a section [{version}] in CHANGELOG.md")),
        Some(rest) if !is_date(rest.trim_start_matches([' ', '-'])) => {
            missing.push(format!("the day of the release behind [{version}] in CHANGELOG.md"));
        }
        Some(_) => {}
    }
    missing
}

fn crates() -> Result<Vec<Member>, Failure> {
    let folder = cargo::root().join("crates");
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut members = Vec::new();
    for entry in fs::read_dir(&folder).map_err(told)? {
        let folder = entry.map_err(told)?.path();
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        members.push(Member { name, manifest: read(&folder.join("Cargo.toml"))?, folder });
    }
    members.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(members)
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_library_has_what_its_package_needs() {
        let crates = crates().expect("the workspace is there");
        let libraries = crates.iter().filter(|member| member.is_published()).count();
        assert!(libraries >= 12, "{libraries}");
        let missing: Vec<String> = crates.iter().flat_map(Member::missing).collect();
        assert!(missing.is_empty(), "{missing:#?}");
    }

    #[test]
    fn what_is_missing_is_named() {
        let member = Member {
            name: String::from("a"),
            folder: PathBuf::from("/nowhere"),
            manifest: String::from(
                "version.workspace = true\ndescription = \"x\"\nmd2-testdata.workspace = true\n",
            ),
        };
        let missing = member.missing().join(", ");
        assert_eq!(
            missing,
            "license of a, rust-version of a, keywords of a, categories of a, README.md of a, LICENSE-MIT of a, \
             LICENSE-APACHE of a, a dependency on md2-testdata by path alone in a"
        );
        let hidden = Member { manifest: String::from("publish = false"), ..member };
        assert!(hidden.missing().is_empty());
        let version = env!("CARGO_PKG_VERSION");
        let of_changelog =
            |rest: &str| of_workspace("repository = \"x\"", &format!("## [{version}]{rest}\n"));
        let undated = [format!("the day of the release behind [{version}] in CHANGELOG.md")];
        assert_eq!(of_changelog(" - Unreleased"), undated);
        assert_eq!(of_changelog(""), undated);
        assert!(of_changelog(" - 2026-01-31").is_empty());
        let none = [format!("a section [{version}] in CHANGELOG.md")];
        assert_eq!(of_workspace("repository = \"x\"", "## [0.0.0] - 2026-01-31\n"), none);
    }
}
