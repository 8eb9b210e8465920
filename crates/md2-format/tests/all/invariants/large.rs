//! Files of a few hundred kilobytes for which the functions need as much memory or time as possible.

const VERTICES: i32 = 65_536;

fn file(length: usize, fields: &[(usize, i32)]) -> Vec<u8> {
    let mut file = vec![0; length];
    file[..4].copy_from_slice(b"IDP2");
    let size = i32::try_from(length).unwrap();
    for &(field, value) in [(1, 8), (2, 256), (3, 256), (16, size)].iter().chain(fields) {
        put(&mut file, 4 * field, &value.to_le_bytes());
    }
    file
}

fn put(file: &mut [u8], at: usize, bytes: &[u8]) {
    file[at..at + bytes.len()].copy_from_slice(bytes);
}

/// Builds a file with many triangles without common edges, whose commands must be rebuilt.
pub(crate) fn scattered_triangles() -> Vec<u8> {
    const TRIANGLES: usize = 15_000;
    let end = 68 + 4 + 12 * TRIANGLES;
    let counts = [(4, 40 + 4 * VERTICES), (6, VERTICES), (7, 1), (8, 15_000), (9, 1)];
    let offsets = [(12, 68), (13, 72), (15, i32::try_from(end).unwrap())];
    let mut file = file(end + 4, &[counts.as_slice(), &offsets].concat());
    for triangle in 0..TRIANGLES {
        for corner in 0..3 {
            let index = u16::try_from((3 * triangle + corner) * 7919 % 65_536).unwrap();
            put(&mut file, 72 + 12 * triangle + 2 * corner, &index.to_le_bytes());
        }
    }
    put(&mut file, end, &7_i32.to_le_bytes());
    // The wrong version makes salvage necessary.
    put(&mut file, 4, &7_i32.to_le_bytes());
    file
}

pub(crate) fn overlapping() -> Vec<u8> {
    const LENGTH: usize = 300_068;
    let counts = [(4, 40), (5, 4500), (6, 0), (7, 65_536), (8, 25_000), (9, 75_000), (10, 7500)];
    let offsets = [11, 12, 13, 14, 15].map(|field| (field, 68));
    file(LENGTH, &[counts.as_slice(), &offsets].concat())
}

pub(crate) fn empty_frames() -> Vec<u8> {
    file(68 + 40 * 20_000, &[(4, 40), (6, 0), (10, 20_000), (14, 68)])
}

pub(crate) fn short_commands() -> Vec<u8> {
    const COMMANDS: usize = 20_000;
    let counts = [(4, 44), (6, 1), (7, 1), (8, 1), (9, 4 * 20_000), (10, 1)];
    let offsets = [(12, 68), (13, 72), (14, 84), (15, 128)];
    let mut file = file(128 + 16 * COMMANDS, &[counts.as_slice(), &offsets].concat());
    for command in 0..COMMANDS {
        let count = if command % 2 == 0 { 1_i32 } else { -1 };
        put(&mut file, 128 + 16 * command, &count.to_le_bytes());
    }
    file
}
