//! Random damage to files, with which tests check what salvage recovers.

use std::ops::Range;

use crate::random::Random;

/// A damaged copy of a file.
#[derive(Debug)]
pub struct DamagedFile {
    /// The damaged bytes.
    pub file: Vec<u8>,
    /// Byte ranges of the undamaged file that were changed or removed, or that are next to inserted bytes.
    pub touched: Vec<Range<usize>>,
    header_bytes: usize,
}

impl DamagedFile {
    /// Creates a copy of a file, without damage at first. `header_bytes` is the size of its header.
    pub fn new(intact: &[u8], header_bytes: usize) -> Self {
        let file = intact.to_vec();
        Self { file, touched: Vec::new(), header_bytes }
    }

    /// Whether the damage affects the bytes of a record.
    pub fn touches(&self, record: &Range<usize>) -> bool {
        self.touched.iter().any(|touched| touched.start < record.end && record.start < touched.end)
    }

    /// Changes the 32-bit integer at the byte `offset` to a random wrong value.
    pub fn set_wrong(&mut self, offset: usize, random: &mut Random) {
        let now = i32::from_le_bytes(self.file[offset..][..4].try_into().unwrap());
        let value = wrong(random, now, self.file.len());
        put(&mut self.file, offset, value);
    }

    fn place(&self, random: &mut Random) -> usize {
        self.header_bytes + random.below(self.file.len() - self.header_bytes)
    }

    /// Removes all bytes after a random offset.
    fn cut(&mut self, random: &mut Random) {
        let length = self.place(random);
        self.file.truncate(length);
    }

    /// Overwrites a random range of up to 400 bytes.
    fn overwrite(&mut self, random: &mut Random) {
        let start = random.below(self.file.len());
        let block = start..(start + 1 + random.below(400)).min(self.file.len());
        let kind = random.below(4);
        for byte in &mut self.file[block.clone()] {
            *byte = [0, 0xff, 0xcd, random.byte()][kind];
        }
        self.touched.push(block);
    }

    /// Changes up to 20 bits at random places.
    fn flip_bits(&mut self, random: &mut Random) {
        for _ in 0..1 + random.below(20) {
            let at = random.below(self.file.len());
            self.file[at] ^= 1 << random.below(8);
            self.touched.push(at..at + 1);
        }
    }

    /// Removes up to 60 successive bytes at a random place.
    fn remove(&mut self, random: &mut Random) {
        let start = self.place(random);
        let removed = start..(start + 1 + random.below(60)).min(self.file.len());
        self.file.drain(removed.clone());
        self.touched.push(removed);
    }

    /// Inserts up to 60 bytes at a random place.
    fn insert(&mut self, random: &mut Random) {
        let (at, count, kind) = (self.place(random), 1 + random.below(60), random.below(3));
        let inserted: Vec<u8> = (0..count).map(|_| [0, 0xff, random.byte()][kind]).collect();
        self.file.splice(at..at, inserted);
        self.touched.push(at - 1..at + 1);
    }
}

/// A kind of random damage, with its name.
pub type Damage = (&'static str, fn(&mut DamagedFile, &mut Random));

/// The kinds of damage outside the header.
pub const RECORD_DAMAGE: [Damage; 5] = [
    ("cut", DamagedFile::cut),
    ("overwritten", DamagedFile::overwrite),
    ("bits", DamagedFile::flip_bits),
    ("removed", DamagedFile::remove),
    ("inserted", DamagedFile::insert),
];

/// Writes a 32-bit integer at a byte offset.
pub fn put(file: &mut [u8], at: usize, value: i32) {
    file[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

/// Returns a random wrong value for an integer whose value is `now`, in a file of `length` bytes.
fn wrong(random: &mut Random, now: i32, length: usize) -> i32 {
    let some = i32::try_from(random.below(length)).unwrap();
    match random.below(8) {
        0 => -1,
        1 => i32::MIN,
        2 => i32::MAX,
        3 => now.wrapping_add(1 + some % 700),
        4 => now.wrapping_sub(1 + some % 700),
        5 => some,
        6 => now ^ (1 << random.below(32)),
        _ => i32::from_le_bytes(std::array::from_fn(|_| random.byte())),
    }
}
