//! Maxima of bulk records.
//!
//! A parser compares most records of a file with a limit only. The loops here compute the maximum of each lane without
//! branches, so that the compiler can use vector instructions. A second loop searches for the wrong record only if a maximum
//! is out of range.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

/// Returns the maximum of each lane, 0 for an empty lane. The numbers in `bytes` belong to the lanes in turn.
///
/// `read` converts `BYTES` bytes to a number; an incomplete number at the end is ignored. `LANES` must be a multiple of the
/// fields of a record, so that each lane holds a single field. For speed it should fill a few vector registers.
///
/// ```
/// // The greatest first and the greatest second number of all pairs.
/// let pairs = [[1_u16, 900], [300, 2], [5, 6]].as_flattened().iter().flat_map(|n| n.to_le_bytes());
/// let most: [u16; 2] = md2_common::scan::lane_maxima(&pairs.collect::<Vec<u8>>(), u16::from_le_bytes);
/// assert_eq!(most, [300, 900]);
/// ```
#[inline(always)]
#[must_use]
pub fn lane_maxima<T: Ord + Copy + Default, const BYTES: usize, const LANES: usize>(
    bytes: &[u8],
    read: impl Fn([u8; BYTES]) -> T,
) -> [T; LANES] {
    let (numbers, _) = bytes.as_chunks::<BYTES>();
    let (blocks, rest) = numbers.as_chunks::<LANES>();
    let mut most = [T::default(); LANES];
    for block in blocks {
        raise(&mut most, block.map(&read));
    }
    raise(&mut most, rest.iter().copied().map(read));
    most
}

/// Raises each maximum to the value at the same index, if that is greater.
#[inline(always)]
pub fn raise<T: Ord + Copy>(most: &mut [T], values: impl IntoIterator<Item = T>) {
    for (most, value) in most.iter_mut().zip(values) {
        *most = value.max(*most);
    }
}
