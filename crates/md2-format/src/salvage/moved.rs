//! Sections that bytes inserted or lost before them have moved. They are found by their own structure.

use super::sense;
use crate::frame::Frame;
use crate::glcmds::GlCommands;
use crate::lenient::Lenient;
use crate::raw::{Header, HeaderField, Triangle};
use crate::section::{Extent, Section};

/// The most bytes that the frames may have moved.
const MOST_MOVED: i32 = 4096;

/// The places of moved sections.
pub(crate) struct MovedSections {
    /// The first section that has moved.
    pub(crate) first: Section,
    /// The header with the offsets of the moved sections, and with the number of whole triangles before moved frames.
    pub(crate) header: Header,
    /// Number of the last triangles that are incomplete, or that the insertion or the loss may have moved as well.
    pub(super) doubtful_triangles: usize,
}

/// Searches for the moved sections of a file whose length is not `ofs_end`. `None` if no section has moved, or if it
/// is unknown which records have moved.
pub(crate) fn find_moved(file: &[u8], header: &Header) -> Option<MovedSections> {
    let is_whole = usize::try_from(header.ofs_end) == Ok(file.len());
    if is_whole || header.num_frames <= 0 {
        return None;
    }
    if has_frames(file, header, 0) {
        find_commands(file, header)
    } else if has_frames(file, &Header { num_frames: 1, ..*header }, 0) {
        // The insertion or the loss is inside the frames.
        None
    } else {
        find_frames(file, header)
    }
}

/// Finds commands that are valid only if they start as many bytes earlier as the file is too short. These bytes are
/// missing in the last frame, because all other frames are complete.
fn find_commands(file: &[u8], header: &Header) -> Option<MovedSections> {
    let missing = usize::try_from(header.ofs_end).ok()?.checked_sub(file.len())?;
    let ofs_glcmds = header.ofs_glcmds.checked_sub(i32::try_from(missing).ok()?)?;
    let moved = Header { ofs_glcmds, ..*header };
    let words = |header: Header| Lenient::with_header(file, header).gl_words;
    let is_valid = |header: Header| {
        let vertices = usize::try_from(header.num_xyz).unwrap_or(0);
        GlCommands::new(words(header), vertices).defect().is_none()
    };
    let is_moved = header.num_glcmds > 0
        && header.ofs_glcmds > header.ofs_frames
        && usize::try_from(header.num_glcmds) == Ok(words(moved).len())
        && !is_valid(*header)
        && is_valid(moved);
    is_moved.then_some(MovedSections { first: Section::GlCommands, header: moved, doubtful_triangles: 0 })
}

/// Finds frames at another offset. `None` if they are nowhere complete, or if it is unknown which of the triangles
/// before them have moved as well.
fn find_frames(file: &[u8], header: &Header) -> Option<MovedSections> {
    let moved = (1..=MOST_MOVED)
        .flat_map(|by: i32| [by, by.saturating_neg()])
        .find(|&by| has_frames(file, header, by))?;
    let start = header.ofs_frames;
    let mut mended = *header;
    for section in Section::ALL {
        let offset = header.get(section.offset_field());
        if offset >= start {
            mended.set(section.offset_field(), offset.checked_add(moved)?);
        }
    }
    let room = mended.ofs_frames.checked_sub(header.ofs_tris).filter(|_| header.ofs_tris < start)?;
    let fitting = room.checked_div(i32::try_from(size_of::<Triangle>()).ok()?)?;
    mended.set(HeaderField::NumTris, header.num_tris.min(fitting));
    let in_place = Lenient::with_header(file, mended);
    if !in_place.triangles.iter().all(|triangle| sense::is_in_range(triangle, in_place.counts())) {
        return None;
    }
    // The triangles from any place on may have moved like the frames, if all of them are valid there.
    let ofs_tris = header.ofs_tris.checked_add(moved)?;
    let shifted = Lenient::with_header(file, Header { ofs_tris, num_tris: header.num_tris, ..mended });
    let fits = |triangle: &&Triangle| sense::is_in_range(triangle, shifted.counts());
    let doubtful = shifted.triangles.iter().rev().take_while(fits).count();
    let cut = shifted.triangles.len().saturating_sub(in_place.triangles.len());
    (doubtful <= in_place.triangles.len() / 8).then_some(MovedSections {
        first: Section::Frames,
        header: mended,
        doubtful_triangles: doubtful.max(cut),
    })
}

/// Whether all frames are complete `moved` bytes behind their offset.
fn has_frames(file: &[u8], header: &Header, moved: i32) -> bool {
    let Some(ofs_frames) = header.ofs_frames.checked_add(moved) else { return false };
    let parts = Lenient::with_header(file, Header { ofs_frames, ..*header });
    let extent = Extent::new(&parts.header, Section::Frames);
    let is_frame = |frame: Frame<'_>| {
        let name = frame.raw_name();
        !name.as_bytes().is_empty()
            && sense::is_name(name)
            && sense::has_normals(frame.vertices())
            && sense::is_sensible(frame.scale(), frame.translate())
    };
    extent.records_in(file.len()) == extent.count && parts.frames().all(is_frame)
}
