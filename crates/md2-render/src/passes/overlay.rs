//! The interface: triangles over the finished scene, blended as bytes.

use std::{collections::HashMap, mem::offset_of, sync::Arc};

use ash::vk;
use bytemuck::{Pod, Zeroable};

use crate::layouts::Layouts;
use crate::overlay::{Overlay, OverlayImage, OverlayMesh, OverlayVertex};
use crate::spirv::spirv;
use crate::vk::{
    Blend, Buffer, Device, Error, Limits, Pass, Pipeline, PipelineDesc, Rect, Use, VertexAttribute,
    VertexBinding, check_limit,
};

pub(crate) const OVERLAY_VERTEX: VertexBinding<'_> = VertexBinding {
    stride: 20,
    attributes: &[
        VertexAttribute { location: 0, format: vk::Format::R32G32_SFLOAT, offset: 0 },
        VertexAttribute { location: 1, format: vk::Format::R32G32_SFLOAT, offset: 8 },
        VertexAttribute { location: 2, format: vk::Format::R8G8B8A8_UNORM, offset: 16 },
    ],
};

const _: () = {
    assert!(size_of::<OverlayVertex>() == 20 && offset_of!(OverlayVertex, pos) == 0);
    assert!(offset_of!(OverlayVertex, uv) == 8 && offset_of!(OverlayVertex, color) == 16);
};

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct OverlayPush {
    scale: [f32; 2],
}

const _: () = assert!(size_of::<OverlayPush>() == 8);

pub(crate) struct OverlayPass {
    pub(crate) pipeline: Pipeline,
}

impl OverlayPass {
    /// Creates the pass. `color_format` must be a format that stores bytes unchanged, not an sRGB format.
    pub(crate) fn new(
        device: &Arc<Device>,
        layouts: &Layouts,
        color_format: vk::Format,
    ) -> Result<Self, Error> {
        let desc = PipelineDesc {
            vertices: &[OVERLAY_VERTEX],
            sets: &[&layouts.texture],
            push_bytes: 8,
            blend: Blend::OverPremultiplied,
            ..PipelineDesc::flat("overlay", spirv!("overlay.vert"), spirv!("overlay.frag"), color_format)
        };
        Ok(Self { pipeline: Pipeline::new(device, &desc)? })
    }

    pub(crate) fn write(
        device: &Arc<Device>,
        buffer: &mut Option<Buffer>,
        overlay: &Overlay<'_>,
    ) -> Result<(), Error> {
        let vertex_bytes = vertex_bytes(overlay);
        let index_bytes: usize = overlay.meshes.iter().map(|mesh| size_of_val(mesh.indices)).sum();
        let needed = vertex_bytes + index_bytes as u64;
        if needed == 0 {
            return Ok(());
        }
        check(overlay, device.limits())?;
        let buffer = match buffer {
            Some(buffer) if buffer.size() >= needed => buffer,
            grown => {
                let rounded = needed.next_power_of_two().max(1 << 16);
                let size = rounded.min(device.limits().buffer_bytes).max(needed);
                grown.insert(Buffer::new(device, "overlay vertices and indices", size, Use::Stream)?)
            }
        };
        let (mut vertex_at, mut index_at) = (0, vertex_bytes);
        for mesh in overlay.meshes {
            let named = mesh.indices.iter().max().map_or(0, |&last| last as usize + 1);
            assert!(named <= mesh.vertices.len(), "an index is past the vertices of its overlay mesh");
            buffer.write(vertex_at, bytemuck::cast_slice(mesh.vertices));
            buffer.write(index_at, bytemuck::cast_slice(mesh.indices));
            vertex_at += size_of_val(mesh.vertices) as u64;
            index_at += size_of_val(mesh.indices) as u64;
        }
        Ok(())
    }

