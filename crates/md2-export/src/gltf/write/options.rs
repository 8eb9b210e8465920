//! Options, parts and errors of writing glTF.

use md2_anim::Sequence;

use crate::export_model::ExportModel;
use crate::frame_selection::FrameSelection;
use crate::gltf::space::METERS_PER_UNIT;

/// The maximum number of morph targets of a mesh that all common engines accept. Bevy, Filament and some WebGL 2 devices have this limit.
pub const MAX_TARGETS: usize = 256;

/// The upper limit for the largest coordinate of a scaled model; [`MIN_EXTENT`] is the lower limit. Readers square
/// coordinates, and the squares must fit `f32`.
const MAX_EXTENT: f32 = md2_mesh::MAX_COORDINATE;
const MIN_EXTENT: f32 = 1.0e-18;

/// Options of writing glTF.
#[derive(Clone, Debug, PartialEq)]
pub struct GltfOptions {
    /// Units of the glTF (usually meters) per Quake unit. It must be finite and above 0.
    pub scale: f32,
    /// Whether skins are shown without lighting.
    pub unlit: bool,
    /// Whether enlarged skins show sharp pixels instead of being smoothed.
    pub pixelated: bool,
    /// Whether animations jump from frame to frame instead of interpolating.
    pub stepped: bool,
    /// The frames and sequences to write.
    pub selection: FrameSelection,
    /// The maximum number of bytes that frames and animations may need.
    ///
    /// The number of animation weights grows with the square of the number of frames: a malicious model of a few megabytes could need
    /// many gigabytes.
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

/// A model to write, such as a part of a player.
#[derive(Clone, Debug)]
pub struct GltfPart<'a> {
    /// The model to write.
    pub subject: &'a ExportModel<'a>,
    /// The attachment to another part; `None` places the model at the origin.
    pub attachment: Option<Attachment>,
    /// The only frame to write, for a model that does not move; `None` writes the selected frames.
    pub fixed_frame: Option<usize>,
}

/// The attachment of a model to another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The index of the other part among the parts of the player. It must be less than the index of the attached part.
    pub part: usize,
    /// The name of a tag of the other model. The model is attached at the origin of the other model if there is no such tag.
    pub tag: Option<String>,
}

impl<'a> GltfPart<'a> {
    /// Creates a part that is not attached and plays its sequences.
    pub fn new(subject: &'a ExportModel<'a>) -> Self {
        Self { subject, attachment: None, fixed_frame: None }
    }
}

/// The error of writing glTF.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages show what the fields are")]
#[non_exhaustive]
pub enum GltfError {
    #[error("{name} has no triangles, glTF requires at least one")]
    Nothing { name: String },
    #[error("the skin of {name} hides all surfaces")]
    Hidden { name: String },
    #[error(
        "{name} extends {extent} units from its origin, and a scale of {scale} makes that less than {MIN_EXTENT:e} or more than {MAX_EXTENT:e}: use another scale"
    )]
    Scale { name: String, extent: f32, scale: f32 },
    #[error("{what} of {name} need {bytes} bytes, the limit is {allowed}")]
    TooLarge { name: String, what: String, bytes: u64, allowed: u64 },
    #[error("skin {name} cannot be encoded: {reason}")]
    Skin { name: String, reason: String },
    #[error(transparent)]
    Glb(#[from] md2_gltf::glb::GlbError),
}

impl GltfOptions {
    /// Rejects a scale that is out of range, and models that could exceed the size limit. The size is an estimate that assumes that all
    /// frames differ.
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
        // Each sequence needs some hundred bytes of JSON in addition to its keyframes.
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
