//! The owned, editable model.

use alloc::vec::Vec;

pub use md2_common::Vertices;

pub use crate::layout::Layout;
use crate::raw::{FrameName, SkinName, St, Triangle, Word};

/// A model in memory that can be built, edited and written.
///
/// All fields are public. Only [`to_bytes`](Self::to_bytes) checks whether the format can hold the model. Start a new
/// model from [`Model::default`], an existing one from [`Md2::to_model`](crate::Md2::to_model).
///
/// ```
/// use md2_format::model::{Model, ModelFrame};
/// use md2_format::raw::{FrameName, SkinName, St, Triangle};
/// use md2_format::Md2;
///
/// let positions = [[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [0.0, 8.0, 0.0]];
/// let up = [[0.0, 0.0, 1.0]; 3];
/// let model = Model {
///     skin_width: 64,
///     skin_height: 64,
///     skins: vec![SkinName::new("players/me/skin.pcx")?],
///     st: vec![St::new(0, 0), St::new(0, 63), St::new(63, 0)],
///     triangles: vec![Triangle::new([0, 2, 1], [0, 2, 1])],
///     frames: vec![ModelFrame::from_positions(FrameName::new("stand1")?, &positions, &up)?],
///     ..Model::default()
/// };
///
/// let file = model.to_bytes()?;
/// assert_eq!(Md2::parse(&file)?.to_model(), model);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// Width in texels of the skin that skin coordinates refer to.
    pub skin_width: i32,
    /// Height in texels of the skin that skin coordinates refer to.
    pub skin_height: i32,
    /// Paths of skin images, relative to the game's folder.
    pub skins: Vec<SkinName>,
    /// Skin coordinates, at most 65 536.
    pub st: Vec<St>,
    /// Triangles, clockwise seen from outside.
    pub triangles: Vec<Triangle>,
    /// Frames. All must have the same number of vertices, at most 65 536.
    pub frames: Vec<ModelFrame>,
    /// A second copy of the triangles as strips and fans, see [`glcmds`](crate::glcmds). If the list is empty, the
    /// original game draws nothing. [`GlCommands::new`](crate::glcmds::GlCommands::new) reads the words.
    pub gl_commands: Vec<Word>,
    /// The file layout. Use the default for new models. A parsed model has the layout of its file.
    pub layout: Layout,
}

impl Model {
    /// Number of vertices in the first frame. Without frames, the number of vertices that the triangles refer to.
    pub fn vertex_count(&self) -> usize {
        match self.frames.first() {
            Some(frame) => frame.vertices.len(),
            None => self
                .triangles
                .iter()
                .flat_map(|triangle| triangle.xyz)
                .max()
                .map_or(0, |most| usize::from(most) + 1),
        }
    }
}

/// One stored pose of a [`Model`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelFrame {
    /// The frame's name, usually the name of its sequence and a number: `run1`, `run2`, …
    pub name: FrameName,
    /// Size of a quantization step in Quake units, per axis.
    pub scale: [f32; 3],
    /// Offset in Quake units that is added after scaling, per axis.
    pub translate: [f32; 3],
    /// The vertices, with quantized positions.
    pub vertices: Vertices,
}

impl ModelFrame {
    /// All positions in model space, in Quake units (X forward, Y left, Z up).
    pub fn positions(&self) -> impl ExactSizeIterator<Item = [f32; 3]> + DoubleEndedIterator + Clone + '_ {
        self.vertices.iter().map(|vertex| vertex.dequantize(self.scale, self.translate))
    }
}
