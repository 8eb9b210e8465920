//! The supported extensions.

use serde::{Deserialize, Serialize};

objects! {
    pub struct RootExtensions {
        #[serde(rename = "KHR_materials_variants")]
        pub variants: Option<Variants>,
    }

    pub struct Variants {
        pub variants: Vec<Variant>,
    }

    pub struct Variant {
        pub name: String,
    }

    pub struct PrimitiveExtensions {
        #[serde(rename = "KHR_materials_variants")]
        pub variants: Option<PrimitiveVariants>,
        /// The compressed form of the primitive, which this crate does not read.
        #[serde(rename = "KHR_draco_mesh_compression")]
        pub draco: Option<serde_json::Value>,
    }

    pub struct PrimitiveVariants {
        pub mappings: Vec<VariantMapping>,
    }

    pub struct VariantMapping {
        pub material: usize,
        pub variants: Vec<usize>,
    }

    pub struct MaterialExtensions {
        #[serde(rename = "KHR_materials_unlit")]
        pub unlit: Option<Unlit>,
    }

    /// An empty object that marks a material without lighting.
    pub struct Unlit {}

    pub struct TextureInfoExtensions {
        #[serde(rename = "KHR_texture_transform")]
        pub transform: Option<TextureTransform>,
    }

    /// A transform of texture coordinates: scale, then rotation, then offset.
    pub struct TextureTransform {
        pub offset: Option<[f32; 2]>,
        pub rotation: Option<f32>,
        pub scale: Option<[f32; 2]>,
        pub tex_coord: Option<u32>,
    }
}
