//! The formats that models are exported to.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::failure::Failure;

/// A format to export to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// glTF in one binary file.
    Glb,
    /// glTF as text, with its data in a file beside it.
    Gltf,
    /// Wavefront OBJ with its materials, and a file for each frame.
    Obj,
    /// MD2 again, or of an MDL or MD3.
    Md2,
    /// STL, for printing.
    Stl,
    /// PLY, for measuring.
    Ply,
}

impl ExportFormat {
    /// The extension of its files.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Glb => "glb",
            Self::Gltf => "gltf",
            Self::Obj => "obj",
            Self::Md2 => "md2",
            Self::Stl => "stl",
            Self::Ply => "ply",
        }
    }

    /// A file whose name is that of `path` with `end` behind: with the same extension, or that of the format if it has none.
    pub(super) fn beside(self, path: &Path, end: &str) -> PathBuf {
        let own = path.extension().map_or(self.extension().into(), OsStr::to_string_lossy);
        beside(path, &format!("{end}.{own}"))
    }

    /// The format that was asked for, or the one of the extension of the output.
    ///
    /// # Errors
    /// If neither names one.
    pub(super) fn choose(requested: Option<Self>, output: &Path) -> Result<Self, Failure> {
        if let Some(kind) = requested {
            return Ok(kind);
        }
        let extension = output.extension().and_then(OsStr::to_str).unwrap_or_default();
        let told =
            Self::value_variants().iter().find(|kind| kind.extension().eq_ignore_ascii_case(extension));
        told.copied().ok_or_else(|| {
            let known: Vec<_> = Self::value_variants().iter().map(|kind| kind.extension()).collect();
            let known = known.join(", ");
            Failure::Usage(format!("{}: say the format by --to, one of {known}", output.display()))
        })
    }
}

/// A file whose name is that of `path` with another end.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}{end}"))
}
