//! Searches for the skins of models in temporary folders.

use md2_assets::{FolderCache, SkinCandidate, SkinSearch, find_skins};
use md2_testdata::png::{png, zeros};
use md2_testdata::{Md2Spec, TempFolder};

pub(crate) fn search(folder: &TempFolder, model: &str, names: &[&str]) -> SkinSearch {
    find_skins(&FolderCache::default(), &folder.path(model), names)
}

/// Creates `files`, whose names are separated by spaces: empty files, images such as `a.png:64x32`, and models such as `b.md2=skin.pcx`
/// with a skin name. Returns the folder and the skins of the first file, which is the model. `names` are the skin names in it. If an image
/// has a size, the skins of the models have 256 x 128 texels.
pub(crate) fn search_sized_files(files: &str, names: &[&str]) -> (TempFolder, SkinSearch) {
    let folder = TempFolder::new();
    let write_md2 = |model: &str, names: &[&str]| {
        let skins = names.iter().map(|name| name.as_bytes().to_vec()).collect();
        let spec = Md2Spec { skin_size: [256, 128], skins, ..md2_testdata::one_triangle() };
        folder.write(model, spec.build().bytes());
    };
    let model = files.split(' ').next().expect("there is a model");
    folder.write(model, b"");
    for file in files.split(' ').skip(1) {
        if let Some((other, name)) = file.split_once('=') {
            write_md2(other, &[name]);
        } else if let Some((image, size)) = file.split_once(':') {
            let (width, height) = size.split_once('x').expect("two sides");
            let size = [width, height].map(|side| side.parse().expect("a number"));
            folder.write(image, &png(size, &[], &zeros(1)));
            write_md2(model, names);
        } else {
            folder.write(file, b"");
        }
    }
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
