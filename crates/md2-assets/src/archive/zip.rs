//! ZIP archives, also named PK3, PK2 and PKZ. They contain uncompressed or deflated files, and a directory at the end.

use rawzip::ReaderAt as Source;
use std::io::{self, Read};

use flate2::Crc;
use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, ErrorKind, RangeReader, ZipFileHeaderRecord, ZipLocator};

use super::error::{ArchiveError, EntryError};
use super::{Body, MAX_DIRECTORY_BYTES, MAX_ENTRIES, MAX_RATIO, MAX_UNPACKED, OUTSIDE, ReadEntry, name};

/// The first bytes of a ZIP archive: one value for archives that contain files, one for empty archives.
pub(super) const IDENTS: [&[u8; 4]; 2] = [b"PK\x03\x04", b"PK\x05\x06"];
const LOCAL_HEADER_BYTES: u32 = 30;
/// Entries with at most this unpacked size in bytes may have any compression ratio.
const HARMLESS_BYTES: u64 = 1 << 20;
/// The largest size of a directory record in bytes: a header of 46 bytes, and three fields of at most 65,535 bytes each.
const BUFFER_BYTES: usize = 46 + 3 * 65_535;

#[derive(Clone, Copy, Debug)]
pub(super) struct ZipData {
    header_offset: u64,
    packed: u64,
    pub(super) size: u64,
    crc: u32,
    is_deflated: bool,
}

pub(super) fn read(source: &impl Source, length: u64) -> Result<Vec<ReadEntry>, ArchiveError> {
    let mut buffer = vec![0; BUFFER_BYTES];
    let located = ZipLocator::new().locate_in_reader(source, &mut buffer, length);
    let archive = located.map_err(|(_, error)| failed(error.into_kind()))?;
    let found = archive.eocd_offset().saturating_sub(archive.directory_offset());
    if archive.entries_hint() > MAX_ENTRIES as u64 {
        return Err(ArchiveError::too_many_entries());
    }
    if found > MAX_DIRECTORY_BYTES {
        let reason = format!("the directory has {found} bytes, expected at most {MAX_DIRECTORY_BYTES}");
        return Err(ArchiveError::Directory(reason));
    }
    let mut found = Vec::new();
    let mut count = 0_u64;
    let mut records = archive.entries(&mut buffer);
    while let Some(record) = records.next_entry().map_err(|error| failed(error.into_kind()))? {
        count += 1;
        if count > MAX_ENTRIES as u64 {
            return Err(ArchiveError::too_many_entries());
        }
        if !record.is_dir() {
            found.push(entry(&record, length));
        }
    }
    // If the directory is cut off, the iterator ends early without an error.
    if count != archive.entries_hint() {
        let expected = archive.entries_hint();
        return Err(ArchiveError::broken(format!("{count} entries, expected {expected}")));
    }
    refuse_overlaps(&mut found);
    Ok(found)
}

fn entry(record: &ZipFileHeaderRecord<'_>, length: u64) -> ReadEntry {
    let bytes = record.file_path();
    let name = name::parse(bytes.as_bytes())?;
    let (packed, size) = (record.compressed_size_hint(), record.uncompressed_size_hint());
    let method = record.compression_method();
    let body = ZipData {
        header_offset: record.local_header_offset(),
        packed,
        size,
        crc: record.crc32(),
        is_deflated: method == CompressionMethod::DEFLATE,
    };
    let refusal = if record.flags().is_encrypted() {
        String::from("encrypted")
    } else if record.mode().is_symlink() {
        String::from("symbolic link")
    } else if method != CompressionMethod::STORE && method != CompressionMethod::DEFLATE {
        let (method, name) = (method.as_u16(), method_name(method.as_u16()));
        format!("compression method {method}{name}, only 0 (stored) and 8 (deflate) are supported")
    } else if body.end(&name).is_none_or(|end| end > length) || (!body.is_deflated && packed != size) {
        String::from(OUTSIDE)
    } else if size > MAX_UNPACKED {
        format!("larger than {MAX_UNPACKED} bytes")
    } else if size > HARMLESS_BYTES && size / MAX_RATIO > packed {
        format!("{packed} bytes would unpack to {size} bytes, more than {MAX_RATIO} times as many")
    } else {
        return Ok((name, Body::Packed(body)));
    };
    Err((name, refusal))
}

