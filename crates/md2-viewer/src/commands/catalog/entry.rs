//! What a catalog tells of a model.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder as _};
use md2_assets::Folders;
use md2_export::picture::{Backdrop, Direction};
use md2_load::{CheckOptions, Report};
use md2_scene::{Viewport, Workspace};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::journal::Record;
use crate::failure::Failure;
use crate::sketch;
use crate::text::escaped_json;

/// Names of a kind that are listed; of the others there is the number.
const MAX_NAMES: usize = 64;
/// Of the pictures, from 1 to 100: edges stay clean.
const QUALITY: u8 = 88;

/// The names of the fields are those of `catalog.jsonl`, and stay.
#[derive(Debug, Default, Serialize)]
struct Entry<'a> {
    file: &'a str,
    /// Why nothing else is known, or no more than the bytes.
    error: Option<String>,
    bytes: Option<usize>,
    sha256: Option<String>,
    format: Option<String>,
    vertices: Option<usize>,
    triangles: Option<usize>,
    frames: Option<usize>,
    sequences: Option<usize>,
    /// The first of them.
    sequence_names: Vec<String>,
    skins: Option<usize>,
    /// What it wears in the picture.
    skin: Option<String>,
    skins_missing: Vec<String>,
    /// Length, width and height in units.
    size: Option<[f32; 3]>,
    /// What is wrong with a damaged file, which is shown as far as it goes.
    damage: Option<String>,
    /// The gravest severity.
    worst: Option<String>,
    findings: Vec<Found>,
}

/// All findings of a kind.
#[derive(Debug, Serialize)]
struct Found {
    code: &'static str,
    severity: String,
    count: usize,
    /// The first of them, in a sentence.
    first: String,
}

/// Looks at a model. What is wrong with it is told in its entry; a panic, too, is one file's affair.
///
/// `folders` serves the models of a folder; `side` is that of the picture, in pixels.
pub(super) fn look_at(folders: &Folders, path: &Path, label: &str, key: u64, side: u32) -> Record {
    let looked = panic::catch_unwind(AssertUnwindSafe(|| described(folders, path, label, key, side)));
    looked
        .unwrap_or_else(|_| failed(label, key, String::from("the program has a defect that this file shows")))
}

/// The record of what cannot be looked at.
pub(super) fn failed(label: &str, key: u64, error: String) -> Record {
    record(key, &Entry { file: label, error: Some(error), ..Entry::default() }, None)
}

fn described(folders: &Folders, path: &Path, label: &str, key: u64, side: u32) -> Record {
    let mut entry = Entry { file: label, ..Entry::default() };
    let drawn = describe(&mut entry, folders, path, side);
    let picture = drawn.unwrap_or_else(|failure| {
        entry.error = Some(failure.to_string());
        None
    });
    record(key, &entry, picture.as_deref())
}

fn describe(
    entry: &mut Entry<'_>,
    folders: &Folders,
    path: &Path,
    side: u32,
) -> Result<Option<Vec<u8>>, Failure> {
    let bytes = md2_assets::read_model(path).map_err(|error| Failure::File(error.into()))?;
    entry.bytes = Some(bytes.len());
    entry.sha256 = Some(Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect());
    let report = md2_load::check(&bytes, &CheckOptions { max_per_code: 1 });
    drop(bytes);
    entry.format = report.format.map(|format| format.to_string());
    entry.worst = report.worst().map(|worst| worst.to_string());
    entry.findings = findings(&report);
    let figure = md2_scene::open_alone(folders, path).map_err(|error| Failure::File(error.into()))?;
    let document = &figure.parts()[0].document;
    let bounds = document.mesh().bounds();
    let sequences = document.range_sets().first().map_or(&[][..], |set| &set.sequences);
    entry.vertices = Some(document.facts().vertices);
    entry.triangles = Some(document.facts().triangles);
    entry.frames = Some(document.mesh().frame_count());
    entry.sequences = Some(sequences.len());
    entry.sequence_names = sequences.iter().take(MAX_NAMES).map(|sequence| sequence.name.clone()).collect();
    entry.skins = Some(document.skins().len());
    entry.skins_missing = document.missing_skins().iter().take(MAX_NAMES).cloned().collect();
    entry.size = Some(std::array::from_fn(|axis| bounds.max[axis] - bounds.min[axis]));
    entry.damage = document.repairs().map(|repairs| repairs.refusal.clone());
    let size = [side, side];
    let (workspace, _) = Workspace::new(figure, Viewport::whole(size));
    entry.skin =
        workspace.actors().first().and_then(|actor| actor.worn_skin()).map(|skin| skin.label().to_owned());
    let image = sketch::draw(&workspace, Direction::default(), size, Backdrop::STUDIO);
    image.map(|image| encode(size, image.rgba())).transpose()
}

