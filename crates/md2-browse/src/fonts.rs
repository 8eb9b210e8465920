//! The search for system fonts with characters that the fonts of the program lack.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};

use md2_assets::ReadAs;
use skrifa::MetadataProvider as _;
use skrifa::raw::FileRef;

/// The maximum total size in bytes of the fonts that one search returns. `MAX_READ_BYTES` limits the size of the files that a search reads.
const MAX_TAKEN_BYTES: usize = 96 << 20;
const MAX_READ_BYTES: usize = 1 << 30;
const MAX_WANTED: usize = 4096;

#[derive(Debug)]
pub struct Font {
    pub bytes: Vec<u8>,
    pub index: u32,
    pub path: PathBuf,
}

pub fn folders() -> Vec<PathBuf> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = folder("HOME");
    let in_home = |path: &str| home.as_ref().map(|home| home.join(path));
    if cfg!(windows) {
        let own = folder("LOCALAPPDATA").map(|local| local.join("Microsoft/Windows/Fonts"));
        return folder("WINDIR").map(|windows| windows.join("Fonts")).into_iter().chain(own).collect();
    }
    if cfg!(target_vendor = "apple") {
        let system = ["/System/Library/Fonts", "/Library/Fonts"].map(PathBuf::from);
        return system.into_iter().chain(in_home("Library/Fonts")).collect();
    }
    let shared = env::var_os("XDG_DATA_DIRS").filter(|folders| !folders.is_empty());
    let shared = shared.unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    let own = folder("XDG_DATA_HOME").or_else(|| in_home(".local/share"));
    let data = env::split_paths(&shared).filter(|path| path.is_absolute()).chain(own);
    data.map(|data| data.join("fonts")).chain(in_home(".fonts")).collect()
}

pub fn search(folders: &[PathBuf], wanted: &BTreeSet<char>) -> Vec<Font> {
    let mut wanted: BTreeSet<char> = wanted.iter().copied().take(MAX_WANTED).collect();
    let mut files = md2_assets::find_fonts(folders);
    files.sort_by_cached_key(|path| (style_rank(path), path.clone()));
    let (mut taken, mut to_take, mut to_read) = (Vec::new(), MAX_TAKEN_BYTES, MAX_READ_BYTES);
    for path in files {
        if wanted.is_empty() || to_read == 0 {
            break;
        }
        let Ok(content) = md2_assets::read_file(&path, ReadAs::Font) else { continue };
        to_read = to_read.saturating_sub(content.bytes.len());
        let Some((index, covered)) = best_face(&content.bytes, &wanted) else { continue };
        if content.bytes.len() > to_take {
            continue;
        }
        to_take -= content.bytes.len();
        wanted.retain(|character| !covered.contains(character));
        taken.push(Font { bytes: content.bytes, index, path });
    }
    taken
}

fn best_face(bytes: &[u8], wanted: &BTreeSet<char>) -> Option<(u32, BTreeSet<char>)> {
    let fonts: Vec<_> = match FileRef::new(bytes).ok()? {
        FileRef::Font(font) => vec![Some(font)],
        FileRef::Collection(collection) => collection.iter().map(Result::ok).collect(),
    };
    let mut best: Option<(u32, BTreeSet<char>)> = None;
    for (index, font) in (0..).zip(fonts) {
        let Some(font) = font else { continue };
        // egui draws only outlines, no bitmaps.
        if font.outline_glyphs().format().is_none() {
            continue;
        }
        let characters = font.charmap();
        let covered: BTreeSet<char> =
            wanted.iter().copied().filter(|&character| characters.map(character).is_some()).collect();
        if covered.len() > best.as_ref().map_or(0, |(_, covered)| covered.len()) {
            best = Some((index, covered));
        }
    }
    best
}

fn style_rank(path: &Path) -> usize {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let count = |words: &[&str]| words.iter().filter(|word| name.contains(*word)).count();
    let differences = count(&["bold", "italic", "oblique", "black", "thin", "condensed", "mono", "emoji"]);
    2 * differences + usize::from(name.contains("serif") && !name.contains("sans"))
}
