//! The formats of model files.

use std::fmt;

use md2_common::FileKind;

/// The format of a model file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Quake II, `IDP2`.
    Md2,
    /// Quake, `IDPO`.
    Mdl,
    /// Quake III Arena, `IDP3`.
    Md3,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Md2, Self::Mdl, Self::Md3];

    /// Detects the format of a file from its first bytes; `None` if it is none of the formats.
    ///
    /// ```
    /// use md2_load::Format;
    ///
    /// assert_eq!(Format::detect(b"IDP3\x0f\0\0\0"), Some(Format::Md3));
    /// assert_eq!(Format::detect(b"PK\x03\x04"), None);
    /// ```
    pub fn detect(file: &[u8]) -> Option<Self> {
        let kind = FileKind::detect(file)?;
        Self::ALL.into_iter().find(|format| format.features().kinds.contains(&kind))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.features().name)
    }
}