/// As JPEG, in a sixth of the bytes that PNG takes: a page has thousands of them.
fn encode([width, height]: [u32; 2], rgba: &[u8]) -> Result<Vec<u8>, Failure> {
    let rgb: Vec<u8> = rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut bytes, QUALITY);
    let encoded = encoder.write_image(&rgb, width, height, ExtendedColorType::Rgb8);
    encoded.map_err(|error| Failure::File(error.into()))?;
    Ok(bytes)
}

/// By code, the gravest first.
fn findings(report: &Report) -> Vec<Found> {
    let mut by_code: BTreeMap<_, Found> = BTreeMap::new();
    for finding in &report.findings {
        let found = by_code.entry((std::cmp::Reverse(finding.severity), finding.code)).or_insert_with(|| {
            let expected = if finding.expected.is_empty() { "" } else { ", expected " };
            let first = format!("{}: {}{expected}{}", finding.place, finding.found, finding.expected);
            Found { code: finding.code, severity: finding.severity.to_string(), count: 0, first }
        });
        found.count += 1;
    }
    for omitted in &report.omitted {
        if let Some(found) = by_code.get_mut(&(std::cmp::Reverse(omitted.severity), omitted.code)) {
            found.count += omitted.count;
        }
    }
    by_code.into_values().collect()
}

fn record(key: u64, entry: &Entry<'_>, picture: Option<&[u8]>) -> Record {
    Record {
        key,
        has_failed: entry.error.is_some(),
        sha256: entry.sha256.clone(),
        label: json(&entry.file),
        entry: json(entry),
        picture: picture.map(md2_export::base64::encode).unwrap_or_default(),
    }
}

/// JSON in one line, without what acts on a terminal. An entry has no key that JSON does not have.
fn json(value: &impl Serialize) -> String {
    escaped_json(&serde_json::to_string(value).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_told_of_and_drawn() {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer/tris.md2"));
        let record = look_at(&Folders::default(), path, "a \"figure\"\n", 7, 64);
        assert!(!record.has_failed && !record.picture.is_empty() && record.key == 7);
        assert_eq!(record.label, r#""a \"figure\"\n""#);
        let entry: serde_json::Value = serde_json::from_str(&record.entry).unwrap();
        assert_eq!((&entry["format"], &entry["skin"]), (&"MD2".into(), &"wanderer.pcx".into()));
        assert_eq!(entry["sha256"], record.sha256.unwrap());
        assert!(entry["frames"].as_u64().unwrap() > 198 && entry["sequence_names"][0].is_string());
        assert!(!record.entry.contains(['\n', '\t']));
    }

    #[test]
    fn what_cannot_be_opened_is_told() {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        let record = look_at(&Folders::default(), path, "Cargo.toml", 0, 64);
        let entry: serde_json::Value = serde_json::from_str(&record.entry).unwrap();
        assert!(record.has_failed && record.picture.is_empty());
        assert!(entry["error"].as_str().unwrap().contains("this is a text"), "{entry}");
        assert!(entry["bytes"].as_u64().unwrap() > 100);
    }
}
