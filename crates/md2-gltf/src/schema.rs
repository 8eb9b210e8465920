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
    Accessor, AccessorKind, Buffer, BufferView, ComponentType, Sparse, SparseIndices, SparseValues,
};
pub use extension::{
    MaterialExtensions, PrimitiveExtensions, PrimitiveVariants, RootExtensions, TextureInfoExtensions,
    TextureTransform, Unlit, Variant, VariantMapping, Variants,
};
pub use material::{AlphaMode, Image, Material, PbrMetallicRoughness, Sampler, Texture, TextureInfo};

/// Names of the supported extensions.
pub mod extensions {
    pub const UNLIT: &str = "KHR_materials_unlit";
    pub const VARIANTS: &str = "KHR_materials_variants";
    pub const MESH_QUANTIZATION: &str = "KHR_mesh_quantization";
    pub const TEXTURE_TRANSFORM: &str = "KHR_texture_transform";
}

objects! {
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

    pub struct Asset {
        pub version: String,
        pub generator: Option<String>,
    }

    pub struct Scene {
        pub nodes: Vec<usize>,
    }

    pub struct Node {
        pub name: Option<String>,
        pub children: Vec<usize>,
        pub mesh: Option<usize>,
        pub skin: Option<usize>,
        /// The transform as a matrix in column-major order.
        pub matrix: Option<[f32; 16]>,
        pub translation: Option<[f32; 3]>,
        /// The rotation as a quaternion: x, y, z, w.
        pub rotation: Option<[f32; 4]>,
        pub scale: Option<[f32; 3]>,
        pub weights: Vec<f32>,
    }

    pub struct Mesh {
        pub name: Option<String>,
        pub primitives: Vec<Primitive>,
        pub weights: Vec<f32>,
        pub extras: Option<Value>,
    }

    pub struct Primitive {
        #[serde(default)]
        pub attributes: BTreeMap<String, usize>,
        pub indices: Option<usize>,
        pub material: Option<usize>,
        pub mode: Option<u32>,
        /// The accessors of each morph target, by attribute name. Each target is multiplied by its weight and added to the base shape.
        pub targets: Vec<BTreeMap<String, usize>>,
        pub extensions: Option<PrimitiveExtensions>,
    }
}

impl Primitive {
    pub const TRIANGLES: u32 = 4;
    pub const TRIANGLE_STRIP: u32 = 5;
    pub const TRIANGLE_FAN: u32 = 6;
}

objects! {
    pub struct Skin {
        pub inverse_bind_matrices: Option<usize>,
        pub joints: Vec<usize>,
    }

    pub struct Animation {
        pub name: Option<String>,
        pub channels: Vec<Channel>,
        pub samplers: Vec<AnimationSampler>,
    }

    pub struct Channel {
        pub sampler: usize,
        pub target: ChannelTarget,
    }

    pub struct ChannelTarget {
        /// The node. A channel without a node is ignored.
        pub node: Option<usize>,
        pub path: String,
    }

    pub struct AnimationSampler {
        pub input: usize,
        pub output: usize,
        pub interpolation: Option<Interpolation>,
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Interpolation {
    #[default]
    Linear,
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
    pub fn to_json(&self) -> Vec<u8> {
        // Serializing strings and numbers to memory cannot fail.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Returns the JSON with indentation, as a `.gltf` contains it.
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
