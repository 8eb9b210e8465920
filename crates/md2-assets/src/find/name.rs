//! Skin names as stored in models.

use std::path::Path;

use crate::skin::ImageFormat;

/// A skin name in lower case, split into folders and file name. Its folders contain no `..`, so it cannot lead out of the folder
/// in which it is searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SkinName {
    /// The folders of the path. Empty if the name has no folders, is absolute, or leads above the folder in which it starts.
    pub(crate) folders: Vec<String>,
    pub(crate) file_name: String,
    /// Whether the name contains no folder, or is a path on another computer, so that the file may be in any folder of the game.
    pub(crate) is_bare: bool,
}

impl SkinName {
    /// Parses a name from a model. Bytes that are not UTF-8 match no file.
    pub(crate) fn parse(name: &[u8]) -> Self {
        let text = String::from_utf8_lossy(name).to_lowercase().replace('\\', "/");
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '"' || c.is_control());
        let is_absolute = text.starts_with('/') || text.get(1..2) == Some(":");
        let mut parts = Vec::new();
        let mut climbs_out = false;
        for part in text.split('/') {
            match part {
                "" | "." => {}
                ".." => climbs_out |= parts.pop().is_none(),
                part => parts.push(part.to_owned()),
            }
        }
        // Removes the drive letter of `c:skin.pcx`.
        let file_name = parts.pop().unwrap_or_default();
        let file_name = file_name.rsplit(':').next().unwrap_or_default();
        // One game writes `.name` for an image `name` of any format next to the model.
        let file_name = file_name.strip_prefix('.').unwrap_or(file_name).to_owned();
        if is_absolute || climbs_out {
            parts.clear();
        }
        Self { is_bare: is_absolute || !text.contains('/'), folders: parts, file_name }
    }

    pub(crate) fn has_image_extension(&self) -> bool {
        ImageFormat::from_name(Path::new(&self.file_name)).is_some()
    }

    /// Returns the possible file names without extension. An unknown extension may be part of the name (`skin.v2`) or belong to an
    /// unsupported format (`skin.wal`).
    pub(crate) fn stems(&self) -> impl Iterator<Item = &str> {
        let whole = (!self.has_image_extension()).then_some(&*self.file_name);
        let without_extension = self.file_name.rsplit_once('.').map(|(stem, _)| stem);
        whole.into_iter().chain(without_extension).filter(|stem| !stem.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &[u8], folders: &[&str], file_name: &str, stems: &[&str]) {
        let parsed = SkinName::parse(name);
        assert_eq!(parsed.folders, folders);
        assert_eq!(parsed.file_name, file_name);
        assert_eq!(parsed.stems().collect::<Vec<_>>(), stems);
    }

    #[test]
    fn parses_paths() {
        check(b"models/monsters/Tank/SKIN.PCX", &["models", "monsters", "tank"], "skin.pcx", &["skin"]);
        check(b"players\\male\\grunt.pcx", &["players", "male"], "grunt.pcx", &["grunt"]);
        check(b"models/mine/tank/../ctank/skin.pcx", &["models", "mine", "ctank"], "skin.pcx", &["skin"]);
        check(b"./skins//a.tga", &["skins"], "a.tga", &["a"]);
    }
}
