//! Checks of bulk records in flat loops.
//!
//! Vertices need no check, so most of an animated model need not be read. The loops check triangles and texture
//! coordinates. Each collects the signs of subtractions over blocks of records, without a branch, which the compiler
//! vectorizes. Only if a sign is set does a second loop search for the fault.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use zerocopy::IntoBytes;

use crate::raw::{St, Triangle};

/// Number of words in a block: a whole number of triangles, of coordinates and of vectors.
const LANES: usize = 48;

/// Whether every corner of every triangle is below `vertex_count`.
pub(crate) fn all_below(triangles: &[Triangle], vertex_count: usize) -> bool {
    // A count in a file is an i32 itself.
    let last = i32::try_from(vertex_count).unwrap_or(i32::MAX).wrapping_sub(1);
    // Neither the index nor its distance to the last vertex may be negative.
    triangles.is_empty() || !any_negative(triangles.as_bytes(), |index| index | last.wrapping_sub(index))
}

/// Whether no coordinate is infinite or not a number.
pub(crate) fn all_finite(st: &[St]) -> bool {
    /// The greatest finite number. Without their signs, floats sort like integers of the same bits.
    const GREATEST: i32 = f32::MAX.to_bits().cast_signed();
    !any_negative(st.as_bytes(), |bits| GREATEST.wrapping_sub(bits & i32::MAX))
}

/// Whether `sign` is negative for any word in `bytes`.
#[inline(always)]
fn any_negative(bytes: &[u8], sign: impl Fn(i32) -> i32) -> bool {
    let (words, _) = bytes.as_chunks::<4>();
    let (blocks, rest) = words.as_chunks::<LANES>();
    let mut gathered = [0; LANES];
    for block in blocks {
        gather(&mut gathered, block, &sign);
    }
    gather(&mut gathered, rest, &sign);
    gathered.iter().fold(0, |all, lane| all | lane) < 0
}

/// Adds the sign of each word to its lane.
#[inline(always)]
fn gather(gathered: &mut [i32; LANES], words: &[[u8; 4]], sign: impl Fn(i32) -> i32) {
    for (lane, word) in gathered.iter_mut().zip(words) {
        *lane |= sign(i32::from_le_bytes(*word));
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test may fail")]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use zerocopy::FromBytes;

    use super::*;

    /// Passes the records of `words` to `test`.
    fn with<T>(words: &[u32], test: impl FnOnce(&[T]) -> bool) -> bool
    where
        T: FromBytes + zerocopy::KnownLayout + zerocopy::Immutable,
    {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        test(<[T]>::ref_from_bytes(&bytes).unwrap())
    }

    #[test]
    fn finds_an_index_out_of_range_anywhere() {
        let words = vec![99_u32; 3 * 37];
        assert!(with(&words, |triangles| all_below(triangles, 100)));
        assert!(!with(&words, |triangles| all_below(triangles, 99)));
        for place in 0..words.len() {
            for bad in [100, 0x7fff_ffff, 0x8000_0000, 0x8000_0063, u32::MAX] {
                let mut words = words.clone();
                words[place] = bad;
                assert!(!with(&words, |triangles| all_below(triangles, 100)), "{bad:#x} at {place}");
            }
        }
    }

    #[test]
    fn rejects_any_triangle_without_vertices() {
        assert!(with(&[], |triangles| all_below(triangles, 0)));
        assert!(!with(&[0; 3], |triangles| all_below(triangles, 0)));
        assert!(with(&[0; 3], |triangles| all_below(triangles, 1)));
        assert!(with(&[0x7fff_fffe; 3], |triangles| all_below(triangles, 0x7fff_ffff)));
    }

    #[test]
    fn finds_a_number_that_is_not_finite_anywhere() {
        let words = vec![f32::MIN.to_bits(); 2 * 61];
        assert!(with(&words, all_finite));
        for place in 0..words.len() {
            for bad in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, -f32::NAN] {
                let mut words = words.clone();
                words[place] = bad.to_bits();
                assert!(!with(&words, all_finite), "{bad} at {place}");
            }
        }
    }
}
