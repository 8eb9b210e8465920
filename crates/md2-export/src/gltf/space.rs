//! From Quake's space to glTF's and back: +X forward, +Y left, +Z up become +Z forward, +X left, +Y up.
//!
//! No axis is mirrored, so that only the winding of triangles is turned: glTF's go counterclockwise.

/// Units of glTF, which are meters, for each unit of Quake unless another scale is asked for: a player of 56 units is 1.75 m
/// tall. It is a power of two, so that positions stay exact.
pub const METERS_PER_UNIT: f32 = 1.0 / 32.0;

/// A position or a direction of Quake's in glTF's axes.
#[must_use]
pub const fn to_gltf([x, y, z]: [f32; 3]) -> [f32; 3] {
    [y, z, x]
}

/// A position or a direction of glTF's in Quake's axes.
#[must_use]
pub const fn to_quake([x, y, z]: [f32; 3]) -> [f32; 3] {
    [z, x, y]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_turned_and_not_mirrored() {
        let [forward, left, up] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(to_gltf);
        assert_eq!((forward, left, up), ([0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]));
        assert_eq!(to_quake(to_gltf([1.0, 2.0, 3.0])), [1.0, 2.0, 3.0]);
    }
}
