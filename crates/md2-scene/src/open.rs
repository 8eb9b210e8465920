//! Opening models with the files around them: skins, scripts, speeds, and the other models of a figure.
//!
//! Only this module searches for files, except for the palettes of images.

mod companions;
mod figure;
mod modeldef;
mod player;
mod script;
mod skins;
mod weapon;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use md2_anim::ScriptError;
use md2_assets::{FileContent, FileStamp, FolderCache, PlayerPart, ReadAs, ReadError, read_file};
use md2_load::{Format, LoadError, LoadOptions, LoadedModel, SalvagedFile, SkinStorage, Verdict};

use crate::document::{Companions, Document, load_options};
use crate::edit::{Edit, SavedVersion};
use crate::figure::Figure;
use crate::ground_speed::GroundSpeedError;
use crate::repairs::Repairs;
use crate::skin::Skin;
use crate::skin_image::{SkinImage, palette_of};

pub(crate) use figure::is_same;
pub use figure::{open, open_own_model};
pub use script::prefer_script;

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("cannot open \"{}\"", path.display())]
    Load { path: PathBuf, source: LoadError },
    #[error(
        "\"{}\" is a folder or archive without a model: expected lower.md3, upper.md3 and head.md3, or a model named tris or like \
         the folder",
        path.display()
    )]
    NoModel { path: PathBuf },
    #[error("\"{}\" has several models: choose one, such as \"{}\"", path.display(), model.display())]
    ManyModels { path: PathBuf, model: PathBuf },
}

#[derive(Debug, thiserror::Error)]
#[error("{file}: {reason}")]
struct CompanionError {
    file: String,
    reason: CompanionProblem,
}

impl CompanionError {
    fn about(path: &Path, reason: impl Into<CompanionProblem>) -> Self {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self { file, reason: reason.into() }
    }
}

