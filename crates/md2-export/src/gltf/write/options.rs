//! The choices a caller has, what is written together, and why it may not be.

use md2_anim::Sequence;

use crate::export_model::ExportModel;
use crate::frame_selection::FrameSelection;
use crate::gltf::space::METERS_PER_UNIT;

/// More targets than these are refused or left out by some engines: 256 is the most that Bevy and Filament take, and that every
/// WebGL 2 device can hold.
pub const MAX_TARGETS: usize = 256;

/// Readers square distances, which single precision holds up to here, and down to there.
const MAX_EXTENT: f32 = md2_mesh::MAX_COORDINATE;
const MIN_EXTENT: f32 = 1.0e-18;

/// How a model becomes glTF.
#[derive(Clone, Debug, PartialEq)]
pub struct GltfOptions {
    /// Units of glTF, which are meters, for each unit of Quake. Finite and above 0.
    pub scale: f32,
    /// Whether pictures are shown as they are painted, without light.
    pub unlit: bool,
    /// Whether the pixels of pictures are sharp instead of smooth.
    pub pixelated: bool,
    /// Whether poses change at once instead of being blended.
    pub stepped: bool,
    /// Which frames and sequences are written.
    pub selection: FrameSelection,
    /// The most bytes that the frames and the animations may take.
    ///
    /// Weights grow with the square of the frames, so that a crafted model of some megabytes could ask for many gigabytes.
    pub max_bytes: u64,
}

impl Default for GltfOptions {
    fn default() -> Self {
        Self {
            scale: METERS_PER_UNIT,
            unlit: false,
            pixelated: false,
            stepped: false,
            selection: FrameSelection::default(),
            max_bytes: 1 << 30,
        }
    }
}

/// A model of a figure.
#[derive(Clone, Debug)]
pub struct GltfPart<'a> {
    /// The model.
    pub subject: &'a ExportModel<'a>,
    /// What it hangs on; nothing stands in the world.
    pub attachment: Option<Attachment>,
    /// The one frame that it shows, if it plays nothing.
    pub fixed_frame: Option<usize>,
}

/// Where a model hangs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The place of the other in the list of parts, before its own.
    pub part: usize,
    /// The tag of the other's; its origin if there is none of that name.
    pub tag: Option<String>,
}

impl<'a> GltfPart<'a> {
    /// A model that hangs on nothing and plays.
    #[must_use]
    pub fn new(subject: &'a ExportModel<'a>) -> Self {
        Self { subject, attachment: None, fixed_frame: None }
    }
}

/// Why a model cannot become glTF. Each names the model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages show what the fields are")]
#[non_exhaustive]
pub enum GltfError {
    /// It has no triangles that have three corners, and no tags either. glTF has no meshes without any.
    #[error("{name} has no triangles, and glTF knows no mesh without any")]
    Nothing { name: String },
    /// All its surfaces are hidden.
    #[error("all surfaces of {name} are hidden by its skin")]
    Hidden { name: String },
    /// The scale would put points of it where single precision cannot compute with them.
    #[error(
        "{name} reaches {extent} units from its origin: a scale of {scale} puts that outside {MIN_EXTENT:e} to {MAX_EXTENT:e}"
    )]
    Scale { name: String, extent: f32, scale: f32 },
    /// The frames or the animations would take more bytes than the caller allows.
    #[error("{what} of {name} take {bytes} bytes, allowed are {allowed}")]
    TooLarge { name: String, what: String, bytes: u64, allowed: u64 },
    /// A picture cannot be encoded.
    #[error("skin {name} cannot be encoded: {reason}")]
    Picture { name: String, reason: String },
    /// The file would be longer than the format can count.
    #[error(transparent)]
    Glb(#[from] crate::gltf::glb::GlbError),
}

impl GltfOptions {
    /// Refuses a scale that points cannot have, and frames that would take more bytes than are allowed, counted as if all
    /// were different.
    pub(super) fn check_size(
        &self,
        subject: &ExportModel<'_>,
        frames: usize,
        sequences: &[Sequence],
    ) -> Result<(), GltfError> {
        let (vertices, bounds) = (subject.mesh.vertex_count(), subject.mesh.bounds());
        let extent = bounds.min.iter().chain(&bounds.max).fold(0.0_f32, |most, c| most.max(c.abs()));
        let scaled = extent * self.scale;
        let is_sound = self.scale > 0.0 && (extent == 0.0 || (MIN_EXTENT..=MAX_EXTENT).contains(&scaled));
        if !is_sound {
            return Err(GltfError::Scale { name: subject.name.clone(), extent, scale: self.scale });
        }
        let bytes = (frames as u64).saturating_mul(vertices as u64).saturating_mul(24);
        self.check(subject, bytes, || format!("{vertices} vertices in {frames} frames"))?;
        // Each sequence takes some hundred bytes besides its keys.
        let bytes = (sequences.len() as u64).saturating_mul(256);
        self.check(subject, bytes, || format!("{} sequences", sequences.len()))
    }

    pub(super) fn check(
        &self,
        subject: &ExportModel<'_>,
        bytes: u64,
        what: impl FnOnce() -> String,
    ) -> Result<(), GltfError> {
        let allowed = self.max_bytes;
        if bytes <= allowed {
            return Ok(());
        }
        Err(GltfError::TooLarge { name: subject.name.clone(), what: what(), bytes, allowed })
    }
}
