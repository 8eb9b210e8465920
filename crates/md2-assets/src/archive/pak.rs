//! PAK archives of Quake and Quake II. They consist of a header of 12 bytes, uncompressed files, and a directory with 64 bytes per file.

use super::error::ArchiveError;
use super::{Body, MAX_DIRECTORY_BYTES, MAX_ENTRIES, OUTSIDE, ReadEntry, name};
use rawzip::ReaderAt as Source;

pub(super) const IDENT: &[u8; 4] = b"PACK";
const HEADER_BYTES: usize = 12;
const RECORD_BYTES: usize = 64;
/// Size in bytes of the name field in a directory record. A NUL ends a shorter name.
const NAME_BYTES: usize = 56;
/// The largest total size of all files, as a multiple of the archive's size. Some tools store equal files only once, so entries may
/// overlap.
const MAX_SHARED: u64 = 16;

pub(super) fn read(source: &impl Source, length: u64) -> Result<Vec<ReadEntry>, ArchiveError> {
    let header: [u8; HEADER_BYTES] = super::array_at(source, 0)?;
    let (offset, bytes) = (u64::from(u32_at(&header, 4)), u64::from(u32_at(&header, 8)));
    if offset + bytes > length {
        return Err(ArchiveError::broken(format!("{bytes} bytes at {offset:#x}, in a file of {length}")));
    }
    if bytes % RECORD_BYTES as u64 != 0 {
        return Err(ArchiveError::broken(format!("{bytes} bytes, expected a multiple of {RECORD_BYTES}")));
    }
    if bytes / RECORD_BYTES as u64 > MAX_ENTRIES as u64 {
        return Err(ArchiveError::too_many_entries());
    }
    let bytes = usize::try_from(bytes).ok().filter(|_| bytes <= MAX_DIRECTORY_BYTES);
    let mut directory = vec![0; bytes.ok_or_else(ArchiveError::too_many_entries)?];
    super::read_exact(source, &mut directory, offset)?;
    let claimed: u64 = directory.chunks_exact(RECORD_BYTES).map(|record| u64::from(u32_at(record, 60))).sum();
    if claimed > MAX_SHARED * length {
        let reason =
            format!("the entries have {claimed} bytes in total, but the archive has only {length} bytes");
        return Err(ArchiveError::Directory(reason));
    }
    Ok(directory.chunks_exact(RECORD_BYTES).map(|record| entry(record, length)).collect())
}

fn entry(record: &[u8], length: u64) -> ReadEntry {
    let (field, numbers) = record.split_at(NAME_BYTES);
    let end = field.iter().position(|&byte| byte == 0).unwrap_or(NAME_BYTES);
    let name = name::parse(&field[..end])?;
    let (offset, size) = (u64::from(u32_at(numbers, 0)), u64::from(u32_at(numbers, 4)));
    if offset + size > length {
        return Err((name, String::from(OUTSIDE)));
    }
    Ok((name, Body::Plain { offset, size }))
}

/// Reads a signed 32-bit number at `offset` as unsigned, so that a negative number exceeds the size of every archive and is rejected.
fn u32_at(bytes: &[u8], offset: usize) -> u32 {
    bytes.get(offset..).and_then(|rest| rest.first_chunk()).map_or(0, |bytes| u32::from_le_bytes(*bytes))
}
