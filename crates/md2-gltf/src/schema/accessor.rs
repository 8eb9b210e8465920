//! Buffers, buffer views and accessors.

use serde::{Deserialize, Serialize};

objects! {
    pub struct Buffer {
        pub uri: Option<String>,
        pub byte_length: u64,
    }

    pub struct BufferView {
        pub buffer: usize,
        #[serde(default, skip_serializing_if = "is_zero")]
        pub byte_offset: u64,
        pub byte_length: u64,
        pub byte_stride: Option<u64>,
        /// [`BufferView::VERTICES`] or [`BufferView::INDICES`].
        pub target: Option<u32>,
    }

    pub struct Accessor {
        pub buffer_view: Option<usize>,
        #[serde(default, skip_serializing_if = "is_zero")]
        pub byte_offset: u64,
        pub component_type: ComponentType,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub normalized: bool,
        pub count: u64,
        #[serde(rename = "type")]
        pub kind: AccessorKind,
        pub min: Vec<f32>,
        pub max: Vec<f32>,
        pub sparse: Option<Sparse>,
    }

    pub struct Sparse {
        pub count: u64,
        pub indices: SparseIndices,
        pub values: SparseValues,
    }

    pub struct SparseIndices {
        pub buffer_view: usize,
        #[serde(default, skip_serializing_if = "is_zero")]
        pub byte_offset: u64,
        pub component_type: ComponentType,
    }

    pub struct SparseValues {
        pub buffer_view: usize,
        #[serde(default, skip_serializing_if = "is_zero")]
        pub byte_offset: u64,
    }
}

impl BufferView {
    pub const VERTICES: u32 = 34962;
    pub const INDICES: u32 = 34963;
}

/// The type of the numbers in an accessor. The JSON contains the OpenGL code of the type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub enum ComponentType {
    I8 = 5120,
    U8 = 5121,
    I16 = 5122,
    U16 = 5123,
    U32 = 5125,
    #[default]
    F32 = 5126,
}

impl ComponentType {
    /// Returns the size of a number of this type in bytes.
    pub const fn bytes(self) -> usize {
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
        let all = [Self::I8, Self::U8, Self::I16, Self::U16, Self::U32, Self::F32];
        let unknown = || format!("component type {code}, expected 5120, 5121, 5122, 5123, 5125 or 5126");
        all.into_iter().find(|kind| *kind as u32 == code).ok_or_else(unknown)
    }
}

impl From<ComponentType> for u32 {
    fn from(kind: ComponentType) -> Self {
        kind as u32
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum AccessorKind {
    #[default]
    Scalar,
    Vec2,
    Vec3,
    Vec4,
    Mat2,
    Mat3,
    Mat4,
}

impl AccessorKind {
    /// Returns the number of components of an element.
    pub const fn components(self) -> usize {
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

fn is_zero(number: &u64) -> bool {
    *number == 0
}
