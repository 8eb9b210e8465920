//! The JSON of a glTF file as plain structs, for writing and for reading.
//!
//! Fields have the names of the specification. What may be missing is an `Option` or an empty list, and is then not
//! written; what a file has besides is ignored. Nothing is checked but the types: indices may lead nowhere, and counts may
//! say anything.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

mod accessor;
mod extension;
mod material;

pub use accessor::{
    Accessor, AccessorKind, Buffer, BufferView, ComponentType, Sparse, SparseIndices, SparseValues, Target,
};
pub use extension::{
    MaterialExtensions, PrimitiveExtensions, PrimitiveVariants, RootExtensions, TextureInfoExtensions,
    TextureTransform, Unlit, Variant, VariantMapping, Variants,
};
pub use material::{
    AlphaMode, Filter, Image, Material, PbrMetallicRoughness, Sampler, Texture, TextureInfo, Wrap,
};

/// Names of the extensions that are written or understood.
pub mod extensions {
    /// Colors without light.
    pub const UNLIT: &str = "KHR_materials_unlit";
    /// Several materials to choose from.
    pub const VARIANTS: &str = "KHR_materials_variants";
    /// Positions and normals as integers.
    pub const MESH_QUANTIZATION: &str = "KHR_mesh_quantization";
    /// Texture coordinates that are moved, turned and scaled.
    pub const TEXTURE_TRANSFORM: &str = "KHR_texture_transform";
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Gltf {
    /// By whom, and in which version of the format.
    pub asset: Asset,
    /// Extensions that occur.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extensions_used: Vec<String>,
    /// Extensions without which the file cannot be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extensions_required: Vec<String>,
    /// The scene to show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<usize>,
    /// Scenes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scenes: Vec<Scene>,
    /// Nodes, of which scenes are made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Node>,
    /// Meshes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meshes: Vec<Mesh>,
    /// Skeletons of meshes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skins: Vec<Skin>,
    /// Animations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub animations: Vec<Animation>,
    /// Materials.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<Material>,
    /// Textures: images with samplers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub textures: Vec<Texture>,
    /// Images.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    /// Samplers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samplers: Vec<Sampler>,
    /// Arrays of numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accessors: Vec<Accessor>,
    /// Parts of buffers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buffer_views: Vec<BufferView>,
    /// Binary data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<Buffer>,
    /// Extensions of the file as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extensions: Option<RootExtensions>,
}

/// By whom a file was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Asset {
    /// The version of the format: `2.0`.
    pub version: String,
    /// The least version that a reader must know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_version: Option<String>,
    /// The program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generator: Option<String>,
}

/// What is shown at once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Nodes at the top.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<usize>,
}

/// A place in a scene, and what is there. It has either a matrix or the other three.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Nodes below it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<usize>,
    /// The mesh there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<usize>,
    /// The skeleton that moves the mesh.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skin: Option<usize>,
    /// Column by column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<[f32; 16]>,
    /// Applied last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f32; 3]>,
    /// A quaternion, x, y, z, w.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 4]>,
    /// Applied first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f32; 3]>,
    /// Weights of the mesh's targets, in place of the mesh's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<f32>,
    /// Whatever the writer wants to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Value>,
}

/// Geometry.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mesh {
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Parts with a material each. All have equally many targets.
    #[serde(default)]
    pub primitives: Vec<Primitive>,
    /// Weights of the targets where nothing else gives them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<f32>,
    /// Whatever the writer wants to say, such as `targetNames`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Value>,
}

/// A part of a mesh.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Primitive {
    /// Accessors of what each vertex has, by names such as `POSITION`.
    #[serde(default)]
    pub attributes: BTreeMap<String, usize>,
    /// The accessor of the vertices' numbers; without it they are taken in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indices: Option<usize>,
    /// What it looks like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<usize>,
    /// How vertices form triangles; [`Primitive::TRIANGLES`] if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<u32>,
    /// What is added to the attributes, each by its weight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<BTreeMap<String, usize>>,
    /// Extensions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extensions: Option<PrimitiveExtensions>,
}

