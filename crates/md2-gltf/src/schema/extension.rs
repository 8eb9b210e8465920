//! The supported extensions.

use serde::{Deserialize, Serialize};

objects! {
    /// Extensions of the root object.
    pub struct RootExtensions {
        #[serde(rename = "KHR_materials_variants")]
        pub variants: Option<Variants>,
    }

    /// The material variants of a file.
    pub struct Variants {
        pub variants: Vec<Variant>,
    }

    /// A named material variant.
    pub struct Variant {
        pub name: String,
    }

    /// Extensions of a primitive.
    pub struct PrimitiveExtensions {
        #[serde(rename = "KHR_materials_variants")]
        pub variants: Option<PrimitiveVariants>,
        /// The compressed form of the primitive, which this crate does not read.
        #[serde(rename = "KHR_draco_mesh_compression")]
        pub draco: Option<serde_json::Value>,
    }

    /// The materials that a primitive uses in the material variants.
    pub struct PrimitiveVariants {
        /// The materials by variant. A variant without a mapping uses the default material of the primitive.
        pub mappings: Vec<VariantMapping>,
    }

    /// A material and the variants that use it.
    pub struct VariantMapping {
        pub material: usize,
        /// The indices of the variants in [`Variants`].
        pub variants: Vec<usize>,
    }

    /// Extensions of a material.
    pub struct MaterialExtensions {
        #[serde(rename = "KHR_materials_unlit")]
        pub unlit: Option<Unlit>,
    }

    /// An empty object that marks a material without lighting.
    pub struct Unlit {}

    /// Extensions of a [`TextureInfo`](super::TextureInfo).
    pub struct TextureInfoExtensions {
        #[serde(rename = "KHR_texture_transform")]
        pub transform: Option<TextureTransform>,
    }

    /// A transform of texture coordinates: scale, then rotation, then offset.
    pub struct TextureTransform {
        /// The offset, which is applied last; 0 if missing.
        pub offset: Option<[f32; 2]>,
        /// The counterclockwise rotation in radians; 0 if missing.
        pub rotation: Option<f32>,
        /// The scale, which is applied first; 1 if missing.
        pub scale: Option<[f32; 2]>,
        /// The set of texture coordinates. It overrides the `texCoord` of the [`TextureInfo`](super::TextureInfo).
        pub tex_coord: Option<u32>,
    }
}
