//! Where numbers lie: buffers, their parts, and arrays in these.

use serde::{Deserialize, Serialize};

/// Binary data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Buffer {
    /// A file beside, or the data itself as `data:`; the binary chunk of a `.glb` if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// Its length.
    pub byte_length: u64,
}

/// A part of a buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BufferView {
    /// The buffer.
    pub buffer: usize,
    /// Where it begins.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub byte_offset: u64,
    /// Its length.
    pub byte_length: u64,
    /// Bytes from one element to the next; without it they follow each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte_stride: Option<u64>,
    /// What a GPU uses it for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
}

/// An array of numbers in a part of a buffer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    /// The part of a buffer; all are zero if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffer_view: Option<usize>,
    /// Where it begins in that part.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub byte_offset: u64,
    /// The type of a number.
    pub component_type: ComponentType,
    /// Whether integers stand for 0 to 1, or −1 to 1.
    #[serde(default, skip_serializing_if = "is_false")]
    pub normalized: bool,
    /// Number of elements.
    pub count: u64,
    /// How many numbers an element has.
    #[serde(rename = "type")]
    pub kind: AccessorKind,
    /// The least of each number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub min: Vec<f32>,
    /// The greatest of each number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub max: Vec<f32>,
    /// Elements that differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sparse: Option<Sparse>,
}

/// Elements of an array that are other than the array says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sparse {
    /// How many.
    pub count: u64,
    /// Which.
    pub indices: SparseIndices,
    /// What they are.
    pub values: SparseValues,
}

/// The numbers of elements, rising.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseIndices {
    /// The part of a buffer.
    pub buffer_view: usize,
    /// Where they begin in it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub byte_offset: u64,
    /// An unsigned type.
    pub component_type: ComponentType,
}

/// Elements, of the array's own type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseValues {
    /// The part of a buffer.
    pub buffer_view: usize,
    /// Where they begin in it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub byte_offset: u64,
}

/// The type of a number, by the code that OpenGL has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub enum ComponentType {
    /// 5120.
    I8,
    /// 5121.
    U8,
    /// 5122.
    I16,
    /// 5123.
    U16,
    /// 5125.
    U32,
    /// 5126.
    F32,
}

impl ComponentType {
    const CODES: [(Self, u32); 6] = [
        (Self::I8, 5120),
        (Self::U8, 5121),
        (Self::I16, 5122),
        (Self::U16, 5123),
        (Self::U32, 5125),
        (Self::F32, 5126),
    ];

    /// Bytes of a number.
    #[must_use]
    pub const fn bytes(self) -> u64 {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }
}

impl TryFrom<u32> for ComponentType {
    type Error = String;

    fn try_from(code: u32) -> Result<Self, String> {
        let known = Self::CODES.iter().find(|(_, known)| *known == code);
        known
            .map(|(kind, _)| *kind)
            .ok_or_else(|| format!("component type {code}, expected 5120, 5121, 5122, 5123, 5125 or 5126"))
    }
}

impl From<ComponentType> for u32 {
    fn from(kind: ComponentType) -> Self {
        // The declaration is in the order of the table.
        ComponentType::CODES[kind as usize].1
    }
}

/// How many numbers an element has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum AccessorKind {
    /// One.
    Scalar,
    /// Two.
    Vec2,
    /// Three.
    Vec3,
    /// Four.
    Vec4,
    /// Two by two.
    Mat2,
    /// Three by three.
    Mat3,
    /// Four by four.
    Mat4,
}

impl AccessorKind {
    /// Numbers in an element.
    #[must_use]
    pub const fn components(self) -> u64 {
        match self {
            Self::Scalar => 1,
            Self::Vec2 => 2,
            Self::Vec3 => 3,
            Self::Vec4 | Self::Mat2 => 4,
            Self::Mat3 => 9,
            Self::Mat4 => 16,
        }
    }
}

/// What a GPU uses a part of a buffer for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub enum Target {
    /// Vertices, 34962.
    Vertices,
    /// Indices, 34963.
    Indices,
}

impl TryFrom<u32> for Target {
    type Error = String;

    fn try_from(code: u32) -> Result<Self, String> {
        match code {
            34962 => Ok(Self::Vertices),
            34963 => Ok(Self::Indices),
            _ => Err(format!("buffer target {code}, expected 34962 or 34963")),
        }
    }
}

impl From<Target> for u32 {
    fn from(target: Target) -> Self {
        match target {
            Target::Vertices => 34962,
            Target::Indices => 34963,
        }
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn is_false(value: &bool) -> bool {
    !*value
}
