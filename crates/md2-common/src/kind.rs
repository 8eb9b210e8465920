//! What a file is, by how it starts.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use core::fmt;

/// What a file starts like: a model of some kind, or something that turns up under the name of one.
///
/// Displayed with an article, as a part of a sentence: `this is {kind}, not MD2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum FileKind {
    /// Quake model, `IDPO`. Test versions of the game share the ident; the version that follows tells.
    Mdl,
    /// Quake II model, `IDP2`.
    Md2,
    /// Quake III Arena model, `IDP3`.
    Md3,
    /// Quake II sprite, `IDS2`.
    Sp2,
    /// Doom 3 mesh or animation, text that starts with `MD5Version`.
    Md5,
    /// Daikatana model, `DKMD`.
    Dkm,
    /// Kingpin model, `IDPX`.
    Mdx,
    /// Anachronox model, `MDA1`.
    Mda,
    /// Heretic II model, `header` in a field of its own.
    Fm,
    /// Model of the Hexen II mission pack, `RAPO`: an MDL whose skin coordinates have a list of their own.
    Hexen2,
    /// QuakeForge's MDL with positions of 16 bits, `MD16`.
    Md16,
    /// Half-Life model, `IDST` with a version of 10 or so.
    HalfLife,
    /// Animations of a Half-Life model, `IDSQ`.
    HalfLifeSequences,
    /// Model of the Source engine, `IDST` with a version of 44 or above.
    Source {
        /// The version, 44 to 49 in the engine's own games.
        version: i32,
    },
    /// 3D GameStudio model, `MDL2` to `MDL7`.
    GameStudio {
        /// The number in the ident.
        version: u8,
    },
    /// Quake archive, `PACK`.
    Pak,
    /// Zip archive; a PK3 is one.
    Zip,
    /// Text that Git LFS keeps in place of a file until that is fetched.
    GitLfsPointer,
    /// Web page, most likely a download that failed.
    Html,
    /// Other text.
    Text,
    /// Nothing at all.
    Empty,
}

/// The first bytes of the kinds that these alone tell, the longer ones before those they begin with.
const STARTS: [(&[u8], FileKind); 16] = [
    (b"IDPO", FileKind::Mdl),
    (b"IDP2", FileKind::Md2),
    (b"IDP3", FileKind::Md3),
    (b"IDS2", FileKind::Sp2),
    (b"MD5Version", FileKind::Md5),
    (b"DKMD", FileKind::Dkm),
    (b"IDPX", FileKind::Mdx),
    (b"MDA1", FileKind::Mda),
    (b"header\0", FileKind::Fm),
    (b"RAPO", FileKind::Hexen2),
    (b"MD16", FileKind::Md16),
    (b"IDSQ", FileKind::HalfLifeSequences),
    (b"PACK", FileKind::Pak),
    (b"PK\x03\x04", FileKind::Zip),
    // An archive without files.
    (b"PK\x05\x06", FileKind::Zip),
    (b"version https://git-lfs", FileKind::GitLfsPointer),
];

impl FileKind {
    /// The kind of file that `file` starts like; `None` if it is none that is known.
    ///
    /// ```
    /// use md2_common::FileKind;
    ///
    /// assert_eq!(FileKind::detect(b"IDP2\x08\0\0\0"), Some(FileKind::Md2));
    /// assert_eq!(FileKind::detect(b"IDST\x30\0\0\0"), Some(FileKind::Source { version: 48 }));
    /// assert_eq!(FileKind::detect(b"\x89PNG\r\n\x1a\n"), None);
    /// ```
    #[must_use]
    pub fn detect(file: &[u8]) -> Option<Self> {
        if file.is_empty() {
            return Some(Self::Empty);
        }
        let by_start = STARTS.iter().find(|(start, _)| file.starts_with(start)).map(|&(_, kind)| kind);
        by_start.or_else(|| numbered(file)).or_else(|| text(file))
    }
}

/// Kinds whose ident goes along with a version.
fn numbered(file: &[u8]) -> Option<FileKind> {
    /// The least version of the Source engine; Half-Life's own is 10, and its test versions had lower ones.
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

/// Kinds of text.
fn text(file: &[u8]) -> Option<FileKind> {
    /// Bytes that decide whether a file is text. A header of any binary format is shorter, and has a NUL.
    const ENOUGH: usize = 512;
    let (start, is_whole) = file.get(..ENOUGH).map_or((file, true), |start| (start, false));
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let text = match str::from_utf8(start) {
        Ok(text) => text,
        // The last character may be cut.
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
            Self::Dkm => "a Daikatana model (DKM)",
            Self::Mdx => "a Kingpin model (MDX)",
            Self::Mda => "an Anachronox model (MD2 of its own kind)",
            Self::Fm => "a Heretic II model (FM)",
            Self::Hexen2 => "a model of the Hexen II mission pack (MDL of its own kind)",
            Self::Md16 => "a QuakeForge model (MDL with 16-bit positions)",
            Self::HalfLife => "a Half-Life model (MDL of its own kind)",
            Self::HalfLifeSequences => "a file of animations of a Half-Life model",
            Self::Source { version } => {
                return write!(f, "a Source engine model (MDL version {version})");
            }
            Self::GameStudio { version } => return write!(f, "a 3D GameStudio model (MDL{version})"),
            Self::Pak => "a Quake archive (PAK)",
            Self::Zip => "a zip archive",
            Self::GitLfsPointer => "a text that stands for a file that Git LFS has not fetched",
            Self::Html => "a web page (HTML)",
            Self::Text => "a text",
            Self::Empty => "an empty file",
        })
    }
}
