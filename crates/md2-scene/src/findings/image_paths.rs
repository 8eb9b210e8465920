//! The paths of images in models and `.skin` files, compared with the files of a mod as engines do.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use md2_assets::{ImageFormat, ReadAs, SkinFile};
use md2_load::{CompanionRule, Finding};

use super::game_mod::{MAX_PATH_BYTES, ModCheck};
use super::stored_path::{ImagePath, path_stem};

/// The maximum width and height of a PCX that the original game reads, in pixels.
pub const CLASSIC_PCX: [u32; 2] = [640, 480];
/// The folders in the root of a game that contain models.
const TOPS: [&str; 3] = ["models/", "players/", "progs/"];

impl ModCheck<'_> {
    /// Returns the paths of images in all models and `.skin` files.
    pub(super) fn image_paths(&self, files: &[PathBuf]) -> Vec<ImagePath> {
        let named = self.named.iter().cloned();
        let named = named.map(|(file, name)| ImagePath { file, place: String::from("skin"), name });
        let mut found: Vec<ImagePath> = named.collect();
        for file in files.iter().filter(|path| path.extension().is_some_and(|end| end == "skin")) {
            let text = self.folders.read(file, ReadAs::SkinFile).unwrap_or_default();
            found.extend(SkinFile::new(&text).rows().map(|row| ImagePath {
                file: file.clone(),
                place: format!("line {}", row.line),
                name: String::from_utf8_lossy(row.shader).into_owned(),
            }));
        }
        found
    }

    /// Reports an image that cannot be read, or that is too large for the original game.
    pub(super) fn image_file(&mut self, path: &Path, is_pcx: bool) {
        let [width, height] = match md2_assets::load_image(path) {
            Ok(image) => image.size(),
            Err(error) => {
                return self.report(path, CompanionRule::Image, "file", error.to_string(), "an image");
            }
        };
        let [most_wide, most_high] = CLASSIC_PCX;
        if is_pcx && (width > most_wide || height > most_high) {
            let (place, found) = (String::from("file"), format!("{width} x {height} pixels"));
            let expected = format!("at most {most_wide} x {most_high}");
            let mut finding = Finding::of_companion(CompanionRule::Image, place, 0, found, &expected);
            finding.engines = vec![String::from("vanilla")];
            self.add(path, finding);
        }
    }

    /// Reports images that are only next to the model. Engines look for them only at the stored path from the root of the game.
    pub(super) fn stored_paths(&mut self, files: &[PathBuf], images: &[ImagePath]) {
        let names: Vec<String> = files.iter().map(|path| self.name(path)).collect();
        let exact: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
        let pictures = names.iter().filter(|name| ImageFormat::from_name(Path::new(name)).is_some());
        let known: HashMap<String, &String> =
            pictures.map(|name| (path_stem(name).to_lowercase(), name)).collect();
        let shaders = files.iter().filter(|path| path.extension().is_some_and(|end| end == "shader"));
        let shaders: String = shaders
            .map(|path| self.folders.read(path, ReadAs::Shaders).unwrap_or_default())
            .map(|text| String::from_utf8_lossy(&text).to_lowercase())
            .collect();
        let with_skin_files: HashSet<_> =
            images.iter().filter(|image| image.place != "skin").map(|image| image.file.parent()).collect();
        for ImagePath { file, place, name } in images {
            let own = self.name(file).to_lowercase();
            let is_model = place == "skin";
            let part = file.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
            let is_part = ["lower", "upper", "head"].iter().any(|word| part.starts_with(word));
            // Quake II finds the skins of players by their names, and `.skin` files replace the paths in the parts of players.
            let is_unused = is_model
                && (own.starts_with("players/") || is_part && with_skin_files.contains(&file.parent()));
            if is_unused || !TOPS.iter().any(|top| own.starts_with(top)) {
                continue;
            }
            if !is_model && name.len() > MAX_PATH_BYTES {
                let (found, expected) =
                    (format!("{} bytes", name.len()), format!("at most {MAX_PATH_BYTES}"));
                self.report(file, CompanionRule::PathLength, place, found, &expected);
            }
            let stem = path_stem(name).to_lowercase();
            let Some((_, last)) = stem.rsplit_once('/').filter(|_| !shaders.contains(&stem)) else {
                continue;
            };
            let beside = own.rsplit_once('/').map(|(folder, _)| format!("{folder}/{last}"));
            let lower = name.to_lowercase().replace('\\', "/");
            if let Some(other) = known.get(&stem) {
                if own.ends_with(".md2") && lower.ends_with(".pcx") && !exact.contains(&lower) {
                    let (rule, found) = (CompanionRule::Missing, format!("\"{name}\""));
                    let expected = format!("this PCX, since the game does not read {other}");
                    let mut finding = Finding::of_companion(rule, place.clone(), 0, found, &expected);
                    finding.engines = vec![String::from("vanilla")];
                    self.add(file, finding);
                }
            } else if let Some(other) = beside.and_then(|beside| known.get(&beside)) {
                let expected = format!("{other}, the path of the image");
                self.report(file, CompanionRule::Missing, place, format!("\"{name}\""), &expected);
            }
        }
    }
}
