//! The meshes, animations and materials of a glTF, from which an import chooses.

use serde::Serialize;

/// The content of a glTF file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GltfContents {
    /// The visible meshes.
    pub meshes: Vec<ListedMesh>,
    /// The animations that move the model.
    pub clips: Vec<ListedClip>,
    /// The materials.
    pub materials: Vec<ListedMaterial>,
}

/// A mesh of a glTF file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ListedMesh {
    /// The name of its node, or else of the mesh.
    pub name: String,
    /// The name of the parent node, such as a bone.
    pub parent: Option<String>,
    /// Number of vertices.
    pub vertices: usize,
    /// Number of triangles.
    pub triangles: usize,
    /// Whether bones move its vertices.
    pub is_skinned: bool,
    /// Whether the import of a player writes it as a weapon.
    pub is_weapon: bool,
}

/// An animation of a glTF file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ListedClip {
    /// Name of the animation.
    pub name: String,
    /// The length in seconds.
    pub seconds: f64,
    /// The largest number of keyframes of a channel.
    pub keyframes: usize,
}

/// A material of a glTF file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ListedMaterial {
    /// Name of the material.
    pub name: String,
    /// Name of its color image; `None` if the material has a single color.
    pub image: Option<String>,
}
