//! Random damage to files, with which tests check what salvage recovers.

use std::ops::Range;

use crate::random::Random;

/// A damaged copy of a file.
#[derive(Debug)]
pub struct DamagedFile {
    /// The damaged bytes.
    pub file: Vec<u8>,
    /// Description of the damage, for messages.
    pub what: String,
    /// Byte ranges of the undamaged file that were changed or removed, or that are next to inserted bytes.
    pub touched: Vec<Range<usize>>,
    /// Whether the header is undamaged and all remaining bytes have their original offsets.
    pub is_in_place: bool,
    header_bytes: usize,
}

impl DamagedFile {
    /// Creates a copy of a file, without damage at first. `header_bytes` is the size of its header.
    pub fn new(intact: &[u8], header_bytes: usize) -> Self {
        let file = intact.to_vec();
        Self { file, what: String::new(), touched: Vec::new(), is_in_place: false, header_bytes }
    }

    /// Whether the damage affects the bytes of a record.
    pub fn touches(&self, record: &Range<usize>) -> bool {
        self.touched.iter().any(|touched| touched.start < record.end && record.start < touched.end)
    }

    /// Changes the 32-bit integer at the byte `offset` to a random wrong value.
    pub fn set_wrong(&mut self, offset: usize, random: &mut Random) {
        let now = field(&self.file, offset / 4);
        let value = wrong(random, now, self.file.len());
        put(&mut self.file, offset, value);
        self.what += &format!(", word {}: {now} became {value}", offset / 4);
    }

    fn place(&self, random: &mut Random) -> usize {
        self.header_bytes + random.below(self.file.len() - self.header_bytes)
    }

    /// Removes all bytes after a random offset.
    pub fn cut(&mut self, random: &mut Random) {
        let (all, length) = (self.file.len(), self.place(random));
        self.file.truncate(length);
        self.what = format!("cut to {length} of {all}");
    }

    /// Overwrites a random range of up to 400 bytes.
    pub fn overwrite(&mut self, random: &mut Random) {
        let start = random.below(self.file.len());
        let block = start..(start + 1 + random.below(400)).min(self.file.len());
        let kind = random.below(4);
        for byte in &mut self.file[block.clone()] {
            *byte = [0, 0xff, 0xcd, random.byte()][kind];
        }
        self.what = format!("{block:?} overwritten with {}", ["0", "ff", "cd", "anything"][kind]);
        self.is_in_place = start >= self.header_bytes;
        self.touched.push(block);
    }

    /// Changes up to 20 bits at random places.
    fn flip_bits(&mut self, random: &mut Random) {
        for _ in 0..1 + random.below(20) {
            let at = random.below(self.file.len());
            self.file[at] ^= 1 << random.below(8);
            self.touched.push(at..at + 1);
        }
        self.is_in_place = self.touched.iter().all(|byte| byte.start >= self.header_bytes);
        self.what = format!("bits flipped in {:?}", self.touched);
    }

    /// Removes up to 60 successive bytes at a random place.
    pub fn remove(&mut self, random: &mut Random) {
        let start = self.place(random);
        let removed = start..(start + 1 + random.below(60)).min(self.file.len());
        self.file.drain(removed.clone());
        self.what = format!("removed {removed:?}");
        self.touched.push(removed);
    }

