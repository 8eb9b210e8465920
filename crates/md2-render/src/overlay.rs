//! A two-dimensional interface drawn over the scene, as plain data.
//!
//! Made for egui, and free of it: its tessellated meshes have the layout of [`OverlayVertex`], so they are
//! handed on without a copy. Colors come out as egui means them: blended in sRGB space, premultiplied, on
//! whatever the scene left in the picture.

use std::sync::Arc;

use ash::vk;
use bytemuck::{Pod, Zeroable};

use crate::layouts::{Layouts, PerFilter, Samplers};
use crate::style::Filter;
use crate::vk::{Error, Image, ImageDesc, Resource, Sampler, Set, Transfer, ViewFormat};

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
    /// Width and height in pixels; not 0.
    pub size: [u32; 2],
    /// The pixels, row by row from the top: sRGB, premultiplied by their alpha, four bytes each.
    pub pixels: &'a [u8],
    /// Left and top of the part to replace; `None` replaces the texture as a whole, whatever its size was.
    pub part: Option<[u32; 2]>,
    /// Whether the texture is smoothed when enlarged.
    pub filter: Filter,
}

/// A texture of the interface in device memory.
pub(crate) struct OverlayImage {
    image: Arc<Image>,
    sets: PerFilter<Set>,
    filter: Filter,
}

impl OverlayImage {
    /// A whole texture: bytes as they are, one level.
    pub(crate) fn new(
        transfer: &mut Transfer,
        layouts: &Layouts,
        samplers: &Samplers,
        texture: &OverlayTexture<'_>,
    ) -> Result<Self, Error> {
        let name = "overlay texture";
        let usage = vk::ImageUsageFlags::SAMPLED | vk::ImageUsageFlags::TRANSFER_DST;
        let desc = ImageDesc::plain(name, texture.size, vk::Format::R8G8B8A8_UNORM, usage);
        let image = Arc::new(transfer.texture(&desc, texture.pixels)?);
        let set = |sampler: &Arc<Sampler>| {
            let resource = Resource::Texture(Arc::clone(&image), ViewFormat::First, Arc::clone(sampler));
            Set::new(name, &layouts.texture, [resource])
        };
        let [linear, nearest] = &samplers.clamp;
        let sets = PerFilter { linear: set(linear)?, nearest: set(nearest)? };
        Ok(Self { image, sets, filter: texture.filter })
    }

    /// Replaces a part.
    pub(crate) fn update(
        &mut self,
        transfer: &mut Transfer,
        at: [u32; 2],
        texture: &OverlayTexture<'_>,
    ) -> Result<(), Error> {
        self.filter = texture.filter;
        transfer.update(&self.image, at, texture.size, texture.pixels)
    }

    /// The set of the texture as it is to be read.
    pub(crate) const fn set(&self) -> &Set {
        self.sets.get(self.filter)
    }
}
