//! What a file is by its name.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use md2_export::animation::Format;

/// A kind of file, or of files, that shows several pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Animated {
    Apng,
    Gif,
    WebP,
    /// A file for each picture.
    PngSequence,
    /// Raw video.
    Y4m,
}

impl Animated {
    const ALL: [(&'static str, Self); 5] = [
        ("apng", Self::Apng),
        ("gif", Self::Gif),
        ("webp", Self::WebP),
        ("png-sequence", Self::PngSequence),
        ("y4m", Self::Y4m),
    ];

    /// What is asked for, or what a name tells.
    ///
    /// # Errors
    /// If it tells nothing.
    pub(super) fn of(asked: Option<Self>, output: &Path) -> Result<Self, String> {
        let told = || match extension(output).as_str() {
            "png" => Some(Self::Apng),
            _ if output == Path::new("-") => Some(Self::Y4m),
            other => other.parse().ok(),
        };
        asked.or_else(told).ok_or_else(|| String::from("--to must tell what to write, as the name does not"))
    }

    /// The format, if it is a single file.
    pub(super) const fn format(self) -> Option<Format> {
        match self {
            Self::Apng => Some(Format::Apng),
            Self::Gif => Some(Format::Gif),
            Self::WebP => Some(Format::WebP),
            Self::PngSequence | Self::Y4m => None,
        }
    }
}

impl FromStr for Animated {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        found
            .map(|(_, kind)| *kind)
            .ok_or_else(|| format!("must be {}", Self::ALL.map(|(name, _)| name).join(", ")))
    }
}

fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

/// A name that promises nothing that is not written here.
pub(super) fn output_path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if matches!(extension(&path).as_str(), "" | "png" | "apng" | "gif" | "webp" | "y4m") {
        Ok(path)
    } else {
        Err(String::from(
            "its name must end in .png, or with --animate in .apng, .gif, .webp or .y4m, or in nothing",
        ))
    }
}

/// A still is a PNG, so its name must not promise another format.
///
/// # Errors
/// Says how it may end.
pub(super) fn check_still(path: &Path) -> Result<(), String> {
    if matches!(extension(path).as_str(), "" | "png") {
        Ok(())
    } else {
        Err(String::from(
            "the picture is a PNG: its name must end in .png, or in nothing; --animate writes others",
        ))
    }
}
