//! The extensions that are written or read.

use serde::{Deserialize, Serialize};

objects! {
    /// Extensions of the root object.
    pub struct RootExtensions {
        #[serde(rename = "KHR_materials_variants")]
        pub variants: Option<Variants>,
    }
}

/// The material variants of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variants {
    pub variants: Vec<Variant>,
}

/// A named material variant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    pub name: String,
}

objects! {
    /// Extensions of a primitive.
    pub struct PrimitiveExtensions {
        #[serde(rename = "KHR_materials_variants")]
        pub variants: Option<PrimitiveVariants>,
    }
}

/// The materials of a primitive in the variants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrimitiveVariants {
    /// Each variant at most once. Others use the primitive's own material.
    pub mappings: Vec<VariantMapping>,
}

/// A material and its variants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantMapping {
    pub material: usize,
    /// The numbers of the variants in the file's list.
    pub variants: Vec<usize>,
}

objects! {
    /// Extensions of a material.
    pub struct MaterialExtensions {
        #[serde(rename = "KHR_materials_unlit")]
        pub unlit: Option<Unlit>,
    }

    /// The marker of a material without lighting.
    pub struct Unlit {}

    /// Extensions of a texture as a material uses it.
    pub struct TextureInfoExtensions {
        #[serde(rename = "KHR_texture_transform")]
        pub transform: Option<TextureTransform>,
    }

    /// A transform of texture coordinates: scale, then rotation, then offset.
    pub struct TextureTransform {
        /// Added last; 0 if missing.
        pub offset: Option<[f32; 2]>,
        /// Radians, counterclockwise; 0 if missing.
        pub rotation: Option<f32>,
        /// Multiplied first; 1 if missing.
        pub scale: Option<[f32; 2]>,
        /// The set of texture coordinates, which overrides that of the texture.
        pub tex_coord: Option<u32>,
    }
}
