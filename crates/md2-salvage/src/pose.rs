//! Comparison of a frame with the frames around it.

/// The positions of a frame's vertices.
pub(crate) type Positions = Vec<[f32; 3]>;

/// Whether the last vertices of a frame are near those of one of the frames around it. If not, the frame may end with bytes of
/// another one. `others` are sound frames in their order.
pub(crate) fn fits(frame: &Positions, others: &[Positions]) -> bool {
    /// The distance between frames that are alike, as a part of the size of the model.
    const NEAR: f32 = 0.04;
    /// The greatest plausible ratio between the distances to the nearest frame and among the others.
    const RATIO: f32 = 2.0;
    let Some(first) = others.first() else { return false };
    let near = size(first) * NEAR;
    let lengths = std::iter::successors(Some(1_usize), |length| length.checked_mul(2))
        .take_while(|&length| length < frame.len());
    lengths.chain([frame.len()]).all(|length| {
        let usual =
            others.iter().zip(others.iter().skip(1)).map(|(a, b)| distance(a, b, length)).fold(0.0, f32::max);
        let least = others.iter().map(|other| distance(frame, other, length)).fold(f32::INFINITY, f32::min);
        least <= (RATIO * usual).min(4.0 * near) + near
    })
}

/// Returns the mean distance between the last `length` vertices of two frames.
pub(crate) fn distance(a: &Positions, b: &Positions, length: usize) -> f32 {
    let pairs = a.iter().zip(b).rev().take(length);
    let sum: f32 = pairs.map(|(a, b)| difference(a, b)).sum();
    sum / f32::from(u16::try_from(length).unwrap_or(u16::MAX).max(1))
}

/// Returns the sum of the distances along all axes.
pub(crate) fn difference(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum()
}

/// Returns the greatest extent of a frame.
fn size(frame: &Positions) -> f32 {
    let extent = |axis: usize| {
        let values = || frame.iter().filter_map(|vertex| vertex.get(axis).copied());
        values().fold(f32::NEG_INFINITY, f32::max) - values().fold(f32::INFINITY, f32::min)
    };
    (0..3).map(extent).fold(0.0, f32::max)
}
