//! Pixels of fewer channels than four.

/// Pixels of fewer channels, which lie at the start of room for all four, as RGBA. Where alpha is 0 everywhere it was never
/// set, and becomes opaque.
pub(crate) fn widened(mut rgba: Vec<u8>, channels: usize) -> Vec<u8> {
    if channels < 4 {
        // From the last pixel on, so that none is written over before it is read.
        for pixel in (0..rgba.len() / 4).rev() {
            let from = pixel * channels;
            let wide = match rgba[from..from + channels] {
                [gray] => [gray, gray, gray, u8::MAX],
                [gray, alpha] => [gray, gray, gray, alpha],
                [red, green, blue] => [red, green, blue, u8::MAX],
                _ => unreachable!("one to three channels"),
            };
            rgba[pixel * 4..][..4].copy_from_slice(&wide);
        }
    }
    if rgba.chunks_exact(4).all(|pixel| pixel[3] == 0) {
        rgba.chunks_exact_mut(4).for_each(|pixel| pixel[3] = u8::MAX);
    }
    rgba
}
