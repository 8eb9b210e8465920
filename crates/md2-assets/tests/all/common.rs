//! Searches for the skins of models in temporary folders.

use md2_assets::{FolderCache, SkinCandidate, SkinSearch, find_skins};
use md2_testdata::TempFolder;

pub(crate) fn search(folder: &TempFolder, model: &str, names: &[&str]) -> SkinSearch {
    find_skins(&FolderCache::default(), &folder.path(model), names)
}

/// Creates `files`, whose names are separated by spaces. Returns the folder and the skins of the first file, which is the model. `names`
/// are the skin names in the model.
pub(crate) fn search_files(files: &str, names: &[&str]) -> (TempFolder, SkinSearch) {
    let folder = TempFolder::from_list(files);
    let model = files.split(' ').next().expect("there is a model");
    let search = search(&folder, model, names);
    (folder, search)
}

/// Returns the paths of the skins and the reasons for them as text: `path: reason; path: reason`.
pub(crate) fn describe<'a>(
    folder: &TempFolder,
    skins: impl IntoIterator<Item = &'a SkinCandidate>,
) -> String {
    let text = |skin: &SkinCandidate| format!("{}: {}", folder.name_of(&skin.path), skin.reason);
    skins.into_iter().map(text).collect::<Vec<_>>().join("; ")
}
