//! The image of an OBJ file, from its material library.
//!
//! An MD2 shows one skin at a time. The import therefore uses the image of one material: the first that the faces name, or else the
//! first in the library. If the image cannot be read, the model is imported without an image, and the report lists the loss.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::error::quoted;
use super::mesh::{ImportImage, ImportMaterial, PNG};
use super::options::{Limits, Sources, is_below};
use crate::loss::{Loss, LossKind};

#[derive(Debug, Default, PartialEq, Eq)]
struct MaterialNames<'a> {
    library: Option<&'a str>,
    material: Option<&'a str>,
    others: BTreeSet<&'a str>,
}

pub(super) fn material(
    obj: &[u8],
    sources: &dyn Sources,
    limits: &Limits,
    losses: &mut Vec<Loss>,
) -> ImportMaterial {
    let text = String::from_utf8_lossy(obj);
    let named = MaterialNames::read(&text);
    let mut material = ImportMaterial {
        name: String::from("skin"),
        image: None,
        is_blank: false,
        color: [200, 200, 200, 255],
    };
    if let Some(library) = named.library {
        match read_image(library, named.material, sources, limits) {
            Ok(image) => {
                material.image = Some(image);
                if !named.others.is_empty() {
                    let used = named.material.map(quoted).unwrap_or_default();
                    let text = format!(
                        "the model has several materials, and the image of {used} is used for all of them"
                    );
                    losses.push(Loss::new(LossKind::Images, named.others.len(), text));
                }
            }
            Err(reason) => {
                let text = format!("the image cannot be read, so the skin has a single color: {reason}");
                losses.push(Loss::new(LossKind::Images, 1, text));
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
                    let first = *named.material.get_or_insert(rest);
                    named.others.extend((first != rest).then_some(rest));
                }
                _ => {}
            }
        }
        named
    }
}

fn statement(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(|c: char| c.is_ascii_whitespace()).map_or((line, ""), |(word, rest)| (word, rest.trim()))
}

fn read_image(
    library: &str,
    material: Option<&str>,
    sources: &dyn Sources,
    limits: &Limits,
) -> Result<ImportImage, String> {
    let library_file = file(library, sources, limits.bytes)?;
    let text = String::from_utf8_lossy(&library_file);
    let map = color_map(&text, material).map_err(|reason| format!("{}: {reason}", quoted(library)))?;
    let bytes = file(map, sources, limits.bytes.saturating_sub(library_file.len() as u64))?;
    let pixels = sources.decode(&bytes).map_err(|reason| format!("{}: {reason}", quoted(map)))?;
    let png = bytes.starts_with(PNG).then(|| bytes.into());
    Ok(ImportImage { pixels: Arc::new(pixels), png })
}

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
        (None, Some(material)) => format!("no material {}", quoted(material)),
        (None, None) => String::from("no material"),
    })
}

/// Removes the options before a file name, as in `-s 1 1 1 -clamp on skin.png`.
fn without_options(map: &str) -> &str {
    let mut rest = map;
    loop {
        let (option, mut after) = statement(rest);
        // The number of words after the option, and whether the words after the first are optional.
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

fn file(name: &str, sources: &dyn Sources, most_bytes: u64) -> Result<Vec<u8>, String> {
    // Windows programs write paths with backslashes.
    let path = name.replace('\\', "/");
    let path = path.strip_prefix("./").unwrap_or(&path);
    if !is_below(path) {
        return Err(format!("found {}, expected a file in the folder of the imported file", quoted(name)));
    }
    let bytes = sources.file(path).map_err(|reason| format!("{}: {reason}", quoted(name)))?;
    if bytes.len() as u64 > most_bytes {
        return Err(format!("{}: found {} bytes, the limit is {most_bytes}", quoted(name), bytes.len()));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use md2_common::RgbaImage;

    use super::*;

    /// A test folder with two files: `run.mtl`, a material library with the given text, and `a b/skin.png`, an image of 3 x 2 pixels.
    struct Folder(&'static str);

    impl Sources for Folder {
        fn file(&self, relative: &str) -> Result<Vec<u8>, String> {
            match relative {
                "run.mtl" => Ok(self.0.into()),
                "a b/skin.png" => Ok(PNG.to_vec()),
                _ => Err(String::from("not here")),
            }
        }

        fn decode(&self, file: &[u8]) -> Result<RgbaImage, String> {
            if file == PNG { Ok(RgbaImage::filled(3, 2, [9; 4])) } else { Err(String::from("not an image")) }
        }
    }

    fn read(obj: &str, library: &'static str) -> (Option<[u32; 2]>, Vec<String>) {
        let mut losses = Vec::new();
        let material = material(obj.as_bytes(), &Folder(library), &Limits::default(), &mut losses);
        let losses = losses.iter().map(Loss::to_string).collect();
        (material.image.map(|image| image.pixels.size()), losses)
    }

    #[test]
    fn uses_the_image_of_the_first_used_material() {
        let library = "newmtl a\nKd 1 1 1\nnewmtl b\r\n map_Kd -s 1 1 -clamp on a b\\skin.png \r\n";
        let expected = (Some([3, 2]), vec![]);
        assert_eq!(read("mtllib run.mtl\nusemtl b\nusemtl b\n", library), expected);
        assert_eq!(read("mtllib ./run.mtl\n", "newmtl b\nmap_Kd ./a b/skin.png"), expected);
        let several = "the model has several materials, and the image of \"b\" is used for all of them";
        assert_eq!(
            read("mtllib run.mtl\nusemtl b\nusemtl a\n", library),
            (Some([3, 2]), vec![several.to_owned()])
        );
        assert_eq!(read("usemtl b\n", library), (None, vec![]));
    }

    #[test]
    fn reports_an_unreadable_image() {
        let check = |obj: &str, library: &'static str, expected: &str| {
            let expected = format!("the image cannot be read, so the skin has a single color: {expected}");
            assert_eq!(read(obj, library), (None, vec![expected]));
        };
        let below = "expected a file in the folder of the imported file";
        check("mtllib gone.mtl", "", "\"gone.mtl\": not here");
        check("mtllib ../run.mtl", "", &format!("found \"../run.mtl\", {below}"));
        check("mtllib /run.mtl", "", &format!("found \"/run.mtl\", {below}"));
        check("mtllib run.mtl", "", "\"run.mtl\": no material");
        check("mtllib run.mtl\nusemtl c", "newmtl b", "\"run.mtl\": no material \"c\"");
        check("mtllib run.mtl", "newmtl b\nnewmtl c\nmap_Kd d", "\"run.mtl\": material \"b\" has no map_Kd");
        check("mtllib run.mtl", "newmtl b\nmap_Kd d.png", "\"d.png\": not here");
        check(
            "mtllib run.mtl",
            "newmtl b\nmap_Kd a\\..\\..\\d.png",
            &format!("found \"a\\\\..\\\\..\\\\d.png\", {below}"),
        );
        check("mtllib run.mtl", "newmtl b\nmap_Kd c:\\d.png", &format!("found \"c:\\\\d.png\", {below}"));
        check("mtllib run.mtl", "newmtl b\nmap_Kd run.mtl", "\"run.mtl\": not an image");
    }
}
