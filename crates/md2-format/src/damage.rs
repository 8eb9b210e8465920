//! Detection of files that a program converted as if they were text.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use crate::frame::Frame;
use crate::glcmds::{GlCommands, GlDefectKind};
use crate::lenient::Lenient;
use crate::options::ParseOptions;
use crate::parse::parse;
use crate::salvage::{header_with_lost_returns, makes_sense_where_it_is, undo_cr_lf};
use crate::text_damage::TextDamage;

/// Returns the text conversion that probably damaged `file`; `None` if there is no sign of one.
///
/// [`Md2::parse`](crate::Md2::parse) may accept a converted file, because all records are inside it, although at
/// wrong offsets. The length of a converted file differs from `ofs_end`. If a file has the length `ofs_end`, the
/// function reads only its header.
#[must_use]
pub fn text_damage(file: &[u8]) -> Option<TextDamage> {
    // One replacement character may occur by chance; eight do not.
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

/// Whether a file without CR LF lost CRs before its LFs. Such a file lacks at most as many bytes as it has LFs, and
/// its records are implausible. The records of a file that was only cut off are plausible.
fn lost_returns(file: &[u8]) -> bool {
    let announced = Lenient::new(file).and_then(|parts| usize::try_from(parts.header.ofs_end).ok());
    let missing = announced.and_then(|announced| announced.checked_sub(file.len()));
    let line_feeds = file.iter().filter(|&&byte| byte == b'\n').count();
    let lost_pairs = missing.is_some_and(|missing| (1..=line_feeds).contains(&missing))
        && (is_shifted(file) || !makes_sense_where_it_is(file));
    lost_pairs || header_with_lost_returns(file).is_some()
}

/// Whether each CR LF of the file was an LF before a conversion. After replacing each CR LF by LF, the file must have
/// the length `ofs_end`, or parse without errors, or show that it lost CRs before. Some CR LFs may have been in the
/// original file. The header may contain some of them.
fn had_only_line_feeds(file: &[u8]) -> bool {
    let restored = undo_cr_lf(file);
    let announced = Lenient::new(&restored).map(|parts| usize::try_from(parts.header.ofs_end));
    let is_valid = |file| parse(file, &ParseOptions::FORMAT).is_ok();
    announced == Some(Ok(restored.len()))
        || (is_valid(&restored) && !is_valid(file))
        || (!restored.windows(2).any(|bytes| bytes == b"\r\n") && lost_returns(&restored))
}

/// Whether the records are implausible because their bytes are shifted by an insertion or a deletion. The records of
/// a file that was only cut off are plausible.
fn is_shifted(file: &[u8]) -> bool {
    let Some(parts) = Lenient::new(file) else { return false };
    let is_sensible = |frame: Frame<'_>| {
        let is_moderate = |value: f32| value == 0.0 || (1.0e-12..1.0e6).contains(&value.abs());
        frame.scale().into_iter().chain(frame.translate()).all(is_moderate)
    };
    let triangles = parts.triangles.iter().all(|triangle| parts.is_in_range(triangle));
    let commands = match GlCommands::new(parts.gl_words, parts.vertex_count).defect() {
        Some(defect) => matches!(
            defect.kind,
            GlDefectKind::Unterminated
                | GlDefectKind::CountPastEnd { .. }
                | GlDefectKind::WordsAfterEnd { .. }
        ),
        None => true,
    };
    !(triangles && commands && parts.frames().all(is_sensible))
}
