//! Materials, textures and images.

use serde::{Deserialize, Serialize};

use super::extension::{MaterialExtensions, TextureInfoExtensions};

objects! {
    pub struct Material {
        pub name: Option<String>,
        pub pbr_metallic_roughness: Option<PbrMetallicRoughness>,
        pub emissive_texture: Option<TextureInfo>,
        pub emissive_factor: Option<[f32; 3]>,
        pub alpha_mode: Option<AlphaMode>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub double_sided: bool,
        pub extensions: Option<MaterialExtensions>,
    }

    pub struct PbrMetallicRoughness {
        pub base_color_factor: Option<[f32; 4]>,
        pub base_color_texture: Option<TextureInfo>,
        pub metallic_factor: Option<f32>,
        pub roughness_factor: Option<f32>,
    }

    pub struct TextureInfo {
        pub index: usize,
        pub tex_coord: Option<u32>,
        pub extensions: Option<TextureInfoExtensions>,
    }

    pub struct Texture {
        pub sampler: Option<usize>,
        pub source: Option<usize>,
    }

    pub struct Image {
        pub name: Option<String>,
        pub uri: Option<String>,
        pub mime_type: Option<String>,
        pub buffer_view: Option<usize>,
    }

    /// The filtering and wrapping of a texture, as OpenGL codes.
    pub struct Sampler {
        pub mag_filter: Option<u32>,
        pub min_filter: Option<u32>,
        pub wrap_s: Option<u32>,
        pub wrap_t: Option<u32>,
    }
}

impl Sampler {
    pub const NEAREST: u32 = 9728;
    pub const LINEAR: u32 = 9729;
    pub const LINEAR_MIPMAP_LINEAR: u32 = 9987;
    pub const REPEAT: u32 = 10497;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum AlphaMode {
    #[default]
    Opaque,
    Mask,
    Blend,
}
