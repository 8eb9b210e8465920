//! The search for sections that have moved, because bytes before them were inserted or lost. The search recognizes
//! frames and OpenGL commands by their content.

use super::sense;
use crate::frame::Frame;
use crate::glcmds::GlCommands;
use crate::lenient::Lenient;
use crate::raw::{Header, HeaderField, Triangle};
use crate::section::{Extent, Section};

/// The largest shift in bytes that the search for moved frames tries.
const MOST_MOVED: i32 = 4096;

/// The result of [`find_moved`]: the sections that have moved, and their offsets.
pub(crate) struct MovedSections {
    /// The first section that has moved. All later sections have moved as well.
    pub(crate) first: Section,
    /// The header with corrected offsets. If the frames have moved, its triangle count is the number of complete
    /// triangles before them.
    pub(crate) header: Header,
    /// Number of triangles at the end of the list that must be dropped, because they are incomplete or may have moved
    /// like the frames.
    pub(super) doubtful_triangles: usize,
}

/// Searches a file whose length is not `ofs_end` for sections that have moved. `None` if no section has moved, or if
/// the search cannot determine which records have moved.
pub(crate) fn find_moved(file: &[u8], header: &Header) -> Option<MovedSections> {
    let is_whole = usize::try_from(header.ofs_end) == Ok(file.len());
    if is_whole || header.num_frames <= 0 {
        return None;
    }
    if has_frames(file, header, 0) {
        find_commands(file, header)
    } else if has_frames(file, &Header { num_frames: 1, ..*header }, 0) {
        // The first frame is at its offset, so the bytes were inserted or lost inside the frames.
        None
    } else {
        find_frames(file, header)
    }
}

/// Searches for OpenGL commands that have moved toward the start by the number of missing bytes. They must be valid
/// at that offset and invalid at their own. The bytes are then missing in the last frame, because all frames before
/// it are complete.
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

/// Searches for frames at other offsets than in the header. `None` if the frames are not complete at any offset, or
/// if the search cannot determine which triangles before them have moved too.
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
    // The last triangles may have moved like the frames. Those that are also valid at the moved offset are doubtful.
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

/// Whether all frames are complete and plausible at their offset plus `moved` bytes.
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
