//! Reading of the companions of a model file: skin images, a script with sequences, and speeds.

use std::path::Path;

use md2_assets::{FolderCache, PlayerPart, ReadAs, ReadError, read_file};
use md2_load::LoadedModel;

use super::{CompanionError, CompanionProblem, modeldef, player, script, skins};
use crate::document::Companions;
use crate::ground_speed::GroundSpeeds;

const GROUND_SPEEDS: &str = "ground-speed.txt";

pub(super) fn find(
    folders: &FolderCache,
    path: &Path,
    model: &LoadedModel,
    part: Option<&PlayerPart>,
    mut notes: Vec<String>,
) -> Companions {
    let frame_count = u32::try_from(model.mesh.frame_count()).unwrap_or(u32::MAX);
    let definitions = md2_assets::find_definitions(folders, path);
    let player = part.map(|part| or_note(player::sequences(part, frame_count), &mut notes));
    let script = match part {
        Some(_) => None,
        None => definitions
            .first()
            .and_then(|definition| modeldef::sequences(definition, model))
            .or_else(|| or_note(script::find(folders, path, frame_count), &mut notes)),
    };
    notes.extend(modeldef::note(&definitions));
    let (split, about) = player.unwrap_or_default();
    notes.extend(about);
    let ground = or_note(ground_speeds_beside(path), &mut notes);
    let skins::FoundSkins { skins, missing } = skins::find(folders, path, model);
    notes.extend(missing.iter().filter_map(|name| {
        let file = md2_assets::find_unread_image(folders, path, name.as_bytes())?;
        Some(format!("{name}: {file} has a format that is not read"))
    }));
    let missing_files = md2_assets::find_missing_player_files(folders, path);
    notes.extend(skins::notes_on_first(folders, &skins, model));
    let place = definitions.first().map(|definition| modeldef::place(definition.block())).unwrap_or_default();
    Companions { skins, missing_skins: missing, missing_files, script, split, ground, place, notes }
}

fn or_note<T: Default>(result: Result<T, CompanionError>, notes: &mut Vec<String>) -> T {
    result.unwrap_or_else(|error| {
        notes.push(error.to_string());
        T::default()
    })
}

fn ground_speeds_beside(model: &Path) -> Result<GroundSpeeds, CompanionError> {
    let failed = |reason| CompanionError { file: String::from(GROUND_SPEEDS), reason };
    match read_file(&model.with_file_name(GROUND_SPEEDS), ReadAs::Text) {
        Ok(content) => {
            let text = String::from_utf8(content.bytes).map_err(|_| failed(CompanionProblem::NotText))?;
            GroundSpeeds::parse(&text).map_err(|error| failed(error.into()))
        }
        Err(ReadError::NotFound(_)) => Ok(GroundSpeeds::default()),
        Err(error) => Err(failed(error.into())),
    }
}
