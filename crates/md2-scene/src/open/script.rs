//! Sequences from the script of a model, or, for a weapon, from the player that carries it.

use std::path::{Path, PathBuf};

use md2_anim::{Detection, Script};
use md2_assets::{FolderCache, ReadAs, read_file};
use md2_load::{LoadOptions, LoadedModel};

use super::{CompanionError, CompanionProblem};

const COMMON_NAMES: &[&str] = &["animation.cfg", "animation.anm"];
const CUBE: &str = "md3.cfg";
const EXTENSIONS: &[&str] = &["anm", "cfg"];

pub(super) fn find(
    folders: &FolderCache,
    model: &Path,
    frame_count: u32,
) -> Result<Option<Script>, CompanionError> {
    let Some(path) = script_path(folders, model) else { return Ok(None) };
    let failed = |reason: CompanionProblem| CompanionError::about(&path, reason);
    let bytes = read_file(&path, ReadAs::Script).map_err(|error| failed(error.into()))?.bytes;
    let is_cube = path.file_name().is_some_and(|name| name.eq_ignore_ascii_case(CUBE));
    let script = if is_cube { Script::parse_cube(&bytes) } else { Script::parse(&bytes) };
    let script = script.map_err(|error| failed(error.into()))?;
    // Most scripts of Cube engines contain no sequences, which is no error.
    if is_cube && script.sequences.is_empty() {
        return Ok(None);
    }
    if script.sequences_for(frame_count).sequences.is_empty() {
        return Err(failed(CompanionProblem::PastLastFrame));
    }
    Ok(Some(script))
}

fn script_path(folders: &FolderCache, model: &Path) -> Option<PathBuf> {
    let stem = model.file_stem()?.to_string_lossy().to_lowercase();
    let own = EXTENSIONS.iter().map(|extension| format!("{stem}.{extension}"));
    let wanted: Vec<String> = own.chain(COMMON_NAMES.iter().map(|&name| name.to_owned())).collect();
    let folder = match model.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let cube = || md2_assets::find_cube_script(folders, model);
    wanted.iter().find_map(|name| folders.find(folder, name)).or_else(cube)
}

/// Uses the sequences of the script next to a model, or of the player that carries it. Ignores a script with errors.
pub fn prefer_script(path: &Path, model: &mut LoadedModel) {
    let folders = FolderCache::default();
    lend_sequences(&folders, path, model);
    let frame_count = u32::try_from(model.mesh.frame_count()).unwrap_or(u32::MAX);
    if let Ok(Some(script)) = find(&folders, path, frame_count) {
        model.detection.prefer_script(&script);
    }
}

pub(super) fn lend_sequences(folders: &FolderCache, path: &Path, weapon: &mut LoadedModel) {
    if weapon.detection.is_unmarked()
        && let Some(body) = sequences_of_carrier(folders, path)
    {
        weapon.detection.follow_body(&body);
    }
}

/// Returns the sequences of the player that carries a weapon. `None` if there is no player or its file cannot be
/// read. In the latter case, opening the player reports the error.
fn sequences_of_carrier(folders: &FolderCache, weapon: &Path) -> Option<Detection> {
    let path = md2_assets::find_carrier(folders, weapon)?;
    let bytes = md2_assets::read_model(&path).ok()?;
    let LoadedModel { mut detection, mesh, .. } = md2_load::load(&bytes, &LoadOptions::default()).ok()?;
    let frame_count = u32::try_from(mesh.frame_count()).unwrap_or(u32::MAX);
    if let Ok(Some(script)) = find(folders, &path, frame_count) {
        detection.prefer_script(&script);
    }
    Some(detection)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_with_the_models_name_comes_first() {
        let folder = md2_testdata::TempFolder::with_files(&[]);
        let model = folder.path("spider.md2");
        assert_eq!(find(&FolderCache::default(), &model, 10).unwrap(), None);

        folder.write("animation.cfg", b"0 5 5 10 // ALL\n");
        assert_eq!(find(&FolderCache::default(), &model, 10).unwrap().unwrap().sequences[0].name, "ALL");
        folder.write("SPIDER.ANM", b"walk 0 3 20\n");
        assert_eq!(find(&FolderCache::default(), &model, 10).unwrap().unwrap().sequences[0].name, "walk");

        folder.write("SPIDER.ANM", b"walk 0 x 20\n");
        let error = find(&FolderCache::default(), &model, 10).unwrap_err().to_string();
        assert!(error.starts_with("SPIDER.ANM: line 1, column 8"), "{error}");
        folder.write("SPIDER.ANM", b"walk 10 12 20\n");
        let error = find(&FolderCache::default(), &model, 10).unwrap_err().to_string();
        assert!(error.contains("past the model's last frame"), "{error}");
    }
}