    /// Inserts up to 60 bytes at a random place.
    pub fn insert(&mut self, random: &mut Random) {
        let (at, count, kind) = (self.place(random), 1 + random.below(60), random.below(3));
        let inserted: Vec<u8> = (0..count).map(|_| [0, 0xff, random.byte()][kind]).collect();
        self.file.splice(at..at, inserted);
        self.what = format!("inserted {count} bytes at {at}");
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

/// The result of [`salvage_all`]. The same rounds give the same numbers, so a test can require that none grows.
#[derive(Debug, Default)]
pub struct Recovery {
    pub rejected: usize,
    pub repairs: usize,
    /// The number of bytes by which salvaged files are shorter than the undamaged ones.
    pub lost_bytes: usize,
}

/// Damages and salvages one file in each of the `rounds`, with each kind of damage in turn, and prints how many files
/// were salvaged. The kinds of damage are [`RECORD_DAMAGE`] and, for the first `header_bytes` bytes (the header),
/// `numbers`. `salvage` returns the salvaged file and its repairs as text. `faults` compares a salvaged file with the
/// undamaged file, and returns its faults.
pub fn salvage_all(
    files: &[Vec<u8>],
    rounds: usize,
    (header_bytes, numbers): (usize, &[Damage]),
    salvage: impl Fn(&[u8]) -> Option<(Vec<u8>, Vec<String>)>,
    faults: impl Fn(&[u8], &[u8], &DamagedFile) -> Vec<String>,
) -> Recovery {
    let mut recovery = Recovery::default();
    let kinds = [numbers, &RECORD_DAMAGE].concat();
    let mut random = Random::new(9);
    let mut counts = vec![[0; 3]; kinds.len()];
    for round in 0..rounds {
        let (intact, kind) = (&files[round % files.len()], round / files.len() % kinds.len());
        let mut damaged = DamagedFile::new(intact, header_bytes);
        kinds[kind].1(&mut damaged, &mut random);
        let outcome = match salvage(&damaged.file) {
            Some((_, repairs)) if repairs.is_empty() => 0,
            Some((salvaged, repairs)) => {
                let faults = faults(&salvaged, intact, &damaged);
                assert!(faults.is_empty(), "round {round}, {}: {faults:?}\n{repairs:#?}", damaged.what);
                recovery.repairs += repairs.len();
                recovery.lost_bytes += intact.len().saturating_sub(salvaged.len());
                1
            }
            None => {
                recovery.rejected += 1;
                2
            }
        };
        counts[kind][outcome] += 1;
    }
    for ((kind, _), [accepted, salvaged, rejected]) in kinds.iter().zip(counts) {
        println!("{kind}: {accepted} accepted, {salvaged} salvaged, {rejected} rejected");
    }
    recovery
}

/// Writes a 32-bit integer at a byte offset.
pub fn put(file: &mut [u8], at: usize, value: i32) {
    file[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

/// Returns the 32-bit integer at the offset `4 * index`.
pub fn field(file: &[u8], index: usize) -> i32 {
    i32::from_le_bytes(file[4 * index..][..4].try_into().unwrap())
}

/// Returns a random wrong value for an integer whose value is `now`, in a file of `length` bytes.
pub fn wrong(random: &mut Random, now: i32, length: usize) -> i32 {
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

/// Differences between the records of a section in the salvaged file and in the intact file.
#[derive(Debug)]
pub struct Comparison {
    /// Indices of salvaged records that do not match a record of the intact file, in the order of the file. Damaged
    /// records match any record.
    pub invented: Vec<usize>,
    /// Indices of records of the intact file that are missing although the damage did not touch them.
    pub lost: Vec<usize>,
}

/// Compares the salvaged records `some` with `all` records of the intact file. Tries two ways of matching records, and returns
/// the result with fewer faults. `is_touched` returns whether the damage changed the intact record with a given index.
pub fn compare<T>(
    some: &[T],
    all: &[T],
    is_same: impl Fn(&T, &T) -> bool,
    is_touched: impl Fn(usize) -> bool,
) -> Comparison {
    let touched = |next: usize| (next..all.len()).find(|&found| is_touched(found));
    let same = |one: &T, next: usize| (next..all.len()).find(|&found| is_same(one, &all[found]));
    // This matching is wrong if the damage made a record equal to a later one, for example by changing one bit of
    // "skin2" to give "skin0".
    let same_first =
        matched(some, all.len(), |one, next| same(one, next).or_else(|| touched(next)), &is_touched);
    if same_first.invented.is_empty() && same_first.lost.is_empty() {
        return same_first;
    }
    // This matching is wrong if a damaged record was dropped.
    let either = |one: &T, next: usize| {
        (next..all.len()).find(|&found| is_touched(found) || is_same(one, &all[found]))
    };
    let earliest = matched(some, all.len(), either, &is_touched);
    let faults = |compared: &Comparison| (compared.invented.len(), compared.lost.len());
    std::cmp::min_by_key(same_first, earliest, faults)
}

/// Matches the salvaged records `some`, in order, with the `all` records of the intact file. `find` returns the index
/// of the first record of the intact file that matches, beginning its search at a given index.
fn matched<T>(
    some: &[T],
    all: usize,
    find: impl Fn(&T, usize) -> Option<usize>,
    is_touched: impl Fn(usize) -> bool,
) -> Comparison {
    let mut compared = Comparison { invented: Vec::new(), lost: Vec::new() };
    let mut next = 0;
    for (index, one) in some.iter().enumerate() {
        let Some(found) = find(one, next) else {
            compared.invented.push(index);
            continue;
        };
        compared.lost.extend((next..found).filter(|&lost| !is_touched(lost)));
        next = found + 1;
    }
    compared.lost.extend((next..all).filter(|&lost| !is_touched(lost)));
    compared
}
