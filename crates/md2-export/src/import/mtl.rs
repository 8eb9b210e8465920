//! The picture of an OBJ file: what the material library beside it names.
//!
//! An MD2 wears one skin, so the picture is that of the first material that the faces use, or of the first in the library where
//! they name none. Anything that is missing or wrong costs the picture alone, and is told of.

use std::sync::Arc;

use super::error::quoted;
use super::mesh::{ImportImage, ImportMaterial, PNG};
use super::options::{Limits, Sources, is_below};

#[derive(Debug, Default, PartialEq, Eq)]
struct MaterialNames<'a> {
    library: Option<&'a str>,
    material: Option<&'a str>,
    has_others: bool,
}

/// The material of a model, its picture being the one that `obj` leads to. Notes tell why there is none.
pub(super) fn material(
    obj: &[u8],
    sources: &dyn Sources,
    limits: &Limits,
    notes: &mut Vec<String>,
) -> ImportMaterial {
    let text = String::from_utf8_lossy(obj);
    let named = MaterialNames::read(&text);
    let mut material =
        ImportMaterial { name: String::from("skin"), picture: None, color: [200, 200, 200, 255] };
    if let Some(library) = named.library {
        match picture(library, named.material, sources, limits) {
            Ok(picture) => {
                material.picture = Some(picture);
                if named.has_others {
                    let worn = named.material.map(quoted).unwrap_or_default();
                    notes.push(format!("several materials are used, and all wear the picture of {worn}"));
                }
            }
            Err(reason) => {
                notes.push(format!("the picture is missing, and the skin has one color: {reason}"));
            }
        }
    }
    material
}

impl<'a> MaterialNames<'a> {
    fn read(obj: &'a str) -> Self {
        let mut named = Self::default();
        for (word, rest) in obj.lines().map(statement) {
            match word {
                "mtllib" if !rest.is_empty() => {
                    named.library.get_or_insert(rest);
                }
                "usemtl" if !rest.is_empty() => {
                    named.has_others |= *named.material.get_or_insert(rest) != rest;
                }
                _ => {}
            }
        }
        named
    }
}

/// The first word of a line, and what follows it.
fn statement(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(|c: char| c.is_ascii_whitespace()).map_or((line, ""), |(word, rest)| (word, rest.trim()))
}

/// The picture of a material, or why it cannot be had.
fn picture(
    library: &str,
    material: Option<&str>,
    sources: &dyn Sources,
    limits: &Limits,
) -> Result<ImportImage, String> {
    let library_file = file(library, sources, limits.bytes)?;
    let text = String::from_utf8_lossy(&library_file);
    let map = color_map(&text, material).map_err(|reason| format!("{}: {reason}", quoted(library)))?;
    let bytes = file(map, sources, limits.bytes.saturating_sub(library_file.len()))?;
    let pixels = sources.decode(&bytes).map_err(|reason| format!("{}: {reason}", quoted(map)))?;
    let png = bytes.starts_with(PNG).then(|| bytes.into());
    Ok(ImportImage { pixels: Arc::new(pixels), png })
}

/// What `map_Kd` of a material names, or of the first one.
fn color_map<'a>(library: &'a str, material: Option<&str>) -> Result<&'a str, String> {
    let mut found: Option<&str> = None;
    for (word, rest) in library.lines().map(statement) {
        match (word, found) {
            ("newmtl", Some(_)) => break,
            ("newmtl", None) if material.is_none_or(|material| material == rest) => found = Some(rest),
            ("map_Kd", Some(_)) => {
                let name = without_options(rest);
                if !name.is_empty() {
                    return Ok(name);
                }
            }
            _ => {}
        }
    }
    Err(match (found, material) {
        (Some(found), _) => format!("material {} has no map_Kd", quoted(found)),
        (None, Some(material)) => format!("there is no material {}", quoted(material)),
        (None, None) => String::from("there is no material"),
    })
}

/// The name of a map's file, without the options before it, as in `-s 1 1 1 -clamp on skin.png`.
fn without_options(map: &str) -> &str {
    let mut rest = map;
    loop {
        let (option, mut after) = statement(rest);
        // How many words an option has, and whether those after the first may be missing.
        let (words, may_be_fewer) = match option {
            "-blendu" | "-blendv" | "-cc" | "-clamp" | "-texres" | "-bm" | "-boost" | "-imfchan"
            | "-type" => (1, false),
            "-mm" => (2, false),
            "-o" | "-s" | "-t" => (3, true),
            _ => return rest,
        };
        for nth in 0..words {
            let (word, next) = statement(after);
            if may_be_fewer && nth > 0 && word.parse::<f32>().is_err() {
                break;
            }
            after = next;
        }
        rest = after;
    }
}

