//! The search for system fonts, which provide the characters that the built-in fonts do not contain.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::disk::Disk;
use crate::tree::entries;

const EXTENSIONS: [&str; 4] = ["ttf", "otf", "ttc", "otc"];
/// The maximum number of folder levels that are searched, including the given folder.
const MAX_DEPTH: usize = 6;
const MAX_NAMES: usize = 20_000;

/// Finds the font files in folders and their subfolders, sorted and without duplicates. Ignores folders that cannot be listed.
pub fn find_fonts(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    let mut left = MAX_NAMES;
    for folder in folders {
        walk(folder, MAX_DEPTH, &mut left, &mut found);
    }
    found.into_iter().collect()
}

fn walk(folder: &Path, depth: usize, left: &mut usize, found: &mut BTreeSet<PathBuf>) {
    if depth == 0 || *left == 0 {
        return;
    }
    let entries = entries(&Disk, folder, *left).unwrap_or_default();
    *left -= entries.len();
    for entry in entries {
        if entry.is_folder {
            walk(&entry.path, depth - 1, left, found);
        } else if EXTENSIONS.iter().any(|extension| entry.has_extension(extension)) {
            found.insert(entry.path);
        }
    }
}
