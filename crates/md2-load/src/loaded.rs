//! Loaded models.

use std::fmt;

use md2_anim::Detection;
use md2_anim::game::GameRules;
use md2_mesh::Mesh;

use crate::embedded::EmbeddedSkin;
use crate::header::HeaderField;

/// The format of a model file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Quake II, `IDP2`.
    Md2,
    /// Quake, `IDPO`.
    Mdl,
    /// Quake III Arena, `IDP3`.
    Md3,
}

impl Format {
    /// The rules of the format's game.
    #[must_use]
    pub const fn rules(self) -> GameRules {
        match self {
            Self::Md2 => GameRules::Quake2,
            Self::Mdl => GameRules::Quake,
            Self::Md3 => GameRules::Quake3,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Md2 => "MD2",
            Self::Mdl => "MDL",
            Self::Md3 => "MD3",
        })
    }
}

/// A model of any format, with everything needed to show it. It does not borrow the file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoadedModel {
    /// The format of the file.
    pub format: Format,
    /// Surfaces, frames and tags.
    pub mesh: Mesh,
    /// The mesh with the file's own normals, if they point inwards and [`NormalSource::Auto`](crate::NormalSource::Auto)
    /// recomputed them. `None` if both meshes would take more than
    /// [`LoadOptions::max_packed_bytes`](crate::LoadOptions::max_packed_bytes).
    pub own_normals: Option<Mesh>,
    /// The name of each frame up to the first NUL. The bytes need not be UTF-8.
    pub frame_names: Vec<Vec<u8>>,
    /// The sequences found in the file.
    pub detection: Detection,
    /// The skins.
    pub skins: ModelSkins,
    /// The fields of the file's header.
    pub header: Vec<HeaderField>,
    /// Numbers for display.
    pub facts: Facts,
}

/// The skins of a model file.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ModelSkins {
    /// The skin slots with their names.
    pub slots: Vec<SkinSlot>,
    /// Skins to choose from, each an image for slot 0: an MD2's list of names, or the images inside an MDL.
    pub alternatives: Vec<ModelSkin>,
    /// The number of skins omitted because the file has more than [`MAX_EMBEDDED_IMAGES`] images.
    ///
    /// [`MAX_EMBEDDED_IMAGES`]: crate::MAX_EMBEDDED_IMAGES
    pub omitted: usize,
}

impl ModelSkins {
    /// The image names in an MD2's list of skins, unchanged. `md2_assets::find_skins` searches for them.
    #[must_use]
    pub fn names(&self) -> Vec<&[u8]> {
        let names = self.alternatives.iter().filter_map(|skin| match skin {
            ModelSkin::Named(name) => Some(name.as_slice()),
            ModelSkin::Embedded(_) => None,
        });
        names.collect()
    }
}

/// A slot for an image: of the whole model, or of one surface of an MD3.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkinSlot {
    /// The surface's name; empty for a single surface.
    pub surface: Vec<u8>,
    /// The shader that an MD3 names for the surface; empty if there is none.
    pub shader: Vec<u8>,
}

/// A skin of a model file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ModelSkin {
    /// The path of an image, unchanged.
    Named(Vec<u8>),
    /// Images inside the file: one, or several in turn.
    Embedded(EmbeddedSkin),
}

/// Numbers about a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
    /// Bytes of the file.
    pub file_bytes: usize,
    /// Vertices per frame of the file, of all surfaces together.
    pub vertices: usize,
    /// Triangles in the file.
    pub triangles: usize,
    /// The skin size in texels that the file states; `None` if the format has none.
    pub skin_size: Option<[i32; 2]>,
    /// Vertices in all frames whose normal index is outside the table.
    pub bad_normals: usize,
    /// Whether normals were recomputed from the triangles.
    pub normals_recomputed: bool,
    /// Whether at least nine in ten of the file's normals point into the model.
    pub normals_inverted: bool,
    /// Whether only a shader script makes holes in skins, as in Quake III. Their alpha alone then means nothing.
    pub scripted_alpha: bool,
    /// Whether the game rotates the model, as it does with items.
    pub spins: bool,
    /// Whether the game starts timed frames and skins at a random time for each entity, so that torches flicker differently.
    pub random_start: bool,
}
