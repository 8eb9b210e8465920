//! Weapons that a figure may carry.

use std::path::Path;
use std::sync::Arc;

use md2_assets::{Folders, WeaponFiles};

use crate::document::Document;
use crate::figure::{Grip, Part, PartMotion};
use crate::mount::Place;
use crate::open;
use crate::open::OpenError;

/// A weapon that is not read yet.
#[derive(Clone, Debug)]
pub struct Weapon {
    name: String,
    source: Source,
}

#[derive(Clone, Debug)]
enum Source {
    Files(WeaponFiles),
    Read(Arc<Document>),
}

impl Weapon {
    /// The weapon in a file, with the parts that lie beside it.
    #[must_use]
    pub fn at(path: &Path) -> Self {
        Self::found(&Folders::default(), path)
    }

    /// The same, in folders that may be listed already.
    pub(crate) fn found(folders: &Folders, path: &Path) -> Self {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let alone = || WeaponFiles {
            name: name.clone(),
            model: path.to_owned(),
            barrel: None,
            flash: None,
            hand: None,
        };
        Self::of(md2_assets::find_weapon_parts(folders, path).unwrap_or_else(alone))
    }

    pub(crate) fn of(files: WeaponFiles) -> Self {
        Self { name: files.name.clone(), source: Source::Files(files) }
    }

    /// A weapon that was read.
    #[must_use]
    pub fn read(name: impl Into<String>, document: Arc<Document>) -> Self {
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

    /// Reads its models as parts, the first of which is held by `grip`.
    pub(crate) fn parts(&self, grip: &Grip) -> Result<Vec<Part>, OpenError> {
        let folders = &Folders::default();
        let (document, barrel, flash) = match &self.source {
            Source::Files(WeaponFiles { model, barrel, flash, .. }) => {
                (Arc::new(open::model(folders, model)?), barrel.as_deref(), flash.as_deref())
            }
            Source::Read(document) => (Arc::clone(document), None, None),
        };
        let mut parts = vec![Part { motion: grip.motion, ..Part::first(WEAPON, document) }];
        parts.extend(attachments(folders, barrel, flash)?);
        Ok(parts)
    }
}

/// What a weapon is called among the parts of a figure.
pub(crate) const WEAPON: &str = "weapon";
/// What its muzzle flash is called.
pub(crate) const FLASH: &str = "flash";

/// What hangs on a weapon that is the first part: the barrel, and the flash, which is seen for an instant when it fires
/// and so not from the start.
pub(crate) fn attachments(
    folders: &Folders,
    barrel: Option<&Path>,
    flash: Option<&Path>,
) -> Result<Vec<Part>, OpenError> {
    let part = |role: &str, path: &Path, is_shown| -> Result<Part, OpenError> {
        let place = Place::Tag(format!("tag_{role}"));
        let document = Arc::new(open::model(folders, path)?);
        Ok(Part { is_shown, ..Part::mounted(role, document, PartMotion::Still(0), 0, place) })
    };
    let barrel = barrel.map(|path| part("barrel", path, true));
    let flash = flash.map(|path| part(FLASH, path, false));
    barrel.into_iter().chain(flash).collect()
}
