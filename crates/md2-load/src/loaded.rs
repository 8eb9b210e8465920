//! What comes out of a model file.

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
    /// The rules of the game whose format it is.
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

/// A model, whatever its format was: all that is needed to show it, and nothing that borrows the file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoadedModel {
    /// Where it came from.
    pub format: Format,
    /// Surfaces, frames and tags.
    pub mesh: Mesh,
    /// The same mesh with the file's own normals, where they point into the model and
    /// [`NormalSource::Auto`](crate::NormalSource::Auto) left them aside. `None` where both together would take more than
    /// [`LoadOptions::max_packed_bytes`](crate::LoadOptions::max_packed_bytes).
    pub own_normals: Option<Mesh>,
    /// The name of each frame of the mesh, without what follows the first NUL. Bytes need not be UTF-8.
    pub frame_names: Vec<Vec<u8>>,
    /// Which frames form which sequence, as far as the file itself tells.
    pub detection: Detection,
    /// What the model says about its skins.
    pub skins: ModelSkins,
    /// The fields of the file's header, as they stand in it.
    pub header: Vec<HeaderField>,
    /// Numbers to show.
    pub facts: Facts,
}

/// What a model file says about its skins.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ModelSkins {
    /// What each slot is called, and by which picture the file wants it drawn.
    pub slots: Vec<SkinSlot>,
    /// Skins to choose from, each a picture for slot 0: an MD2's list, or the pictures inside an MDL.
    pub alternatives: Vec<ModelSkin>,
    /// How many skins of the file are not among them, because it has more than [`MAX_EMBEDDED_PICTURES`] pictures.
    ///
    /// [`MAX_EMBEDDED_PICTURES`]: crate::MAX_EMBEDDED_PICTURES
    pub left_out: usize,
}

impl ModelSkins {
    /// The pictures that the model names, as its maker wrote them: an MD2's list of skins. What lies there is for
    /// `md2_assets::find_skins` to tell.
    #[must_use]
    pub fn names(&self) -> Vec<&[u8]> {
        let names = self.alternatives.iter().filter_map(|skin| match skin {
            ModelSkin::Named(name) => Some(name.as_slice()),
            ModelSkin::Embedded(_) => None,
        });
        names.collect()
    }
}

/// A place for a picture: the skin of the whole model, or of one surface of an MD3.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkinSlot {
    /// The surface's name; empty where there is but one.
    pub surface: Vec<u8>,
    /// The shader that an MD3 names for the surface; empty if it names none.
    pub shader: Vec<u8>,
}

/// One of the skins that a model file offers.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ModelSkin {
    /// A path of an image, as the model's maker wrote it.
    Named(Vec<u8>),
    /// Pictures inside the file: one, or several that take turns.
    Embedded(EmbeddedSkin),
}

/// Numbers about a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
    /// Length of the file.
    pub file_bytes: usize,
    /// Vertices in a frame of the file, those of all surfaces together.
    pub vertices: usize,
    /// Triangles in the file.
    pub triangles: usize,
    /// Size of the skin that the file declares, in texels; `None` where the format declares none.
    pub skin_size: Option<[i32; 2]>,
    /// Vertices of all frames whose normal is not in the format's table.
    pub bad_normals: usize,
    /// Whether the file's normals were left aside, and others computed from its triangles.
    pub normals_recomputed: bool,
    /// Whether the file's normals point into the model, nine in ten of them or more.
    pub normals_inverted: bool,
    /// Whether only a shader script makes holes in skins, so that their alpha by itself means nothing, as in Quake III.
    pub scripted_alpha: bool,
    /// Whether the game lets the model turn by itself, as it does with items to be picked up.
    pub spins: bool,
    /// Whether the game starts the frames and skins that play by themselves at a moment of its own for each thing that
    /// wears the model, so that torches flicker apart.
    pub random_start: bool,
}
