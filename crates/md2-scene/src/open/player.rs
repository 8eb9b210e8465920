//! Quake III players: three models mounted on each other, with one file of sequences.

use std::path::Path;
use std::sync::Arc;

use md2_anim::SequenceList;
use md2_anim::quake3::{AnimationConfig, START_SEQUENCES};
use md2_assets::{BodyPart, FolderCache, PlayerFiles, PlayerPart, ReadAs, read_file};

use super::{CompanionError, CompanionProblem, DamagePolicy, OpenError, read};
use crate::figure::{Figure, MountPoint, Part, PartMotion};

const MAX_NOTES: usize = 3;

pub(super) fn first_sequence(part: BodyPart) -> Option<&'static str> {
    let [legs, torso] = START_SEQUENCES;
    match part {
        BodyPart::Legs => Some(legs),
        BodyPart::Torso => Some(torso),
        BodyPart::Head => None,
    }
}

pub(super) fn sequences(
    part: &PlayerPart,
    frame_count: u32,
) -> Result<(Option<SequenceList>, Vec<String>), CompanionError> {
    let (Some(path), Some(_)) = (&part.animation, first_sequence(part.part)) else {
        return Ok((None, Vec::new()));
    };
    let failed = |reason: CompanionProblem| CompanionError::about(path, reason);
    let bytes = read_file(path, ReadAs::Script).map_err(|error| failed(error.into()))?.bytes;
    let config = AnimationConfig::parse(&bytes).map_err(|error| failed(error.into()))?;
    let split = match part.part {
        BodyPart::Legs => config.lower(frame_count),
        BodyPart::Torso | BodyPart::Head => config.upper(frame_count),
    };
    if split.sequences.is_empty() {
        return Err(failed(CompanionProblem::PastLastFrame));
    }
    // The legs and the torso share the file. Only the legs report its problems, so that each appears once.
    let most = if part.part == BodyPart::Legs { MAX_NOTES } else { 0 };
    let name = path.file_name().unwrap_or_default().display();
    let notes = config.notes.iter().take(most).map(|note| format!("{name}: {note}"));
    Ok((Some(split), notes.collect()))
}

pub(super) fn figure(folders: &FolderCache, files: &PlayerFiles) -> Result<Figure, OpenError> {
    let model = |path: &Path, part| {
        let part = PlayerPart { part, animation: files.animation.clone() };
        read(folders, path, Some(&part), DamagePolicy::Repair).map(Arc::new)
    };
    let legs = model(&files.lower, BodyPart::Legs)?;
    let torso = model(&files.upper, BodyPart::Torso)?;
    let head = model(&files.head, BodyPart::Head)?;
    let parts = vec![
        Part::first("legs", legs),
        Part::mounted("torso", torso, PartMotion::Plays, 0, MountPoint::tag("tag_torso")),
        Part::mounted("head", head, PartMotion::Still(0), 1, MountPoint::tag("tag_head")),
    ];
    Ok(Figure::new(files.name.clone(), parts))
}
