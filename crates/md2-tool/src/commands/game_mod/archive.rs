//! Writers of game archives. The same files always give the same bytes.

use std::collections::BTreeMap;

use crate::failure::Failure;

/// The longest name in a PAK: the field has 56 bytes with a NUL.
const MAX_PAK_NAME: usize = 55;

/// Returns a PAK with these files.
pub(super) fn pak(files: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>, Failure> {
    let (mut archive, mut directory) = (vec![0; 12], Vec::new());
    for (name, bytes) in files {
        if name.len() > MAX_PAK_NAME {
            let text = format!(
                "the name {name} has {} bytes, a PAK allows {MAX_PAK_NAME}: --name sets a shorter one",
                name.len()
            );
            return Err(Failure::Usage(text));
        }
        directory.extend_from_slice(name.as_bytes());
        directory.resize(directory.len() + 56 - name.len(), 0);
        directory.extend(number(archive.len())?);
        directory.extend(number(bytes.len())?);
        archive.extend_from_slice(bytes);
    }
    let header = [*b"PACK", number(archive.len())?, number(directory.len())?].concat();
    archive[..12].copy_from_slice(&header);
    archive.append(&mut directory);
    Ok(archive)
}

/// Returns a ZIP with these files, stored without compression and without times.
pub(super) fn zip(files: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>, Failure> {
    const FIRST_DAY: [u8; 4] = [0, 0, 0x21, 0];
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let offset = number(archive.len())?;
        let size = number(bytes.len())?;
        // Version, flags, method, time and date.
        let start = [&[10, 0, 0, 0, 0, 0][..], &FIRST_DAY].concat();
        let shared =
            [&start[..], &md2_assets::crc32(bytes).to_le_bytes(), &size, &size, &short(name.len())?, &[0; 2]]
                .concat();
        archive.extend([b"PK\x03\x04", &shared[..], name.as_bytes(), bytes].concat());
        directory.extend([b"PK\x01\x02", &[10, 0][..], &shared, &[0; 10], &offset, name.as_bytes()].concat());
    }
    let count = short(files.len())?;
    let end = [
        b"PK\x05\x06",
        &[0; 4][..],
        &count,
        &count,
        &number(directory.len())?,
        &number(archive.len())?,
        &[0; 2],
    ];
    Ok([archive, directory, end.concat()].concat())
}

fn number(value: usize) -> Result<[u8; 4], Failure> {
    let number = i32::try_from(value).map_err(|_| too_large())?;
    Ok(number.to_le_bytes())
}

fn short(value: usize) -> Result<[u8; 2], Failure> {
    u16::try_from(value).map(u16::to_le_bytes).map_err(|_| too_large())
}

fn too_large() -> Failure {
    Failure::Usage(String::from("the mod is too large for an archive: choose a folder"))
}
