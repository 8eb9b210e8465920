//! Players of three models that hang on one another, with one file that tells the sequences of all.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use md2_anim::Split;
use md2_anim::quake3::{AnimationConfig, START};
use md2_assets::{Folders, PlayerFiles, ReadAs, read_file};

use super::companions::{CompanionError, Reason};
use super::{Damage, OpenError, read};
use crate::figure::{Figure, Part, PartMotion};
use crate::mount::Place;

/// More of what is odd about a file than this says nothing more.
const MAX_NOTES: usize = 3;

/// What a model is of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerPart {
    which: Which,
    /// The file that tells the sequences.
    animation: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Legs,
    Torso,
    Head,
}

impl PlayerPart {
    /// What a file by itself is of a player, told by its name and by the file that tells its sequences beside it.
    pub(super) fn by_name(folders: &Folders, path: &Path) -> Option<Self> {
        let stem = path.file_stem()?.to_string_lossy().to_lowercase();
        // Levels of detail are called `lower_1`.
        let part =
            stem.split_once('_').filter(|(_, level)| level.len() == 1).map_or(&*stem, |(part, _)| part);
        let which = match part {
            "lower" => Which::Legs,
            "upper" => Which::Torso,
            "head" => Which::Head,
            _ => return None,
        };
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let animation = folders.find(folder, "animation.cfg")?;
        Some(Self { which, animation: Some(animation) })
    }

    /// The sequence to start with.
    pub(super) fn first_sequence(&self) -> Option<&'static str> {
        let [legs, torso] = START;
        match self.which {
            Which::Legs => Some(legs),
            Which::Torso => Some(torso),
            Which::Head => None,
        }
    }

    /// Its sequences, and what is odd about the file that tells them; none where no file does.
    pub(super) fn sequences(&self, frame_count: u32) -> Result<(Option<Split>, Vec<String>), CompanionError> {
        let (Some(path), Some(_)) = (&self.animation, self.first_sequence()) else {
            return Ok((None, Vec::new()));
        };
        let failed = |reason: Reason| CompanionError::about(path, reason);
        let bytes = read_file(path, ReadAs::Script).map_err(|error| failed(error.into()))?.bytes;
        let config = AnimationConfig::parse(&bytes).map_err(|error| failed(error.into()))?;
        let split = match self.which {
            Which::Legs => config.lower(frame_count),
            Which::Torso | Which::Head => config.upper(frame_count),
        };
        if split.sequences.is_empty() {
            return Err(failed(Reason::PastLastFrame));
        }
        // It is the same file for legs and torso: once is enough.
        let told = if self.which == Which::Legs { MAX_NOTES } else { 0 };
        let notes = config.notes.iter().take(told).map(|note| format!("animation.cfg: {note}"));
        Ok((Some(split), notes.collect()))
    }
}

/// Reads the three models of a player.
pub(super) fn figure(folders: &Folders, files: &PlayerFiles) -> Result<Figure, OpenError> {
    let model = |path: &Path, which| {
        let part = PlayerPart { which, animation: files.animation.clone() };
        read(folders, path, Some(&part), Damage::Repair).map(Arc::new)
    };
    let legs = model(&files.lower, Which::Legs)?;
    let torso = model(&files.upper, Which::Torso)?;
    let head = model(&files.head, Which::Head)?;
    let parts = vec![
        Part::first("legs", legs),
        Part::mounted("torso", torso, PartMotion::Plays, 0, Place::tag("tag_torso")),
        Part::mounted("head", head, PartMotion::Still(0), 1, Place::tag("tag_head")),
    ];
    Ok(Figure::new(files.name.clone(), parts))
}
