//! Conversion of names, which may contain any bytes, to text and back, and generation of unique names.

use std::collections::HashSet;
use std::fmt::Write as _;

/// Converts the bytes of a name to text. Each byte that is not UTF-8 becomes `\xNN`. A backslash that would look like such an escape
/// becomes `\x5c`.
pub(crate) fn escape_name(name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        let valid = chunk.valid();
        for (at, c) in valid.char_indices() {
            if c == '\\' && escape(&valid.as_bytes()[at..]).is_some() {
                text.push_str(r"\x5c");
            } else {
                text.push(c);
            }
        }
        for byte in chunk.invalid() {
            // Writing to a string never fails.
            let _ = write!(text, r"\x{byte:02x}");
        }
    }
    text
}

pub(crate) fn unescape_name(text: &str) -> Vec<u8> {
    let mut rest = text.as_bytes();
    let mut bytes = Vec::with_capacity(rest.len());
    while let Some((&first, after)) = rest.split_first() {
        match escape(rest) {
            Some(byte) => {
                bytes.push(byte);
                rest = &rest[4..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    bytes
}

fn escape(text: &[u8]) -> Option<u8> {
    let digits = std::str::from_utf8(text.strip_prefix(br"\x")?.get(..2)?).ok()?;
    let are_digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    are_digits.then(|| u8::from_str_radix(digits, 16).ok()).flatten()
}

#[derive(Clone, Debug, Default)]
pub(crate) struct UniqueNames {
    taken: HashSet<String>,
}

impl UniqueNames {
    /// Returns `name` if it is unused, else `name #n` with the smallest unused `n` that is at least `number`.
    pub(crate) fn take(&mut self, name: &str, number: usize) -> String {
        let mut unique = name.to_owned();
        let mut number = number;
        while !self.taken.insert(unique.clone()) {
            unique = format!("{name} #{number}");
            number += 1;
        }
        unique
    }
}

/// Returns the file name in a path, without the extension and without dots at the start.
pub(crate) fn file_stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default().trim_start_matches('.');
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Whether the name of a material is the path of a skin, such as `players/hero/red.pcx` or `.red`.
pub(crate) fn is_skin_path(name: &str) -> bool {
    let is_image = |(_, extension): (&str, &str)| {
        ["pcx", "tga", "png", "jpg", "bmp"].iter().any(|known| extension.eq_ignore_ascii_case(known))
    };
    name.contains('/') || name.starts_with('.') || name.rsplit_once('.').is_some_and(is_image)
}

/// The name of the glTF material of a model without an image.
pub(crate) const NO_SKIN_NAME: &str = "no skin";

/// Returns the name of the glTF material for a surface of an MD3, such as `l_legs (models/players/hero/legs.tga)`. Programs that drop
/// extras keep the names of materials.
pub(crate) fn material_name(surface: &str, shader: &str) -> String {
    format!("{surface} ({shader})")
}

/// Returns the names of the surface and the shader in the name of a material, also if Blender has added a number such as `.001`.
pub(crate) fn surface_of_material(name: &str) -> Option<[&str; 2]> {
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let (surface, shader) = name.trim_end_matches('.').strip_suffix(')')?.split_once(" (")?;
    Some([surface, shader])
}

/// Returns a name for the surface of a model, which engines use in file names: at most 48 letters, digits and `_`, so that the paths of skins
/// stay short. `tag_` becomes `tag`, because engines ignore lines of skin files whose name contains `tag_`
/// in any letter case.
pub fn surface_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut name: String = name.chars().take(48).map(plain).collect();
    while let Some(tag) = name.to_ascii_lowercase().find("tag_") {
        name.remove(tag + 3);
    }
    if name.is_empty() { String::from("model") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_a_round_trip() {
        let names: [&[u8]; 7] =
            [b"", b"a", br"\", br"\x41", br"\x4g\xff", b"\\x4\xff\x80", "größe\u{e9}".as_bytes()];
        for name in names {
            assert_eq!(unescape_name(&escape_name(name)), name, "{}", name.escape_ascii());
        }
        let every_byte: Vec<u8> = (0..=255).collect();
        assert_eq!(unescape_name(&escape_name(&every_byte)), every_byte);
        assert_eq!(
            escape_name(br"C:\models\tris"),
            r"C:\models\tris",
            "only a backslash that looks like an escape is escaped"
        );
    }

    #[test]
    fn material_names_contain_the_names_of_surfaces() {
        for names in
            [["l_legs", "models/players/hero/legs.tga"], ["", ""], ["a(1)", "b.001"], ["u torso", ""]]
        {
            let name = material_name(names[0], names[1]);
            assert_eq!(surface_of_material(&name), Some(names));
            assert_eq!(surface_of_material(&format!("{name}.001")), Some(names));
        }
        assert_eq!(surface_of_material("wood.001"), None);
    }

    #[test]
    fn surface_names_are_short_and_never_name_a_tag() {
        assert_eq!(surface_name("Flag_TAG_head.1"), "Flag_TAGhead_1");
        // "tag_" that appears after a removal is removed, too.
        assert_eq!(surface_name("tag__x"), "tagx");
        assert_eq!((surface_name(""), surface_name(&"a".repeat(99)).len()), (String::from("model"), 48));
    }
}
