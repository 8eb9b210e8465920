//! PAK and ZIP archives, including invalid archives that no program writes.

/// Returns a PAK with these files. Names that are too long are cut off.
pub fn pak(files: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut archive = vec![0; 12];
    let mut directory = Vec::new();
    for (name, bytes) in files {
        let mut field = [0; 56];
        field.iter_mut().zip(*name).for_each(|(to, from)| *to = *from);
        directory.extend(field);
        directory.extend(number(archive.len()));
        directory.extend(number(bytes.len()));
        archive.extend(*bytes);
    }
    let header = [*b"PACK", number(archive.len()), number(directory.len())].concat();
    archive[..12].copy_from_slice(&header);
    [archive, directory].concat()
}

/// A file in a ZIP. The fields may contradict each other.
#[derive(Clone, Debug)]
pub struct ZipFile {
    pub name: Vec<u8>,
    pub packed: Vec<u8>,
    /// Compression method: 0 for stored, 8 for deflated.
    pub method: u16,
    /// Flags: 1 for an encrypted file.
    pub flags: u16,
    pub size: u32,
    pub crc: u32,
    /// Unix mode, 0o120777 for a link.
    pub mode: u16,
    /// Offset of the file, as stored in the directory of the archive; `None` for the correct offset.
    pub offset: Option<u32>,
}

impl ZipFile {
    pub fn stored(name: impl AsRef<[u8]>, bytes: &[u8]) -> Self {
        let size = u32::try_from(bytes.len()).expect("a small file");
        let name = name.as_ref().to_vec();
        Self {
            name,
            packed: bytes.to_vec(),
            method: 0,
            flags: 0,
            size,
            crc: crate::png::crc(bytes),
            mode: 0o100_644,
            offset: None,
        }
    }

    /// Returns a file in the deflate format, but not compressed: a series of stored blocks of up to 65,535 bytes.
    pub fn deflated(name: impl AsRef<[u8]>, bytes: &[u8]) -> Self {
        let mut packed = Vec::new();
        let mut blocks = bytes.chunks(0xffff).peekable();
        if blocks.peek().is_none() {
            packed.extend([1, 0, 0, 0xff, 0xff]);
        }
        while let Some(block) = blocks.next() {
            let length = u16::try_from(block.len()).unwrap_or(u16::MAX);
            packed.push(u8::from(blocks.peek().is_none()));
            packed.extend(length.to_le_bytes());
            packed.extend((!length).to_le_bytes());
            packed.extend(block);
        }
        Self { packed, method: 8, ..Self::stored(name, bytes) }
    }

    /// Returns a file of `258 * matches + 1` zeros, deflated to about 1/160 of this size.
    pub fn zeros(name: impl AsRef<[u8]>, matches: usize) -> Self {
        let zlib = crate::png::zeros(matches);
        let bytes = vec![0; 258 * matches + 1];
        // The header and the checksum of zlib are removed.
        Self { packed: zlib[2..zlib.len() - 4].to_vec(), method: 8, ..Self::stored(name, &bytes) }
    }
}

pub fn zip(files: &[ZipFile]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    let short = |value: usize| u16::try_from(value).expect("a short name").to_le_bytes();
    for file in files {
        let offset = file.offset.map_or_else(|| number(archive.len()), u32::to_le_bytes);
        let shared = [
            &20_u16.to_le_bytes()[..],
            &file.flags.to_le_bytes(),
            &file.method.to_le_bytes(),
            &[0; 4],
            &file.crc.to_le_bytes(),
            &number(file.packed.len()),
            &file.size.to_le_bytes(),
            &short(file.name.len()),
            &[0; 2],
        ]
        .concat();
        archive.extend([b"PK\x03\x04", &*shared, &file.name, &file.packed].concat());
        // The entry is marked as made by Unix, so the upper half of the attributes is the mode.
        directory.extend(
            [b"PK\x01\x02", &[20, 3][..], &shared, &[0; 6], &[0; 2], &file.mode.to_le_bytes()].concat(),
        );
        directory.extend([&offset[..], &file.name].concat());
    }
    let end =
        [&short(files.len())[..], &short(files.len()), &number(directory.len()), &number(archive.len())];
    let end = [&b"PK\x05\x06\0\0\0\0"[..], &end.concat(), &[0; 2]].concat();
    [archive, directory, end].concat()
}

fn number(value: usize) -> [u8; 4] {
    u32::try_from(value).expect("a small archive").to_le_bytes()
}
