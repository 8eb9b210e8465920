//! Conversion between the axes of Quake (+X forward, +Y left, +Z up) and of glTF (+Z forward, +X left, +Y up).
//!
//! The conversion is a rotation and does not mirror. Front faces are clockwise in Quake and counterclockwise in glTF, so the
//! winding of triangles must be reversed.

/// The default scale, in meters per Quake unit. A player of 56 units is 1.75 m tall. Multiplying by a power of two is exact.
pub const METERS_PER_UNIT: f32 = 1.0 / 32.0;

/// Converts a position or a direction to glTF's axes.
pub const fn to_gltf([x, y, z]: [f32; 3]) -> [f32; 3] {
    [y, z, x]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotates_axes_without_mirroring() {
        let [forward, left, up] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(to_gltf);
        assert_eq!((forward, left, up), ([0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]));
    }
}