/// The content of a file beside the one that is imported, of so many bytes at most.
fn file(name: &str, sources: &dyn Sources, most_bytes: usize) -> Result<Vec<u8>, String> {
    // As programs on Windows write it.
    let path = name.replace('\\', "/");
    let path = path.strip_prefix("./").unwrap_or(&path);
    if !is_below(path) {
        return Err(format!(
            "{}, expected the name of a file in the folder of this one, or below it",
            quoted(name)
        ));
    }
    let bytes = sources.file(path).map_err(|reason| format!("{}: {reason}", quoted(name)))?;
    if bytes.len() > most_bytes {
        return Err(format!("{}: {} bytes, at most {most_bytes} are allowed", quoted(name), bytes.len()));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use md2_common::RgbaImage;

    use super::*;

    /// A library, and a picture of 3 x 2 named `a b/skin.png`.
    struct Folder(&'static str);

    impl Sources for Folder {
        fn file(&self, relative: &str) -> Result<Vec<u8>, String> {
            match relative {
                "run.mtl" => Ok(self.0.into()),
                "a b/skin.png" => Ok(PNG.to_vec()),
                _ => Err(String::from("not here")),
            }
        }

        fn decode(&self, picture: &[u8]) -> Result<RgbaImage, String> {
            if picture == PNG { Ok(RgbaImage::filled(3, 2, [9; 4])) } else { Err(String::from("no picture")) }
        }
    }

    fn told(obj: &str, library: &'static str) -> (Option<[u32; 2]>, Vec<String>) {
        let mut notes = Vec::new();
        let material = material(obj.as_bytes(), &Folder(library), &Limits::default(), &mut notes);
        (material.picture.map(|picture| picture.pixels.size()), notes)
    }

    #[test]
    fn the_picture_is_that_of_the_first_material_in_use() {
        let library = "newmtl a\nKd 1 1 1\nnewmtl b\r\n map_Kd -s 1 1 -clamp on a b\\skin.png \r\n";
        let picture = (Some([3, 2]), vec![]);
        assert_eq!(told("mtllib run.mtl\nusemtl b\nusemtl b\n", library), picture);
        assert_eq!(told("mtllib ./run.mtl\n", "newmtl b\nmap_Kd ./a b/skin.png"), picture);
        let several = "several materials are used, and all wear the picture of \"b\"";
        assert_eq!(
            told("mtllib run.mtl\nusemtl b\nusemtl a\n", library),
            (Some([3, 2]), vec![several.to_owned()])
        );
        assert_eq!(told("usemtl b\n", library), (None, vec![]));
    }

    #[test]
    fn a_picture_that_cannot_be_had_is_told_of() {
        let check = |obj: &str, library: &'static str, expected: &str| {
            let expected = format!("the picture is missing, and the skin has one color: {expected}");
            assert_eq!(told(obj, library), (None, vec![expected]));
        };
        let below = "expected the name of a file in the folder of this one, or below it";
        check("mtllib gone.mtl", "", "\"gone.mtl\": not here");
        check("mtllib ../run.mtl", "", &format!("\"../run.mtl\", {below}"));
        check("mtllib /run.mtl", "", &format!("\"/run.mtl\", {below}"));
        check("mtllib run.mtl", "", "\"run.mtl\": there is no material");
        check("mtllib run.mtl\nusemtl c", "newmtl b", "\"run.mtl\": there is no material \"c\"");
        check("mtllib run.mtl", "newmtl b\nnewmtl c\nmap_Kd d", "\"run.mtl\": material \"b\" has no map_Kd");
        check("mtllib run.mtl", "newmtl b\nmap_Kd d.png", "\"d.png\": not here");
        check(
            "mtllib run.mtl",
            "newmtl b\nmap_Kd a\\..\\..\\d.png",
            &format!("\"a\\\\..\\\\..\\\\d.png\", {below}"),
        );
        check("mtllib run.mtl", "newmtl b\nmap_Kd c:\\d.png", &format!("\"c:\\\\d.png\", {below}"));
        check("mtllib run.mtl", "newmtl b\nmap_Kd run.mtl", "\"run.mtl\": no picture");
    }
}
