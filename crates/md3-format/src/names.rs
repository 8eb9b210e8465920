//! Rules for names and paths.

use alloc::vec::Vec;

/// Returns the name that skin files use for a surface. As in the game, the name is converted to lowercase, and an
/// ending of `_` and one character is removed.
///
/// The removed ending is meant for levels of detail, whose surfaces id Software's tool named `u_torso_1` and
/// `u_torso_2`. But the ending is also removed from names such as `gutter_h`. Names of one or two characters stay the
/// same.
pub fn surface_key(name: &[u8]) -> Vec<u8> {
    let cut = match name {
        [start @ .., b'_', _] if !start.is_empty() => start,
        _ => name,
    };
    cut.to_ascii_lowercase()
}

/// Splits the file stem of a lower level of detail into the stem of the full model and the level, 1 or 2; `None` if
/// the name has no such suffix.
///
/// ```
/// use md3_format::split_lod_suffix;
///
/// assert_eq!(split_lod_suffix("upper_2"), Some(("upper", 2)));
/// assert_eq!(split_lod_suffix("upper"), None);
/// ```
pub fn split_lod_suffix(stem: &str) -> Option<(&str, u8)> {
    let levels = [("_1", 1), ("_2", 2)].into_iter();
    let mut named = levels.filter_map(|(suffix, level)| Some((stem.strip_suffix(suffix)?, level)));
    named.next().filter(|(model, _)| !model.is_empty())
}

/// Returns a path without the extension of an image: tga, jpg, jpeg, png, pcx, bmp, dds, gif, webp.
///
/// Any other text after a dot is part of the name, as in `Material.001`. Slashes and backslashes separate folders.
pub fn without_image_extension(path: &[u8]) -> &[u8] {
    split_image_extension(path).0
}

pub(crate) fn split_image_extension(path: &[u8]) -> (&[u8], Option<&[u8]>) {
    const EXTENSIONS: [&[u8]; 9] = [b"tga", b"jpg", b"jpeg", b"png", b"pcx", b"bmp", b"dds", b"gif", b"webp"];
    let file_start = path.iter().rposition(|&byte| is_slash(byte)).map_or(0, |slash| slash + 1);
    let Some(dot) = path.iter().rposition(|&byte| byte == b'.').filter(|&dot| dot >= file_start) else {
        return (path, None);
    };
    let (stem, extension) = (&path[..dot], &path[dot + 1..]);
    let is_image = EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(extension));
    if is_image { (stem, Some(extension)) } else { (path, None) }
}

pub(crate) fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

/// Whether two paths are equal for the game, which ignores case and treats backslashes like slashes.
pub(crate) fn same_path(a: &[u8], b: &[u8]) -> bool {
    let plain = |byte: &u8| if is_slash(*byte) { b'/' } else { byte.to_ascii_lowercase() };
    a.iter().map(plain).eq(b.iter().map(plain))
}
