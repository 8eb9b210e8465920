//! Edits of a model that is open in the window. They use the operations of `md2 edit`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use md2_assets::{ReadAs, decode, read_file};
use md2_edit::{Axis, EditError, Model, Transform};
use md2_scene::open_without_last_edit;
use md2_scene::{Document, Edit, FileSkin, ModelTransform, SavedModel, Skin, open_edited, saved_at};

pub use crate::commands::edit::SkinSizeError;
use crate::commands::{edit, mdl_args};
use crate::game_path::game_folder;
use crate::output::{self, Overwrite};

pub fn edit_document(document: &Document, edit: Edit) -> anyhow::Result<Document> {
    let file = document.file().context("the content of the model is not in memory")?;
    let mut model = Model::parse(file)?;
    match &edit {
        Edit::RenameFrames { frames, name, .. } => {
            check_frames(&model, document)?;
            model.rename_frames(&format!("{}..{}", frames.start(), frames.end()), name)?;
        }
        Edit::MoveFrames { order, .. } => {
            check_frames(&model, document)?;
            let order: Vec<usize> = order.iter().filter_map(|&frame| usize::try_from(frame).ok()).collect();
            let count = model.frame_count();
            anyhow::ensure!(order.iter().all(|&frame| frame < count), "the model has only {count} frames");
            model.order_frames(&order)?;
        }
        Edit::ReplaceSkin { skin: FileSkin::Image { skin, image }, file, resizes } => {
            let palette = mdl_args::palette(None, document.path())?;
            edit::replace_skin_image(&mut model, (*skin, *image), (file, *resizes), palette)?;
        }
        Edit::ReplaceSkin { skin: FileSkin::Path(number), file, .. } => {
            // The source of a skin is a file if that file names its images.
            let source = document.skins().first().map_or("", Skin::reason);
            if [".skin", ".cfg"].iter().any(|end| source.ends_with(end)) {
                anyhow::bail!(
                    "games read the images from {source}, not from the model. Name the image there"
                );
            }
            decode(&read_file(file, ReadAs::Image)?.bytes, file)
                .with_context(|| file.display().to_string())?;
            let path = game_path(file, document.path(), &model.skin_path(*number).unwrap_or_default())?;
            model.set_skin_path(&number.to_string(), &path)?;
        }
        Edit::Transform(change) => transform(&mut model, *change)?,
    }
    Ok(open_edited(document, edit, model.to_bytes()?)?)
}

/// Returns the version of a model before its last edit.
pub fn undo_edit(document: &Document) -> anyhow::Result<Document> {
    Ok(open_without_last_edit(document).context("the version before is not known")??)
}

fn transform(model: &mut Model, change: ModelTransform) -> Result<(), EditError> {
    let transform = match change {
        ModelTransform::Floor(height) => return model.put_on_floor(height).map(drop),
        ModelTransform::Move(offset) => Transform::translation(offset),
        ModelTransform::Turn(degrees) => Transform::rotation(Axis::Z, degrees),
        ModelTransform::Scale(factor) => Transform::scaling([factor; 3]),
    };
    model.transform(&transform).map(drop)
}

/// Rejects models with frame groups, because the window numbers the poses in the groups, and the file numbers the groups.
fn check_frames(model: &Model, document: &Document) -> anyhow::Result<()> {
    let (own, shown) = (model.frame_count(), document.mesh().frame_count());
    anyhow::ensure!(
        own == shown,
        "the {own} frames of the file are groups of {shown} poses. Edit them with `md2 edit`"
    );
    Ok(())
}

/// Returns the path of an image in its game: the folders from `models`, `players` or `progs` on. An image in the folder of the model gets
/// the folder of the old path.
///
/// # Errors
/// If the image is in neither of these places, since the game would not find it.
fn game_path(image: &Path, model: Option<&Path>, old: &str) -> anyhow::Result<String> {
    let name = image.file_name().unwrap_or_default().to_string_lossy();
    if let Some(folder) = game_folder(image, None) {
        return Ok(format!("{folder}/{name}"));
    }
    let folder = |path: &Path| path.parent().map(|folder| Path::new(".").join(folder));
    let is_beside = model.and_then(folder).zip(folder(image));
    let is_beside = is_beside.is_some_and(|(own, other)| output::is_same_file(&own, &other));
    match (is_beside, old.rsplit_once('/')) {
        (true, Some((folder, _))) => Ok(format!("{folder}/{name}")),
        (true, None) => Ok(name.into_owned()),
        (false, _) => {
            let beside = model.and_then(Path::parent).filter(|folder| Path::new(".").join(folder).is_dir());
            let beside = beside.map(|folder| folder.join(&*name));
            Err(SkinPlaceError { file: image.to_owned(), beside }.into())
        }
    }
}

