//! Weapons that a figure may carry.

use std::path::Path;
use std::sync::Arc;

use md2_assets::{FolderCache, WeaponFiles};

use crate::document::Document;

/// A weapon that is not read yet.
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
    /// The weapon in a file, with the parts that lie beside it.
    #[must_use]
    pub fn from_file(path: &Path) -> Self {
        Self::in_folders(&FolderCache::default(), path)
    }

    /// The same, in folders that may be listed already.
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

    /// A weapon that was read.
    #[must_use]
    pub fn from_document(name: impl Into<String>, document: Arc<Document>) -> Self {
        Self { name: name.into(), source: Source::Read(document) }
    }

    /// What it is called: its file's name without the extension.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The weapon's file; `None` for a model in memory.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.source {
            Source::Files(files) => Some(&files.model),
            Source::Read(document) => document.path(),
        }
    }
}

/// What a weapon is called among the parts of a figure.
pub(crate) const WEAPON: &str = "weapon";
/// What its muzzle flash is called.
pub(crate) const FLASH: &str = "flash";
