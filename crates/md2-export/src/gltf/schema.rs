//! The JSON of a glTF file as plain structs, for writing and for reading.
//!
//! Fields have the names and the meanings of the specification, glTF 2.0, section 5. What may be missing is an `Option` or an
//! empty list, and is then not written; what a file has besides is ignored. Nothing is checked but the types: indices may lead
//! nowhere, and counts may say anything.

#![expect(missing_docs, reason = "the specification describes the fields")]

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Defines structs for objects of JSON. Options and lists are not written where they are missing.
macro_rules! objects {
    ($($(#[$meta:meta])* pub struct $name:ident { $($fields:tt)* })*) => {
        $(objects!(@fields [$(#[$meta])* pub struct $name] [] $($fields)*);)*
    };
    (@fields $head:tt [$($done:tt)*] $(#[$meta:meta])* pub $field:ident: Option<$type:ty>, $($rest:tt)*) => {
        objects!(@fields $head [
            $($done)*
            $(#[$meta])* #[serde(skip_serializing_if = "Option::is_none")] pub $field: Option<$type>,
        ] $($rest)*);
    };
    (@fields $head:tt [$($done:tt)*] $(#[$meta:meta])* pub $field:ident: Vec<$type:ty>, $($rest:tt)*) => {
        objects!(@fields $head [
            $($done)*
            $(#[$meta])* #[serde(default, skip_serializing_if = "Vec::is_empty")] pub $field: Vec<$type>,
        ] $($rest)*);
    };
    (@fields $head:tt [$($done:tt)*] $(#[$meta:meta])* pub $field:ident: $type:ty, $($rest:tt)*) => {
        objects!(@fields $head [$($done)* $(#[$meta])* pub $field: $type,] $($rest)*);
    };
    (@fields [$($head:tt)*] [$($fields:tt)*]) => {
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase")]
        $($head)* { $($fields)* }
    };
}

mod accessor;
mod extension;
mod material;

pub use accessor::{
    Accessor, AccessorKind, Buffer, BufferTarget, BufferView, ComponentType, Sparse, SparseIndices,
    SparseValues,
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

objects! {
    /// A whole file.
    pub struct Gltf {
        pub asset: Asset,
        pub extensions_used: Vec<String>,
        pub extensions_required: Vec<String>,
        pub scene: Option<usize>,
        pub scenes: Vec<Scene>,
        pub nodes: Vec<Node>,
        pub meshes: Vec<Mesh>,
        pub skins: Vec<Skin>,
        pub animations: Vec<Animation>,
        pub materials: Vec<Material>,
        pub textures: Vec<Texture>,
        pub images: Vec<Image>,
        pub samplers: Vec<Sampler>,
        pub accessors: Vec<Accessor>,
        pub buffer_views: Vec<BufferView>,
        pub buffers: Vec<Buffer>,
        pub extensions: Option<RootExtensions>,
    }

    /// By whom a file was made.
    pub struct Asset {
        pub version: String,
        pub min_version: Option<String>,
        pub generator: Option<String>,
    }

    /// What is shown at once.
    pub struct Scene {
        pub name: Option<String>,
        pub nodes: Vec<usize>,
    }

    /// A place in a scene, and what is there. It has either a matrix or the other three.
    pub struct Node {
        pub name: Option<String>,
        pub children: Vec<usize>,
        pub mesh: Option<usize>,
        pub skin: Option<usize>,
        /// Column by column.
        pub matrix: Option<[f32; 16]>,
        /// Applied last.
        pub translation: Option<[f32; 3]>,
        /// A quaternion, x, y, z, w.
        pub rotation: Option<[f32; 4]>,
        /// Applied first.
        pub scale: Option<[f32; 3]>,
        /// Weights of the mesh's targets, in place of the mesh's own.
        pub weights: Vec<f32>,
        pub extras: Option<Value>,
    }

    /// Geometry.
    pub struct Mesh {
        pub name: Option<String>,
        /// Parts with a material each. All have equally many targets.
        pub primitives: Vec<Primitive>,
        /// Weights of the targets where nothing else gives them.
        pub weights: Vec<f32>,
        /// Whatever the writer wants to say, such as `targetNames`.
        pub extras: Option<Value>,
    }

    /// A part of a mesh.
    pub struct Primitive {
        /// Accessors of what each vertex has, by names such as `POSITION`.
        #[serde(default)]
        pub attributes: BTreeMap<String, usize>,
        /// The accessor of the vertices' numbers; without it they are taken in order.
        pub indices: Option<usize>,
        pub material: Option<usize>,
        /// How vertices form triangles; [`Primitive::TRIANGLES`] if it is missing.
        pub mode: Option<u32>,
        /// What is added to the attributes, each by its weight.
        pub targets: Vec<BTreeMap<String, usize>>,
        pub extensions: Option<PrimitiveExtensions>,
    }
}

impl Primitive {
    /// Three vertices a triangle.
    pub const TRIANGLES: u32 = 4;
    /// Each vertex with the two before it.
    pub const TRIANGLE_STRIP: u32 = 5;
    /// Each vertex with the one before it and the first.
    pub const TRIANGLE_FAN: u32 = 6;
}

objects! {
    /// A skeleton.
    pub struct Skin {
        pub name: Option<String>,
        pub inverse_bind_matrices: Option<usize>,
        pub skeleton: Option<usize>,
        pub joints: Vec<usize>,
    }

    /// Values that change with time.
    pub struct Animation {
        pub name: Option<String>,
        pub channels: Vec<Channel>,
        pub samplers: Vec<AnimationSampler>,
    }

    /// What a sampler changes.
    pub struct Channel {
        /// The sampler, by its place in the animation.
        pub sampler: usize,
        pub target: ChannelTarget,
    }

    /// A property of a node.
    pub struct ChannelTarget {
        /// The node; a channel without one is ignored.
        pub node: Option<usize>,
        /// `translation`, `rotation`, `scale` or `weights`.
        pub path: String,
    }

    /// Keys of an animation.
    pub struct AnimationSampler {
        /// The accessor of the keys' times, in seconds.
        pub input: usize,
        pub output: usize,
        /// What lies between keys; linear if it is missing.
        pub interpolation: Option<Interpolation>,
    }
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
