//! What surfaces look like.

use serde::{Deserialize, Serialize};

use super::extension::{MaterialExtensions, TextureInfoExtensions};

objects! {
    /// What a surface looks like.
    pub struct Material {
        pub name: Option<String>,
        pub pbr_metallic_roughness: Option<PbrMetallicRoughness>,
        pub emissive_texture: Option<TextureInfo>,
        pub emissive_factor: Option<[f32; 3]>,
        /// What alpha means; opaque if it is missing.
        pub alpha_mode: Option<AlphaMode>,
        /// Below which alpha a mask is a hole; 0.5 if it is missing.
        pub alpha_cutoff: Option<f32>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub double_sided: bool,
        pub extensions: Option<MaterialExtensions>,
    }

    /// Color, and how it reflects.
    pub struct PbrMetallicRoughness {
        /// A factor on the color; white if it is missing.
        pub base_color_factor: Option<[f32; 4]>,
        pub base_color_texture: Option<TextureInfo>,
        /// 0 to 1; 1 if it is missing.
        pub metallic_factor: Option<f32>,
        /// 0 to 1; 1 if it is missing.
        pub roughness_factor: Option<f32>,
    }

    /// A texture as a material uses it.
    pub struct TextureInfo {
        pub index: usize,
        /// Which of the vertices' texture coordinates, `TEXCOORD_n`; 0 if it is missing.
        pub tex_coord: Option<u32>,
        pub extensions: Option<TextureInfoExtensions>,
    }

    /// An image with a sampler.
    pub struct Texture {
        pub sampler: Option<usize>,
        pub source: Option<usize>,
    }

    /// A picture, by its file or by its bytes.
    pub struct Image {
        pub name: Option<String>,
        /// A file beside, or the picture itself as `data:`.
        pub uri: Option<String>,
        pub mime_type: Option<String>,
        pub buffer_view: Option<usize>,
    }

    /// How a picture is looked up.
    pub struct Sampler {
        pub mag_filter: Option<Filter>,
        pub min_filter: Option<Filter>,
        /// Left and right of it; it repeats if this is missing.
        pub wrap_s: Option<Wrap>,
        pub wrap_t: Option<Wrap>,
    }
}

/// A code of OpenGL for a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter(pub u32);

impl Filter {
    /// The nearest pixel.
    pub const NEAREST: Self = Self(9728);
    /// Between pixels.
    pub const LINEAR: Self = Self(9729);
    /// Between pixels, and between sizes.
    pub const LINEAR_MIPMAP_LINEAR: Self = Self(9987);
}

/// A code of OpenGL for what lies outside a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wrap(pub u32);

impl Wrap {
    /// The picture again.
    pub const REPEAT: Self = Self(10497);
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
