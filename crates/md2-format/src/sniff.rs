//! Recognizing what is not MD2, or no longer.

use core::fmt;

/// A format that turns up under the name of an MD2 file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Foreign {
    /// Quake III Arena model, `IDP3`.
    Md3,
    /// Quake model, `IDPO`.
    Mdl,
    /// Doom 3 mesh or animation, text that starts with `MD5Version`.
    Md5,
    /// Daikatana model, `DKMD`.
    Dkm,
    /// Kingpin model, `IDPX`.
    Mdx,
}

/// The first bytes of the formats in [`Foreign`].
const IDENTS: [(&[u8], Foreign); 5] = [
    (b"IDP3", Foreign::Md3),
    (b"IDPO", Foreign::Mdl),
    (b"MD5Version", Foreign::Md5),
    (b"DKMD", Foreign::Dkm),
    (b"IDPX", Foreign::Mdx),
];

impl Foreign {
    /// The format that `file` starts like.
    pub fn of(file: &[u8]) -> Option<Self> {
        IDENTS.iter().find(|(ident, _)| file.starts_with(ident)).map(|&(_, foreign)| foreign)
    }
}

/// With an article, as in "a Quake model (MDL)".
impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Md3 => "a Quake III Arena model (MD3)",
            Self::Mdl => "a Quake model (MDL)",
            Self::Md5 => "a Doom 3 model (MD5)",
            Self::Dkm => "a Daikatana model (DKM)",
            Self::Mdx => "a Kingpin model (MDX)",
        })
    }
}

/// What happens to a binary file that a program treats as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum TextDamage {
    /// Bytes that are not UTF-8 were replaced by U+FFFD (`EF BF BD`). What they were is lost.
    Utf8,
}

impl fmt::Display for TextDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Utf8 => "the file was converted to UTF-8 as if it were text and cannot be recovered",
        })
    }
}

/// Signs that `file` went through a text conversion. Looks at all of it, so call it only when something is wrong.
pub(crate) fn text_damage(file: &[u8]) -> Option<TextDamage> {
    // One replacement character can be chance; a run of a few cannot.
    const SEVERAL: usize = 8;
    let replaced = file.windows(3).filter(|bytes| bytes == b"\xef\xbf\xbd").take(SEVERAL).count();
    (replaced == SEVERAL).then_some(TextDamage::Utf8)
}
