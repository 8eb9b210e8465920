//! Opening a path as a figure: a player of several models, a weapon with its barrel, or a model with its weapons.

use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use md2_assets::{
    FolderCache, WeaponFiles, find_carried_weapons, find_player, find_weapon_parts, find_weapons,
};

use super::weapon::attachments;
use super::{OpenError, model, modeldef, player};
use crate::document::Document;
use crate::error_chain::chain;
use crate::figure::{Figure, MountPoint};
use crate::weapon::Weapon;

const COMMON_STEM: &str = "tris";
const EXTENSIONS: [&str; 3] = ["md2", "md3", "mdl"];
const FIRST_WEAPON: &str = "machinegun";

/// Opens a model file or a folder with its companions: the other models of a player, weapons, skins, scripts.
///
/// A damaged file is repaired in memory: see [`Document::repairs`].
pub fn open(path: &Path) -> Result<Figure, OpenError> {
    open_in(&FolderCache::default(), path)
}

/// Opens the player or the model of a folder, but not the models of its subfolders.
pub fn open_own_model(folder: &Path) -> Result<Figure, OpenError> {
    open_folder(&FolderCache::default(), folder)
}

fn open_in(folders: &FolderCache, path: &Path) -> Result<Figure, OpenError> {
    if md2_assets::is_archive(path) {
        return open_below(folders, path);
    }
    if md2_assets::is_folder(path) {
        return match open_folder(folders, path) {
            Err(OpenError::NoModel { .. }) => open_below(folders, path),
            opened => opened,
        };
    }
    let is_defined = !md2_assets::find_definitions(folders, path).is_empty();
    let Some(files) = find_player(folders, path).filter(|_| !is_defined) else {
        return open_model(folders, path);
    };
    let figure = match player::figure(folders, &files) {
        Ok(figure) => figure,
        // Another file of the figure may be broken. Then the requested file is opened alone.
        Err(error) => {
            let alone = open_model(folders, path)?;
            return Ok(Figure { notes: vec![chain(&error)], ..alone });
        }
    };
    Ok(with_found_weapons(folders, figure, path))
}

/// Opens the model of an archive or of the subfolders of a folder, or the models of its only folder with models.
fn open_below(folders: &FolderCache, path: &Path) -> Result<Figure, OpenError> {
    let (mut found, mut failed) = (md2_assets::find_models(path), None);
    let first = found.find_map(|model| model.map_err(|error| failed = failed.take().or(Some(error))).ok());
    let missing = || OpenError::NoModel { path: path.to_owned() };
    let first = first.ok_or_else(|| failed.map_or_else(missing, OpenError::from))?;
    let mut models = found.filter_map(Result::ok);
    let Some(second) = models.next() else { return open_in(folders, &first) };
    let folder = first.parent().unwrap_or(path);
    let several = || Err(OpenError::ManyModels { path: path.to_owned(), model: first.clone() });
    match open_folder(folders, folder) {
        Err(OpenError::NoModel { .. }) => several(),
        opened if iter::once(second).chain(models).all(|model| model.parent() == Some(folder)) => opened,
        _ => several(),
    }
}

fn open_folder(folders: &FolderCache, folder: &Path) -> Result<Figure, OpenError> {
    let is_own = |path: &Path| path.parent().is_some_and(|own| is_same(own, folder));
    let player = find_player(folders, folder)
        .filter(|files| [&files.lower, &files.upper, &files.head].iter().any(|path| is_own(path)));
    if let Some(files) = player {
        return Ok(with_found_weapons(folders, player::figure(folders, &files)?, folder));
    }
    let model = model_in(folders, folder).ok_or_else(|| OpenError::NoModel { path: folder.to_owned() })?;
    open_in(folders, &model)
}

fn model_in(folders: &FolderCache, folder: &Path) -> Option<PathBuf> {
    // Paths inside archives have no links.
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    let name = whole.file_name()?.to_string_lossy().to_lowercase();
    let names =
        [COMMON_STEM, &name].into_iter().flat_map(|stem| EXTENSIONS.map(|end| format!("{stem}.{end}")));
    // The files of the folder come before those in other archives of the game.
    let own = names.clone().find_map(|name| folders.find_alone(folder, &name));
    own.or_else(|| names.into_iter().find_map(|name| folders.find(folder, &name)))
}

fn open_model(folders: &FolderCache, path: &Path) -> Result<Figure, OpenError> {
    let document = Arc::new(model(folders, path)?);
    let files = find_weapon_parts(folders, path);
    let mounted = files.map_or(Ok(Vec::new()), |WeaponFiles { barrel, flash, .. }| {
        attachments(folders, barrel.as_deref(), flash.as_deref())
    });
    let mounted = match mounted {
        Ok(mounted) if mounted.is_empty() => modeldef::other_models(folders, path),
        mounted => mounted,
    };
    let alone = Figure::from(Arc::clone(&document));
    let figure = match mounted {
        Ok(mounted) if mounted.is_empty() => alone,
        Ok(mounted) => {
            let parts = alone.parts.into_iter().chain(mounted).collect();
            Figure::new(document.name(), parts)
        }
        Err(error) => Figure { notes: vec![chain(&error)], ..alone },
    };
    Ok(with_found_weapons(folders, figure, path))
}

fn with_found_weapons(folders: &FolderCache, figure: Figure, path: &Path) -> Figure {
    let figure = Figure { path: Some(path.to_owned()), real: real(path), ..figure };
    if let MountPoint::Tag(_) = figure.grip.place {
        let files = find_weapons(folders, figure.parts[0].document.path().unwrap_or(path));
        let own_hand =
            || files.iter().position(|weapon| weapon.hand.as_deref().is_some_and(|hand| is_same(hand, path)));
        let usual = || files.iter().position(|weapon| weapon.name.eq_ignore_ascii_case(FIRST_WEAPON));
        let first = own_hand().or_else(usual).or(Some(0));
        return figure.with_weapons(files.into_iter().map(Weapon::from_files).collect(), first);
    }
    let weapons =
        find_carried_weapons(folders, path).iter().map(|path| Weapon::in_folders(folders, path)).collect();
    figure.with_weapons(weapons, Some(0))
}

pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    a == b || matches!((real(a), real(b)), (Some(a), Some(b)) if a == b)
}

/// Returns the canonical path. For a path into an archive, only the path of the archive is resolved.
pub(super) fn real(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    path.ancestors().find_map(|above| Some(above.canonicalize().ok()?.join(path.strip_prefix(above).ok()?)))
}

impl Document {
    pub fn is_file_at(&self, path: &Path) -> bool {
        self.path().is_some_and(|own| is_same(own, path))
    }
    /// Whether both documents were opened from the same file, or are the same built-in model.
    pub(crate) fn is_same_file(&self, other: &Self) -> bool {
        match self.path() {
            Some(path) => other.is_file_at(path),
            None => other.path().is_none() && self.name() == other.name(),
        }
    }
}

impl Figure {
    /// Replaces the models by versions in other files. A figure of one file gets its path and name.
    pub(crate) fn move_to_file(&mut self, newer: &mut impl FnMut(&Arc<Document>) -> Arc<Document>) {
        for part in &mut self.parts {
            let moved = newer(&part.document);
            if self.name == part.document.name() && self.path.as_deref() == part.document.path() {
                self.name = moved.name().to_owned();
                self.path = moved.path().map(Path::to_owned);
                self.real = self.path.as_deref().and_then(real);
            }
            part.document = moved;
        }
    }
}
