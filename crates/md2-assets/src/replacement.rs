//! Pictures that replace the skins inside a Quake model (MDL).

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::skin::ImageFormat;
use crate::tree::{FolderCache, folder_of, game_root, lower_case};

/// Folders of a game in which replacements are looked for before the model's own, as DarkPlaces and FTE do.
const FOLDERS: [&str; 2] = ["override", "textures"];
/// What is added to the name of a picture for the layer that shines by itself.
const GLOW: [&str; 2] = ["_glow", "_luma"];

/// A picture that replaces a skin of a model, or one picture of a timed skin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacementImage {
    /// Number of the skin. One past the model's own adds a skin.
    pub skin: usize,
    /// Number of the picture in a timed skin; `None` for the whole skin.
    pub picture: Option<usize>,
    /// The file. It exists; whether it can be decoded is another matter.
    pub path: PathBuf,
    /// The file of the layer that light does not darken.
    pub glow: Option<PathBuf>,
}

/// Finds the pictures that replace the skins of the model at `model_path`: `player.mdl_0.tga` for the first skin of
/// `player.mdl`, `flame.mdl_0_2.tga` for the third picture of a timed one, with `_glow` or `_luma` behind it for a layer
/// that shines. They lie beside the model, or under its path in the game's `override` and `textures`.
///
/// Ordered by skin and picture, each once.
#[must_use]
pub fn find_replacements(tree: &FolderCache, model_path: &Path) -> Vec<ReplacementImage> {
    let own = folder_of(model_path);
    let model = lower_case(model_path.file_name().unwrap_or_default());
    let elsewhere = game_root(&own, "progs").into_iter().flat_map(|root| {
        FOLDERS.into_iter().filter_map(move |folder| tree.folder(&root, &[folder, "progs"]))
    });
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    for folder in elsewhere.chain([own]) {
        let entries = tree.list(&folder);
        let pictures = || entries.iter().filter(|entry| ImageFormat::from_name(&entry.path).is_some());
        // The first of each name counts, as of the pictures themselves.
        let mut glows = HashMap::new();
        for picture in pictures() {
            if let Some(stem) = GLOW.iter().find_map(|suffix| picture.stem().strip_suffix(suffix)) {
                glows.entry(stem).or_insert(&picture.path);
            }
        }
        for picture in pictures() {
            let Some((skin, number)) = picture.stem().strip_prefix(&*model).and_then(numbers) else {
                continue;
            };
            if !known.insert((skin, number)) {
                continue;
            }
            let glow = glows.get(picture.stem()).map(|&path| path.clone());
            found.push(ReplacementImage { skin, picture: number, path: picture.path.clone(), glow });
        }
    }
    found.sort_by_key(|replacement: &ReplacementImage| (replacement.skin, replacement.picture));
    found
}

/// The numbers of skin and picture in `_0` or `_0_2`.
fn numbers(suffix: &str) -> Option<(usize, Option<usize>)> {
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    let rest = suffix.strip_prefix('_')?;
    match rest.split_once('_') {
        None => Some((number(rest)?, None)),
        Some((skin, picture)) => Some((number(skin)?, Some(number(picture)?))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_numbers_and_nothing_else() {
        assert_eq!(numbers("_0"), Some((0, None)));
        assert_eq!(numbers("_10_2"), Some((10, Some(2))));
        for suffix in ["", "_", "0", "_a", "_0_", "_0_glow", "_0_1_2", "_+1", "_99999999999999999999"] {
            assert_eq!(numbers(suffix), None, "{suffix}");
        }
    }
}
