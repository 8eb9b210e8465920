//! Search for the surfaces of a damaged file by their first four bytes.

use alloc::vec::Vec;
use core::ops::Range;

use super::surface;
use crate::grammar;
use crate::raw::{Header, IDENT, SurfaceHeader};

pub(super) fn is_surface(file: &[u8], start: usize) -> bool {
    let bytes = file.get(start..).unwrap_or_default();
    let Ok((_, header)) = grammar::surface_header(bytes) else { return false };
    header.ident == IDENT || surface::is_whole(&header, start as u64) && header.num_verts > 0
}

/// Returns the range of each surface. A surface ends where the next surface starts, or at the end of the file.
pub(super) fn surfaces(file: &[u8], header: &Header) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let announced = usize::try_from(header.ofs_surfaces).ok().filter(|&start| start >= Header::BYTES);
    let mut next = match announced.filter(|&start| is_surface(file, start)) {
        // If the header counts no surfaces, `ofs_surfaces` is the offset of the end of the file.
        _ if header.num_surfaces == 0 => None,
        Some(start) => Some(start),
        None => find_ident(file, Header::BYTES),
    };
    while let Some(start) = next {
        let after = start.saturating_add(SurfaceHeader::BYTES);
        let size = file.get(start..).and_then(|bytes| Some(grammar::surface_header(bytes).ok()?.1.ofs_end));
        let end = size.and_then(|size| start.checked_add(usize::try_from(size).ok()?));
        let end = end.filter(|&end| end >= after && end <= file.len());
        next = end.filter(|&end| is_surface(file, end)).or_else(|| find_ident(file, after));
        found.push(start..next.unwrap_or(file.len()));
    }
    found
}

fn find_ident(file: &[u8], from: usize) -> Option<usize> {
    let found = file.get(from..)?.windows(IDENT.len()).position(|bytes| bytes == IDENT)?;
    from.checked_add(found)
}
