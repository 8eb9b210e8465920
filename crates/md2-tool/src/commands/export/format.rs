//! The export formats.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::failure::Failure;

/// An export format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// glTF as a single binary file.
    Glb,
    /// glTF as a text file, with a `.bin` file for its data.
    Gltf,
    /// Wavefront OBJ with materials; one file per frame.
    Obj,
    /// MD2. An MDL or MD3 is converted.
    Md2,
    /// MDL. An MD2 or MD3 is converted.
    Mdl,
    /// MD3. An MDL or MD2 is converted.
    Md3,
    /// STL, for 3D printing.
    Stl,
    /// PLY, for measuring tools.
    Ply,
    /// A C header with arrays of the keyframes.
    H,
    /// A Rust module with arrays of the keyframes.
    Rs,
    /// A vertex animation texture with its mesh, and shaders for Godot and Unity. The output is a folder.
    Vat,
}

impl ExportFormat {
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Glb => "glb",
            Self::Gltf => "gltf",
            Self::Obj => "obj",
            Self::Md2 => "md2",
            Self::Mdl => "mdl",
            Self::Md3 => "md3",
            Self::Stl => "stl",
            Self::Ply => "ply",
            Self::H => "h",
            Self::Rs => "rs",
            Self::Vat => "vat.json",
        }
    }

    /// Returns the name of the format in `--to`.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Vat => "vat",
            _ => self.extension(),
        }
    }

    pub(super) fn from_extension(extension: &OsStr) -> Option<Self> {
        let has_extension = |kind: &&Self| extension.eq_ignore_ascii_case(kind.extension());
        Self::value_variants().iter().find(has_extension).copied()
    }

    /// Returns `path` with `end` inserted before the extension. If `path` has no extension, adds the extension of the format.
    pub(super) fn sibling(self, path: &Path, end: &str) -> PathBuf {
        let own = path.extension().map_or(self.extension().into(), OsStr::to_string_lossy);
        sibling(path, &format!("{end}.{own}"))
    }

    /// Returns the requested format, or else the format that the extension of the output implies.
    ///
    /// # Errors
    /// If no format was requested, and the extension is unknown.
    pub(super) fn choose(requested: Option<Self>, output: &Path) -> Result<Self, Failure> {
        if let Some(kind) = requested {
            return Ok(kind);
        }
        let found = output.extension().and_then(Self::from_extension);
        found.ok_or_else(|| {
            let known: Vec<_> = Self::value_variants().iter().map(|kind| kind.name()).collect();
            let (known, program) = (known.join(", "), crate::failure::program_name());
            Failure::Usage(format!(
                "{}: unknown format; choose one with `{program} export --to`: {known}",
                output.display()
            ))
        })
    }
}

/// Returns a path whose file name is the stem of `path` followed by `end`.
pub(super) fn sibling(path: &Path, end: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}{end}"))
}

pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
