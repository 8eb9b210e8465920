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
        /// The meaning of alpha; [`AlphaMode::Opaque`] if missing.
        pub alpha_mode: Option<AlphaMode>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub double_sided: bool,
        pub extensions: Option<MaterialExtensions>,
    }

    /// The color and the reflection of a surface, in the metallic-roughness model.
    pub struct PbrMetallicRoughness {
        /// The color by which the texture is multiplied; white if missing.
        pub base_color_factor: Option<[f32; 4]>,
        pub base_color_texture: Option<TextureInfo>,
        /// The metalness, 0 to 1; 1 if missing.
        pub metallic_factor: Option<f32>,
        /// The roughness, 0 to 1; 1 if missing.
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

    /// The filtering and wrapping of a texture, as OpenGL codes.
    pub struct Sampler {
        pub mag_filter: Option<u32>,
        pub min_filter: Option<u32>,
        /// Horizontal wrapping; [`Sampler::REPEAT`] if missing.
        pub wrap_s: Option<u32>,
        pub wrap_t: Option<u32>,
    }
}

impl Sampler {
    /// A filter that shows the nearest pixel.
    pub const NEAREST: u32 = 9728;
    /// A filter that interpolates between pixels.
    pub const LINEAR: u32 = 9729;
    /// A filter that interpolates between pixels and between mip levels.
    pub const LINEAR_MIPMAP_LINEAR: u32 = 9987;
    /// A wrapping mode that repeats the image.
    pub const REPEAT: u32 = 10497;
}

/// The meaning of a material's alpha.
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
