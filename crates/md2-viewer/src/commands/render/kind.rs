//! The kinds of output files and their extensions.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use md2_picture::animation::AnimationFormat;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnimationKind {
    /// A file with all pictures.
    File(AnimationFormat),
    PngSequence,
}

impl AnimationKind {
    const ALL: [(&'static str, Self); 4] = [
        ("apng", Self::File(AnimationFormat::Apng)),
        ("gif", Self::File(AnimationFormat::Gif)),
        ("webp", Self::File(AnimationFormat::WebP)),
        ("png-sequence", Self::PngSequence),
    ];

    pub(super) fn from_request(requested: Option<Self>, output: &Path) -> Result<Self, String> {
        let implied = || match extension(output).as_str() {
            "png" => Some(Self::File(AnimationFormat::Apng)),
            other => other.parse().ok(),
        };
        requested.or_else(implied).ok_or_else(|| String::from("the file name implies no format; add --to"))
    }

    pub(super) fn is_gif(self) -> bool {
        self == Self::File(AnimationFormat::Gif)
    }
}

impl FromStr for AnimationKind {
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

pub(super) fn parse_output(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if matches!(extension(&path).as_str(), "" | "png" | "apng" | "gif" | "webp") {
        Ok(path)
    } else {
        Err(String::from("the extension must be .png, or with --animate .apng, .gif or .webp"))
    }
}

pub(super) fn check_still(path: &Path) -> Result<(), String> {
    if matches!(extension(path).as_str(), "" | "png") {
        Ok(())
    } else {
        Err(String::from("a still is a PNG: the extension must be .png; add --animate for other formats"))
    }
}
