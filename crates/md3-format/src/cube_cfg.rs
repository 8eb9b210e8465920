//! Configurations (`md3.cfg`) that the Cube engines have beside a model instead of scripts and skins.
//!
//! They name animations as well, which are none of this crate's business.

use crate::words::{Word, Words};

/// A line of an `md3.cfg` that says what a model is made of and wears. Other lines name animations, or set up lighting,
/// scale and the like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CubeLine<'a> {
    /// `md3load file`: a file that the model is made of; the lines up to the next one are about it.
    Load {
        /// Path of the file, from the folder of the configuration.
        file: &'a [u8],
    },
    /// `md3skin surface image [mask]`: the picture of a surface.
    Skin {
        /// Name of the surface; `*` for all.
        surface: &'a [u8],
        /// Path of the image, from the folder of the configuration.
        image: &'a [u8],
        /// Path of an image that tells where it shines; empty if there is none.
        mask: &'a [u8],
    },
    /// `md3link parent child tag`: one file hangs on another, both counted in the order in which they are loaded.
    Link {
        /// Number of the file that has the tag.
        parent: i32,
        /// Number of the file that hangs on it.
        child: i32,
        /// Name of the tag.
        tag: &'a [u8],
    },
}

/// The lines of an `md3.cfg` that say what a model is made of and wears, with their numbers, counted from 1. Lines
/// that lack something, and all others, are left out. Nothing is allocated.
///
/// ```
/// use md3_format::cube_cfg::{CubeLine, cube_cfg};
///
/// let lines: Vec<_> = cube_cfg(b"mdlscale 50\nmd3load upper.md3\nmd3skin * red.jpg // all of it").collect();
/// assert_eq!(lines, [
///     (2, CubeLine::Load { file: b"upper.md3" }),
///     (3, CubeLine::Skin { surface: b"*", image: b"red.jpg", mask: b"" }),
/// ]);
/// ```
pub fn cube_cfg(text: &[u8]) -> impl Iterator<Item = (usize, CubeLine<'_>)> {
    let mut words = Words::new(text, b";");
    core::iter::from_fn(move || {
        loop {
            let command = words.next()?;
            if command.is_mark(b';') {
                continue;
            }
            let mut argument = || {
                let mut ahead = words;
                let word = ahead.next_on(command.line).filter(|word| !word.is_mark(b';'))?;
                words = ahead;
                Some(word)
            };
            let line = line(&command, &mut argument);
            while argument().is_some() {}
            if let Some(line) = line {
                return Some((command.line, line));
            }
        }
    })
}

fn line<'a>(command: &Word<'a>, argument: &mut dyn FnMut() -> Option<Word<'a>>) -> Option<CubeLine<'a>> {
    let mut text = || argument().map(|word| word.text);
    if command.is("md3load") {
        Some(CubeLine::Load { file: text()? })
    } else if command.is("md3skin") {
        Some(CubeLine::Skin { surface: text()?, image: text()?, mask: text().unwrap_or_default() })
    } else if command.is("md3link") {
        Some(CubeLine::Link { parent: number(text()?)?, child: number(text()?)?, tag: text()? })
    } else {
        None
    }
}

fn number(text: &[u8]) -> Option<i32> {
    str::from_utf8(text).ok()?.parse().ok()
}
