//! The meshes, animations and materials of a glTF, from which an import chooses.

#![expect(missing_docs, reason = "the names say what the fields are")]

use serde::Serialize;

/// The content of a glTF file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GltfContents {
    pub meshes: Vec<ListedMesh>,
    pub clips: Vec<ListedClip>,
    pub materials: Vec<ListedMaterial>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ListedMesh {
    pub name: String,
    pub parent: Option<String>,
    pub vertices: usize,
    pub triangles: usize,
    pub is_skinned: bool,
    pub is_weapon: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ListedClip {
    pub name: String,
    pub seconds: f64,
    pub keyframes: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ListedMaterial {
    pub name: String,
    pub image: Option<String>,
}
