//! Fast maxima over many records.
//!
//! To accept a file, a parser only needs to know that no value exceeds its limit. The functions of this module compute
//! maxima in loops without branches, which the compiler vectorizes. Only if a maximum exceeds the limit does the parser
//! search for the wrong record.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

/// Distributes the numbers in `bytes` over `LANES` lanes in turn, and returns the maximum of each lane; 0 for an
/// empty lane.
///
/// `read` converts `BYTES` bytes to a number; an incomplete number at the end is ignored. `LANES` must be a multiple
/// of the number of fields in a record, so that each lane holds values of a single field. For speed, the lanes should
/// fill a few vector registers.
///
/// ```
/// // The greatest first and the greatest second number of all pairs.
/// let pairs = [[1_u16, 900], [300, 2], [5, 6]].as_flattened().iter().flat_map(|n| n.to_le_bytes());
/// let most: [u16; 2] = md2_common::scan::lane_maxima(&pairs.collect::<Vec<u8>>(), u16::from_le_bytes);
/// assert_eq!(most, [300, 900]);
/// ```
#[inline(always)]
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

/// Replaces each element of `most` by the value at the same index in `values` if this value is greater.
#[inline(always)]
pub fn raise<T: Ord + Copy>(most: &mut [T], values: impl IntoIterator<Item = T>) {
    for (most, value) in most.iter_mut().zip(values) {
        *most = value.max(*most);
    }
}
