//! Random changes to seed inputs.

use std::cell::Cell;

use super::{Seed, run_rounds, uphold};
use crate::random::Random;

/// A generator of randomly changed seed inputs that are likely to reveal faults in parsers.
#[derive(Clone, Copy, Debug)]
pub struct Mutants<'a> {
    /// A function that returns the offset of a random word in a header. The header may be damaged.
    pub header_word: fn(&[u8], &mut Random) -> usize,
    /// Extreme values to which counts, indices and offsets are set.
    pub values: &'a [i32],
    /// A limit of random offsets: a quarter of the new values are offsets less than `tail_bytes` before the end of the file.
    pub tail_bytes: usize,
}

impl Mutants<'_> {
    /// Changes of any words, for files that a reader has to accept at first.
    pub const ANYWHERE: Self = Self {
        header_word: |file, random| random.below(file.len().max(4) - 3),
        values: &[0, 1, -1, 2, 0x3f80_0000, 0x7f7f_ffff, -8_388_609, 0x0080_0000, 0x5d00_0000, i32::MAX],
        tail_bytes: 100,
    };

    /// Asserts that `promise` holds for changed seeds: see [`run_rounds`].
    pub fn uphold(&self, promise: impl Fn(&[u8]), seeds: &[Seed]) {
        run_rounds(|round| uphold(&promise, &format!("round {round}"), &self.from_seeds(seeds, round)));
    }

    /// Asserts that `is_read` holds for all seeds, and for one or more of twenty changed seeds.
    pub fn uphold_reader(&self, is_read: impl Fn(&[u8]) -> bool, seeds: &[Seed]) {
        seeds.iter().for_each(|(name, file)| assert!(is_read(file), "{name}"));
        let (read, rounds) = (Cell::new(0), Cell::new(0));
        let count = |file: &[u8]| {
            rounds.set(rounds.get() + 1);
            read.set(read.get() + usize::from(is_read(file)));
        };
        self.uphold(count, seeds);
        assert!(read.get() * 20 > rounds.get(), "only {} of {} were read", read.get(), rounds.get());
    }

    /// Returns one of the seeds with one to four changes. The same `round` gives the same result.
    pub fn from_seeds(&self, seeds: &[Seed], round: u64) -> Vec<u8> {
        let mut random = Random::new(round);
        let mut file = seeds[random.below(seeds.len())].1.clone();
        for _ in 0..1 + random.below(4) {
            self.change(&mut file, seeds, &mut random);
        }
        file
    }

    fn change(&self, file: &mut Vec<u8>, seeds: &[Seed], random: &mut Random) {
        let at = random.below(file.len() + 1);
        let word = if random.below(2) == 0 { (self.header_word)(file, random) } else { at & !3 };
        match random.below(8) {
            // These change a bit, a byte, and a word in the header or elsewhere.
            0 => file.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << random.below(8)),
            1 => file.iter_mut().skip(at).take(1).for_each(|byte| *byte = random.byte()),
            2 | 3 => {
                let value = self.interesting(file, word, random).to_le_bytes();
                file.iter_mut().skip(word).zip(value).for_each(|(byte, value)| *byte = value);
            }
            // These remove bytes, insert bytes, and copy bytes from other seeds.
            4 => file.truncate(at),
            5 => {
                let filling = random.byte();
                file.splice(at..at, vec![filling; random.below(80)]);
            }
            6 => drop(file.drain(at..(at + random.below(80)).min(file.len()))),
            _ => {
                let (_, other) = &seeds[random.below(seeds.len())];
                let from = random.below(other.len() + 1);
                file.truncate(at);
                file.extend_from_slice(&other[from..]);
                file.truncate(4096);
            }
        }
    }

    /// Returns a new value for a word: near its old value, near the length of the file, or an extreme value.
    fn interesting(&self, file: &[u8], word: usize, random: &mut Random) -> i32 {
        let now = file
            .get(word..)
            .and_then(|rest| rest.first_chunk())
            .map_or(0, |&bytes| i32::from_le_bytes(bytes));
        let int = |value: usize| i32::try_from(value).expect("fixtures are small");
        match random.below(4) {
            0 => now.wrapping_add(1),
            1 => now.wrapping_sub(1),
            2 => int(file.len()) - int(random.below(self.tail_bytes)),
            _ => self.values[random.below(self.values.len())],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MUTANTS: Mutants<'_> = Mutants {
        header_word: |_, random| 4 * random.below(2),
        values: &[i32::MIN, i32::MAX],
        tail_bytes: 4,
    };

    fn seeds() -> Vec<Seed> {
        vec![("counting", (0..64).collect()), ("zeros", vec![0; 16])]
    }

    #[test]
    fn makes_every_kind_of_change() {
        let files: Vec<_> = (0..1000).map(|round| MUTANTS.from_seeds(&seeds(), round)).collect();
        let some = |wanted: &dyn Fn(&[u8]) -> bool| files.iter().any(|file| wanted(file));
        let counting: Vec<u8> = (0..64).collect();
        let differing = |file: &[u8]| file.iter().zip(&counting).filter(|(a, b)| a != b).count();
        assert!(some(&|file| file.len() == 64 && differing(file) == 1), "a byte");
        assert!(some(&|file| file.starts_with(&i32::MAX.to_le_bytes())), "a word of the header");
        assert!(some(&|file| file.len() < 16), "less");
        assert!(some(&|file| file.len() > 64 && differing(file) == 0), "more");
        assert!(some(&|file| file.len() > 20 && differing(&file[..20]) == 0 && file.ends_with(&[0; 16])));
        // Few results are equal, although the seeds are small.
        let distinct: std::collections::BTreeSet<_> = files.iter().collect();
        assert!(distinct.len() > 800, "{}", distinct.len());
    }
}
