//! Conversions of binary files by programs that treat them as text.

use core::fmt;

use md2_common::is_replaced_text;

use crate::code::Code;
use crate::frame::Frame;
use crate::glcmds::GlCommands;
use crate::lenient::Lenient;
use crate::raw::{SkinName, Vertex};
use crate::view::Md2;

/// A conversion of a binary file by a program that treats it as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextDamage {
    /// Bytes that are not UTF-8 were replaced by U+FFFD (`EF BF BD`). The original bytes are lost.
    Utf8,
    /// Each CR LF (`0D 0A`) was converted to LF, so all later bytes are shifted.
    CrLfToLf,
    /// Each LF (`0A`) was converted to CR LF.
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
    let announced = usize::try_from(Lenient::new(file)?.header.ofs_end).ok();
    if announced == Some(file.len()) {
        return None;
    }
    if is_replaced_text(file) {
        return Some(TextDamage::Utf8);
    }
    let line_feeds = file.iter().filter(|&&byte| byte == b'\n').count();
    let pairs = file.windows(2).filter(|bytes| bytes == b"\r\n").count();
    if pairs > 0 {
        return (pairs == line_feeds && had_only_line_feeds(file)).then_some(TextDamage::LfToCrLf);
    }
    // The conversion removed at most one byte for each LF, and has moved the records after the first one.
    let missing = announced.and_then(|announced| announced.checked_sub(file.len()));
    let is_likely = missing.is_some_and(|missing| (1..=line_feeds).contains(&missing)) && is_shifted(file);
    is_likely.then_some(TextDamage::CrLfToLf)
}

/// Whether a conversion replaced each LF of the file by CR LF. True if undoing the conversion gives a file that has the
/// length `ofs_end`, or that parses although `file` does not.
fn had_only_line_feeds(file: &[u8]) -> bool {
    let next = file.iter().skip(1).map(Some).chain([None]);
    let kept = file.iter().zip(next).filter(|pair| *pair != (&b'\r', Some(&b'\n')));
    let restored: alloc::vec::Vec<u8> = kept.map(|(&byte, _)| byte).collect();
    let announced = Lenient::new(&restored).map(|parts| usize::try_from(parts.header.ofs_end));
    let is_valid = |file| Md2::parse(file).is_ok();
    announced == Some(Ok(restored.len())) || (is_valid(&restored) && !is_valid(file))
}

/// Whether some records are implausible, which shows that missing or extra bytes have shifted them. In a file that was
/// only cut off, all remaining records are plausible.
pub(crate) fn is_shifted(file: &[u8]) -> bool {
    let Some(parts) = Lenient::new(file) else { return false };
    let is_sensible = |frame: Frame<'_>| {
        let is_moderate = |value: f32| value == 0.0 || (1.0e-12..1.0e6).contains(&value.abs());
        let has_normal = |vertex: Vertex| usize::from(vertex.normal_index) < md2_common::NORMAL_COUNT + 2;
        frame.scale().into_iter().chain(frame.translate()).all(is_moderate)
            && frame.name().as_bytes().iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n'))
            && frame.vertices().iter().all(has_normal)
    };
    let counts = parts.counts();
    let is_in_range = |triangle: crate::raw::Triangle| {
        let mut faults = crate::faults::IndexFault::find_in(triangle, counts);
        faults.all(|fault| fault.is_st() && fault.found == u16::MAX)
    };
    let defect = GlCommands::new(parts.gl_words, parts.vertex_count).defect();
    let commands = defect.is_none_or(|defect| !defect.is_fatal() || defect.code == Code::GlCount);
    let has_text = |skin: SkinName| skin.as_bytes().iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n'));
    !(parts.skins.iter().all(has_text)
        && parts.triangles.iter().all(is_in_range)
        && commands
        && parts.frames().all(is_sensible))
}
