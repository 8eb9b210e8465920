//! Comparison of pictures that are drawn in two ways, or by two drivers. These may round differently.

/// Returns the number of pixels in which a channel differs by more than `steps`.
///
/// # Panics
/// If the pictures have different sizes.
pub fn different_pixels<const N: usize>(a: &[[u8; N]], b: &[[u8; N]], steps: u8) -> usize {
    assert_eq!(a.len(), b.len(), "the pictures have different sizes");
    let differs = |(a, b): &(&[u8; N], &[u8; N])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > steps);
    a.iter().zip(b).filter(differs).count()
}

/// Returns the number of pixels in which two pictures with four bytes per pixel differ by more than a step, and the largest number for
/// pictures that are [alike](assert_alike): one in a thousand.
pub fn differences(found: &[u8], expected: &[u8]) -> (usize, usize) {
    let (found, expected) = (found.as_chunks::<4>().0, expected.as_chunks().0);
    (different_pixels(found, expected, 1), found.len() / 1000)
}

/// Asserts that two pictures of a scene differ only by rounding: in at most one of a thousand pixels, by more than a step.
///
/// # Panics
/// If they are not alike.
#[track_caller]
pub fn assert_alike(found: &[u8], expected: &[u8], case: &str) {
    let (different, allowed) = differences(found, expected);
    assert!(different <= allowed, "{different} pixels differ, {allowed} are allowed: {case}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_pixels_that_differ_by_more_than_a_step() {
        let gray = [100; 4 * 2000];
        let mut other = gray;
        (0..4 * 2000).for_each(|byte| other[byte] += 1);
        assert_eq!(differences(&gray, &other), (0, 2));
        [0, 400, 803].into_iter().for_each(|byte| other[byte] = 98);
        assert_eq!(differences(&gray, &other), (3, 2));
        assert!(std::panic::catch_unwind(|| assert_alike(&gray, &other, "two grays")).is_err());
        other[0] = 100;
        assert_alike(&gray, &other, "two of 2000 pixels");
    }
}
