//! The models of a weapon: the weapon itself, its barrel, and its muzzle flash.

use std::path::Path;
use std::sync::Arc;

use md2_assets::{FolderCache, WeaponFiles};

use super::OpenError;
use crate::figure::{Grip, MountPoint, Part, PartMotion};
use crate::weapon::{FLASH, Source, WEAPON, Weapon};

impl Weapon {
    pub(crate) fn parts(&self, grip: &Grip) -> Result<Vec<Part>, OpenError> {
        let folders = &FolderCache::default();
        let (document, barrel, flash) = match &self.source {
            Source::Files(WeaponFiles { model, barrel, flash, .. }) => {
                (Arc::new(super::model(folders, model)?), barrel.as_deref(), flash.as_deref())
            }
            Source::Read(document) => (Arc::clone(document), None, None),
        };
        let mut parts = vec![Part { motion: grip.motion, ..Part::first(WEAPON, document) }];
        parts.extend(attachments(folders, barrel, flash)?);
        Ok(parts)
    }
}

pub(super) fn attachments(
    folders: &FolderCache,
    barrel: Option<&Path>,
    flash: Option<&Path>,
) -> Result<Vec<Part>, OpenError> {
    let part = |role: &str, path: &Path, is_shown| -> Result<Part, OpenError> {
        let place = MountPoint::Tag(format!("tag_{role}"));
        let document = Arc::new(super::model(folders, path)?);
        Ok(Part { is_shown, ..Part::mounted(role, document, PartMotion::Still(0), 0, place) })
    };
    let barrel = barrel.map(|path| part("barrel", path, true));
    let flash = flash.map(|path| part(FLASH, path, false));
    barrel.into_iter().chain(flash).collect()
}
