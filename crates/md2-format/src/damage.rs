//! Detection of damage in files that parsing accepts: overlapping or moved sections, frames with implausible numbers,
//! and files that a program converted as if they were text.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use crate::error::{ParseError, ParseErrorKind};
use crate::frame::Frame;
use crate::glcmds::{GlCommands, GlDefectKind};
use crate::lenient::Lenient;
use crate::location::Location;
use crate::raw::Header;
use crate::salvage::{
    FAR, find_moved, fit_together, header_with_lost_returns, is_in_range, makes_sense_where_it_is,
    put_back_returns, reach, undo_cr_lf,
};
use crate::section::{Extent, Section, extents_by_offset};
use crate::text_damage::TextDamage;
use crate::view::Md2;

impl Md2<'_> {
    /// Returns the first sign of damage in a file that parsing accepts: a section that starts inside another one, frames
    /// or OpenGL commands that are not at the offset in the header, or a frame whose coordinates are far larger than
    /// those of all other frames. [`salvage`](crate::salvage()) repairs such files.
    ///
    /// In a file without damage, the function usually reads only the header and the scale and translation of each frame.
    #[must_use]
    pub fn damage(&self) -> Option<ParseError> {
        let damage = self.overlap().or_else(|| self.moved()).or_else(|| self.far_frame());
        // A text conversion also moves sections. `text_damage` reports such conversions, and `restore` undoes them.
        damage.filter(|_| match text_damage(self.file) {
            None => true,
            Some(TextDamage::CrLfToLf) => put_back_returns(self.file).is_none(),
            Some(TextDamage::Utf8 | TextDamage::LfToCrLf) => false,
        })
    }

    fn moved(&self) -> Option<ParseError> {
        let moved = find_moved(self.file, &self.header)?;
        let &section = moved.sections.first()?;
        let field = section.offset_field();
        let found = self.header.get(field);
        let expected = found.saturating_add(moved.shift);
        let kind = ParseErrorKind::Moved { section, found, expected };
        Some(ParseError::new(field.offset(), Location::Header(field), kind))
    }

    fn overlap(&self) -> Option<ParseError> {
        let mut end = Header::BYTES;
        for (section, extent) in extents_by_offset(&self.header) {
            if extent.start() < end {
                let kind = ParseErrorKind::Overlap { section, offset: extent.start(), end };
                let field = section.offset_field();
                return Some(ParseError::new(field.offset(), Location::Header(field), kind));
            }
            // In some files, the padding of the last frame is missing.
            end = extent.record(extent.count.saturating_sub(1)).saturating_add(extent.record_bytes);
        }
        None
    }

    fn far_frame(&self) -> Option<ParseError> {
        let is_near = |frame: Frame<'_>| reach(frame.scale(), frame.translate()) <= FAR;
        if self.frames().all(is_near) {
            return None;
        }
        let frames = self.to_model().frames;
        let (index, frame) =
            fit_together(&frames).iter().position(|fits| !fits).and_then(|at| Some((at, frames.get(at)?)))?;
        let location = Location::Frame { frame: index, name: frame.name };
        let kind = ParseErrorKind::FarFrame { found: reach(frame.scale, frame.translate) };
        Some(ParseError::new(Extent::new(&self.header, Section::Frames).record(index), location, kind))
    }
}

impl ParseError {
    /// Searches `file`, which was rejected with this error, for signs of a [`text_damage`], and adds the conversion to the
    /// error.
    #[must_use]
    pub fn with_damage(self, file: &[u8]) -> Self {
        Self { damage: text_damage(file), ..self }
    }
}

/// Returns the text conversion, such as LF to CR LF, that probably damaged `file`; `None` without signs of a conversion.
///
/// [`Md2::parse`](crate::Md2::parse) may accept a converted file, because all records are inside the file. However, the
/// records are at wrong offsets. A file whose length equals `ofs_end` cannot have been converted, so the function reads
/// only its header.
#[must_use]
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
    let triangles = parts.triangles.iter().all(|triangle| is_in_range(triangle, parts.counts()));
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
