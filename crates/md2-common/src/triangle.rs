//! Properties of triangles that the checks of all formats test.

use alloc::vec;
use core::ops::{Mul, Sub};

/// Whether two corners of a triangle are equal, so that the triangle is invisible.
pub fn is_degenerate<T: PartialEq>([a, b, c]: [T; 3]) -> bool {
    a == b || b == c || c == a
}

/// Returns the normal of a triangle with clockwise corners. Its length is twice the area of the triangle.
///
/// ```
/// use md2_common::triangle::facing;
///
/// assert_eq!(facing([[0, 0, 0], [0, 2, 0], [3, 0, 0]]), [0, 0, 6]);
/// ```
pub fn facing<T: Copy + Mul<Output = T> + Sub<Output = T>>([a, b, c]: [[T; 3]; 3]) -> [T; 3] {
    let [u, v] = [c, b].map(|end| [0, 1, 2].map(|axis| end[axis] - a[axis]));
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/// Returns the lowest unused index and the number of unused indices: those from 0 to `count - 1` that are not in
/// `used`. `None` if all are used.
pub fn find_unused(count: usize, used: impl IntoIterator<Item = usize>) -> Option<(usize, usize)> {
    let mut is_used = vec![false; count];
    for index in used {
        if let Some(is_used) = is_used.get_mut(index) {
            *is_used = true;
        }
    }
    let first = is_used.iter().position(|is_used| !is_used)?;
    Some((first, is_used.iter().filter(|is_used| !**is_used).count()))
}
