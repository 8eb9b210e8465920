//! Fast range checks of triangles and texture coordinates.
//!
//! Vertices need no check, because all their values are valid. Most of an animated model is therefore not read. The
//! checks are loops without branches, which the compiler vectorizes. For each word, a loop computes a number that is
//! negative if the word is invalid, and combines the signs of all numbers. If a number was negative, the parser
//! searches for the fault.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use crate::raw::{Records, St, Tag, Triangle};

/// Number of 32-bit words that the loop handles at once: a whole number of triangles, texture coordinates and vector registers.
const LANES: usize = 48;

pub(crate) fn all_below(triangles: Records<'_, Triangle>, vertex_count: usize) -> bool {
    // A vertex count in a file is an `i32`, so the conversion does not fail.
    let last = i32::try_from(vertex_count).unwrap_or(i32::MAX).wrapping_sub(1);
    // Neither the index nor its distance to the last vertex may be negative.
    triangles.is_empty() || !any_negative(triangles.as_bytes(), |index| index | last.wrapping_sub(index))
}

pub(crate) fn all_finite(st: Records<'_, St>) -> bool {
    !any_negative(st.as_bytes(), sign_if_not_finite)
}

/// The bits of the greatest finite number. Positive floats have the same order as integers with the same bits.
const GREATEST: i32 = f32::MAX.to_bits().cast_signed();

fn sign_if_not_finite(bits: i32) -> i32 {
    GREATEST.wrapping_sub(bits & i32::MAX)
}

pub(crate) fn tags_are_finite(tags: Records<'_, Tag>) -> bool {
    let mut gathered = [0; 12];
    for tag in tags.as_bytes().as_chunks::<{ size_of::<Tag>() }>().0 {
        let (words, _) = tag.as_chunks::<4>();
        if let Some(numbers) = words.last_chunk::<12>() {
            gather(&mut gathered, numbers, sign_if_not_finite);
        }
    }
    gathered.iter().fold(0, |all, lane| all | lane) >= 0
}

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

#[inline(always)]
fn gather<const N: usize>(gathered: &mut [i32; N], words: &[[u8; 4]], sign: impl Fn(i32) -> i32) {
    for (lane, word) in gathered.iter_mut().zip(words) {
        *lane |= sign(i32::from_le_bytes(*word));
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test may fail")]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;
    use crate::raw::Record;

    fn with<T: Record>(words: &[u32], test: impl FnOnce(Records<'_, T>) -> bool) -> bool {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        test(Records::new(&bytes))
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
