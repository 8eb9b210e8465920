//! Images that replace the skins inside an MDL.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::skin::ImageFormat;
use crate::tree::{FolderCache, folder_of, game_root, lower_case};

/// Folders of a game that are searched before the model's folder. Their order is that of DarkPlaces and FTE.
const FOLDERS: [&str; 2] = ["override", "textures"];
/// Name suffixes of images that contain a glow layer.
const GLOW: [&str; 2] = ["_glow", "_luma"];

/// An image file that replaces a skin of a model, or one image of a skin group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacementImage {
    /// Index of the skin. An index after the model's last skin adds a skin.
    pub skin: usize,
    /// Index of the image in a skin group; `None` if the image replaces the whole skin.
    pub image: Option<usize>,
    /// Path of the file. The file exists, but it may not be a valid image.
    pub path: PathBuf,
    /// Path of the image with the glow layer, whose colors lighting does not darken.
    pub glow: Option<PathBuf>,
}

/// Finds the images that replace the skins of a model: `player.mdl_0.tga` for the first skin of `player.mdl`, `flame.mdl_0_2.tga` for the
/// third image of a skin group. The suffix `_glow` or `_luma` marks a glow layer. The search looks next to the model, and under the
/// model's path in the game's folders `override` and `textures`.
///
/// The result is sorted by skin and image. Each image occurs once.
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
        let images = || entries.iter().filter(|entry| ImageFormat::from_name(&entry.path).is_some());
        // If several files have the same name, the first is used.
        let mut glows = HashMap::new();
        for image in images() {
            if let Some(stem) = GLOW.iter().find_map(|suffix| image.stem().strip_suffix(suffix)) {
                glows.entry(stem).or_insert(&image.path);
            }
        }
        for image in images() {
            let Some((skin, number)) = image.stem().strip_prefix(&*model).and_then(parse_suffix) else {
                continue;
            };
            if !known.insert((skin, number)) {
                continue;
            }
            let glow = glows.get(image.stem()).map(|&path| path.clone());
            found.push(ReplacementImage { skin, image: number, path: image.path.clone(), glow });
        }
    }
    found.sort_by_key(|replacement: &ReplacementImage| (replacement.skin, replacement.image));
    found
}

/// Parses the indices of skin and image in a suffix such as `_0` or `_0_2`.
fn parse_suffix(suffix: &str) -> Option<(usize, Option<usize>)> {
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    let rest = suffix.strip_prefix('_')?;
    match rest.split_once('_') {
        None => Some((number(rest)?, None)),
        Some((skin, image)) => Some((number(skin)?, Some(number(image)?))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_numeric_suffixes_only() {
        assert_eq!(parse_suffix("_0"), Some((0, None)));
        assert_eq!(parse_suffix("_10_2"), Some((10, Some(2))));
        for suffix in ["", "_", "0", "_a", "_0_", "_0_glow", "_0_1_2", "_+1", "_99999999999999999999"] {
            assert_eq!(parse_suffix(suffix), None, "{suffix}");
        }
    }
}
