//! A two-dimensional interface drawn over the scene, as plain data.
//!
//! Made for egui, and free of it: its tessellated meshes have the layout of [`OverlayVertex`], so they are
//! handed on without a copy. Colors come out as egui means them: blended in sRGB space, premultiplied, on
//! whatever the scene left in the picture.

use bytemuck::{Pod, Zeroable};

use crate::{Filter, ImageData};

/// What to draw over the scene, in this order.
#[derive(Clone, Copy, Debug)]
pub struct Overlay<'a> {
    /// Physical pixels per unit of [`OverlayVertex::pos`] and [`OverlayMesh::clip`].
    pub pixels_per_point: f32,
    /// Triangles, later over earlier.
    pub meshes: &'a [OverlayMesh<'a>],
}

/// Triangles with one texture and one clip rectangle.
#[derive(Clone, Copy, Debug)]
pub struct OverlayMesh<'a> {
    /// Nothing is drawn outside: left, top, right, bottom in points.
    pub clip: [f32; 4],
    /// A texture given to [`Renderer::set_overlay_texture`](crate::Renderer::set_overlay_texture). A mesh
    /// whose texture is unknown is not drawn.
    pub texture: u64,
    /// The corners.
    pub vertices: &'a [OverlayVertex],
    /// Three for each triangle, into `vertices`.
    pub indices: &'a [u32],
}

/// One corner: 20 bytes, laid out like egui's.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct OverlayVertex {
    /// Position in points, from the top left of the picture.
    pub pos: [f32; 2],
    /// Texture coordinates, 0 to 1 from the top left.
    pub uv: [f32; 2],
    /// sRGB color, premultiplied by its alpha.
    pub color: [u8; 4],
}

const _: () = assert!(size_of::<OverlayVertex>() == 20);

/// New content for an interface texture, or for a part of it.
#[derive(Clone, Copy, Debug)]
pub struct OverlayTexture<'a> {
    /// sRGB pixels, premultiplied by their alpha.
    pub image: ImageData<'a>,
    /// Left and top of the part to replace; `None` replaces the texture as a whole, whatever its size was.
    pub part: Option<[u32; 2]>,
    /// Whether the texture is smoothed when enlarged.
    pub filter: Filter,
}
