//! The parts of a Quake III player.

use std::path::{Path, PathBuf};

use md2_anim::quake3::START_SEQUENCES;
use md2_assets::FolderCache;

/// The part of a player that a model file contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerPart {
    pub(crate) which: Which,
    /// The file with the sequences.
    pub(crate) animation: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    Legs,
    Torso,
    Head,
}

impl PlayerPart {
    /// Returns the part that a file's name implies, if there is an `animation.cfg` next to it.
    pub(crate) fn by_name(folders: &FolderCache, path: &Path) -> Option<Self> {
        let stem = path.file_stem()?.to_string_lossy().to_lowercase();
        // Levels of detail have names such as `lower_1`.
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

    /// The name of the sequence to start with.
    pub(crate) fn first_sequence(&self) -> Option<&'static str> {
        let [legs, torso] = START_SEQUENCES;
        match self.which {
            Which::Legs => Some(legs),
            Which::Torso => Some(torso),
            Which::Head => None,
        }
    }
}
