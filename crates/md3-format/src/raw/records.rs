//! The fixed-size records after the headers.

use md2_common::decode_normal;
use zerocopy::little_endian::{F32, I16, I32, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use md2_common::Name;

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

/// The bounds and the name of a stored pose, 56 bytes.
///
/// The bounds are not needed for drawing, and they are unreliable: every game has files with a wrong bounding box or
/// radius.
#[derive(Clone, Copy, Debug, PartialEq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct Frame {
    min: [F32; 3],
    max: [F32; 3],
    local_origin: [F32; 3],
    radius: F32,
    /// The frame's name, which has no meaning in most files.
    pub name: FrameName,
}

impl Frame {
    /// The frame's name up to the first NUL, at most 16 bytes; it need not be UTF-8.
    #[must_use]
    pub fn name(&self) -> &[u8] {
        self.name.as_bytes()
    }

    /// Least coordinates of the bounding box, in Quake units.
    pub fn min(&self) -> [f32; 3] {
        self.min.map(F32::get)
    }

    /// Greatest coordinates of the bounding box, in Quake units.
    pub fn max(&self) -> [f32; 3] {
        self.max.map(F32::get)
    }

    /// Center of the bounding sphere, in Quake units; (0, 0, 0) in correct files.
    pub fn local_origin(&self) -> [f32; 3] {
        self.local_origin.map(F32::get)
    }

    /// Radius of the bounding sphere, in Quake units.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius.get()
    }
}

/// The position and the axes for attaching another model, in one frame; 112 bytes.
#[derive(Clone, Copy, Debug, PartialEq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct Tag {
    /// The name of the tag, such as `tag_torso`.
    pub name: TagName,
    origin: [F32; 3],
    axes: [[F32; 3]; 3],
}

impl Tag {
    /// The name up to the first NUL, at most 64 bytes; it need not be UTF-8.
    #[must_use]
    pub fn name(&self) -> &[u8] {
        self.name.as_bytes()
    }

    /// Position of the tag, in Quake units.
    pub fn origin(&self) -> [f32; 3] {
        self.origin.map(F32::get)
    }

    /// The axes of an attached model, one per row: forward (X), left (Y) and up (Z).
    ///
    /// In some files the axes have a scale, and in a few they mirror the model. They need not be at right angles.
    #[must_use]
    pub fn axes(&self) -> [[f32; 3]; 3] {
        self.axes.map(|axis| axis.map(F32::get))
    }

    /// Byte offset of the origin (row 0) or an axis (rows 1 to 3) in the tag.
    pub(crate) const fn row_offset(row: usize) -> usize {
        size_of::<TagName>() + row * size_of::<[F32; 3]>()
    }

    pub(crate) fn is_finite(&self) -> bool {
        let finite = |values: [F32; 3]| values.iter().all(|value| value.get().is_finite());
        finite(self.origin) && self.axes.into_iter().all(finite)
    }
}

/// The name of a shader, 68 bytes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct Shader {
    /// The name field, 64 bytes.
    pub field: ShaderName,
    index: I32,
}

impl Shader {
    /// The name up to the first NUL, at most 64 bytes; it need not be UTF-8.
    #[must_use]
    pub fn name(&self) -> &[u8] {
        self.field.as_bytes()
    }

    /// The number that the game assigns to the shader. It has no meaning in a file.
    #[must_use]
    pub fn index(&self) -> i32 {
        self.index.get()
    }
}

/// A triangle: the indices of three vertices, 12 bytes. The corners are clockwise seen from outside.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(transparent)]
pub struct Triangle([U32; 3]);

impl Triangle {
    /// The indices of the three vertices in their surface. A negative index is read as 2³¹ or more.
    pub fn indices(&self) -> [u32; 3] {
        self.0.map(U32::get)
    }
}

/// A texture coordinate, 8 bytes: (0, 0) is the top left corner of the image, (1, 1) the bottom right. The image repeats.
#[derive(Clone, Copy, Debug, Default, PartialEq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct St {
    s: F32,
    t: F32,
}

impl St {
    /// Distance from the left edge of the image, in widths of the image.
    #[must_use]
    pub fn s(&self) -> f32 {
        self.s.get()
    }

    /// Distance from the top edge of the image, in heights of the image.
    #[must_use]
    pub fn t(&self) -> f32 {
        self.t.get()
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.s().is_finite() && self.t().is_finite()
    }
}

/// A quantized position and a normal, 8 bytes. A GPU can read a whole vertex as `R16G16B16A16_SINT`, or the two bytes
/// of the normal separately.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct Vertex {
    xyz: [I16; 3],
    /// Angle of the normal from +Z, 256 steps to the full circle.
    pub zenith: u8,
    /// Angle of the normal around Z from +X toward +Y, 256 steps to the full circle.
    pub azimuth: u8,
}

impl Vertex {
    /// Creates a vertex from a quantized position and the two angles of its normal.
    pub fn new(xyz: [i16; 3], [zenith, azimuth]: [u8; 2]) -> Self {
        Self { xyz: xyz.map(I16::new), zenith, azimuth }
    }

    /// The quantized position, in steps of [`POSITION_SCALE`].
    pub fn packed(&self) -> [i16; 3] {
        self.xyz.map(I16::get)
    }

    /// The position in model space, in Quake units: X forward, Y left, Z up, within ±512.
    #[must_use]
    pub fn position(&self) -> [f32; 3] {
        self.packed().map(|steps| f32::from(steps) * POSITION_SCALE)
    }

    /// The normal as a direction of unit length: X forward, Y left, Z up.
    #[must_use]
    pub fn normal(&self) -> [f32; 3] {
        decode_normal([self.zenith, self.azimuth])
    }
}
