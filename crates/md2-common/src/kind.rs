//! File kinds, detected from the first bytes.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use core::fmt;

/// The kind of a file: a model format, or another format that occurs in files named like a model.
///
/// Its text has an article and fits into sentences such as `this is {kind}, not MD2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// Quake model, `IDPO`. Models of the game's test versions start with the same four bytes but have another
    /// version number.
    Mdl,
    /// Quake II model, `IDP2`.
    Md2,
    /// Quake III Arena model, `IDP3`.
    Md3,
    /// Quake II sprite, `IDS2`.
    Sp2,
    /// Doom 3 mesh or animation, text that starts with `MD5Version`.
    Md5,
    /// Compressed model of Return to Castle Wolfenstein, `IDPC`.
    Mdc,
    /// Model with a skeleton of Return to Castle Wolfenstein, `MDSW`.
    Mds,
    /// Model with a skeleton of Quake III: Team Arena, `RDM5`.
    Mdr,
    /// Inter-Quake Model, `INTERQUAKEMODEL`.
    Iqm,
    /// Ghoul 2 model of Raven's games, `2LGM`.
    Glm,
    /// Doomsday Engine model, `DMDM`.
    Dmd,
    /// Daikatana model, `DKMD`.
    Dkm,
    /// Kingpin model, `IDPX`.
    Mdx,
    /// Anachronox model, `MDA1`.
    Mda,
    /// Heretic II model, which starts with the text `header`.
    Fm,
    /// Model of the Hexen II mission pack, `RAPO`: an MDL with a separate list of skin coordinates.
    Hexen2,
    /// QuakeForge's MDL with positions of 16 bits, `MD16`.
    Md16,
    /// Half-Life model, `IDST` with a version below 44, usually 10.
    HalfLife,
    /// Animations of a Half-Life model, `IDSQ`.
    HalfLifeSequences,
    /// Model of the Source engine, `IDST` with a version of 44 or above.
    Source {
        /// The version: 44 to 49 in Valve's games.
        version: i32,
    },
    /// 3D GameStudio model, `MDL2` to `MDL7`.
    GameStudio {
        /// The digit in the first four bytes.
        version: u8,
    },
    /// Quake archive, `PACK`.
    Pak,
    /// Zip archive, for example a PK3.
    Zip,
    /// 7-Zip archive, for example a PK7.
    SevenZip,
    /// Archive of Doom and its successors, `IWAD` or `PWAD`.
    Wad,
    /// Git LFS pointer: a short text in place of a file that is not yet downloaded.
    GitLfsPointer,
    /// Web page, usually a failed download.
    Html,
    /// Other text.
    Text,
    /// File without bytes.
    Empty,
}

const STARTS: [(&[u8], FileKind); 25] = [
    (b"IDPO", FileKind::Mdl),
    (b"IDP2", FileKind::Md2),
    (b"IDP3", FileKind::Md3),
    (b"IDS2", FileKind::Sp2),
    (b"MD5Version", FileKind::Md5),
    (b"IDPC", FileKind::Mdc),
    (b"MDSW", FileKind::Mds),
    (b"RDM5", FileKind::Mdr),
    (b"INTERQUAKEMODEL\0", FileKind::Iqm),
    (b"2LGM", FileKind::Glm),
    (b"DMDM", FileKind::Dmd),
    (b"DKMD", FileKind::Dkm),
    (b"IDPX", FileKind::Mdx),
    (b"MDA1", FileKind::Mda),
    (b"header\0", FileKind::Fm),
    (b"RAPO", FileKind::Hexen2),
    (b"MD16", FileKind::Md16),
    (b"IDSQ", FileKind::HalfLifeSequences),
    (b"PACK", FileKind::Pak),
    (b"PK\x03\x04", FileKind::Zip),
    // An empty archive.
    (b"PK\x05\x06", FileKind::Zip),
    (b"7z\xbc\xaf\x27\x1c", FileKind::SevenZip),
    (b"IWAD", FileKind::Wad),
    (b"PWAD", FileKind::Wad),
    (b"version https://git-lfs", FileKind::GitLfsPointer),
];

