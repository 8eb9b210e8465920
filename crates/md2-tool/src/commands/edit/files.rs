//! The files of an edit.

use std::path::PathBuf;

use md2_load::Palette;

/// The files that an edit reads and makes, apart from the model itself.
#[derive(Debug, Default)]
pub(super) struct EditFiles {
    /// The files that operations read.
    pub(super) read: Vec<PathBuf>,
    /// The files that operations make.
    pub(super) made: Vec<EditedFile>,
    pub(super) colors: SkinColors,
}

/// The colors of skins in an MDL.
#[derive(Debug, Default)]
pub(super) struct SkinColors {
    pub(super) palette: Palette,
    /// Whether palette colors are mixed by ordered dithering.
    pub(super) dither: bool,
    /// Whether new texels may have the last 32 colors of the palette, which glow in the dark.
    pub(super) fullbright: bool,
}

/// A file to write.
#[derive(Clone, Debug)]
pub(super) struct EditedFile {
    /// The path; `None` in a dry run without an output.
    pub(super) path: Option<PathBuf>,
    pub(super) bytes: Vec<u8>,
}
