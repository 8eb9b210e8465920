//! The material that blends two frames.

use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::AsBindGroup;
use bevy::render::storage::ShaderBuffer;
use bevy::shader::ShaderRef;

const SHADER: &str = "embedded://md2_bevy/md2.wgsl";

/// The material of all models of a file.
#[derive(Asset, TypePath, AsBindGroup, Debug, Clone)]
pub struct Md2Material {
    /// The 162 normals, three floats each, then the vertices of all frames: x, y, z and the number of the normal, one byte each.
    #[storage(0, read_only)]
    pub frames: Handle<ShaderBuffer>,
    /// The pose of each model, 64 bytes each.
    #[storage(1, read_only)]
    pub poses: Handle<ShaderBuffer>,
    /// The skin.
    #[texture(2)]
    #[sampler(3)]
    pub skin: Handle<Image>,
}

impl Material for Md2Material {
    fn vertex_shader() -> ShaderRef {
        SHADER.into()
    }

    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    // A depth prepass and shadows would need the blend in another vertex shader.
    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }
}
