//! The owned, editable model.

use alloc::vec::Vec;
use core::num::NonZeroI32;
use core::slice;

pub use md2_common::Vertices;

use crate::effects::{Effects, SyncType};
pub use crate::layout::Layout;
use crate::raw::{Bounds, PoseName, St, Triangle};

const GROUP: NonZeroI32 = NonZeroI32::new(1).expect("1 is not 0");

/// A model in memory that can be built, edited and written.
///
/// All fields are public. Only [`to_bytes`](Self::to_bytes) checks whether the format can hold the model. Start a new
/// model from [`Model::default`], an existing one from [`Mdl::to_model`](crate::Mdl::to_model).
///
/// ```
/// use mdl_format::model::{Model, ModelFrame, ModelPose, ModelSkin};
/// use mdl_format::raw::{PoseName, St, Triangle};
/// use mdl_format::{Mdl, Quantization};
///
/// let positions = [[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [0.0, 8.0, 0.0]];
/// let up = [[0.0, 0.0, 1.0]; 3];
/// let quantization = Quantization::covering(&positions)?;
/// let pose = ModelPose::from_positions(PoseName::new("stand1")?, quantization, &positions, &up)?;
/// let mut model = Model {
///     skin_width: 8,
///     skin_height: 4,
///     skins: vec![ModelSkin::Single(vec![15; 32])],
///     st: vec![St::new(0, 0), St::new(0, 3), St::new(7, 0)],
///     triangles: vec![Triangle::new(1, [0, 2, 1])],
///     frames: vec![ModelFrame::Single(pose)],
///     ..Model::default()
/// };
/// model.set_quantization(quantization);
/// model.update_bounds();
/// model.update_size();
///
/// let file = model.to_bytes()?;
/// assert_eq!(Mdl::parse(&file)?.to_model(), model);
/// assert_eq!((model.bounding_radius, model.size), (8.0, 32.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// Size of a quantization step in Quake units, per axis, in all poses.
    pub scale: [f32; 3],
    /// Offset in Quake units that is added after scaling, per axis, in all poses.
    pub origin: [f32; 3],
    /// Radius in Quake units of a sphere around (0, 0, 0) that contains all poses. See
    /// [`update_bounds`](Self::update_bounds).
    pub bounding_radius: f32,
    /// Position of the eyes in Quake units. No engine reads it, and it is zero in most files.
    pub eye_position: [f32; 3],
    /// Width of all skins in texels, at most 2 147 483 647.
    pub skin_width: u32,
    /// Height of all skins in texels, at most 2 147 483 647.
    pub skin_height: u32,
    /// Skins, of which the game selects one.
    pub skins: Vec<ModelSkin>,
    /// Skin coordinates, one for each vertex.
    pub st: Vec<St>,
    /// Triangles, clockwise seen from outside.
    pub triangles: Vec<Triangle>,
    /// Frames. Every pose must have as many vertices as there are skin coordinates.
    pub frames: Vec<ModelFrame>,
    /// The synchronization of groups between entities.
    pub sync_type: SyncType,
    /// The effects of entities that show the model.
    pub effects: Effects,
    /// Mean area of a triangle in square Quake units, for the levels of detail of the original game's software
    /// renderer. See [`update_size`](Self::update_size).
    pub size: f32,
    /// The parts of the file without a meaning for this type. Use the default for new models. A parsed model has the
    /// layout of its file.
    pub layout: Layout,
}

impl Model {
    /// Number of vertices in each pose, which is the number of skin coordinates.
    pub fn vertex_count(&self) -> usize {
        self.st.len()
    }

    /// All poses of all frames, in the order of the file.
    pub fn poses(&self) -> impl DoubleEndedIterator<Item = &ModelPose> + Clone {
        self.frames.iter().flat_map(ModelFrame::poses)
    }

    /// All poses of all frames, in the order of the file, for editing.
    pub fn poses_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut ModelPose> {
        self.frames.iter_mut().flat_map(ModelFrame::poses_mut)
    }
}

/// A skin of a [`Model`]: palette indices, rows from the top, one byte for each texel.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelSkin {
    /// A single image.
    Single(Vec<u8>),
    /// A group of images that the engine animates.
    Group(SkinGroup),
}