impl FileKind {
    /// Detects the kind of a file from its first bytes; `None` if it is unknown.
    ///
    /// ```
    /// use md2_common::FileKind;
    ///
    /// assert_eq!(FileKind::detect(b"IDP2\x08\0\0\0"), Some(FileKind::Md2));
    /// assert_eq!(FileKind::detect(b"IDST\x30\0\0\0"), Some(FileKind::Source { version: 48 }));
    /// assert_eq!(FileKind::detect(b"\x89PNG\r\n\x1a\n"), None);
    /// ```
    pub fn detect(file: &[u8]) -> Option<Self> {
        if file.is_empty() {
            return Some(Self::Empty);
        }
        let by_start = STARTS.iter().find(|(start, _)| file.starts_with(start)).map(|&(_, kind)| kind);
        by_start.or_else(|| numbered(file)).or_else(|| text(file))
    }
}

fn numbered(file: &[u8]) -> Option<FileKind> {
    /// The lowest version of a Source engine model. Half-Life uses 10; its test versions use lower numbers.
    const SOURCE: i32 = 44;
    match file {
        [b'I', b'D', b'S', b'T', rest @ ..] => {
            let version = rest.first_chunk().map(|bytes| i32::from_le_bytes(*bytes));
            let source = version.filter(|&version| version >= SOURCE);
            Some(source.map_or(FileKind::HalfLife, |version| FileKind::Source { version }))
        }
        [b'M', b'D', b'L', digit @ b'2'..=b'7', ..] => {
            Some(FileKind::GameStudio { version: digit.wrapping_sub(b'0') })
        }
        _ => None,
    }
}

fn text(file: &[u8]) -> Option<FileKind> {
    /// Number of bytes that are checked to recognize text. Headers of binary formats are shorter and contain a NUL, so
    /// they do not count as text.
    const CHECKED_BYTES: usize = 512;
    let (start, is_whole) = file.get(..CHECKED_BYTES).map_or((file, true), |start| (start, false));
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let text = match str::from_utf8(start) {
        Ok(text) => text,
        // The last checked bytes may be an incomplete character.
        Err(error) if !is_whole && error.error_len().is_none() => {
            str::from_utf8(start.get(..error.valid_up_to())?).ok()?
        }
        Err(_) => return None,
    };
    if text.chars().any(|letter| letter.is_control() && !letter.is_ascii_whitespace()) {
        return None;
    }
    let begins =
        |tag: &str| text.trim_start().get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
    Some(if begins("<!doctype html") || begins("<html") { FileKind::Html } else { FileKind::Text })
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Mdl => "a Quake model (MDL)",
            Self::Md2 => "a Quake II model (MD2)",
            Self::Md3 => "a Quake III Arena model (MD3)",
            Self::Sp2 => "a Quake II sprite (SP2)",
            Self::Md5 => "a Doom 3 model (MD5)",
            Self::Mdc => "a Return to Castle Wolfenstein model (MDC)",
            Self::Mds => "a Return to Castle Wolfenstein model with a skeleton (MDS)",
            Self::Mdr => "a Team Arena model with a skeleton (MDR)",
            Self::Iqm => "an Inter-Quake Model (IQM)",
            Self::Glm => "a Ghoul 2 model (GLM)",
            Self::Dmd => "a Doomsday Engine model (DMD)",
            Self::Dkm => "a Daikatana model (DKM)",
            Self::Mdx => "a Kingpin model (MDX)",
            Self::Mda => "an Anachronox model (MD2 variant)",
            Self::Fm => "a Heretic II model (FM)",
            Self::Hexen2 => "a Hexen II mission pack model (MDL variant)",
            Self::Md16 => "a QuakeForge model (MDL with 16-bit positions)",
            Self::HalfLife => "a Half-Life model (MDL variant)",
            Self::HalfLifeSequences => "a Half-Life animation file",
            Self::Source { version } => {
                return write!(f, "a Source engine model (MDL version {version})");
            }
            Self::GameStudio { version } => return write!(f, "a 3D GameStudio model (MDL{version})"),
            Self::Pak => "a Quake archive (PAK)",
            Self::Zip => "a zip archive",
            Self::SevenZip => "a 7-Zip archive (PK7), which must be unpacked first",
            Self::Wad => "an archive of Doom (WAD), whose models must be extracted first",
            Self::GitLfsPointer => "a Git LFS pointer (file not downloaded)",
            Self::Html => "a web page (HTML)",
            Self::Text => "a text file",
            Self::Empty => "an empty file",
        })
    }
}
