//! Structs for the JSON of a glTF file, for writing and reading.
//!
//! Fields have the names and meanings of the glTF 2.0 specification, section 5. Optional fields are options or lists; `None` and
//! empty lists are not written. Reading ignores unknown fields and checks only types: indices and counts may have any value.

#![expect(missing_docs, reason = "the specification describes the fields")]

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Defines structs for JSON objects. `None` and empty lists are not written to the JSON.
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
pub use material::{AlphaMode, Image, Material, PbrMetallicRoughness, Sampler, Texture, TextureInfo};

/// Names of the supported extensions.
pub mod extensions {
    /// Materials without lighting.
    pub const UNLIT: &str = "KHR_materials_unlit";
    /// Alternative materials of a primitive.
    pub const VARIANTS: &str = "KHR_materials_variants";
    /// Positions and normals as integers.
    pub const MESH_QUANTIZATION: &str = "KHR_mesh_quantization";
    /// Offset, rotation and scale of texture coordinates.
    pub const TEXTURE_TRANSFORM: &str = "KHR_texture_transform";
}

objects! {
    /// The root object of a file.
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

    /// The glTF version of a file, and the program that wrote the file.
    pub struct Asset {
        pub version: String,
        pub generator: Option<String>,
    }

    /// A set of root nodes that are shown together.
    pub struct Scene {
        pub nodes: Vec<usize>,
    }

    /// A node of the scene. Its transform is either `matrix`, or `translation`, `rotation` and `scale`.
    pub struct Node {
        pub name: Option<String>,
        pub children: Vec<usize>,
        pub mesh: Option<usize>,
        pub skin: Option<usize>,
        /// The transform as a matrix in column-major order.
        pub matrix: Option<[f32; 16]>,
        /// The translation, which is applied last.
        pub translation: Option<[f32; 3]>,
        /// The rotation as a quaternion: x, y, z, w.
        pub rotation: Option<[f32; 4]>,
        /// The scale, which is applied first.
        pub scale: Option<[f32; 3]>,
        /// Weights of the morph targets, which replace the weights of the mesh.
        pub weights: Vec<f32>,
    }

    /// The geometry of a node.
    pub struct Mesh {
        pub name: Option<String>,
        /// The primitives, each with one material. All have the same number of morph targets.
        pub primitives: Vec<Primitive>,
        /// Default weights of the morph targets.
        pub weights: Vec<f32>,
        /// Application-specific data, such as `targetNames`.
        pub extras: Option<Value>,
    }

    /// A part of a mesh, with one material.
    pub struct Primitive {
        /// The accessors of vertex attributes, by names such as `POSITION`.
        #[serde(default)]
        pub attributes: BTreeMap<String, usize>,
        /// The accessor of vertex indices; `None` uses the vertices in order.
        pub indices: Option<usize>,
        pub material: Option<usize>,
        /// The primitive mode; [`Primitive::TRIANGLES`] if missing.
        pub mode: Option<u32>,
        /// The accessors of each morph target, by attribute name. Each target is multiplied by its weight and added to the base shape.
        pub targets: Vec<BTreeMap<String, usize>>,
        pub extensions: Option<PrimitiveExtensions>,
    }
}

impl Primitive {
    /// Every three vertices form a separate triangle.
    pub const TRIANGLES: u32 = 4;
    /// Each vertex from the third on forms a triangle with the previous two vertices.
    pub const TRIANGLE_STRIP: u32 = 5;
    /// Each vertex from the third on forms a triangle with the previous vertex and the first vertex.
    pub const TRIANGLE_FAN: u32 = 6;
}

objects! {
    /// A skeleton of joints.
    pub struct Skin {
        pub inverse_bind_matrices: Option<usize>,
        pub joints: Vec<usize>,
    }

    /// An animation of node properties.
    pub struct Animation {
        pub name: Option<String>,
        pub channels: Vec<Channel>,
        pub samplers: Vec<AnimationSampler>,
    }

    /// The connection of a sampler to the property that it animates.
    pub struct Channel {
        /// The number of the sampler in the animation.
        pub sampler: usize,
        pub target: ChannelTarget,
    }

    /// The node and the property that a channel animates.
    pub struct ChannelTarget {
        /// The node. A channel without a node is ignored.
        pub node: Option<usize>,
        /// The name of the property: `translation`, `rotation`, `scale` or `weights`.
        pub path: String,
    }

    /// The keyframes of an animated property.
    pub struct AnimationSampler {
        /// The accessor of the keyframe times, in seconds.
        pub input: usize,
        pub output: usize,
        /// The interpolation between keyframes; linear if missing.
        pub interpolation: Option<Interpolation>,
    }
}

/// The interpolation between two keyframes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Interpolation {
    /// Linear interpolation. Rotations are interpolated along the shorter arc at constant speed.
    #[default]
    Linear,
    /// No interpolation: the value of the earlier keyframe.
    Step,
    /// A cubic spline. Each keyframe has three values: incoming tangent, value, and outgoing tangent.
    CubicSpline,
}

impl Gltf {
    /// Parses the JSON of a glTF file, which may end with the padding spaces of a `.glb`.
    ///
    /// # Errors
    /// If the text is not JSON, a required field is missing, or a field has the wrong type.
    pub fn from_json(json: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(json)
    }

    /// Returns the JSON on one line, as a `.glb` contains it.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        // Serializing strings and numbers to memory cannot fail.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Returns the JSON with indentation, as a `.gltf` contains it.
    #[must_use]
    pub fn to_json_pretty(&self) -> Vec<u8> {
        // Serializing strings and numbers to memory cannot fail.
        serde_json::to_vec_pretty(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_fields_are_not_written() {
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
    fn unknown_fields_are_ignored() {
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
    fn rejects_wrong_types() {
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
