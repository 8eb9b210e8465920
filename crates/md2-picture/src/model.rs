//! The models of a picture, and its background.

use glam::{Mat4, Vec3};
use md2_common::RgbaImage;
use md2_mesh::{Mesh, Pose};

/// A model in a picture.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names say what the fields are")]
pub struct PosedModel<'a> {
    pub mesh: &'a Mesh,
    pub pose: Pose,
    /// The matrix from model space to world space, column-major. It may rotate, move, mirror and scale uniformly.
    pub transform: [[f32; 4]; 4],
    /// The styles of the skin slots. Slots past the end of the list are [`SlotStyle::Gray`].
    pub slots: &'a [SlotStyle<'a>],
}

impl<'a> PosedModel<'a> {
    /// Creates a gray model at the origin.
    pub const fn new(mesh: &'a Mesh, pose: Pose) -> Self {
        Self { mesh, pose, transform: Mat4::IDENTITY.to_cols_array_2d(), slots: &[] }
    }

    pub(crate) fn slot_style(&self, slot: usize) -> SlotStyle<'a> {
        self.slots.get(slot).copied().unwrap_or_default()
    }
}

/// Returns a vector of length 1, or `otherwise` if the vector has no direction.
pub(crate) fn unit_or(vector: Vec3, otherwise: Vec3) -> Vec3 {
    let length = vector.length();
    if length > 1e-12 && length.is_finite() { vector / length } else { otherwise }
}

/// The appearance of the surfaces that use a skin slot.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say what the variants are")]
pub enum SlotStyle<'a> {
    /// The surfaces are gray, for a missing skin.
    #[default]
    Gray,
    Hidden,
    Skin {
        color: &'a RgbaImage,
        /// Light that is added to the lit colors.
        glow: Option<&'a RgbaImage>,
        cover: Cover,
    },
}

/// The way in which a skin covers the pixels behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cover {
    /// Opaque; alpha is ignored.
    #[default]
    Solid,
    /// Opaque where alpha is at least one half, otherwise transparent.
    Cutout,
    /// The skin is added as light to the pixels behind it. The lamp does not affect the skin, and alpha is ignored.
    Added,
}

/// The background of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say what the variants are")]
pub enum Backdrop {
    #[default]
    Clear,
    Gradient {
        top: [u8; 3],
        bottom: [u8; 3],
    },
}

impl Backdrop {
    /// The slate blue gradient of the viewer.
    pub const STUDIO: Self = Self::Gradient { top: [43, 48, 59], bottom: [92, 97, 105] };
}
