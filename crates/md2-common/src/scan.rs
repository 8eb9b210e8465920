//! The greatest numbers in bulk records, found in flat loops.
//!
//! A file is mostly records that parsing need only compare with a limit. The loops here take the maximum of every lane
//! of a block, without a branch, which the compiler turns into vector instructions. Only when a maximum is out of range
//! does a second loop have to look for the culprit.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

/// The greatest number in each lane, 0 in a lane without one: the numbers of `bytes` are dealt to the lanes in turn.
///
/// `read` makes a number of its `BYTES` bytes; bytes that are too few for one do not count. So that a lane holds one
/// field of a record only, `LANES` has to be a multiple of the fields; to be fast, it should fill a few vectors.
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

/// Raises each of the maxima to the value in its place.
#[inline(always)]
pub fn raise<T: Ord + Copy>(most: &mut [T], values: impl IntoIterator<Item = T>) {
    for (most, value) in most.iter_mut().zip(values) {
        *most = value.max(*most);
    }
}
