//! The licenses of the packages in a program.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::cargo;
use crate::failure::Failure;
use crate::files::{entries, name, read};

/// A package of another project that is part of the programs.
struct Dependency {
    /// The name and version, such as `png-0.18.1`. Its folder in cargo's cache has the same name.
    name: String,
    /// The SPDX expression in its manifest.
    license: String,
}

/// Returns the license texts of all packages that are linked into the programs for `target`. Each text is preceded by the packages that
/// contain it.
pub(super) fn notices(target: &str, packages: &[&str]) -> Result<String, Failure> {
    let mut tree = cargo::cargo();
    tree.args([
        "tree",
        "--locked",
        "--target",
        target,
        "--edges",
        "normal,no-proc-macro",
        "--prefix",
        "none",
    ]);
    tree.args(["--format", "{p}\t{l}"]).args(packages.iter().flat_map(|package| ["--package", package]));
    let tree = cargo::output(&mut tree)?;
    let mut metadata = cargo::cargo();
    metadata.args(["metadata", "--locked", "--format-version", "1", "--filter-platform", target]);
    let metadata = cargo::output(&mut metadata)?;
    let metadata = String::from_utf8_lossy(&metadata);
    let manifests = metadata.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let folders: BTreeMap<String, PathBuf> = manifests
        .filter_map(|manifest| Path::new(manifest).parent())
        .map(|folder| (name(folder), folder.to_path_buf()))
        .collect();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut summary = String::from("The programs contain these packages:\n\n");
    for Dependency { name, license } in dependencies(&String::from_utf8_lossy(&tree)) {
        let folder = folders.get(&name).ok_or_else(|| format!("cargo metadata does not list {name}"))?;
        let files = license_files(folder)?;
        let note = if files.is_empty() { ", no text in the package" } else { "" };
        let _ = writeln!(summary, "  {name} ({license}{note})");
        for file in files {
            texts.entry(read(&file)?.replace('\r', "").trim().to_owned()).or_default().push(name.clone());
        }
    }
    summary += "\nThe standard library of Rust is part of the programs, too (MIT OR Apache-2.0).\n";
    let mut texts: Vec<_> = texts.into_iter().map(|(text, packages)| (packages, text)).collect();
    texts.sort();
    for (packages, text) in texts {
        let _ = write!(summary, "\n{}\n{}\n\n{text}\n", "-".repeat(80), packages.join(", "));
    }
    Ok(summary)
}

/// Returns the packages of other projects in the output of `cargo tree`, sorted and without repetitions. The lines of this project's own
/// packages contain their folder.
fn dependencies(tree: &str) -> Vec<Dependency> {
    let dependency = |line: &str| {
        let (package, license) = line.split_once('\t')?;
        let mut words = package.split(' ');
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        let license = license.trim_end_matches(" (*)").to_owned();
        words
            .all(|word| !word.contains(['/', '\\']))
            .then(|| Dependency { name: format!("{name}-{version}"), license })
    };
    let mut found: Vec<_> = tree.lines().filter_map(dependency).collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found.dedup_by(|a, b| a.name == b.name);
    found
}

/// Returns the files with the license of a package: at the top of its folder, and beside fonts.
fn license_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in entries(folder)? {
        let name = name(&path).to_lowercase();
        let is_license =
            ["license", "licence", "copying", "notice", "copyright"].iter().any(|word| name.contains(word));
        if path.is_dir() && (name == "fonts" || name == "licenses") {
            files.extend(entries(&path)?.into_iter().filter(|file| {
                file.is_file() && (name == "licenses" || file.extension().is_some_and(|end| end == "txt"))
            }));
        } else if path.is_file() && is_license && path.extension().is_none_or(|end| end != "rs") {
            files.push(path);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_the_licenses_of_this_machines_programs() {
        let host = cargo::host().expect("rustc runs");
        let text = notices(&host, &["md2-viewer"]).expect("the packages are in cargo's cache");
        assert!(text.contains("\n  ash-0") && text.contains("SIL OPEN FONT LICENSE"), "{}", text.len());
        assert_eq!(text.matches("\n  png-").count(), 1, "each package once");
        assert!(!text.contains("\n  md2-"), "only packages of other projects");
    }
}
