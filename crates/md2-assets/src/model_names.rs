//! Reading of the image names and the skin size in a model file.

use std::borrow::Cow;
use std::path::Path;

use md2_common::FileKind;
use md3_format::{Md3, split_lod_suffix};

use crate::read::ReadAs;
use crate::tree::{FolderCache, lower_case};

/// Number of bytes that are read from the start of an MD2. They contain the header and, in usual files, the skin names.
const START_BYTES: u64 = 8192;
const NAME_BYTES: usize = 64;
const SKIN_SIZE: [usize; 2] = [8, 12];
const SKIN_COUNT: usize = 20;
const SKIN_OFFSET: usize = 44;
const MAX_NAMES: usize = 1024;

/// Reads the skin size in the header of an MD2. `None` for other formats, and if the width or height is 0.
pub(crate) fn read_skin_size(tree: &FolderCache, path: &Path) -> Option<[u32; 2]> {
    let start = tree.read_start(path, START_BYTES).ok()?;
    (FileKind::detect(&start)? == FileKind::Md2).then_some(())?;
    let [width, height] = SKIN_SIZE.map(|offset| field(&start, offset));
    Some([width?, height?]).filter(|size| size.iter().all(|&side| side > 0))
}

/// Reads the image names in a model file: the skin names of an MD2, or the shader names of an MD3. The result is empty if the file cannot
/// be read.
pub(crate) fn read_image_names(tree: &FolderCache, path: &Path) -> Vec<Vec<u8>> {
    let start = tree.read_start(path, START_BYTES).unwrap_or_default();
    if FileKind::detect(&start) == Some(FileKind::Md3) {
        return tree.read(path, ReadAs::Model).map_or_else(|_| Vec::new(), |bytes| image_names(&bytes));
    }
    image_names(&start)
}

pub(crate) fn image_names(bytes: &[u8]) -> Vec<Vec<u8>> {
    match FileKind::detect(bytes) {
        Some(FileKind::Md2) => skin_names(bytes).unwrap_or_default(),
        Some(FileKind::Md3) => surfaces(bytes).into_iter().map(|(_, shader)| shader).collect(),
        _ => Vec::new(),
    }
}

fn skin_names(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let place = |offset: usize| usize::try_from(field(bytes, offset)?).ok();
    let names = bytes.get(place(SKIN_OFFSET)?..)?.chunks_exact(NAME_BYTES);
    let names = names.take(place(SKIN_COUNT)?.min(MAX_NAMES));
    Some(names.map(|name| name.split(|&byte| byte == 0).next().unwrap_or_default().to_vec()).collect())
}

fn field(bytes: &[u8], offset: usize) -> Option<u32> {
    bytes.get(offset..)?.first_chunk().map(|value| u32::from_le_bytes(*value))
}

pub(crate) fn surfaces(bytes: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let Ok(md3) = Md3::parse(bytes) else { return Vec::new() };
    let shader = |surface: &md3_format::Surface<'_>| {
        surface.shaders().first().map_or_else(Vec::new, |shader| shader.name.as_bytes().to_vec())
    };
    md3.surfaces().iter().map(|surface| (surface.name().as_bytes().to_vec(), shader(surface))).collect()
}

/// Returns the file name of a model without extension, in lower case, and without the words with which file managers mark copies: `tris`
/// for `copy of tris.md2` and `tris (1).md2`. For a level of detail of an MD3, returns the name of the full model.
pub(crate) fn model_stem(path: &Path) -> String {
    let stem = lower_case(path.file_stem().unwrap_or_default());
    let name = without_copy_marks(&stem);
    let is_md3 = path.extension().is_some_and(|extension| lower_case(extension) == "md3");
    let full = split_lod_suffix(name).filter(|_| is_md3);
    full.map_or(name, |(full, _)| full).to_owned()
}

/// Removes the words with which file managers mark copies from a lower-case file name without extension: `tris` for `tris (1)`.
pub(crate) fn without_copy_marks(stem: &str) -> &str {
    let mut name = stem;
    while let Some(original) = original_name(name) {
        name = original;
    }
    name
}

/// Returns the key by which lists sort a lower-case file name, so that copies follow the original: the name of the original, and
/// whether the name is that of a copy. The name may begin with folders.
pub(crate) fn copies_last(path: &str) -> (Cow<'_, str>, bool) {
    let (folder, name) = path.split_at(path.rfind('/').map_or(0, |slash| slash + 1));
    let (stem, extension) = name.split_at(name.rfind('.').unwrap_or(name.len()));
    match without_copy_marks(stem) {
        original if original == stem => (path.into(), false),
        original => (format!("{folder}{original}{extension}").into(), true),
    }
}

/// Removes one copy mark, such as ` (1)` or ` - copy`, from a file name without extension. `None` if the name has no such mark.
fn original_name(name: &str) -> Option<&str> {
    let before = || {
        let rest = name.strip_prefix("copy ")?;
        let numbered = || rest.strip_prefix('(')?.split_once(") of ").filter(|(number, _)| is_number(number));
        rest.strip_prefix("of ").or_else(|| Some(numbered()?.1))
    };
    let in_brackets = || {
        let (name, mark) = name.strip_suffix(')')?.rsplit_once('(')?;
        let is_copy = is_number(mark) || mark.split(' ').any(|word| word == "copy");
        is_copy.then(|| name.trim_end())
    };
    let after = || {
        let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end();
        let name = name.strip_suffix("copy")?;
        let original = name.trim_end_matches([' ', '-', '_']);
        (original.len() < name.len()).then_some(original)
    };
    before().or_else(after).or_else(in_brackets).filter(|name| !name.is_empty())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_the_marks_of_copies() {
        // Windows, macOS, GNOME and web browsers name copies in these ways.
        for (file, expected) in [
            ("tris.md2", "tris"),
            ("Tris (1).MD2", "tris"),
            ("tris(2).md2", "tris"),
            ("Copy of tris.md2", "tris"),
            ("copy of copy of tris (3).md2", "tris"),
            ("tris - Copy (2).md2", "tris"),
            ("tris copy.md2", "tris"),
            ("tris copy 2.md2", "tris"),
            ("tris (copy).md2", "tris"),
            ("tris (3rd copy).md2", "tris"),
            ("Copy (2) of tris.md2", "tris"),
            ("tris_copy.md2", "tris"),
            ("upper_1 (1).md3", "upper"),
            ("w_1.md2", "w_1"),
            ("copy.md2", "copy"),
            ("(1).md2", "(1)"),
            ("tris (a).md2", "tris (a)"),
            ("photocopy.md2", "photocopy"),
            ("photocopy 2.md2", "photocopy 2"),
            ("copy of.md2", "copy of"),
        ] {
            assert_eq!(model_stem(Path::new(file)), expected, "{file}");
        }
    }

    #[test]
    fn reads_the_names_and_the_size_of_an_md2() {
        let spec = md2_testdata::Md2Spec {
            skin_size: [276, 194],
            skins: vec![b"models/a.pcx".to_vec(), b"b".to_vec()],
            ..md2_testdata::one_triangle()
        };
        let file = spec.build().into_bytes();
        assert_eq!(image_names(&file), [&b"models/a.pcx"[..], b"b"]);
        for length in 0..file.len() {
            assert!(image_names(&file[..length]).len() <= 2, "cut at {length}");
        }
        let folder = md2_testdata::TempFolder::new();
        assert_eq!(read_skin_size(&FolderCache::default(), &folder.file("a.md2", &file)), Some([276, 194]));
        assert_eq!(read_image_names(&FolderCache::default(), &folder.path("a.md2")).len(), 2);
    }
}