/// The image of an edit is in no folder of the game.
#[derive(Debug, thiserror::Error)]
#[error(
    "\"{}\" is not in the game: {} into a folder below models, players or progs",
    file.display(),
    match beside {
        Some(_) => "copy the image next to the model, or",
        None => "save the model to a folder first (Ctrl+Shift+S), or copy the image",
    }
)]
pub struct SkinPlaceError {
    pub file: PathBuf,
    /// A place next to the model; `None` if the model is in an archive.
    pub beside: Option<PathBuf>,
}

/// Copies an image to the place where an edit expects it.
///
/// # Errors
/// If the image cannot be read, or a file with its name is there.
pub fn copy_image(image: &Path, edit: &Edit) -> anyhow::Result<()> {
    let Edit::ReplaceSkin { file, .. } = edit else { anyhow::bail!("the edit has no image") };
    let content = read_file(image, ReadAs::Image)?;
    Ok(output::write(file, &content.bytes, Overwrite { force: false })?)
}

/// Writes an open model with its edits to a file. If `replaces` is true, replaces an existing file, even the one from which the model was
/// opened.
///
/// # Errors
/// If the file exists and `replaces` is false, the extension belongs to another format, or the file cannot be written. After any error,
/// the old file is unchanged.
pub fn save(document: &Arc<Document>, path: &Path, replaces: bool) -> anyhow::Result<SavedModel> {
    let file = document.file().context("the content of the model is not in memory")?;
    let format = document.format().to_string();
    let extension = path.extension().unwrap_or_default();
    let other = ["mdl", "md2", "md3"].iter().find(|known| extension.eq_ignore_ascii_case(known));
    // DarkPlaces loads an MD3 with the name of an MDL or MD2.
    let is_own =
        document.path().and_then(Path::extension).is_some_and(|own| own.eq_ignore_ascii_case(extension));
    if let Some(other) = other.filter(|other| !is_own && !other.eq_ignore_ascii_case(&format)) {
        anyhow::bail!(
            "the model is an {format}: the name must not end with .{other}. Export writes other formats"
        );
    }
    let overwrite = Overwrite { force: replaces };
    // The file itself is replaced only if the user has confirmed that. An archive is never replaced.
    let input = document.path().filter(|_| !(replaces && document.is_file_at(path)));
    output::check(path, overwrite, input)?;
    output::write(path, file, overwrite)?;
    Ok(SavedModel::new(Arc::clone(document), saved_at(document, path)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use md2_testdata::TempFolder;

    use super::*;

    fn open(path: &Path) -> Arc<Document> {
        let figure = md2_scene::open_alone(&md2_assets::FolderCache::default(), path).unwrap();
        Arc::clone(&figure.parts()[0].document)
    }

    fn rename(document: &Document) -> Arc<Document> {
        let edit = Edit::RenameFrames { frames: 0..=1, old: String::from("run"), name: String::from("walk") };
        Arc::new(edit_document(document, edit).unwrap())
    }

    #[test]
    fn saving_replaces_a_file_only_after_a_confirmation() {
        let [before, after] = [["run1", "run2", "stand1"], ["walk1", "walk2", "stand1"]]
            .map(|names| md2_testdata::with_frames(names).build().into_bytes());
        let folder = TempFolder::new();
        let (own, other) = (folder.file("own.md2", &before), folder.file("other.md2", b"mine"));
        let edited = rename(&open(&own));
        assert!(edited.has_unsaved_edits());
        for path in [&own, &other] {
            assert!(save(&edited, path, false).is_err(), "{}", path.display());
        }
        let error = save(&edited, &folder.path("own.mdl"), false).unwrap_err();
        assert!(error.to_string().contains("must not end with .mdl"), "{error}");
        let replacement =
            open(&folder.file("progs/knight.mdl", md2_testdata::md3::one_triangle().build().bytes()));
        save(&replacement, &folder.path("progs/knight.mdl"), true).unwrap();
        assert!(save(&replacement, &folder.path("progs/knight.md2"), false).is_err());
        assert_eq!((fs::read(&own).unwrap(), fs::read(&other).unwrap()), (before, b"mine".to_vec()));
        assert!(edited.has_unsaved_edits());
        let level = md2_testdata::md3::one_triangle().build().into_bytes();
        let full = open(&folder.file("lower.md3", &level));
        folder.write("lower_2.md3", &level);
        let turned = edit_document(&full, Edit::Transform(ModelTransform::Turn(90.0))).unwrap();
        let turned = save(&Arc::new(turned), &folder.path("lower.md3"), true).unwrap();
        assert_eq!(turned.unchanged_files(), ["lower_2.md3"], "a level of detail");
        let saved = save(&edited, &own, true).unwrap();
        assert_eq!(fs::read(&own).unwrap(), after);
        assert!(!saved.written().has_unsaved_edits() && saved.written().may_replace_file());
    }

    #[test]
    fn a_replaced_skin_is_resized_only_on_request() {
        let folder = TempFolder::new();
        let texels = md2_assets::RgbaImage::filled(8, 8, {
            let [red, green, blue] = md2_load::Palette::default().color(3);
            [red, green, blue, 255]
        });
        let png = md2_export::import::skin_file::encode_png(&texels).unwrap();
        let image = folder.file("models/test/red.png", &png);
        let defined = folder.file("b.md3", md2_testdata::md3::one_triangle().build().bytes());
        folder.write("b_default.skin", b"blade,models/test/red.png");
        let edit = Edit::replace_skin(FileSkin::Path(0), image);
        let error = edit_document(&open(&defined), edit).unwrap_err().to_string();
        assert!(error.contains("b_default.skin, not from the model"), "{error}");
        let plain = open(&folder.file("c.md2", md2_testdata::one_triangle().build().bytes()));
        let edit = Edit::replace_skin(FileSkin::Path(0), folder.file("skin.txt", b"a text"));
        let error = format!("{:#}", edit_document(&plain, edit).unwrap_err());
        assert!(error.contains("skin.txt: not an image"), "{error}");

        let mut quake = md2_testdata::mdl::skin_group().build();
        let large = md2_assets::RgbaImage::filled(16, 24, texels.pixel(0, 0));
        let png = md2_export::import::skin_file::encode_png(&large).unwrap();
        let (file, skin) = (folder.file("large.png", &png), FileSkin::Image { skin: 1, image: 2 });
        let document = open(&folder.file("a.mdl", quake.bytes()));
        let replace =
            |resizes| edit_document(&document, Edit::ReplaceSkin { skin, file: file.clone(), resizes });
        let error = replace(false).unwrap_err().downcast::<SkinSizeError>().unwrap();
        assert_eq!((error.found, error.wanted), ([16, 24], [8, 8]));
        // The gray of index 3 is in the palette only once.
        quake.set("skin[1].pixels[2]", &[3; 64]);
        assert_eq!(**replace(true).unwrap().file().unwrap(), *quake.bytes());
    }

    #[test]
    fn sequences_of_a_model_with_frame_groups_stay() {
        let folder = TempFolder::new();
        let document = open(&folder.file("a.mdl", md2_testdata::mdl::frame_group().build().bytes()));
        let edit =
            Edit::RenameFrames { frames: 0..=0, old: String::from("stand"), name: String::from("idle") };
        let error = edit_document(&document, edit).expect_err("the file has groups").to_string();
        assert_eq!(error, "the 3 frames of the file are groups of 5 poses. Edit them with `md2 edit`");
    }

    #[test]
    fn images_get_the_path_that_the_game_uses() {
        let path = |image: &str, old: &str| game_path(Path::new(image), Some(Path::new("/x/tris.md2")), old);
        assert_eq!(path("/q2/baseq2/players/hero/red.pcx", "").unwrap(), "players/hero/red.pcx");
        let folder = TempFolder::new();
        let (model, image) = (folder.file("tris.md2", b""), folder.file("red.png", b""));
        let beside = |old| game_path(&image, Some(&model), old).unwrap();
        assert_eq!(beside("players/hero/blue.pcx"), "players/hero/red.png");
        assert_eq!(beside("blue.pcx"), "red.png");
        let error = path("/home/red.pcx", "").unwrap_err().to_string();
        assert!(error.starts_with("\"/home/red.pcx\" is not in the game: "), "{error}");
        let elsewhere = folder.file("home/new.png", b"an image");
        let error =
            game_path(&elsewhere, Some(&model), "").unwrap_err().downcast::<SkinPlaceError>().unwrap();
        let copy = error.beside.expect("the model is in a folder");
        let edit = Edit::replace_skin(FileSkin::Path(0), copy.clone());
        copy_image(&elsewhere, &edit).unwrap();
        assert_eq!((fs::read(&copy).unwrap(), copy), (b"an image".to_vec(), folder.path("new.png")));
        assert!(copy_image(&elsewhere, &edit).is_err(), "it replaces no file");
    }
}
