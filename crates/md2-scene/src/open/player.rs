//! Quake III players: three models mounted on each other, with one file of sequences.

use std::path::Path;
use std::sync::Arc;

use md2_anim::SequenceList;
use md2_anim::quake3::AnimationConfig;
use md2_assets::{FolderCache, PlayerFiles, ReadAs, read_file};

use super::{CompanionError, CompanionProblem, DamagePolicy, OpenError, read};
use crate::figure::{Figure, MountPoint, Part, PartMotion};
use crate::player_part::{PlayerPart, Which};

/// The most notes about a file.
const MAX_NOTES: usize = 3;

/// Reads the sequences of a part of a player, with notes on their file; `None` without such a file.
pub(super) fn sequences(
    part: &PlayerPart,
    frame_count: u32,
) -> Result<(Option<SequenceList>, Vec<String>), CompanionError> {
    let (Some(path), Some(_)) = (&part.animation, part.first_sequence()) else {
        return Ok((None, Vec::new()));
    };
    let failed = |reason: CompanionProblem| CompanionError::about(path, reason);
    let bytes = read_file(path, ReadAs::Script).map_err(|error| failed(error.into()))?.bytes;
    let config = AnimationConfig::parse(&bytes).map_err(|error| failed(error.into()))?;
    let split = match part.which {
        Which::Legs => config.lower(frame_count),
        Which::Torso | Which::Head => config.upper(frame_count),
    };
    if split.sequences.is_empty() {
        return Err(failed(CompanionProblem::PastLastFrame));
    }
    // Legs and torso share the file, so its notes appear once.
    let most = if part.which == Which::Legs { MAX_NOTES } else { 0 };
    let notes = config.notes.iter().take(most).map(|note| format!("animation.cfg: {note}"));
    Ok((Some(split), notes.collect()))
}

/// Reads the three models of a player.
pub(super) fn figure(folders: &FolderCache, files: &PlayerFiles) -> Result<Figure, OpenError> {
    let model = |path: &Path, which| {
        let part = PlayerPart { which, animation: files.animation.clone() };
        read(folders, path, Some(&part), DamagePolicy::Repair).map(Arc::new)
    };
    let legs = model(&files.lower, Which::Legs)?;
    let torso = model(&files.upper, Which::Torso)?;
    let head = model(&files.head, Which::Head)?;
    let parts = vec![
        Part::first("legs", legs),
        Part::mounted("torso", torso, PartMotion::Plays, 0, MountPoint::tag("tag_torso")),
        Part::mounted("head", head, PartMotion::Still(0), 1, MountPoint::tag("tag_head")),
    ];
    Ok(Figure::new(files.name.clone(), parts))
}
