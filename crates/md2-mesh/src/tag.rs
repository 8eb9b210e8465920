//! Places on a model where something can be hung: a head on its neck, a weapon in its hand.

/// A named place and orientation that moves with the frames.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag {
    /// As the source calls it, such as `tag_weapon`.
    pub name: String,
    /// Where it is in each frame of the mesh.
    pub frames: Vec<TagFrame>,
}

/// Where a tag is in one frame, in model space.
///
/// The axes are as the source has them: usually, but not always, of unit length and square to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TagFrame {
    /// Position in Quake units.
    pub origin: [f32; 3],
    /// The directions forward, left and up of what hangs there, one a row.
    pub axes: [[f32; 3]; 3],
}

impl TagFrame {
    /// The origin of the model, not turned.
    pub const IDENTITY: Self =
        Self { origin: [0.0; 3], axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };

    pub(crate) fn is_finite(&self) -> bool {
        self.axes.as_flattened().iter().chain(&self.origin).all(|c| c.is_finite())
    }
}
