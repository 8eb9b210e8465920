//! Images that replace the skins inside an MDL.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::find::{QUAKE3_ORDER, find_by_stem, format_rank};
use crate::model_names::model_stem;
use crate::skin::ImageFormat;
use crate::tree::{FolderCache, lower_case};

/// Folders of a game that are searched before the model's folder, in the order of the engines DarkPlaces and FTE.
pub(crate) const FOLDERS: [&[&str]; 4] =
    [&["override", PROGS], &["textures", PROGS], &["textures"], &[PROGS]];
pub(crate) const PROGS: &str = "progs";
const GLOW: [&str; 2] = ["_glow", "_luma"];

/// An image file that replaces a skin of a model, or one image of a skin group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacementImage {
    /// Index of the replaced skin. If the model has no skin with this index, the image is an additional skin.
    pub skin: usize,
    /// Index of the image in a skin group; `None` if the image replaces the whole skin.
    pub image: Option<usize>,
    /// Path of the file. The file exists, but it may not be a valid image.
    pub path: PathBuf,
    /// Path of the image that contains the glow layer: colors that stay bright in the dark.
    pub glow: Option<PathBuf>,
}

/// Finds the images that replace the skins of a model: `player.mdl_0.tga` for the first skin of `player.mdl`, `flame.mdl_0_2.tga` for the
/// third image of a skin group. The suffix `_glow` or `_luma` marks a glow layer. The search looks in the game's folders
/// `override/progs`, `textures/progs`, `textures` and `progs`, then next to the model.
///
/// The result is sorted by skin and image. Each image occurs once.
pub fn find_replacements(tree: &FolderCache, model_path: &Path) -> Vec<ReplacementImage> {
    let extension = lower_case(model_path.extension().unwrap_or_default());
    find_numbered(tree, model_path, &format!("{}.{extension}", model_stem(model_path)))
}

/// Finds the images named `BASE_SKIN` or `BASE_SKIN_IMAGE`, where `SKIN` is the index of a skin and `IMAGE` is the index of an image in a
/// skin group. `base` is the lower-case `BASE`.
pub(crate) fn find_numbered(tree: &FolderCache, model_path: &Path, base: &str) -> Vec<ReplacementImage> {
    let own = tree.folder_of(model_path);
    let root = tree.game_root(&own, PROGS);
    let others = root.as_ref().map(|root| tree.other_places(root)).unwrap_or_default();
    let places = || root.iter().chain(others.iter());
    let elsewhere = FOLDERS.iter().flat_map(|path| places().filter_map(|place| tree.folder(place, path)));
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    for folder in elsewhere.chain([own.clone()]) {
        let entries = tree.list(&folder);
        let named = &entries[entries.partition_point(|entry| &*entry.name < base)..];
        let mut named: Vec<_> = named.iter().take_while(|entry| entry.name.starts_with(base)).collect();
        named.sort_by_key(|entry| format_rank(&entry.name));
        for image in named {
            let numbers = image.stem().strip_prefix(base).and_then(parse_suffix);
            let Some((skin, number)) = numbers.filter(|_| ImageFormat::from_name(&image.path).is_some())
            else {
                continue;
            };
            // If several files have the same numbers, the first one is used, which has the best format.
            if !known.insert((skin, number)) {
                continue;
            }
            let glow = find_glow(tree, &image.path);
            found.push(ReplacementImage { skin, image: number, path: image.path.clone(), glow });
        }
    }
    found.sort_by_key(|replacement: &ReplacementImage| (replacement.skin, replacement.image));
    found
}

/// Finds the glow layer of an image. This is an image in the same folder whose name ends in `_glow` or `_luma`, as in `gun_glow.tga` for
/// `gun.tga`.
pub fn find_glow(tree: &FolderCache, image: &Path) -> Option<PathBuf> {
    let (entries, stem) = (tree.list(&tree.folder_of(image)), lower_case(image.file_stem()?));
    GLOW.iter().find_map(|suffix| find_by_stem(tree, &entries, &format!("{stem}{suffix}"), &QUAKE3_ORDER))
}

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
