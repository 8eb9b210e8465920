//! Materials, textures and images.

use serde::{Deserialize, Serialize};

use super::extension::{MaterialExtensions, TextureInfoExtensions};

objects! {
    /// The appearance of a surface.
    pub struct Material {
        pub name: Option<String>,
        pub pbr_metallic_roughness: Option<PbrMetallicRoughness>,
        pub emissive_texture: Option<TextureInfo>,
        pub emissive_factor: Option<[f32; 3]>,
        /// The meaning of alpha; opaque if missing.
        pub alpha_mode: Option<AlphaMode>,
        /// In [`AlphaMode::Mask`], pixels with a smaller alpha are transparent; 0.5 if missing.
        pub alpha_cutoff: Option<f32>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub double_sided: bool,
        pub extensions: Option<MaterialExtensions>,
    }

    /// The color and the reflection of a surface, in the metallic-roughness model.
    pub struct PbrMetallicRoughness {
        /// The color, which the texture is multiplied by; white if missing.
        pub base_color_factor: Option<[f32; 4]>,
        pub base_color_texture: Option<TextureInfo>,
        /// 0 to 1; 1 if missing.
        pub metallic_factor: Option<f32>,
        /// 0 to 1; 1 if missing.
        pub roughness_factor: Option<f32>,
    }

    /// A reference of a material to a texture.
    pub struct TextureInfo {
        pub index: usize,
        /// The set of texture coordinates, the `n` of `TEXCOORD_n`; 0 if missing.
        pub tex_coord: Option<u32>,
        pub extensions: Option<TextureInfoExtensions>,
    }

    /// An image together with a sampler.
    pub struct Texture {
        pub sampler: Option<usize>,
        pub source: Option<usize>,
    }

    /// An image in a file or in a buffer view.
    pub struct Image {
        pub name: Option<String>,
        /// The path of a file, or a `data:` URI.
        pub uri: Option<String>,
        pub mime_type: Option<String>,
        pub buffer_view: Option<usize>,
    }

    /// The filtering and wrapping of a texture.
    pub struct Sampler {
        pub mag_filter: Option<Filter>,
        pub min_filter: Option<Filter>,
        /// Horizontal wrapping; repeats if missing.
        pub wrap_s: Option<Wrap>,
        pub wrap_t: Option<Wrap>,
    }
}

/// The OpenGL code of a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter(pub u32);

impl Filter {
    /// Shows the nearest pixel.
    pub const NEAREST: Self = Self(9728);
    /// Interpolates between pixels.
    pub const LINEAR: Self = Self(9729);
    /// Interpolates between pixels and between mip levels.
    pub const LINEAR_MIPMAP_LINEAR: Self = Self(9987);
}

/// The OpenGL code of a wrapping mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wrap(pub u32);

impl Wrap {
    /// Repeats the image.
    pub const REPEAT: Self = Self(10497);
}

/// The meaning of alpha.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum AlphaMode {
    /// Alpha is ignored.
    #[default]
    Opaque,
    /// Pixels with an alpha below the cutoff are transparent, all others are opaque.
    Mask,
    /// Alpha is opacity.
    Blend,
}