#[derive(Debug, thiserror::Error)]
enum CompanionProblem {
    #[error("{}", _0.reason())]
    Read(#[from] ReadError),
    #[error("not UTF-8 text")]
    NotText,
    #[error(transparent)]
    Script(#[from] ScriptError),
    #[error("all sequences start past the model's last frame")]
    PastLastFrame,
    #[error(transparent)]
    GroundSpeed(#[from] GroundSpeedError),
}

/// The number of edits of a model that can be undone.
const MAX_EARLIER_VERSIONS: usize = 8;

/// Reads a model and its companions again. Returns `None` for a model in memory. An edited model keeps its content, unless it was saved to
/// its own file; only its companions are read again.
///
/// A damaged file is an error even if [`open`] would repair it: another program may still be writing the file, and
/// its readable part would replace the complete model.
pub fn reopen(document: &Document) -> Option<Result<Document, OpenError>> {
    let path = document.path()?;
    let is_edited =
        document.has_unsaved_edits() || document.last_edit().is_some() && document.is_unchanged_on_disk();
    match &document.file {
        Some(file) if is_edited => Some(open_content(document, Arc::clone(file))),
        _ => Some(read(&FolderCache::default(), path, document.player_part.as_ref(), DamagePolicy::Refuse)),
    }
}

/// Opens an edited version of a model. `bytes` is the content of the file after the edit. The companions are searched again, since the
/// edit may have changed the paths of skins.
pub fn open_edited(document: &Document, edit: Edit, bytes: Vec<u8>) -> Result<Document, OpenError> {
    let mut edited = open_content(document, Arc::new(bytes))?;
    edited.edits.push(edit);
    edited.earlier.extend(document.file.clone().map(|content| (Instant::now(), content)));
    edited.earlier.drain(..edited.earlier.len().saturating_sub(MAX_EARLIER_VERSIONS));
    Ok(edited)
}

/// Opens the version of a model before its last edit. `None` if it has no edits, or the content of that version is not known.
pub fn open_without_last_edit(document: &Document) -> Option<Result<Document, OpenError>> {
    let (_, content) = document.earlier.last()?;
    Some(open_content(document, Arc::clone(content)).map(|mut older| {
        older.edits.pop();
        older.earlier.pop();
        older
    }))
}

/// Opens a version of a model that was stored with its content, because the `edits` alone do not lead to it.
pub fn open_restored(document: &Document, edits: Vec<Edit>, bytes: Vec<u8>) -> Result<Document, OpenError> {
    let mut restored = open_content(document, Arc::new(bytes))?;
    let content = document.saved.content.clone();
    restored.saved = Arc::new(SavedVersion { content, ..SavedVersion::default() });
    (restored.edits, restored.earlier) = (edits, Vec::new());
    Ok(restored)
}

/// Returns a document after its content was written to the file `path`.
pub fn saved_at(document: &Document, path: &Path) -> Document {
    let mut written = document.clone();
    written.set_name(display_name(path, document.player_part.is_some()));
    (written.path, written.stamp) = (Some(path.to_owned()), FileStamp::read(path));
    written.levels = md2_assets::find_levels(&FolderCache::default(), path);
    let (content, edits) = (document.file.clone(), Some(document.edits.clone()));
    written.saved = Arc::new(SavedVersion { content, edits, is_own: true });
    written
}

fn open_content(document: &Document, bytes: Arc<Vec<u8>>) -> Result<Document, OpenError> {
    let mut opened = match document.path() {
        Some(path) => {
            let part = document.player_part.as_ref();
            from_content(&FolderCache::default(), path, Arc::clone(&bytes), part, DamagePolicy::Refuse)?
        }
        None => {
            let path = Path::new(document.name());
            let (model, _) = load(path, &bytes, &load_options(path), DamagePolicy::Refuse, &mut Vec::new())?;
            let is_outside = |skin: &&Skin| !skin.images().any(SkinImage::is_embedded);
            let companions = Companions {
                skins: document.skins().iter().filter(is_outside).cloned().collect(),
                missing_skins: document.missing_skins.clone(),
                ground: document.ground.clone(),
                ..Companions::default()
            };
            Document::new(document.name(), model, companions)
        }
    };
    (opened.file, opened.stamp) = (Some(bytes), document.stamp);
    (opened.edits, opened.saved) = (document.edits.clone(), Arc::clone(&document.saved));
    opened.earlier.clone_from(&document.earlier);
    Ok(opened)
}

pub fn open_level(document: &Document, level: usize) -> Option<Result<Document, OpenError>> {
    let path = document.levels.get(level)?;
    Some(read(&FolderCache::default(), path, document.player_part.as_ref(), DamagePolicy::Repair))
}

/// Opens a model in memory, without companions. `name` is the name that a file would have.
///
/// A damaged model is repaired in memory: see [`Document::repairs`].
pub fn open_bytes(name: &str, bytes: &[u8]) -> Result<Figure, OpenError> {
    let (path, mut notes) = (Path::new(name), Vec::new());
    let (model, repairs) = load(path, bytes, &load_options(path), DamagePolicy::Repair, &mut notes)?;
    let companions = Companions { notes, ..Companions::default() };
    let mut document = Document::new(name, model, companions).with_file(Arc::new(bytes.to_vec()));
    document.repairs = repairs;
    Ok(Figure::from(document))
}

pub fn open_alone(folders: &FolderCache, path: &Path) -> Result<Figure, OpenError> {
    let figure = Figure::from(model(folders, path)?);
    Ok(Figure { real: figure::real(path), ..figure })
}

pub(crate) fn model(folders: &FolderCache, path: &Path) -> Result<Document, OpenError> {
    // A model that a MODELDEF names is no part of a player, whatever its name is.
    let is_defined = !md2_assets::find_definitions(folders, path).is_empty();
    let part = if is_defined { None } else { md2_assets::find_player_part(folders, path) };
    read(folders, path, part.as_ref(), DamagePolicy::Repair)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DamagePolicy {
    Repair,
    Refuse,
}

fn read(
    folders: &FolderCache,
    path: &Path,
    part: Option<&PlayerPart>,
    damage: DamagePolicy,
) -> Result<Document, OpenError> {
    let FileContent { bytes, stamp, .. } = read_file(path, ReadAs::Model)?;
    let mut document = from_content(folders, path, Arc::new(bytes), part, damage)?;
    document.stamp = Some(stamp);
    Ok(document)
}

fn from_content(
    folders: &FolderCache,
    path: &Path,
    bytes: Arc<Vec<u8>>,
    part: Option<&PlayerPart>,
    damage: DamagePolicy,
) -> Result<Document, OpenError> {
    let mut notes = Vec::new();
    let mut options = load_options(path);
    let format = Format::detect(&bytes);
    // Only images in the file need the palette.
    if format.is_some_and(|format| format.features().skins == SkinStorage::Images) {
        match palette_of(folders, path) {
            Ok(palette) => options.palette = palette.unwrap_or(options.palette),
            Err(note) => notes.push(note),
        }
    }
    let (mut model, repairs) = load(path, &bytes, &options, damage, &mut notes)?;
    script::lend_sequences(folders, path, &mut model);
    let companions = companions::find(folders, path, &model, part, notes);
    let start = part.and_then(|part| player::first_sequence(part.part));
    let mut document = Document::new(display_name(path, part.is_some()), model, companions).with_file(bytes);
    (document.path, document.repairs) = (Some(path.to_owned()), repairs);
    document.player_part = part.cloned();
    document.levels = md2_assets::find_levels(folders, path);
    Ok(start.into_iter().fold(document, Document::starting_with))
}

fn load(
    path: &Path,
    bytes: &[u8],
    options: &LoadOptions,
    damage: DamagePolicy,
    notes: &mut Vec<String>,
) -> Result<(LoadedModel, Option<Repairs>), OpenError> {
    let failed = |source| OpenError::Load { path: path.to_owned(), source };
    if let (DamagePolicy::Refuse, Verdict::Refused(reason)) = (damage, md2_load::verdict(bytes)) {
        return Err(failed(reason));
    }
    let salvaged = md2_load::salvage(bytes).map_err(failed)?;
    let model = salvaged.load(options).map_err(failed)?;
    let SalvagedFile { verdict, repairs: done, .. } = salvaged;
    match verdict {
        Verdict::Sound => Ok((model, None)),
        Verdict::Doubtful(reason) | Verdict::Refused(reason) => {
            if damage == DamagePolicy::Refuse && (!done.is_empty() || reason.is_text_conversion()) {
                return Err(failed(reason));
            }
            if done.is_empty() {
                notes.push(format!("The model may look wrong: {reason}."));
                return Ok((model, None));
            }
            let repairs = Repairs::new(&reason, done, &model);
            Ok((model, Some(repairs)))
        }
    }
}

fn display_name(path: &Path, is_part: bool) -> String {
    let name = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let file = name(path.file_name()).unwrap_or_default();
    let is_common = is_part || path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case("tris"));
    match name(path.parent().and_then(Path::file_name)) {
        Some(folder) if is_common => format!("{folder}/{file}"),
        _ => file,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_names_are_short_and_unique() {
        let check = |path: &str, expected: &str| assert_eq!(display_name(Path::new(path), false), expected);
        check("/models/warrior.md2", "warrior.md2");
        check("players/male/tris.md2", "male/tris.md2");
        check("players/male/TRIS.MD2", "male/TRIS.MD2");
        check("tris.md2", "tris.md2");
        assert_eq!(display_name(Path::new("players/sarge/lower.md3"), true), "sarge/lower.md3");
    }
}
