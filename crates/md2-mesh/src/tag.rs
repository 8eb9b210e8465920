//! Tags: points of a model, such as neck or hand, to which other models are attached.

/// A named position and orientation, which changes from frame to frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag {
    /// Name of the tag in the model file, such as `tag_weapon`.
    pub name: String,
    /// The pose of the tag in each frame of the mesh.
    pub frames: Vec<TagFrame>,
}

/// The pose of a tag in one frame, in model space.
///
/// The axes are stored in the file. They are usually, but not always, orthonormal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TagFrame {
    /// Position in Quake units.
    pub origin: [f32; 3],
    /// The forward, left and up directions of the attached model, one per row.
    pub axes: [[f32; 3]; 3],
}

impl TagFrame {
    /// The pose at the origin of the model without rotation.
    pub const IDENTITY: Self =
        Self { origin: [0.0; 3], axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };

    pub(crate) fn is_finite(&self) -> bool {
        self.axes.as_flattened().iter().chain(&self.origin).all(|c| c.is_finite())
    }
}