impl Primitive {
    /// Three vertices a triangle.
    pub const TRIANGLES: u32 = 4;
    /// Each vertex with the two before it.
    pub const TRIANGLE_STRIP: u32 = 5;
    /// Each vertex with the one before it and the first.
    pub const TRIANGLE_FAN: u32 = 6;
}

/// A skeleton.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Skin {
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The accessor of a matrix for each joint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inverse_bind_matrices: Option<usize>,
    /// The node above all joints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skeleton: Option<usize>,
    /// Nodes.
    #[serde(default)]
    pub joints: Vec<usize>,
}

/// Values that change with time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Animation {
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What changes.
    #[serde(default)]
    pub channels: Vec<Channel>,
    /// How it changes.
    #[serde(default)]
    pub samplers: Vec<AnimationSampler>,
}

/// What a sampler changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Channel {
    /// The sampler, by its place in the animation.
    pub sampler: usize,
    /// What it changes.
    pub target: ChannelTarget,
}

/// A property of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelTarget {
    /// The node; a channel without one is ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<usize>,
    /// `translation`, `rotation`, `scale` or `weights`.
    pub path: String,
}

/// Keys of an animation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnimationSampler {
    /// The accessor of the keys' times, in seconds.
    pub input: usize,
    /// The accessor of the keys' values.
    pub output: usize,
    /// What lies between keys; linear if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interpolation: Option<Interpolation>,
}

/// What lies between two keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Interpolation {
    /// A straight line; for rotations the shorter way at an even speed.
    #[default]
    Linear,
    /// The first of the two.
    Step,
    /// A curve with tangents, three values a key.
    CubicSpline,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_not_written() {
        let gltf = Gltf {
            asset: Asset { version: String::from("2.0"), ..Asset::default() },
            nodes: vec![Node::default()],
            ..Gltf::default()
        };
        let json = serde_json::to_string(&gltf).unwrap();
        assert_eq!(json, r#"{"asset":{"version":"2.0"},"nodes":[{}]}"#);
        assert_eq!(serde_json::from_str::<Gltf>(&json).unwrap(), gltf);
    }

    #[test]
    fn what_is_not_known_is_ignored() {
        let json = r#"{
            "asset": {"version": "2.0", "copyright": "me"}, "cameras": [{"type": "perspective"}],
            "extensions": {"KHR_lights_punctual": {"lights": []}},
            "accessors": [{"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, -1.5, 2]}],
            "animations": [{"channels": [], "samplers": [{"input": 0, "output": 0, "interpolation": "CUBICSPLINE"}]}],
            "materials": [{"extensions": {"KHR_materials_unlit": {}, "KHR_materials_ior": {"ior": 1}}}]
        }"#;
        let gltf: Gltf = serde_json::from_str(json).unwrap();
        assert_eq!(gltf.accessors[0].min, [0.0, -1.5, 2.0]);
        assert_eq!(gltf.animations[0].samplers[0].interpolation, Some(Interpolation::CubicSpline));
        let extensions = gltf.materials[0].extensions.as_ref().unwrap();
        assert!(extensions.unlit.is_some());
    }

    #[test]
    fn a_wrong_type_is_an_error_with_its_place() {
        let check = |json: &str, expected: &str| {
            let error = serde_json::from_str::<Gltf>(json).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        };
        let accessor =
            |fields: &str| format!(r#"{{"asset":{{"version":"2.0"}},"accessors":[{{{fields}}}]}}"#);
        check(&accessor(r#""componentType":5124,"count":1,"type":"VEC3""#), "component type 5124, expected");
        check(&accessor(r#""componentType":5126,"count":-1,"type":"VEC3""#), "invalid value: integer `-1`");
        check(&accessor(r#""componentType":5126,"count":1,"type":"VEC5""#), "unknown variant `VEC5`");
        check("{}", "missing field `asset`");
    }
}
