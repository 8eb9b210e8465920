//! What lies in a folder, as people look through it: models, pictures, folders and archives.

use std::path::{Path, PathBuf};

use crate::archive::Archive;
use crate::models::{ARCHIVES, MODELS, has_extension};
use crate::read::{ReadError, archive_at, is_folder};
use crate::skin::ImageFormat;
use crate::tree::{FolderEntry, MAX_ENTRIES, entries, folder_of, lower_case};
use crate::{inside, natural};

/// What a folder holds that can be opened or looked into. See [`list_folder`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderListing {
    /// Folders first, then archives, models and pictures; each in the order in which people count.
    pub items: Vec<FolderItem>,
    /// Whether the models in it are one figure: a player with its weapons, a monster, a weapon with its parts.
    pub is_figure: bool,
    /// How many names were listed, those of other files included.
    pub names: usize,
    /// Whether there are more names than that, which are left out.
    pub is_cut: bool,
}

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderItem {
    /// What it is called.
    pub name: String,
    /// What it is, by its name.
    pub kind: ItemKind,
    /// Why it is never served, if it lies in an archive that lists it all the same.
    pub refused: Option<String>,
}

/// What something in a folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ItemKind {
    /// A folder.
    Folder,
    /// An archive, which is a folder too.
    Archive,
    /// A model.
    Model,
    /// An image.
    Image,
}

/// Refused entries that are listed of one archive.
const MAX_REFUSED: usize = 1000;
/// The models of a Quake III player.
pub(crate) const PARTS: [&str; 3] = ["lower", "upper", "head"];
/// What a model is called where each has a folder.
const COMMON_STEM: &str = "tris";
/// Name of the folder that holds the folders of players.
pub(crate) const PLAYERS: &str = "players";

/// Lists a folder, an archive or a folder in one, not those below it: what is called as a model, a picture or an archive is, and
/// folders. No file is opened but for the list of an archive. At most `most` names are listed, and never more than 262,144.
///
/// # Errors
/// If it cannot be listed.
pub fn list_folder(folder: &Path, most: usize) -> Result<FolderListing, ReadError> {
    let most = most.min(MAX_ENTRIES);
    let inside = inside::split(folder);
    let archive = match &inside {
        Some((path, _)) => Some(archive_at(path)?),
        None => None,
    };
    let failed = |source| ReadError::System { path: folder.to_path_buf(), source };
    let listed = entries(folder, most.saturating_add(1)).map_err(failed)?;
    let is_cut = listed.len() > most;
    let names = listed.len().min(most);
    let mut items: Vec<(String, FolderItem)> = Vec::new();
    for entry in listed.into_iter().take(most) {
        let Some(kind) = kind_of(&entry) else { continue };
        let name = entry.path.file_name().map(|name| name.to_string_lossy().into_owned());
        let nested = inside.is_some() && kind == ItemKind::Archive;
        let refused = nested.then(|| String::from("archives inside archives are not opened"));
        items.push((entry.name, FolderItem { name: name.unwrap_or_default(), kind, refused }));
    }
    if let (Some(archive), Some((_, name))) = (&archive, &inside)
        && name.is_empty()
    {
        items.extend(refused(archive));
    }
    let is_figure = is_figure(folder, &items);
    items.sort_by(|(a, one), (b, other)| {
        one.kind.cmp(&other.kind).then_with(|| natural::compare(a, b)).then_with(|| one.name.cmp(&other.name))
    });
    Ok(FolderListing { items: items.into_iter().map(|(_, item)| item).collect(), is_figure, names, is_cut })
}

/// What an archive never serves, by the whole name: that may lead anywhere.
fn refused(archive: &Archive) -> impl Iterator<Item = (String, FolderItem)> {
    let named = archive.refused().iter().filter_map(|one| {
        let name = one.name.to_lowercase();
        let kind = kind_by_name(&name)?;
        let item = FolderItem { name: one.name.to_string(), kind, refused: Some(one.reason.to_string()) };
        Some((name, item))
    });
    named.take(MAX_REFUSED)
}

fn kind_of(entry: &FolderEntry) -> Option<ItemKind> {
    if entry.is_folder { Some(ItemKind::Folder) } else { kind_by_name(&entry.name) }
}

fn kind_by_name(name: &str) -> Option<ItemKind> {
    if has_extension(name, &MODELS) {
        Some(ItemKind::Model)
    } else if has_extension(name, &ARCHIVES) {
        Some(ItemKind::Archive)
    } else {
        ImageFormat::from_name(Path::new(name)).map(|_| ItemKind::Image)
    }
}

/// Whether the models of a folder are one figure: there is one that the folder is about, and all others are its parts.
fn is_figure(folder: &Path, items: &[(String, FolderItem)]) -> bool {
    let is_model = |item: &FolderItem| item.kind == ItemKind::Model && item.refused.is_none();
    let models =
        || items.iter().filter(|(_, item)| is_model(item)).filter_map(|(name, _)| name.rsplit_once('.'));
    let is_part = |stem: &str| PARTS.iter().any(|part| stem == *part || is_variant(stem, part));
    if PARTS.iter().all(|part| models().any(|(stem, end)| stem == *part && end == "md3")) {
        return models().all(|(stem, _)| is_part(stem));
    }
    let above = folder.parent().and_then(Path::file_name).map(lower_case);
    if models().any(|(stem, _)| stem == COMMON_STEM) {
        let is_player = above.is_some_and(|above| above == PLAYERS);
        return is_player
            || models().all(|(stem, _)| stem == COMMON_STEM || stem == "weapon" || stem.starts_with("w_"));
    }
    let Some(own) = folder.file_name().map(lower_case) else { return false };
    models().any(|(stem, _)| stem == own) && models().all(|(stem, _)| stem == own || is_variant(stem, &own))
}

/// Whether it is called as another one, and then something: `machinegun_flash`, `lower_1`.
fn is_variant(stem: &str, of: &str) -> bool {
    stem.strip_prefix(of).is_some_and(|rest| rest.starts_with('_'))
}

/// The folder to look through for the neighbours of a model or a folder: the one it lies in, or where that is one figure with
/// others beside it, the one above.
#[must_use]
pub fn browsing_folder(path: &Path) -> PathBuf {
    let is_one = |folder: &Path| list_folder(folder, MAX_PEEKED).is_ok_and(|listing| listing.is_figure);
    let own = folder_of(&if is_folder(path) { path.join("x") } else { path.to_path_buf() });
    if !is_one(&own) {
        return own;
    }
    let Some(above) = own.parent().filter(|above| above.parent().is_some()) else { return own };
    let Ok(beside) = list_folder(above, MAX_PEEKED) else { return own };
    let folders = beside.items.iter().filter(|item| item.kind == ItemKind::Folder).take(MAX_BESIDE);
    let others = folders.map(|item| above.join(&item.name)).filter(|folder| *folder != own);
    let mut others = others;
    if others.any(|folder| is_one(&folder)) { above.to_path_buf() } else { own }
}

/// Names of a folder that are looked at to tell whether it is one figure.
const MAX_PEEKED: usize = 4096;
/// Folders beside one that are looked into.
const MAX_BESIDE: usize = 64;
