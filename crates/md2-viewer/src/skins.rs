//! The skins of a model: where each comes from, decoded when it is put on.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use md2_assets::RgbaImage;
use md2_format::Md2;

use crate::document::readable;

/// An image that the model can wear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Skin {
    label: String,
    /// Why it is thought to belong to the model.
    reason: String,
    source: Source,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    File(PathBuf),
    /// Bytes of an image file that is built in.
    BuiltIn(&'static [u8]),
}

impl Skin {
    pub(crate) fn file(path: &Path, reason: impl Into<String>) -> Self {
        let name = path.file_name().unwrap_or(path.as_os_str());
        Self {
            label: name.to_string_lossy().into_owned(),
            reason: reason.into(),
            source: Source::File(path.to_owned()),
        }
    }

    /// A file that the user names.
    pub(crate) fn chosen(path: &Path) -> Self {
        Self::file(path, "chosen by you")
    }

    pub(crate) fn built_in(name: &str, bytes: &'static [u8]) -> Self {
        Self { label: name.to_owned(), reason: String::from("built in"), source: Source::BuiltIn(bytes) }
    }

    /// The image's file name.
    pub(crate) fn label(&self) -> &str {
        &self.label
    }

    /// Why it is thought to belong to the model, in a few words.
    pub(crate) fn reason(&self) -> &str {
        &self.reason
    }

    /// The image's file; `None` if it is built in.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.source {
            Source::File(path) => Some(path),
            Source::BuiltIn(_) => None,
        }
    }

    /// Where the image lies, for the user to read.
    pub(crate) fn place(&self) -> String {
        self.path().map_or_else(|| String::from("built in"), |path| path.display().to_string())
    }

    /// Whether it goes by this name, in any case, with or without its extension.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        let stem = self.label.rsplit_once('.').map_or(self.label.as_str(), |(stem, _)| stem);
        self.label.eq_ignore_ascii_case(name) || stem.eq_ignore_ascii_case(name)
    }

    /// Reads the image.
    ///
    /// # Errors
    /// If the file is gone, or is no image of a known kind.
    pub(crate) fn decode(&self) -> anyhow::Result<RgbaImage> {
        match &self.source {
            Source::File(path) => Ok(md2_assets::load_skin(path)?),
            Source::BuiltIn(bytes) => {
                md2_assets::decode(bytes, &self.label).with_context(|| format!("skin {}", self.label))
            }
        }
    }

    /// Whether both are the same image.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

/// The pictures that may belong to a model, the likeliest first, each once; and the names in the model for
/// which there is none.
pub(crate) fn beside(model: &Path, md2: &Md2<'_>) -> (Vec<Skin>, Vec<String>) {
    let names: Vec<&[u8]> = md2.skins().iter().map(|skin| skin.name()).collect();
    let search = md2_assets::find_skins(model, &names);
    let found = search.found.iter().map(|found| Skin::file(&found.path, found.found_by.to_string()));
    let missing = search.missing.iter().filter_map(|&index| names.get(index)).map(|name| readable(name));
    (found.collect(), missing.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skins_go_by_their_names() {
        let skin = Skin::file(Path::new("models/Red.PCX"), "");
        for name in ["Red.PCX", "red.pcx", "red"] {
            assert!(skin.is_called(name), "{name}");
        }
        assert!(!skin.is_called("re"));
    }

    #[test]
    fn a_broken_image_is_named() {
        let error = Skin::built_in("red.pcx", b"no image").decode().unwrap_err();
        assert!(format!("{error:#}").starts_with("skin red.pcx: "));
    }
}
