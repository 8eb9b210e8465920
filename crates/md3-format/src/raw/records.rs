//! The fixed-size records after the headers.

use core::slice;

use md2_common::{Name, decode_normal};

/// The name of a model, in its header.
pub type ModelName = Name<64>;

/// The name of a frame.
pub type FrameName = Name<16>;

/// The name of a tag.
pub type TagName = Name<64>;

/// The name of a surface.
pub type SurfaceName = Name<64>;

/// The name of a shader: a name in a shader script, or the path of an image.
pub type ShaderName = Name<64>;

/// Size of a quantization step of positions in Quake units, the same in all files.
pub const POSITION_SCALE: f32 = 1.0 / 64.0;

/// The greatest coordinate that a file can store, in Quake units. The least is -512.
pub const MAX_COORDINATE: f32 = i16::MAX as f32 * POSITION_SCALE;

md2_common::records! {
    /// The bounds and the name of a stored pose, 56 bytes.
    ///
    /// The bounds are not needed for drawing, and they are unreliable: every game has files with a wrong bounding box or
    /// radius.
    pub struct Frame {
        /// Least coordinates of the bounding box, in Quake units.
        pub min: [f32; 3],
        /// Greatest coordinates of the bounding box, in Quake units.
        pub max: [f32; 3],
        /// Center of the bounding sphere, in Quake units; (0, 0, 0) in correct files.
        pub local_origin: [f32; 3],
        /// Radius of the bounding sphere, in Quake units.
        pub radius: f32,
        /// The frame's name, which has no meaning in most files.
        pub name: FrameName,
    }

    /// The position and the axes for attaching another model, in one frame; 112 bytes.
    pub struct Tag {
        /// The name of the tag, such as `tag_torso`.
        pub name: TagName,
        /// Position of the tag, in Quake units.
        pub origin: [f32; 3],
        /// The axes of an attached model, one per row: forward (X), left (Y) and up (Z).
        ///
        /// In some files the axes have a scale, and in a few they mirror the model. They need not be at right angles.
        pub axes: [[f32; 3]; 3],
    }

    /// The name of a shader, 68 bytes.
    #[derive(Eq, Hash)]
    pub struct Shader {
        /// The name, at most 64 bytes.
        pub name: ShaderName,
        /// The number that the game assigns to the shader. It has no meaning in a file.
        pub index: i32,
    }

    /// A triangle: the indices of three vertices, 12 bytes. The corners are clockwise seen from outside.
    #[derive(Eq, Hash)]
    pub struct Triangle {
        /// The indices of the three vertices in their surface. A negative index is read as 2³¹ or more.
        pub indices: [u32; 3],
    }

    /// A texture coordinate, 8 bytes: (0, 0) is the top left corner of the image, (1, 1) the bottom right. The image repeats.
    pub struct St {
        /// Distance from the left edge of the image, in widths of the image.
        pub s: f32,
        /// Distance from the top edge of the image, in heights of the image.
        pub t: f32,
    }

    /// A quantized position and a normal, 8 bytes. A GPU can read a whole vertex as `R16G16B16A16_SINT`, or the two bytes
    /// of the normal separately.
    #[derive(Eq, Hash)]
    pub struct Vertex {
        /// The quantized position, in steps of [`POSITION_SCALE`].
        pub xyz: [i16; 3],
        /// Angle of the normal from +Z, 256 steps to the full circle.
        pub zenith: u8,
        /// Angle of the normal around Z from +X toward +Y, 256 steps to the full circle.
        pub azimuth: u8,
    }
}

impl Tag {
    /// Byte offset of the origin (row 0) or an axis (rows 1 to 3) in the tag.
    pub(crate) const fn row_offset(row: usize) -> usize {
        size_of::<TagName>() + row * size_of::<[f32; 3]>()
    }

    pub(crate) fn is_finite(&self) -> bool {
        Self::are_finite([slice::from_ref(self)])
    }

    /// Whether the origins and axes of all tags in the lists are finite.
    pub(crate) fn are_finite<'a>(lists: impl IntoIterator<Item = &'a [Self]>) -> bool {
        // All bits of the exponent are set only in infinite numbers and NaN. Adding 1 to the exponent then sets the sign. A loop without
        // comparisons and without an early end is several times as fast, because the compiler vectorizes it.
        const EXPONENT: u32 = f32::INFINITY.to_bits();
        const ONE: u32 = f32::MIN_POSITIVE.to_bits();
        let mut carries = [0; 12];
        for tag in lists.into_iter().flatten() {
            let ([a, b, c], [[d, e, f], [g, h, i], [j, k, l]]) = (tag.origin, tag.axes);
            for (carry, number) in carries.iter_mut().zip([a, b, c, d, e, f, g, h, i, j, k, l]) {
                *carry |= (number.to_bits() & EXPONENT).wrapping_add(ONE);
            }
        }
        carries.iter().all(|&carry| carry <= EXPONENT)
    }
}

impl St {
    pub(crate) fn is_finite(&self) -> bool {
        self.s.is_finite() && self.t.is_finite()
    }
}

impl Vertex {
    /// The position in model space, in Quake units: X forward, Y left, Z up, within ±512.
    pub fn position(&self) -> [f32; 3] {
        self.xyz.map(|steps| f32::from(steps) * POSITION_SCALE)
    }

    /// The normal as a direction of unit length: X forward, Y left, Z up.
    pub fn normal(&self) -> [f32; 3] {
        decode_normal([self.zenith, self.azimuth])
    }
}
