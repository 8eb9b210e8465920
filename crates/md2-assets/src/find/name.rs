//! The names of skins as models hold them.

use std::path::Path;

use crate::skin::ImageFormat;

/// The name of a skin, taken apart: lower case, forward slashes, nothing left that could lead out of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SkinName {
    /// The folders from the game's root on; none if the name has none, or if they cannot mean anything here (because
    /// they start at a drive or the root of a file system, or climb above their start).
    pub(crate) folders: Vec<String>,
    /// The last part, with its extension. Empty if the name is.
    pub(crate) file_name: String,
}

impl SkinName {
    /// Reads a name as it stands in a model. Bytes that are not UTF-8 match nothing but themselves, which is fine: no
    /// file that was made for this name on this machine has them.
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
        // What a drive letter leaves of a name without slashes: `c:skin.pcx`.
        let file_name = parts.pop().unwrap_or_default();
        let file_name = file_name.rsplit(':').next().unwrap_or_default();
        // One game writes `.name` for a picture of any format beside the model.
        let file_name = file_name.strip_prefix('.').unwrap_or(file_name).to_owned();
        if is_absolute || climbs_out {
            parts.clear();
        }
        Self { folders: parts, file_name }
    }

    /// Whether the name ends like that of a picture this crate reads.
    pub(crate) fn has_image_extension(&self) -> bool {
        ImageFormat::from_name(Path::new(&self.file_name)).is_some()
    }

    /// What a picture with this name and another extension is called, without extension. A name that ends in
    /// something unknown may have no extension (`skin.v2`), or one of a format this crate does not read (`skin.wal`).
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
    fn paths() {
        check(b"models/monsters/Tank/SKIN.PCX", &["models", "monsters", "tank"], "skin.pcx", &["skin"]);
        check(b"players\\male\\grunt.pcx", &["players", "male"], "grunt.pcx", &["grunt"]);
        check(b"models/mine/tank/../ctank/skin.pcx", &["models", "mine", "ctank"], "skin.pcx", &["skin"]);
        check(b"./skins//a.tga", &["skins"], "a.tga", &["a"]);
    }

    #[test]
    fn what_could_lead_out_is_dropped() {
        for name in [
            &b"/etc/passwd.pcx"[..],
            b"\\\\server\\share\\passwd.pcx",
            b"C:\\quake2\\passwd.pcx",
            b"c:passwd.pcx",
            b"../passwd.pcx",
            b"a/../../b/passwd.pcx",
        ] {
            check(name, &[], "passwd.pcx", &["passwd"]);
        }
    }

    #[test]
    fn odd_names() {
        check(b"", &[], "", &[]);
        check(b"..", &[], "", &[]);
        check(b"/", &[], "", &[]);
        check(b".alientank", &[], "alientank", &["alientank"]);
        check(b".a.png", &[], "a.png", &["a"]);
        check(b" \"my skin\" ", &[], "my skin", &["my skin"]);
        check(b"skin.v2", &[], "skin.v2", &["skin.v2", "skin"]);
        check(b"a.b.tga", &[], "a.b.tga", &["a.b"]);
        check(b".png", &[], "png", &["png"]);
        check(b"sk\xffn.pcx", &[], "sk\u{fffd}n.pcx", &["sk\u{fffd}n"]);
    }
}
