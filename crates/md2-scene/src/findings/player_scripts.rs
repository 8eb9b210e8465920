//! Findings about the scripts of Quake III players.

use std::path::{Path, PathBuf};

use md2_anim::quake3::{ANIMATIONS, AnimationConfig, BodyPart};
use md2_assets::{ReadAs, SkinFile};
use md2_load::CompanionRule;

use super::game_mod::ModCheck;
use crate::document::Document;

const SCRIPT: &str = "animation.cfg";

impl ModCheck<'_> {
    /// Reports invalid rows of an `animation.cfg`.
    pub(super) fn animation_script(&mut self, path: &Path) {
        let text = self.folders.read(path, ReadAs::Script).unwrap_or_default();
        let notes = match AnimationConfig::parse(&text) {
            Ok(config) => config.notes,
            Err(error) => vec![error.to_string()],
        };
        for note in notes {
            self.report(path, CompanionRule::Script, "file", note, "");
        }
    }

    /// Compares a model of a player with the rows of its `.skin` files and of its `animation.cfg`.
    pub(super) fn player_scripts(&mut self, path: &Path, document: &Document, files: &[PathBuf]) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
        let beside: Vec<&PathBuf> = files.iter().filter(|file| file.parent() == path.parent()).collect();
        let Some(script) = beside.iter().find(|file| file.ends_with(SCRIPT)) else { return };
        let text = self.folders.read(script, ReadAs::Script).unwrap_or_default();
        let config = AnimationConfig::parse(&text).unwrap_or_default();
        let (part, rows, tags): (_, _, &[&str]) = match &*stem {
            "lower" => (BodyPart::Legs, config.lower(u32::MAX).sequences, &["tag_torso"]),
            "upper" => (BodyPart::Torso, config.upper(u32::MAX).sequences, &["tag_head", "tag_weapon"]),
            _ => (BodyPart::Both, Vec::new(), &[]),
        };
        for tag in tags.iter().filter(|tag| document.mesh().tag(tag).is_none()) {
            self.report(path, CompanionRule::Index, "tags", format!("no {tag}"), "a tag for the next model");
        }
        let last = document.last_frame();
        if let Some(row) = rows.iter().find(|row| row.last > last) {
            let found = format!("{} ends with frame {} of {stem}", row.name, row.last);
            self.report(script, CompanionRule::Index, "file", found, &format!("at most {last}"));
        }
        let mut own = ANIMATIONS.iter().filter(|own| own.part == part && own.row < config.rows.len());
        let is_listed = |name: &str| rows.is_empty() || rows.iter().any(|row| row.name == name);
        if let Some(row) = own.find(|own| !is_listed(own.name)) {
            let found = format!("{} begins before the first frame of {stem}", row.name);
            self.report(script, CompanionRule::Index, "file", found, "at least 0");
        }
        let is_skin = |file: &&&PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
            name.ends_with(".skin") && name.strip_prefix(&*stem).is_some_and(|rest| rest.starts_with('_'))
        };
        for file in beside.iter().filter(is_skin) {
            let text = self.folders.read(file, ReadAs::SkinFile).unwrap_or_default();
            for surface in document.mesh().surfaces().iter().filter(|surface| !surface.indices.is_empty()) {
                if SkinFile::new(&text).find(surface.name.as_bytes()).is_none() {
                    let found = format!("no line for surface {}", surface.name);
                    self.report(file, CompanionRule::Missing, "file", found, "a line for each surface");
                }
            }
        }
    }
}
