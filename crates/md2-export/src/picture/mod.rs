//! Rendering of models without a GPU, for thumbnails, catalogs and contact sheets.
//!
//! The module is a small rasterizer with four samples per pixel, the lighting of the viewer, and skins with transparent and glowing
//! pixels. Models without a skin are gray. It is intended for many small pictures, and for environments without Vulkan, such as the
//! sandbox in which file managers create thumbnails. Shadows, floors and other effects need `md2-render`.
//!
//! ```
//! use md2_export::picture::{Backdrop, Direction, Framing, PosedModel, draw};
//! use md2_load::{LoadOptions, load};
//! use md2_mesh::Pose;
//!
//! # let file = md2_testdata::one_triangle().build().into_bytes();
//! let loaded = load(&file, &LoadOptions::default())?;
//! let model = PosedModel::new(&loaded.mesh, Pose::still(0));
//! let mut framing = Framing::new(Direction::default(), [96, 64]);
//! framing.add(&model);
//! let view = framing.view().expect("there is something to see");
//! let picture = draw(&[model], &view, [96, 64], Backdrop::Clear);
//! assert_eq!((picture.width(), picture.height()), (96, 64));
//! assert!(picture.rgba().chunks(4).any(|pixel| pixel[3] == 255));
//! # Ok::<(), md2_load::LoadError>(())
//! ```

mod compose;
mod encode;
mod framing;
mod light;
mod raster;
mod shade;
mod srgb;
mod texture;
mod triangle;

use glam::{Mat4, Vec3};
use md2_common::RgbaImage;
use md2_mesh::{Mesh, Pose};

pub use compose::{downsample, remove_backdrop};
pub use encode::{encode_jpeg, encode_png};
pub use framing::{Direction, Framing, View};
use raster::Band;
use srgb::Tables;
use texture::Textures;

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

    fn slot_style(&self, slot: usize) -> SlotStyle<'a> {
        self.slots.get(slot).copied().unwrap_or_default()
    }
}

fn unit_or(vector: Vec3, otherwise: Vec3) -> Vec3 {
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

/// Draws models. Triangles are visible from both sides.
///
/// # Panics
/// If a side of `size` is 0, or the pixels do not fit in memory.
pub fn draw(models: &[PosedModel<'_>], view: &View, size: [u32; 2], backdrop: Backdrop) -> RgbaImage {
    let tables = Tables::get();
    let mut image = shade::backdrop(size, backdrop, tables);
    let mut textures = Textures::default();
    let mut triangles = Vec::new();
    for model in models {
        triangle::set_up(model, view, size, &mut textures, &mut triangles);
    }
    // Triangles that add light are drawn last, on top of the solid triangles.
    triangles.sort_by_key(triangle::Triangle::is_added);
    let solid = triangles.partition_point(|triangle| !triangle.is_added());
    let (solid, added) = triangles.split_at(solid);
    let Some(area) = raster::area(&triangles) else { return image };
    let mut band = Band::new(&area);
    for rows in area.bands() {
        band.clear(rows.clone());
        for (number, triangle) in (1..).zip(solid) {
            band.fill(triangle, number, &textures);
        }
        shade::shade(&band, solid, &textures, tables, &mut image, backdrop);
        for triangle in added {
            shade::add(&band, triangle, &textures, tables, &mut image, backdrop);
        }
    }
    image
}
