//! The facts that a catalog lists about a model.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hmac_sha256::Hash;
use md2_assets::FolderCache;
use md2_load::{CheckOptions, Report};
use md2_picture::{Backdrop, Direction, encode_jpeg};
use md2_scene::findings::sentence;
use md2_scene::{Viewport, Workspace, sketch};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::inputs::Input;
use crate::report::JSON_VERSION;
use md2_scene::text::escaped_json;

/// The maximum number of elements in each list of a [`CatalogEntry`], such as the names of sequences.
const MAX_NAMES: usize = 64;
const MAX_CACHED_NAMES: usize = 1 << 16;
/// The JPEG quality of the pictures, from 1 to 100. At this quality, edges show no artifacts. The pictures are not PNGs, because a
/// page has thousands of pictures and PNGs would be six times as large.
const QUALITY: u8 = 88;

/// A line of `catalog.jsonl`. Scripts rely on the names of the fields: see `docs/json/catalog.schema.json`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CatalogLine {
    #[serde(skip_deserializing, default = "version")]
    pub(super) version: u32,
    #[serde(flatten)]
    pub(super) entry: CatalogEntry,
    /// The picture as JPEG in Base64.
    pub(super) picture: Option<String>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct CatalogEntry {
    pub(super) file: String,
    /// The reason why the model cannot be read. In that case, most other fields are missing.
    pub(super) error: Option<String>,
    bytes: Option<usize>,
    pub(super) sha256: Option<String>,
    format: Option<String>,
    vertices: Option<usize>,
    triangles: Option<usize>,
    frames: Option<usize>,
    sequences: Option<usize>,
    sequence_names: Vec<String>,
    skins: Option<usize>,
    skin: Option<String>,
    skins_missing: Vec<String>,
    /// Length, width and height in units, to a thousandth; `None` for infinite numbers, which JSON does not support.
    size: Option<[Option<f64>; 3]>,
    /// The error with which the reader of the format rejects a damaged file. The entry then describes the repaired model.
    pub(super) damage: Option<String>,
    worst: Option<String>,
    findings: Vec<FindingGroup>,
    pub(super) copies: usize,
    /// The first file with the same content; `None` if this file is the first.
    pub(super) copy_of: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct FindingGroup {
    code: String,
    severity: String,
    count: usize,
    first: String,
}

impl CatalogLine {
    pub(super) fn new(file: String) -> Self {
        let entry = CatalogEntry { file, ..CatalogEntry::default() };
        Self { version: version(), entry, picture: None }
    }

    pub(super) fn to_json(&self) -> String {
        json(self)
    }
}

const fn version() -> u32 {
    JSON_VERSION
}

pub(super) fn json(value: &impl Serialize) -> String {
    // The code of serde_json that writes a value is optimized, but what it generates in this crate is not, and pictures are long.
    escaped_json(&serde_json::to_value(value).unwrap_or_default().to_string())
}

/// Examines models, and caches folder listings. Each thread has its own examiner.
#[derive(Debug, Default)]
pub(super) struct Examiner {
    /// The folder of the last model, and cached listings of this folder and its neighbors. Models in the same folder reuse these listings.
    folder: (PathBuf, FolderCache),
}

impl Examiner {
    /// Returns the catalog line of a model, with a picture of `side` x `side` pixels. A panic is reported as an error of the model.
    pub(super) fn examine(&mut self, input: Result<Input, Failure>, side: u32) -> CatalogLine {
        let (file, input) = match input {
            Ok(input) => (input.label(), Ok(input)),
            Err(failure) => (failure.place(), Err(failure)),
        };
        let mut line = CatalogLine::new(file.clone());
        let examined = panic::catch_unwind(AssertUnwindSafe(|| {
            let input = input?;
            let bytes = input.read()?;
            let sha256: String = Hash::hash(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            line.entry.bytes = Some(bytes.len());
            line.entry.sha256 = Some(sha256);
            let path = input.path().unwrap_or(Path::new(""));
            line.picture = line.entry.describe(self.folders(path), path, bytes, side)?;
            Ok::<_, Failure>(())
        }));
        match examined {
            Ok(Ok(())) => {}
            Ok(Err(failure)) => line.entry.error = Some(Failure::to_string(&failure)),
            Err(_) => {
                line = CatalogLine::new(file);
                line.entry.error = Some(String::from("the program crashed on this file, which is a bug"));
            }
        }
        line
    }

    /// Returns the cache of folder listings for a model. Empties it first for a model in another folder, or if it is too large.
    fn folders(&mut self, path: &Path) -> &FolderCache {
        let parent = path.parent().unwrap_or(Path::new(""));
        if self.folder.0 != parent || self.folder.1.listed_count() > MAX_CACHED_NAMES {
            self.folder = (parent.to_path_buf(), FolderCache::default());
        }
        &self.folder.1
    }
}

impl CatalogEntry {
    fn describe(
        &mut self,
        folders: &FolderCache,
        path: &Path,
        bytes: Vec<u8>,
        side: u32,
    ) -> Result<Option<String>, Failure> {
        let report = md2_load::check(&bytes, &CheckOptions { max_per_code: 1 });
        drop(bytes);
        self.format = report.format.map(|format| format.to_string());
        self.worst = report.worst().map(|worst| worst.to_string());
        self.findings = group_findings(&report);
        // A definition can name further models that are drawn with this one.
        let is_alone = md2_assets::find_definitions(folders, path).is_empty();
        let figure = if is_alone { md2_scene::open_alone(folders, path) } else { md2_scene::open(path) };
        let figure = figure.map_err(|error| Failure::File(error.into()))?;
        let document = &figure.parts()[0].document;
        let bounds = document.mesh().bounds();
        let sequences = document.range_sets().first().map_or(&[][..], |set| &set.sequences);
        self.vertices = Some(document.facts.vertices);
        self.triangles = Some(document.facts.triangles);
        self.frames = Some(document.mesh().frame_count());
        self.sequences = Some(sequences.len());
        self.sequence_names =
            sequences.iter().take(MAX_NAMES).map(|sequence| sequence.name.clone()).collect();
        self.skins = Some(document.skins().len());
        self.skins_missing = document.missing_skins.iter().take(MAX_NAMES).cloned().collect();
        let length = |axis: usize| f64::from(bounds.max[axis]) - f64::from(bounds.min[axis]);
        self.size = Some(std::array::from_fn(|axis| Some((length(axis) * 1000.0).round() / 1000.0)));
        self.damage = document.repairs().map(|repairs| repairs.refusal.clone());
        let size = [side, side];
        let (mut workspace, _) = Workspace::new(figure, Viewport::whole(size));
        sketch::show_visible_frame(&mut workspace);
        let actor = workspace.actors().first();
        self.skin = actor.and_then(|actor| actor.current_skin()).map(|skin| skin.label().to_owned());
        let image = sketch::draw(&workspace, Direction::default(), size, Backdrop::STUDIO);
        let jpeg = image
            .map(|image| encode_jpeg(&image, QUALITY))
            .transpose()
            .map_err(|error| Failure::File(error.into()))?;
        Ok(jpeg.map(|jpeg| BASE64_STANDARD.encode(jpeg)))
    }
}

fn group_findings(report: &Report) -> Vec<FindingGroup> {
    let mut by_code: BTreeMap<_, FindingGroup> = BTreeMap::new();
    for finding in &report.findings {
        let found = by_code.entry((std::cmp::Reverse(finding.severity), finding.code)).or_insert_with(|| {
            FindingGroup {
                code: finding.code.to_owned(),
                severity: finding.severity.to_string(),
                count: 0,
                first: sentence(finding),
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn examine(path: &str) -> CatalogLine {
        let files = [Path::new(env!("CARGO_MANIFEST_DIR")).join(path)];
        let input = crate::inputs::gather(&files, crate::inputs::SearchArgs::default()).next().unwrap();
        Examiner::default().examine(input, 64)
    }

    #[test]
    fn a_line_stays_the_same_when_it_is_read_again() {
        let mut line = examine("../../assets/wanderer/tris.md2");
        line.entry.size = Some([Some(f64::INFINITY), Some(0.1), Some(16_777_217.0)]);
        let text = line.to_json();
        assert!(text.contains("\"size\":[null,0.1,16777217.0]"), "{text}");
        let again: CatalogLine = serde_json::from_str(&text).unwrap();
        assert_eq!(again.to_json(), text);
    }
}
