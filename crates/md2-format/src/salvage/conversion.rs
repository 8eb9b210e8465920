//! Conversions of binary files by programs that treat them as text.

use core::fmt;

use super::line_ends::{header_with_lost_returns, makes_sense_where_it_is, undo_cr_lf};
use super::sense;
use crate::code::Code;
use crate::frame::Frame;
use crate::glcmds::GlCommands;
use crate::lenient::Lenient;
use crate::view::Md2;

/// A conversion of a binary file by a program that treats it as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextDamage {
    /// Bytes that are not UTF-8 were replaced by U+FFFD (`EF BF BD`). The original bytes are lost.
    Utf8,
    /// Each CR LF (`0D 0A`) was converted to LF, so all later bytes are shifted. [`salvage`](crate::salvage())
    /// restores the CRs whose places can be determined.
    CrLfToLf,
    /// Each LF (`0A`) was converted to CR LF. [`salvage`](crate::salvage()) undoes this conversion, and then restores
    /// CRs that were lost before.
    LfToCrLf,
}

impl TextDamage {
    /// The code of the finding about this conversion.
    pub(crate) const fn code(self) -> Code {
        match self {
            Self::Utf8 => Code::TextUtf8,
            Self::CrLfToLf => Code::TextCrLfToLf,
            Self::LfToCrLf => Code::TextLfToCrLf,
        }
    }
}

impl fmt::Display for TextDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Utf8 => "the file was converted to UTF-8 as if it were text and cannot be restored",
            Self::CrLfToLf => "CR LF in the file was probably converted to LF as if it were text",
            Self::LfToCrLf => "LF in the file was converted to CR LF as if it were text",
        })
    }
}

/// Returns the text conversion, such as LF to CR LF, that probably damaged `file`; `None` without signs of a conversion.
///
/// [`Md2::parse`] may accept a converted file, because all records are inside the file. However, the records are at
/// wrong offsets. A file whose length equals `ofs_end` cannot have been converted, so the function reads
/// only its header.
pub fn text_damage(file: &[u8]) -> Option<TextDamage> {
    // One Unicode replacement character may occur by chance, but not eight of them.
    const SEVERAL: usize = 8;
    let announced = usize::try_from(Lenient::new(file)?.header.ofs_end).ok();
    if announced == Some(file.len()) {
        return None;
    }
    let replaced = file.windows(3).filter(|bytes| bytes == b"\xef\xbf\xbd").take(SEVERAL).count();
    if replaced == SEVERAL {
        return Some(TextDamage::Utf8);
    }
    let line_feeds = file.iter().filter(|&&byte| byte == b'\n').count();
    let pairs = file.windows(2).filter(|bytes| bytes == b"\r\n").count();
    if pairs > 0 && pairs == line_feeds {
        return had_only_line_feeds(file).then_some(TextDamage::LfToCrLf);
    }
    if pairs > 0 || line_feeds == 0 {
        return None;
    }
    lost_returns(file).then_some(TextDamage::CrLfToLf)
}

/// Whether a conversion of CR LF to LF damaged a file that now contains no CR LF. Such a conversion removes at most one byte for each LF,
/// and the records after the first lost CR are implausible. In a file that was only cut off, all remaining records are plausible.
fn lost_returns(file: &[u8]) -> bool {
    let announced = Lenient::new(file).and_then(|parts| usize::try_from(parts.header.ofs_end).ok());
    let missing = announced.and_then(|announced| announced.checked_sub(file.len()));
    let line_feeds = file.iter().filter(|&&byte| byte == b'\n').count();
    let lost_pairs = missing.is_some_and(|missing| (1..=line_feeds).contains(&missing))
        && (is_shifted(file) || !makes_sense_where_it_is(file));
    lost_pairs || header_with_lost_returns(file).is_some()
}

/// Whether a conversion replaced each LF of the file by CR LF. True if undoing the conversion gives a file that has the
/// length `ofs_end`, that parses although `file` does not, or from which an earlier conversion removed CRs.
fn had_only_line_feeds(file: &[u8]) -> bool {
    let restored = undo_cr_lf(file);
    let announced = Lenient::new(&restored).map(|parts| usize::try_from(parts.header.ofs_end));
    let is_valid = |file| Md2::parse(file).is_ok();
    announced == Some(Ok(restored.len()))
        || (is_valid(&restored) && !is_valid(file))
        || (!restored.windows(2).any(|bytes| bytes == b"\r\n") && lost_returns(&restored))
}

/// Whether some records are implausible, which shows that missing or extra bytes have shifted them. In a file that was
/// only cut off, all remaining records are plausible.
fn is_shifted(file: &[u8]) -> bool {
    let Some(parts) = Lenient::new(file) else { return false };
    let is_sensible = |frame: Frame<'_>| {
        let is_moderate = |value: f32| value == 0.0 || (1.0e-12..1.0e6).contains(&value.abs());
        frame.scale().into_iter().chain(frame.translate()).all(is_moderate)
    };
    let triangles = parts.triangles.iter().all(|triangle| sense::is_in_range(triangle, parts.counts()));
    let defect = GlCommands::new(parts.gl_words, parts.vertex_count).defect();
    let commands = defect.is_none_or(|defect| !defect.is_fatal() || defect.code == Code::GlCount);
    !(triangles && commands && parts.frames().all(is_sensible))
}
