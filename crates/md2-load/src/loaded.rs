//! Loaded models.

use md2_anim::Detection;
use md2_mesh::Mesh;

#[cfg(feature = "mdl")]
use crate::embedded::EmbeddedSkin;
use crate::format::Format;
use crate::header::HeaderField;

/// A model of any format with all data that is needed to show it. It does not borrow from the file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoadedModel {
    /// The format of the file.
    pub format: Format,
    /// The mesh with its surfaces, frames and tags.
    pub mesh: Mesh,
    /// The mesh with the normals from the file, for comparison with `mesh`. Present only if these normals point inwards,
    /// [`NormalSource::Auto`](crate::NormalSource::Auto) replaced them, and both meshes together take at most
    /// [`LoadOptions::max_packed_bytes`](crate::LoadOptions::max_packed_bytes).
    pub own_normals: Option<Mesh>,
    /// The name of each frame, without the NUL that ends it. The bytes may be invalid UTF-8.
    pub frame_names: Vec<Vec<u8>>,
    /// The sequences that the frame names and frame groups suggest.
    pub detection: Detection,
    /// The skins that the file contains or names.
    pub skins: ModelSkins,
    /// The fields of the file's header.
    pub header: Vec<HeaderField>,
    /// Statistics about the model.
    pub facts: Facts,
}

/// The skins of a model file.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ModelSkins {
    /// The skin slots, each with its names.
    pub slots: Vec<SkinSlot>,
    /// The skins that the user can choose for slot 0: the skin names in an MD2, or the images inside an MDL.
    pub alternatives: Vec<ModelSkin>,
    /// Number of skins that are not in `alternatives`, because the file has more than 1024 images.
    pub omitted: usize,
}

impl ModelSkins {
    /// Returns the image names in an MD2's list of skins, unchanged. Pass them to `md2_assets::find_skins` to find the files.
    pub fn names(&self) -> Vec<&[u8]> {
        let names = self.alternatives.iter().filter_map(|skin| match skin {
            ModelSkin::Named(name) => Some(name.as_slice()),
            #[cfg(feature = "mdl")]
            ModelSkin::Embedded(_) => None,
        });
        names.collect()
    }
}

/// A slot to which a skin image is assigned. An MD3 has a slot for each surface, and other models have one slot for the whole model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkinSlot {
    /// Name of the surface; empty if the model has a single surface without a name.
    pub surface: Vec<u8>,
    /// Name of the shader that an MD3 contains for the surface; empty if the file contains no shader for the surface.
    pub shader: Vec<u8>,
}

/// A skin of a model file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ModelSkin {
    /// The path of an image as stored in the file.
    Named(Vec<u8>),
    /// One image inside the file, or several images that are shown in turn.
    #[cfg(feature = "mdl")]
    Embedded(EmbeddedSkin),
}

/// Statistics about a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
    /// Size of the file in bytes.
    pub file_bytes: usize,
    /// Number of vertices per frame in the file, of all surfaces together.
    pub vertices: usize,
    /// Number of triangles in the file.
    pub triangles: usize,
    /// The skin size in texels according to the file; `None` if the format does not store it.
    pub skin_size: Option<[i32; 2]>,
    /// Number of vertices, in all frames together, whose normal index is outside the table of normals.
    pub bad_normals: usize,
    /// Whether the normals were recomputed from the triangles.
    pub normals_recomputed: bool,
    /// Whether at least nine in ten of the normals in the file point into the model.
    pub normals_inverted: bool,
    /// Whether the game rotates the model all the time, as it does with items.
    pub spins: bool,
    /// Whether the game starts timed frames and skins at a different random time for each entity. Torches then flicker differently.
    pub random_start: bool,
}
