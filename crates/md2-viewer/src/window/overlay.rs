//! Conversion of egui's output to the renderer's overlay.

use egui::epaint::{ImageData, Primitive};
use egui::{ClippedPrimitive, TextureFilter, TextureId, TexturesDelta};
use md2_render::{Filter, OverlayMesh, OverlayTexture, RenderError, Renderer};

pub(super) fn set_textures(renderer: &mut Renderer, delta: &mut TexturesDelta) -> Result<(), RenderError> {
    for (id, changes) in delta.set.drain() {
        for change in changes {
            let ImageData::Color(image) = &change.image;
            let texture = OverlayTexture {
                size: image.size.map(side),
                pixels: bytemuck::cast_slice(&image.pixels),
                part: change.pos.map(|pos| pos.map(side)),
                filter: match change.options.magnification {
                    TextureFilter::Linear => Filter::Linear,
                    TextureFilter::Nearest => Filter::Nearest,
                },
            };
            renderer.set_overlay_texture(number(id), &texture)?;
        }
    }
    Ok(())
}

pub(super) fn free_textures(renderer: &mut Renderer, delta: &mut TexturesDelta) {
    for id in delta.free.drain() {
        renderer.remove_overlay_texture(number(id));
    }
}

pub(super) fn meshes(primitives: &[ClippedPrimitive]) -> Vec<OverlayMesh<'_>> {
    primitives
        .iter()
        .filter_map(|ClippedPrimitive { clip_rect, primitive }| match primitive {
            Primitive::Mesh(mesh) => Some(OverlayMesh {
                clip: [clip_rect.min.x, clip_rect.min.y, clip_rect.max.x, clip_rect.max.y],
                texture: number(mesh.texture_id),
                // Both vertex types have position, texture coordinate and color in 20 bytes.
                vertices: bytemuck::cast_slice(&mesh.vertices),
                indices: &mesh.indices,
            }),
            Primitive::Callback(_) => None,
        })
        .collect()
}

fn number(id: TextureId) -> u64 {
    match id {
        TextureId::Managed(n) => n << 1,
        TextureId::User(n) => n << 1 | 1,
    }
}

fn side(pixels: usize) -> u32 {
    u32::try_from(pixels).expect("egui respects the maximum side of textures")
}
