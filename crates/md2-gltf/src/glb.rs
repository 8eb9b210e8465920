//! The container of a `.glb` file: JSON followed by binary data.
//!
//! | bytes | what |
//! | --- | --- |
//! | 12 | magic `glTF`, version 2, length of the whole file |
//! | 8 + n | length n, type `JSON`; the JSON, padded with spaces to a multiple of 4 |
//! | 8 + n | length n, type `BIN\0`; the first buffer, padded with zeros; may be missing |
//! | 8 + n | more chunks, which readers skip |
//!
//! All numbers are little-endian and have 32 bits. Source: the glTF 2.0 specification, "GLB File Format Specification".

const MAGIC: [u8; 4] = *b"glTF";
const VERSION: u32 = 2;
const HEADER_BYTES: usize = 12;
const CHUNK_HEADER_BYTES: usize = 8;
const JSON: [u8; 4] = *b"JSON";
const BIN: [u8; 4] = *b"BIN\0";

/// The chunks of a `.glb` file, which borrow the bytes of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glb<'a> {
    /// The JSON, including padding spaces.
    pub json: &'a [u8],
    /// The first buffer, including padding zeros; `None` if the file has no binary chunk.
    pub bin: Option<&'a [u8]>,
}

/// Whether a file begins with the magic number of a `.glb`.
pub fn is_glb(file: &[u8]) -> bool {
    file.starts_with(&MAGIC)
}

/// Returns a `.glb` file with a JSON chunk and a chunk for the first buffer. An empty buffer gets no chunk.
///
/// ```
/// use md2_gltf::glb;
///
/// let file = glb::write(br#"{"asset":{"version":"2.0"}}"#, &[1, 2, 3])?;
/// let read = glb::read(&file)?;
/// assert_eq!(read.json, br#"{"asset":{"version":"2.0"}} "#);
/// assert_eq!(read.bin, Some(&[1, 2, 3, 0][..]));
/// # Ok::<(), glb::GlbError>(())
/// ```
///
/// # Errors
/// [`GlbError::TooLong`] if the file would exceed 4 GiB.
pub fn write(json: &[u8], bin: &[u8]) -> Result<Vec<u8>, GlbError> {
    write_pieces(json, &[bin])
}

/// Returns a `.glb` file like [`write()`], but takes the buffer in consecutive pieces.
///
/// # Errors
/// Returns the errors of [`write()`].
pub fn write_pieces(json: &[u8], bin: &[&[u8]]) -> Result<Vec<u8>, GlbError> {
    let padded = |pieces: &[&[u8]]| pieces.iter().map(|piece| piece.len()).sum::<usize>().next_multiple_of(4);
    let bin_chunk = if padded(bin) == 0 { 0 } else { CHUNK_HEADER_BYTES + padded(bin) };
    let length = HEADER_BYTES + CHUNK_HEADER_BYTES + padded(&[json]) + bin_chunk;
    let word = |number: usize| u32::try_from(number).map(u32::to_le_bytes);
    let too_long = |_| GlbError::TooLong { bytes: length };
    let mut file = Vec::with_capacity(length);
    file.extend_from_slice(&MAGIC);
    file.extend_from_slice(&VERSION.to_le_bytes());
    file.extend_from_slice(&word(length).map_err(too_long)?);
    let mut chunk = |kind: [u8; 4], pieces: &[&[u8]], pad: u8| -> Result<(), GlbError> {
        file.extend_from_slice(&word(padded(pieces)).map_err(too_long)?);
        file.extend_from_slice(&kind);
        pieces.iter().for_each(|piece| file.extend_from_slice(piece));
        file.resize(file.len().next_multiple_of(4), pad);
        Ok(())
    };
    chunk(JSON, &[json], b' ')?;
    if bin_chunk > 0 {
        chunk(BIN, bin, 0)?;
    }
    Ok(file)
}

/// Reads the chunks of a `.glb` file. Bytes after the file length in the header are ignored.
///
/// # Errors
/// [`GlbError`] if the file is damaged. The message gives the byte offset.
pub fn read(file: &[u8]) -> Result<Glb<'_>, GlbError> {
    if !is_glb(file) {
        return Err(GlbError::Magic { found: file.iter().take(4).copied().collect() });
    }
    let version = word(file, 4).ok_or(GlbError::Truncated { expected: HEADER_BYTES, found: file.len() })?;
    if version != VERSION {
        return Err(GlbError::Version { found: version });
    }
    let length = word(file, 8).ok_or(GlbError::Truncated { expected: HEADER_BYTES, found: file.len() })?;
    // A length that does not fit exceeds every possible file.
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let file = file.get(..length).ok_or(GlbError::Truncated { expected: length, found: file.len() })?;
    let (json, next) = chunk(file, HEADER_BYTES)?.ok_or(GlbError::NoJson { offset: HEADER_BYTES })?;
    if json.kind != JSON {
        return Err(GlbError::NoJson { offset: HEADER_BYTES });
    }
    let second = chunk(file, next)?;
    let bin = second.filter(|(chunk, _)| chunk.kind == BIN).map(|(chunk, _)| chunk.bytes);
    Ok(Glb { json: json.bytes, bin })
}

