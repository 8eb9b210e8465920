//! A two-dimensional interface over the scene.
//!
//! It is made for egui, but does not depend on it: egui's meshes have the layout of [`OverlayVertex`], so they need no
//! copy. As in egui, colors are premultiplied by alpha, and blended in sRGB space over the picture of the scene.

use std::sync::Arc;

use ash::vk;
use bytemuck::{Pod, Zeroable};

use crate::layouts::{Layouts, PerFilter, Samplers};
use crate::style::Filter;
use crate::vk::{Error, Image, ImageDesc, Resource, Sampler, Set, Transfer, ViewFormat};

/// Triangles over the scene, in drawing order.
#[derive(Clone, Copy, Debug)]
pub struct Overlay<'a> {
    /// Physical pixels per unit of [`OverlayVertex::pos`] and [`OverlayMesh::clip`].
    pub pixels_per_point: f32,
    /// The meshes; later ones are drawn over earlier ones.
    pub meshes: &'a [OverlayMesh<'a>],
}

/// Triangles with one texture and one clip rectangle.
#[derive(Clone, Copy, Debug)]
pub struct OverlayMesh<'a> {
    /// The clip rectangle: left, top, right, bottom in points.
    pub clip: [f32; 4],
    /// The ID of a texture that was set with [`Renderer::set_overlay_texture`](crate::Renderer::set_overlay_texture).
    /// A mesh with an unknown ID is skipped.
    pub texture: u64,
    /// The vertices of the triangles.
    pub vertices: &'a [OverlayVertex],
    /// Three indices into `vertices` for each triangle.
    pub indices: &'a [u32],
}

/// A vertex: 20 bytes, in egui's layout.
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

/// New pixels for an interface texture, or for a part of it.
#[derive(Clone, Copy, Debug)]
pub struct OverlayTexture<'a> {
    /// Width and height in pixels; not 0.
    pub size: [u32; 2],
    /// The pixels, row by row from the top: sRGB, premultiplied by their alpha, four bytes each.
    pub pixels: &'a [u8],
    /// Left and top of the replaced part; `None` replaces the whole texture, whose size may then change.
    pub part: Option<[u32; 2]>,
    /// The magnification filter.
    pub filter: Filter,
}

pub(crate) struct OverlayImage {
    image: Arc<Image>,
    sets: PerFilter<Set>,
    filter: Filter,
}

impl OverlayImage {
    /// Uploads a whole texture with one level, whose bytes shaders read without sRGB conversion.
    pub(crate) fn new(
        transfer: &mut Transfer,
        layouts: &Layouts,
        samplers: &Samplers,
        texture: &OverlayTexture<'_>,
    ) -> Result<Self, Error> {
        let name = "overlay texture";
        let usage = vk::ImageUsageFlags::SAMPLED | vk::ImageUsageFlags::TRANSFER_DST;
        let desc = ImageDesc::plain(name, texture.size, vk::Format::R8G8B8A8_UNORM, usage);
        let image = transfer.upload_texture(&desc, || texture.pixels)?;
        let set = |sampler: &Arc<Sampler>| {
            let resource = Resource::Texture(Arc::clone(&image), ViewFormat::First, Arc::clone(sampler));
            Set::new("interface", &layouts.texture, [resource])
        };
        let sets = samplers.clamp.try_map(set)?;
        Ok(Self { image, sets, filter: texture.filter })
    }

    pub(crate) fn update(
        &mut self,
        transfer: &mut Transfer,
        corner: [u32; 2],
        texture: &OverlayTexture<'_>,
    ) -> Result<(), Error> {
        self.filter = texture.filter;
        transfer.update_texture(&self.image, corner, texture.size, texture.pixels)
    }

    pub(crate) const fn set(&self) -> &Set {
        self.sets.get(self.filter)
    }
}
