//! Writing of pictures as PNG files, and names of exported files.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use md2_assets::{RgbaImage, VIEWER_SOFTWARE};
use md2_picture::encode_png;

use crate::failure::Failure;
use crate::output::{self, Overwrite};
use crate::report::print_beside;

const MAX_NUMBER: u32 = 9999;
/// The maximum length of the stem of a file name, in bytes. Most systems allow names of 255 bytes.
const MAX_STEM_BYTES: usize = 120;

/// Encodes RGBA pixels as PNG. The file contains the name of the program, so that the search for skins does not mistake a picture in
/// the folder of a model for a skin.
pub fn encode(size: [u32; 2], rgba: &[u8]) -> anyhow::Result<Vec<u8>> {
    encode_png(size, rgba, VIEWER_SOFTWARE).context("cannot encode the picture")
}

pub fn write(path: &Path, size: [u32; 2], rgba: &[u8], overwrite: Overwrite) -> Result<(), Failure> {
    let bytes = encode(size, rgba).map_err(Failure::File)?;
    output::write(path, &bytes, overwrite)
}

/// Prints the path and the size of a written picture or animation.
pub fn report(path: &Path, [width, height]: [u32; 2], pictures: u32) -> Result<(), Failure> {
    let pictures = if pictures == 1 { String::new() } else { format!(", {pictures} pictures") };
    print_beside(path, &format!("{}: {width} x {height} pixels{pictures}\n", path.display()))
}

/// Writes a picture to a folder under the first free name `stem-001.png`, `stem-002.png`, …, and returns its path. Never replaces a
/// file.
pub fn write_numbered(folder: &Path, stem: &str, size: [u32; 2], rgba: &[u8]) -> anyhow::Result<PathBuf> {
    let bytes = encode(size, rgba)?;
    for number in 1..=MAX_NUMBER {
        let path = folder.join(format!("{stem}-{number:03}.png"));
        let created = output::create(&path, &bytes);
        if created.with_context(|| format!("cannot write {}", path.display()))? {
            return Ok(path);
        }
    }
    anyhow::bail!("{} already contains {MAX_NUMBER} pictures {stem}-….png", folder.display())
}

/// Returns the part of a picture between two corners, at least one pixel: the scene in the picture of a window, without its panels.
pub fn part(image: &RgbaImage, [left, top, right, bottom]: [u32; 4]) -> RgbaImage {
    let limits = |start: u32, end: u32, most: u32| {
        let start = start.min(most - 1);
        (start, end.clamp(start + 1, most) - start)
    };
    let ((left, width), (top, height)) =
        (limits(left, right, image.width()), limits(top, bottom, image.height()));
    let mut part = RgbaImage::filled(width, height, [0; 4]);
    let row_bytes = |width: u32| 4 * width as usize;
    let rows = image.rgba().chunks_exact(row_bytes(image.width())).skip(top as usize);
    for (to, from) in part.rgba_mut().chunks_exact_mut(row_bytes(width)).zip(rows) {
        to.copy_from_slice(&from[row_bytes(left)..][..row_bytes(width)]);
    }
    part
}

/// Returns the first unused path of `stem.ext`, `stem-002.ext` and so on. If another program creates this file before the export is
/// complete, the export fails.
pub fn unused_path(folder: &Path, stem: &str, extension: &str) -> anyhow::Result<PathBuf> {
    let names = (1..=MAX_NUMBER).map(|number| match number {
        1 => format!("{stem}.{extension}"),
        number => format!("{stem}-{number:03}.{extension}"),
    });
    let free = names.map(|name| folder.join(name)).find(|path| path.symlink_metadata().is_err());
    free.with_context(|| format!("the folder has {MAX_NUMBER} files named {stem}-….{extension}; delete some"))
}

/// Joins `parts` to the stem of a file name. All characters except letters, digits, `.` and `_` are replaced by `-`.
pub fn file_stem(parts: &[&str]) -> String {
    let clean = |part: &&str| -> String {
        part.chars().map(|c| if c.is_alphanumeric() || matches!(c, '.' | '_') { c } else { '-' }).collect()
    };
    let words: Vec<String> = parts.iter().filter(|part| !part.is_empty()).map(clean).collect();
    let stem = words.join("-");
    // A leading dot would hide the file.
    let stem = stem.trim_start_matches(['.', '-']);
    let stem = &stem[..stem.floor_char_boundary(MAX_STEM_BYTES)];
    if stem.is_empty() { String::from("picture") } else { stem.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use md2_testdata::TempFolder;

    use super::*;

    #[test]
    fn a_part_of_a_picture_has_its_pixels() {
        let pixels: Vec<u8> = (0..12).flat_map(|pixel| [pixel, 0, 0, 255]).collect();
        let image = RgbaImage::new(4, 3, pixels).unwrap();
        let reds = |corners| part(&image, corners).pixels().map(|[red, ..]| red).collect::<Vec<_>>();
        assert_eq!(reds([1, 1, 3, 3]), [5, 6, 9, 10]);
        assert_eq!(reds([0, 0, 99, 99]), Vec::from_iter(0..12));
        assert_eq!((reds([2, 2, 1, 0]), reds([9, 9, 9, 9])), (vec![10], vec![11]), "at least one pixel");
    }

    #[test]
    fn numbered_pictures_never_replace_a_file() {
        let folder = TempFolder::new();
        let taken = folder.file("walk-001.png", b"mine");

        let pixels = [0, 128, 255, 255].repeat(6);
        let path = write_numbered(&folder, "walk", [3, 2], &pixels).unwrap();
        assert_eq!(path, folder.join("walk-002.png"));
        assert_eq!(fs::read(&taken).unwrap(), b"mine");
        let picture = image::open(&path).unwrap().to_rgba8();
        assert_eq!(picture.dimensions(), (3, 2));
        assert_eq!(picture.into_raw(), pixels);
        let model = folder.join("walk.md2");
        let skins = md2_assets::find_skins(&md2_assets::FolderCache::default(), &model, &[""; 0]).found;
        assert!(
            skins.iter().any(|skin| skin.path == taken),
            "an existing file with such a name may be a skin"
        );
        assert!(skins.iter().all(|skin| skin.path != path), "a rendered picture is not a skin");
    }

    #[test]
    fn a_stem_is_a_plain_file_name() {
        let check = |parts: &[&str], expected: &str| assert_eq!(file_stem(parts), expected);
        check(&["tris", "run"], "tris-run");
        check(&["../../etc/passwd", ""], "etc-passwd");
        check(&["a b", "crouch walk"], "a-b-crouch-walk");
        check(&["größe"], "größe");
        check(&["...", ""], "picture");
        check(&["m", &"ß".repeat(70_000)], &format!("m-{}", "ß".repeat(59)));
    }
}
