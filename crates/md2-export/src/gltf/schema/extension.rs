//! The extensions that are written or understood.

use serde::{Deserialize, Serialize};

/// Extensions of a file as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RootExtensions {
    /// The names of the materials to choose from.
    #[serde(rename = "KHR_materials_variants", skip_serializing_if = "Option::is_none")]
    pub variants: Option<Variants>,
}

/// Materials to choose from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variants {
    /// The choices, at least one.
    pub variants: Vec<Variant>,
}

/// A choice of materials.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// Its name.
    pub name: String,
}

/// Extensions of a part of a mesh.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrimitiveExtensions {
    /// Its material in each variant.
    #[serde(rename = "KHR_materials_variants", skip_serializing_if = "Option::is_none")]
    pub variants: Option<PrimitiveVariants>,
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
    /// The material.
    pub material: usize,
    /// The variants, by their places in the list of the file.
    pub variants: Vec<usize>,
}

/// Extensions of a material.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MaterialExtensions {
    /// Whether it is shown without light.
    #[serde(rename = "KHR_materials_unlit", skip_serializing_if = "Option::is_none")]
    pub unlit: Option<Unlit>,
}

/// That a material is shown without light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unlit {}

/// Extensions of a texture as a material uses it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TextureInfoExtensions {
    /// How its coordinates are changed first.
    #[serde(rename = "KHR_texture_transform", skip_serializing_if = "Option::is_none")]
    pub transform: Option<TextureTransform>,
}

/// A change of texture coordinates: scaled, then turned, then moved.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextureTransform {
    /// Added last; 0 if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<[f32; 2]>,
    /// Radians, counterclockwise; 0 if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<f32>,
    /// A factor; 1 if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f32; 2]>,
    /// Which of the vertices' texture coordinates, in place of the texture's own choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tex_coord: Option<u32>,
}
