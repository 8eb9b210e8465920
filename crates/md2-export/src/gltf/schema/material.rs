//! What surfaces look like.

use serde::{Deserialize, Serialize};

use super::extension::{MaterialExtensions, TextureInfoExtensions};

/// What a surface looks like.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Material {
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pbr_metallic_roughness: Option<PbrMetallicRoughness>,
    /// A picture of what shines by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emissive_texture: Option<TextureInfo>,
    /// A factor on what shines by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emissive_factor: Option<[f32; 3]>,
    /// What alpha means; opaque if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha_mode: Option<AlphaMode>,
    /// Below which alpha a mask is a hole; 0.5 if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha_cutoff: Option<f32>,
    /// Whether its back is seen too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub double_sided: bool,
    /// Extensions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extensions: Option<MaterialExtensions>,
}

/// Color, and how it reflects.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PbrMetallicRoughness {
    /// A factor on the color; white if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_color_factor: Option<[f32; 4]>,
    /// The color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_color_texture: Option<TextureInfo>,
    /// 0 to 1; 1 if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metallic_factor: Option<f32>,
    /// 0 to 1; 1 if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roughness_factor: Option<f32>,
}

/// A texture as a material uses it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextureInfo {
    /// The texture.
    pub index: usize,
    /// Which of the vertices' texture coordinates, `TEXCOORD_n`; 0 if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tex_coord: Option<u32>,
    /// Extensions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extensions: Option<TextureInfoExtensions>,
}

/// An image with a sampler.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Texture {
    /// The sampler.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampler: Option<usize>,
    /// The image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<usize>,
}

/// A picture, by its file or by its bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A file beside, or the picture itself as `data:`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// `image/png` or `image/jpeg`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The part of a buffer that has its bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffer_view: Option<usize>,
}

/// How a picture is looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sampler {
    /// Where it is larger than on the screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mag_filter: Option<Filter>,
    /// Where it is smaller.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_filter: Option<Filter>,
    /// Left and right of it; it repeats if this is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrap_s: Option<Wrap>,
    /// Above and below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrap_t: Option<Wrap>,
}

/// A code of OpenGL for a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter(pub u32);

impl Filter {
    /// The nearest pixel.
    pub const NEAREST: Self = Self(9728);
    /// Between pixels.
    pub const LINEAR: Self = Self(9729);
    /// The nearest pixel of the nearest size.
    pub const NEAREST_MIPMAP_NEAREST: Self = Self(9984);
    /// Between pixels, and between sizes.
    pub const LINEAR_MIPMAP_LINEAR: Self = Self(9987);
}

/// A code of OpenGL for what lies outside a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wrap(pub u32);

impl Wrap {
    /// The picture again.
    pub const REPEAT: Self = Self(10497);
    /// Its border.
    pub const CLAMP_TO_EDGE: Self = Self(33071);
    /// The picture mirrored.
    pub const MIRRORED_REPEAT: Self = Self(33648);
}

/// What alpha means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum AlphaMode {
    /// Nothing.
    #[default]
    Opaque,
    /// A hole, below the cutoff.
    Mask,
    /// How much of what is behind is covered.
    Blend,
}
