//! Listing of folders and archives for a file browser.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::archive::Archive;
use crate::disk::{Disk, folder_of};
use crate::model_names::without_copy_marks;
use crate::models::{ARCHIVES, MODEL_EXTENSIONS, has_extension};
use crate::player::{BodyPart, NamePattern, is_carried_weapon};
use crate::read::{ReadError, archive_at, is_folder};
use crate::skin::ImageFormat;
use crate::tree::{MAX_ENTRIES, entries, lower_case};
use crate::{archive_path, natural};

/// The contents of a folder: see [`list_folder`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderListing {
    /// Folders first, then archives, models and images, each in natural order. Copies such as `tris (1).md2` follow the original.
    pub items: Vec<FolderItem>,
    /// Whether all models of the folder belong to a single object, such as a player with its weapons, a monster, or a weapon with its
    /// parts.
    pub is_figure: bool,
    /// Number of file and folder names that were read, including the names of files that are not listed.
    pub names: usize,
    /// Whether the listing is incomplete, because the limit for the number of names was reached.
    pub is_cut: bool,
}

/// A folder, archive, model or image in a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderItem {
    /// File name.
    pub name: String,
    /// The kind of the item. The extension of a file determines its kind.
    pub kind: ItemKind,
    /// The reason why the item cannot be opened, if an archive refuses it as an entry; otherwise `None`.
    pub refused: Option<String>,
}

/// The kind of a [`FolderItem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say what the variants are")]
pub enum ItemKind {
    Folder,
    /// An archive, which can be listed like a folder.
    Archive,
    Model,
    Image,
}

const MAX_REFUSED: usize = 1000;
/// The file name, without extension, that most models of Quake II have. Each of them is in its own folder.
const COMMON_STEM: &str = "tris";
pub(crate) const PLAYERS: &str = "players";

/// Lists the models, images, archives and subfolders of a folder, of an archive, or of a folder in an archive. Opens no files except the
/// archive. Reads at most `most` names, and never more than 262,144.
pub fn list_folder(folder: &Path, most: usize) -> Result<FolderListing, ReadError> {
    let most = most.min(MAX_ENTRIES);
    let inside = archive_path::split(folder);
    let archive = match &inside {
        Some((path, _)) => Some(archive_at(path)?),
        None => None,
    };
    let failed = |source| ReadError::System(folder.to_path_buf(), source);
    let listed = entries(&Disk, folder, most.saturating_add(1)).map_err(failed)?;
    let is_cut = listed.len() > most;
    let names = listed.len().min(most);
    let mut items: Vec<(String, FolderItem)> = Vec::new();
    for entry in listed.into_iter().take(most) {
        let kind = if entry.is_folder { Some(ItemKind::Folder) } else { kind_by_name(&entry.name) };
        let Some(kind) = kind else { continue };
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
        let by_name = || natural::compare_files(a, b).then_with(|| one.name.cmp(&other.name));
        one.kind.cmp(&other.kind).then_with(by_name)
    });
    Ok(FolderListing { items: items.into_iter().map(|(_, item)| item).collect(), is_figure, names, is_cut })
}

fn refused(archive: &Archive) -> impl Iterator<Item = (String, FolderItem)> {
    let named = archive.refused().iter().filter_map(|one| {
        let name = one.name.to_lowercase();
        let kind = kind_by_name(&name)?;
        let item = FolderItem { name: one.name.to_string(), kind, refused: Some(one.reason.clone()) };
        Some((name, item))
    });
    named.take(MAX_REFUSED)
}

fn kind_by_name(name: &str) -> Option<ItemKind> {
    if has_extension(name, &MODEL_EXTENSIONS) {
        Some(ItemKind::Model)
    } else if has_extension(name, &ARCHIVES) {
        Some(ItemKind::Archive)
    } else {
        ImageFormat::from_name(Path::new(name)).map(|_| ItemKind::Image)
    }
}

/// Whether the models of a folder belong to a single object, such as a player: a main model and its parts or weapons. Copies of these
/// models belong to the object, too. `items` are the items of the folder, each with its lower-case name.
fn is_figure(folder: &Path, items: &[(String, FolderItem)]) -> bool {
    let is_model = |item: &FolderItem| item.kind == ItemKind::Model && item.refused.is_none();
    let models =
        || items.iter().filter(|(_, item)| is_model(item)).filter_map(|(name, _)| name.rsplit_once('.'));
    let has_model = |stem: &str| models().any(|(own, _)| own == stem);
    // The names without copy marks.
    let all_originals =
        |belongs: &dyn Fn(&str) -> bool| models().all(|(stem, _)| belongs(without_copy_marks(stem)));
    let names: HashSet<&str> = items.iter().map(|(name, _)| &**name).collect();
    let mut players = models().flat_map(|(stem, _)| NamePattern::readings(stem)).map(|(_, player)| player);
    if let Some(player) = players.find(|player| player.is_whole(|name| names.contains(name))) {
        let parts = BodyPart::ALL.map(|part| player.file_name(part.file_word(), ""));
        let parts = parts.each_ref().map(|part| without_copy_marks(part));
        return all_originals(&|stem| parts.iter().any(|part| stem == *part || is_variant(stem, part)));
    }
    let above = folder.parent().and_then(Path::file_name).map(lower_case);
    if has_model(COMMON_STEM) {
        let is_player = above.is_some_and(|above| above == PLAYERS);
        return is_player || all_originals(&|stem| stem == COMMON_STEM || is_carried_weapon(stem));
    }
    let Some(own) = folder.file_name().map(lower_case) else { return false };
    has_model(&own) && all_originals(&|stem| stem == own || is_variant(stem, &own))
}

/// Whether `stem` consists of `base` and a suffix that begins with `_`, as in `machinegun_flash` and `lower_1`.
fn is_variant(stem: &str, base: &str) -> bool {
    stem.strip_prefix(base).is_some_and(|rest| rest.starts_with('_'))
}

/// Returns the folder that a file browser lists when the user opens a model or a folder: the model's folder, or the folder itself. If
/// this folder contains only one object, such as a player, and so does a folder next to it, returns the folder that contains both.
pub fn browsing_folder(path: &Path) -> PathBuf {
    let is_one = |folder: &Path| list_folder(folder, MAX_FIGURE_NAMES).is_ok_and(|listing| listing.is_figure);
    let own = folder_of(&if is_folder(path) { path.join("x") } else { path.to_path_buf() });
    if !is_one(&own) {
        return own;
    }
    let Some(above) = own.parent().filter(|above| above.parent().is_some()) else { return own };
    let Ok(beside) = list_folder(above, MAX_FIGURE_NAMES) else { return own };
    let folders = beside.items.iter().filter(|item| item.kind == ItemKind::Folder).take(MAX_NEIGHBORS);
    let mut others = folders.map(|item| above.join(&item.name)).filter(|folder| *folder != own);
    if others.any(|folder| is_one(&folder)) { above.to_path_buf() } else { own }
}

/// The maximum number of names that are read from a folder to find out whether its models belong to a single object.
const MAX_FIGURE_NAMES: usize = 4096;
const MAX_NEIGHBORS: usize = 64;