struct Chunk<'a> {
    kind: [u8; 4],
    bytes: &'a [u8],
}

/// Returns the chunk at `offset`, and the offset of the next chunk; `None` at the end of the file.
fn chunk(file: &[u8], offset: usize) -> Result<Option<(Chunk<'_>, usize)>, GlbError> {
    let Some(rest) = file.get(offset..).filter(|rest| !rest.is_empty()) else { return Ok(None) };
    let cut = |needed: u64| GlbError::Chunk { offset, needed, available: rest.len() };
    let (Some(length), Some(kind)) = (word(rest, 0), rest.get(4..8)) else {
        return Err(cut(CHUNK_HEADER_BYTES as u64));
    };
    let needed = u64::from(length) + CHUNK_HEADER_BYTES as u64;
    let end = usize::try_from(needed).map_err(|_| cut(needed))?;
    let bytes = rest.get(CHUNK_HEADER_BYTES..end).ok_or(cut(needed))?;
    let kind = [kind[0], kind[1], kind[2], kind[3]];
    // The next chunk starts at a multiple of 4, even if the length of this one is wrong.
    Ok(Some((Chunk { kind, bytes }, offset.saturating_add(end.next_multiple_of(4)))))
}

fn word(bytes: &[u8], offset: usize) -> Option<u32> {
    bytes.get(offset..)?.first_chunk().copied().map(u32::from_le_bytes)
}

/// The error of reading or writing a `.glb` file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages show what the fields are")]
#[non_exhaustive]
pub enum GlbError {
    /// The file does not begin with `glTF`.
    #[error("found \"{}\" at byte 0, expected \"glTF\"", found.escape_ascii())]
    Magic { found: Vec<u8> },
    /// The version of the format is not 2.
    #[error("found GLB version {found}, expected 2 (byte 4)")]
    Version { found: u32 },
    /// The file is shorter than its header states.
    #[error("found {found} bytes, expected {expected} (byte 8)")]
    Truncated { expected: usize, found: usize },
    /// A chunk ends past the end of the file.
    #[error("the chunk at byte {offset} needs {needed} bytes, but only {available} are left")]
    Chunk { offset: usize, needed: u64, available: usize },
    /// The first chunk is missing, or is not JSON.
    #[error("no JSON chunk at byte {offset}")]
    NoJson { offset: usize },
    /// The written file would exceed the size limit of the format.
    #[error("the file would have {bytes} bytes, the limit of a GLB is {}", u32::MAX)]
    TooLong { bytes: usize },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sound() -> Vec<u8> {
        write(b"{}", &[7; 5]).unwrap()
    }

    #[test]
    fn pads_with_spaces_and_zeros() {
        let file = sound();
        assert_eq!(file.len(), 12 + 8 + 4 + 8 + 8);
        assert_eq!(word(&file, 8), Some(40));
        assert_eq!(read(&file), Ok(Glb { json: b"{}  ", bin: Some(&[7, 7, 7, 7, 7, 0, 0, 0]) }));
        let bare = write(b"{} \n", &[]).unwrap();
        assert_eq!(read(&bare), Ok(Glb { json: b"{} \n", bin: None }));
    }

    #[test]
    fn checks_every_field() {
        let check = |offset: usize, value: &[u8], expected: GlbError| {
            let mut file = sound();
            file[offset..offset + value.len()].copy_from_slice(value);
            assert_eq!(read(&file), Err(expected));
        };
        check(0, b"glTf", GlbError::Magic { found: b"glTf".to_vec() });
        check(4, &[1], GlbError::Version { found: 1 });
        check(8, &[41], GlbError::Truncated { expected: 41, found: 40 });
        check(8, &[19], GlbError::Chunk { offset: 12, needed: 8, available: 7 });
        check(12, &[255; 4], GlbError::Chunk { offset: 12, needed: (1 << 32) + 7, available: 28 });
        check(16, b"BIN\0", GlbError::NoJson { offset: 12 });
        check(24, &[9], GlbError::Chunk { offset: 24, needed: 17, available: 16 });
        assert_eq!(read(b"glTF"), Err(GlbError::Truncated { expected: 12, found: 4 }));
        assert_eq!(read(b""), Err(GlbError::Magic { found: vec![] }));
    }

    #[test]
    fn skips_unknown_chunks_and_trailing_bytes() {
        let mut file = sound();
        file.extend_from_slice(b"more");
        assert!(read(&file).is_ok());
        // Gives the binary chunk an unknown type.
        file[28..32].copy_from_slice(b"mine");
        assert_eq!(read(&file).unwrap().bin, None);
    }
}
