//! The extensions that are written or understood.

use serde::{Deserialize, Serialize};

objects! {
    /// Extensions of a file as a whole.
    pub struct RootExtensions {
        #[serde(rename = "KHR_materials_variants")]
        pub variants: Option<Variants>,
    }
}

/// Materials to choose from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variants {
    pub variants: Vec<Variant>,
}

/// A choice of materials.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    pub name: String,
}

objects! {
    /// Extensions of a part of a mesh.
    pub struct PrimitiveExtensions {
        #[serde(rename = "KHR_materials_variants")]
        pub variants: Option<PrimitiveVariants>,
    }
}

/// Materials in place of a primitive's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrimitiveVariants {
    /// Each variant at most once; for the others the primitive's own material counts.
    pub mappings: Vec<VariantMapping>,
}

/// A material, and the variants it is for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantMapping {
    pub material: usize,
    /// The variants, by their places in the list of the file.
    pub variants: Vec<usize>,
}

objects! {
    /// Extensions of a material.
    pub struct MaterialExtensions {
        #[serde(rename = "KHR_materials_unlit")]
        pub unlit: Option<Unlit>,
    }

    /// That a material is shown without light.
    pub struct Unlit {}

    /// Extensions of a texture as a material uses it.
    pub struct TextureInfoExtensions {
        #[serde(rename = "KHR_texture_transform")]
        pub transform: Option<TextureTransform>,
    }

    /// A change of texture coordinates: scaled, then turned, then moved.
    pub struct TextureTransform {
        /// Added last; 0 if it is missing.
        pub offset: Option<[f32; 2]>,
        /// Radians, counterclockwise; 0 if it is missing.
        pub rotation: Option<f32>,
        /// A factor; 1 if it is missing.
        pub scale: Option<[f32; 2]>,
        /// Which of the vertices' texture coordinates, in place of the texture's own choice.
        pub tex_coord: Option<u32>,
    }
}
