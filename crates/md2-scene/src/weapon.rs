//! Weapons that a figure can carry.

use std::path::Path;
use std::sync::Arc;

use md2_assets::{FolderCache, WeaponFiles};

use crate::document::Document;

#[derive(Clone, Debug)]
pub struct Weapon {
    name: String,
    pub(crate) source: Source,
}

#[derive(Clone, Debug)]
pub(crate) enum Source {
    Files(WeaponFiles),
    Read(Arc<Document>),
}

impl Weapon {
    pub fn from_file(path: &Path) -> Self {
        Self::in_folders(&FolderCache::default(), path)
    }

    pub(crate) fn in_folders(folders: &FolderCache, path: &Path) -> Self {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let alone = || WeaponFiles {
            name: name.clone(),
            model: path.to_owned(),
            barrel: None,
            flash: None,
            hand: None,
        };
        Self::from_files(md2_assets::find_weapon_parts(folders, path).unwrap_or_else(alone))
    }

    pub(crate) fn from_files(files: WeaponFiles) -> Self {
        Self { name: files.name.clone(), source: Source::Files(files) }
    }

    pub fn from_document(name: impl Into<String>, document: Arc<Document>) -> Self {
        Self { name: name.into(), source: Source::Read(document) }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn path(&self) -> Option<&Path> {
        match &self.source {
            Source::Files(files) => Some(&files.model),
            Source::Read(document) => document.path(),
        }
    }
}

pub(crate) const WEAPON: &str = "weapon";
pub(crate) const FLASH: &str = "flash";