    pub(crate) fn record<'f>(
        &'f self,
        pass: &mut Pass<'_, 'f>,
        buffer: &'f Buffer,
        textures: &'f HashMap<u64, OverlayImage>,
        overlay: &Overlay<'_>,
        extent: [u32; 2],
    ) {
        if overlay.meshes.iter().all(|mesh| mesh.indices.is_empty()) {
            return;
        }
        let mut bound = pass.bind(&self.pipeline);
        bound.bind_vertices([(buffer, 0)]);
        bound.bind_indices(buffer, vertex_bytes(overlay), vk::IndexType::UINT32);
        let scale = extent.map(|edge| 2.0 * overlay.pixels_per_point / edge as f32);
        bound.push(&OverlayPush { scale });
        let (mut first_vertex, mut first_index) = (0, 0);
        for mesh in overlay.meshes {
            let (vertices, indices) = counts(mesh);
            if let (Some(texture), Some(clip)) =
                (textures.get(&mesh.texture), clip(mesh.clip, overlay.pixels_per_point, extent))
                && indices > 0
            {
                bound.set_scissor(clip);
                bound.bind_set(0, texture.set());
                bound.draw_indexed(first_index..first_index + indices, first_vertex, 0..1);
            }
            first_vertex += vertices;
            first_index += indices;
        }
    }
}

fn check(overlay: &Overlay<'_>, limits: &Limits) -> Result<(), Error> {
    for mesh in overlay.meshes {
        limits.check_vertices(mesh.vertices.len())?;
    }
    let all =
        |count: fn(&OverlayMesh<'_>) -> usize| overlay.meshes.iter().map(|mesh| count(mesh) as u64).sum();
    check_limit("vertices of an interface", all(|mesh| mesh.vertices.len()), i32::MAX as u64)?;
    check_limit("indices of an interface", all(|mesh| mesh.indices.len()), u64::from(u32::MAX))
}

fn vertex_bytes(overlay: &Overlay<'_>) -> u64 {
    overlay.meshes.iter().map(|mesh| size_of_val(mesh.vertices) as u64).sum()
}

fn counts(mesh: &OverlayMesh<'_>) -> (u32, u32) {
    let count = |length| u32::try_from(length).expect("checked before");
    (count(mesh.vertices.len()), count(mesh.indices.len()))
}

fn clip(
    [left, top, right, bottom]: [f32; 4],
    pixels_per_point: f32,
    [width, height]: [u32; 2],
) -> Option<Rect> {
    // The cast saturates, and turns NaN into 0.
    #[allow(clippy::cast_possible_truncation, reason = "saturation is intended")]
    let pixel = |edge: f32, limit: u32| ((edge * pixels_per_point).round() as u32).min(limit);
    let (left, top) = (pixel(left, width), pixel(top, height));
    let (right, bottom) = (pixel(right, width), pixel(bottom, height));
    (left < right && top < bottom).then(|| Rect { left, top, width: right - left, height: bottom - top })
}

const _: () = assert!(size_of::<OverlayVertex>().is_multiple_of(4), "indices follow vertices, aligned to 4");

#[cfg(test)]
mod tests {
    use super::{Rect, clip};

    #[test]
    fn clip_rectangles_are_rounded_and_limited_to_the_picture() {
        let check = |points, scale, expected| assert_eq!(clip(points, scale, [100, 50]), expected);
        let rect = |left, top, width, height| Some(Rect { left, top, width, height });
        check([0.0, 0.0, 100.0, 50.0], 1.0, rect(0, 0, 100, 50));
        check([-10.0, -10.0, 1000.0, 1000.0], 1.0, rect(0, 0, 100, 50));
        check([1.2, 2.6, 10.4, 20.5], 2.0, rect(2, 5, 19, 36));
        check([10.0, 10.0, 10.0, 20.0], 1.0, None);
        check([200.0, 0.0, 300.0, 50.0], 1.0, None);
        check([f32::NAN, 0.0, f32::INFINITY, 50.0], 1.0, rect(0, 0, 100, 50));
    }
}
