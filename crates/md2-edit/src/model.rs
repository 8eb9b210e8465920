//! A model of any of the formats, and the primitive edits that each format implements.

use md2_anim::Sequence;
use md2_common::{FileKind, Name, Pose, Verdict};

use crate::error::EditError;
use crate::shape::{EditedTriangle, Shape};
use crate::transform::Transform;

/// The name of a frame: a field of 16 bytes in all three formats.
pub type FrameName = Name<16>;

/// A model in memory that can be edited and written.
///
/// The variants contain the models of the format crates, whose fields are public. Writing an unedited model gives the same file, byte
/// for byte.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Model {
    /// A model of Quake.
    Mdl(mdl_format::Model),
    /// A model of Quake II.
    Md2(md2_format::Model),
    /// A model of Quake III.
    Md3(md3_format::Model),
}

impl Model {
    /// Reads a file of any of the formats.
    pub fn parse(file: &[u8]) -> Result<Self, EditError> {
        match FileKind::detect(file) {
            Some(FileKind::Mdl) => {
                Ok(Self::Mdl(mdl_format::Mdl::parse(file).map_err(EditError::invalid)?.to_model()))
            }
            Some(FileKind::Md2) => {
                // The verdict also names the conversion that has damaged a file.
                if let Verdict::Refused(reason) = md2_format::verdict(file) {
                    return Err(EditError::invalid(reason));
                }
                Ok(Self::Md2(md2_format::Md2::parse(file).map_err(EditError::invalid)?.to_model()))
            }
            Some(FileKind::Md3) => {
                Ok(Self::Md3(md3_format::Md3::parse(file).map_err(EditError::invalid)?.to_model()))
            }
            Some(FileKind::Hexen2) => {
                let text = "models of the Hexen II mission pack can only be read: convert the model first";
                Err(EditError::invalid(text))
            }
            Some(kind) => Err(EditError::invalid(format!("{kind}, expected an MDL, MD2 or MD3"))),
            None => Err(EditError::invalid("unknown file, expected an MDL, MD2 or MD3")),
        }
    }

    /// Returns the bytes of a file with this model.
    pub fn to_bytes(&self) -> Result<Vec<u8>, EditError> {
        match self {
            Self::Mdl(model) => model.to_bytes().map_err(EditError::invalid),
            Self::Md2(model) => model.to_bytes().map_err(EditError::invalid),
            Self::Md3(model) => model.to_bytes().map_err(EditError::invalid),
        }
    }

    /// The name of the format: `MDL`, `MD2` or `MD3`.
    pub fn format(&self) -> &'static str {
        match self {
            Self::Mdl(_) => "MDL",
            Self::Md2(_) => "MD2",
            Self::Md3(_) => "MD3",
        }
    }

    /// Number of frames. The game refers to frames by number. A frame of an MDL may be a group of poses.
    pub fn frame_count(&self) -> usize {
        self.edited().frame_count()
    }

    /// Returns the names of all frames. A group of poses in an MDL has the name of its first pose.
    pub fn frame_names(&self) -> Vec<FrameName> {
        (0..self.frame_count()).map(|frame| self.edited().frame_name(frame)).collect()
    }

    /// Returns the sequences, as detected from the frame names. Their frame numbers are those of the game.
    pub fn sequences(&self) -> Vec<Sequence> {
        self.edited().sequences()
    }

    /// Number of triangles of all surfaces.
    pub fn triangle_count(&self) -> usize {
        match self {
            Self::Mdl(model) => model.triangles.len(),
            Self::Md2(model) => model.triangles.len(),
            Self::Md3(model) => model.surfaces.iter().map(|surface| surface.triangles.len()).sum(),
        }
    }

    /// Makes [`to_bytes`](Self::to_bytes) write the sections in their usual order, without the unused bytes of the file that was read.
    pub fn use_canonical_layout(&mut self) {
        match self {
            Self::Mdl(model) => model.layout = mdl_format::model::Layout::default(),
            Self::Md2(model) => model.layout = md2_format::model::Layout::default(),
            Self::Md3(model) => model.layout = md3_format::model::Layout::default(),
        }
    }

    pub(crate) fn edited(&self) -> &dyn Editable {
        match self {
            Self::Mdl(model) => model,
            Self::Md2(model) => model,
            Self::Md3(model) => model,
        }
    }

    pub(crate) fn edited_mut(&mut self) -> &mut dyn Editable {
        match self {
            Self::Mdl(model) => model,
            Self::Md2(model) => model,
            Self::Md3(model) => model,
        }
    }
}

/// The primitive edits from which all operations are made. Each format implements them.
pub(crate) trait Editable {
    fn frame_count(&self) -> usize;

    fn frame_name(&self, frame: usize) -> FrameName;

    fn set_frame_name(&mut self, frame: usize, name: FrameName);

    fn sequences(&self) -> Vec<Sequence>;

    fn frame_positions(&self, frame: usize) -> Vec<[f32; 3]>;

    /// Replaces the frames by the frames with these numbers, which all exist.
    fn select_frames(&mut self, frames: &[usize]);

    /// Replaces the frames by interpolated frames. All frame numbers exist.
    fn blend_frames(&mut self, poses: &[Pose]) -> Result<(), EditError>;

    /// Transforms all positions and normals. Returns the largest distance in units between an exact and a stored position.
    fn transform(&mut self, transform: &Transform) -> Result<f64, EditError>;

    fn shape(&self) -> Shape;

    /// Returns the corners of all triangles on a skin of this size, in texels from its top left edge.
    fn skin_triangles(&self, skin_size: [u32; 2]) -> Vec<[[f32; 2]; 3]>;

    /// Replaces the triangles. Vertices that no triangle uses remain.
    fn set_triangles(&mut self, triangles: &[EditedTriangle]);

    /// Removes the vertices and skin coordinates that no triangle uses. Returns their numbers.
    fn remove_unused(&mut self) -> [usize; 2];

    /// Reverses the winding of the triangles with these numbers, which count through all surfaces.
    fn flip_triangles(&mut self, is_flipped: &dyn Fn(usize) -> bool);

    fn recompute_normals(&mut self) -> Result<(), EditError>;

    /// Computes the stored bounds and radii from the vertices. Returns the number of changed bounds; `None` if the format stores none.
    fn recompute_bounds(&mut self) -> Option<usize>;
}