fn method_name(method: u16) -> &'static str {
    match method {
        9 => " (deflate64)",
        12 => " (bzip2)",
        14 => " (LZMA)",
        93 | 20 => " (Zstandard)",
        95 => " (xz)",
        98 => " (PPMd)",
        99 => " (AES encryption)",
        _ => "",
    }
}

impl ZipData {
    /// Returns the lowest offset at which the data can end. Before the data are a local header, `name`, and sometimes extra fields.
    fn end(&self, name: &str) -> Option<u64> {
        // A Latin-1 name has fewer bytes in the file than in memory.
        let name = if name.is_ascii() { name.len() } else { 0 };
        let before = u64::from(LOCAL_HEADER_BYTES).checked_add(u64::try_from(name).ok()?)?;
        self.header_offset.checked_add(before)?.checked_add(self.packed)
    }

    pub(super) fn read(
        &self,
        source: &impl Source,
        most: u64,
        bytes: &mut Vec<u8>,
    ) -> Result<(), EntryError> {
        let broken = |reason: &str| EntryError::Broken(reason.to_owned());
        let mut header = [0; LOCAL_HEADER_BYTES as usize];
        source.read_exact_at(&mut header, self.header_offset)?;
        if !header.starts_with(IDENTS[0]) {
            return Err(broken("local header missing"));
        }
        let field = |low: usize| u64::from(u16::from_le_bytes([header[low], header[low + 1]]));
        let start = self.header_offset + u64::from(LOCAL_HEADER_BYTES) + field(26) + field(28);
        let packed = RangeReader::new(source, start..start + self.packed);
        // Reading one more byte than stated shows whether the data is longer than the directory states.
        let wanted = most.min(self.size + 1);
        let read = if self.is_deflated {
            DeflateDecoder::new(packed).take(wanted).read_to_end(bytes)
        } else {
            packed.take(wanted).read_to_end(bytes)
        };
        match read {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                return Err(broken(&error.to_string()));
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(broken("ends early"));
            }
            Err(error) => return Err(EntryError::System(error)),
        }
        if most <= self.size {
            return Ok(());
        }
        if bytes.len() as u64 != self.size {
            return Err(broken("unpacked size differs from the size in the directory"));
        }
        let mut crc = Crc::new();
        crc.update(bytes);
        if crc.sum() == self.crc { Ok(()) } else { Err(broken("wrong checksum")) }
    }
}

/// Refuses entries whose data overlaps. Malicious archives list the same compressed bytes in many entries.
fn refuse_overlaps(found: &mut [ReadEntry]) {
    let mut spans: Vec<(u64, u64, usize)> = Vec::new();
    for (index, found) in found.iter().enumerate() {
        if let Ok((name, Body::Packed(body))) = found
            && let Some(end) = body.end(name)
        {
            spans.push((body.header_offset, end, index));
        }
    }
    spans.sort_unstable();
    let mut overlapping = Vec::new();
    // The end and index of the earlier entry with the highest end.
    let mut furthest: Option<(u64, usize)> = None;
    for (start, end, index) in spans {
        if let Some((reached, other)) = furthest
            && start < reached
        {
            overlapping.extend([index, other]);
        }
        if furthest.is_none_or(|(reached, _)| end > reached) {
            furthest = Some((end, index));
        }
    }
    for index in overlapping {
        if let Ok((name, _)) = &found[index] {
            found[index] = Err((name.clone(), String::from("data overlaps another entry")));
        }
    }
}

fn failed(kind: ErrorKind) -> ArchiveError {
    match kind {
        ErrorKind::IO(error) => ArchiveError::unreadable(&error),
        ErrorKind::MissingEndOfCentralDirectory => ArchiveError::broken("not found at the end of the file"),
        ErrorKind::Eof => ArchiveError::broken("cut off"),
        other => ArchiveError::broken(other),
    }
}