impl ModelSkin {
    /// All images of the skin; one, unless the skin is a group.
    pub fn images(&self) -> impl DoubleEndedIterator<Item = &Vec<u8>> + Clone {
        let (single, group): (&[Vec<u8>], &[GroupMember<Vec<u8>>]) = match self {
            Self::Single(image) => (slice::from_ref(image), &[]),
            Self::Group(group) => (&[], &group.images),
        };
        single.iter().chain(group.iter().map(|image| &image.value))
    }

    /// All images of the skin, for editing.
    pub fn images_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Vec<u8>> {
        let (single, group): (&mut [Vec<u8>], &mut [GroupMember<Vec<u8>>]) = match self {
            Self::Single(image) => (slice::from_mut(image), &mut []),
            Self::Group(group) => (&mut [], &mut group.images),
        };
        single.iter_mut().chain(group.iter_mut().map(|image| &mut image.value))
    }
}

/// A group of images that the engine shows in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinGroup {
    /// The type number in the file: 1 in all known files. Engines treat every number but 0 as a group.
    pub kind: NonZeroI32,
    /// The images, at least one.
    pub images: Vec<GroupMember<Vec<u8>>>,
}

impl SkinGroup {
    /// Creates a group with the usual type number, 1.
    pub const fn new(images: Vec<GroupMember<Vec<u8>>>) -> Self {
        Self { kind: GROUP, images }
    }
}

/// A frame of a [`Model`]. The game refers to frames by number.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelFrame {
    /// A single pose.
    Single(ModelPose),
    /// A group of poses that the engine animates.
    Group(FrameGroup),
}

impl ModelFrame {
    /// All poses of the frame; one, unless the frame is a group.
    pub fn poses(&self) -> impl DoubleEndedIterator<Item = &ModelPose> + Clone {
        let (single, group): (&[ModelPose], &[GroupMember<ModelPose>]) = match self {
            Self::Single(pose) => (slice::from_ref(pose), &[]),
            Self::Group(group) => (&[], &group.poses),
        };
        single.iter().chain(group.iter().map(|pose| &pose.value))
    }

    /// All poses of the frame, for editing.
    pub fn poses_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut ModelPose> {
        let (single, group): (&mut [ModelPose], &mut [GroupMember<ModelPose>]) = match self {
            Self::Single(pose) => (slice::from_mut(pose), &mut []),
            Self::Group(group) => (&mut [], &mut group.poses),
        };
        single.iter_mut().chain(group.iter_mut().map(|pose| &mut pose.value))
    }
}

/// A group of poses that the engine shows in turn. The game refers to it by one frame number.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameGroup {
    /// The type number in the file: 1 in all known files. Engines treat every number but 0 as a group.
    pub kind: NonZeroI32,
    /// The bounds of all poses in quantized coordinates, see [`Model::update_bounds`].
    pub bounds: Bounds,
    /// The poses, at least one.
    pub poses: Vec<GroupMember<ModelPose>>,
}

impl FrameGroup {
    /// Creates a group with the usual type number, 1, and with the bounds of its vertices.
    pub fn new(poses: Vec<GroupMember<ModelPose>>) -> Self {
        let mut group = Self { kind: GROUP, bounds: Bounds::default(), poses };
        group.update_bounds();
        group
    }
}

/// One stored pose of a [`Model`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelPose {
    /// The pose's name, usually the name of its sequence and a number: `run1`, `run2`, …
    pub name: PoseName,
    /// The bounds of the vertices in quantized coordinates, see [`Model::update_bounds`].
    pub bounds: Bounds,
    /// The vertices, with quantized positions.
    pub vertices: Vertices,
}

impl ModelPose {
    /// Creates a pose with the bounds of its vertices.
    pub fn new(name: PoseName, vertices: Vertices) -> Self {
        Self { name, bounds: Bounds::covering(&vertices), vertices }
    }
}

/// A member of a group and the time at which it ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GroupMember<T> {
    /// The time in seconds, from the start of the group, at which the member ends. See
    /// [`Intervals`](crate::Intervals).
    pub end_s: f32,
    /// The member: an image or a pose.
    pub value: T,
}
