//! The interface: triangles over the finished scene, blended as bytes.

use std::{collections::HashMap, sync::Arc};

use ash::vk;
use bytemuck::{Pod, Zeroable};

use crate::{
    Overlay, OverlayMesh, OverlayVertex, RenderError,
    texture::Texture,
    vk::{
        Blend, Buffer, Depth, Device, FrameSlot, Pipeline, PipelineDesc, Recorder, Rect, SetLayouts, Use,
        VertexInput,
    },
};

/// The block of shaders/overlay.vert.glsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct OverlayPush {
    scale: [f32; 2],
}

const _: () = assert!(size_of::<OverlayPush>() == 8);

/// Draws the interface.
pub(crate) struct OverlayPass {
    pipeline: Pipeline,
}

impl OverlayPass {
    /// `color_format` takes bytes as they are.
    pub(crate) fn new(
        device: &Arc<Device>,
        layouts: &SetLayouts,
        color_format: vk::Format,
    ) -> Result<Self, RenderError> {
        let desc = PipelineDesc {
            name: "overlay",
            vertex: include_bytes!("../../shaders/spirv/overlay.vert.spv"),
            fragment: include_bytes!("../../shaders/spirv/overlay.frag.spv"),
            input: VertexInput::Overlay,
            scene: false,
            push_bytes: 8,
            color_format,
            samples: vk::SampleCountFlags::TYPE_1,
            depth: Depth::None,
            blend: Blend::OverPremultiplied,
            lines: false,
        };
        Ok(Self { pipeline: Pipeline::new(device, layouts, &desc)? })
    }

    /// Writes vertices, then indices, to the slot's buffer, which grows if it must.
    ///
    /// # Panics
    /// If an index names no vertex of its mesh.
    pub(crate) fn write(
        device: &Arc<Device>,
        slot: &mut FrameSlot,
        overlay: &Overlay<'_>,
    ) -> Result<(), RenderError> {
        let vertex_bytes = vertex_bytes(overlay);
        let index_bytes: usize = overlay.meshes.iter().map(|mesh| size_of_val(mesh.indices)).sum();
        let needed = vertex_bytes + index_bytes as u64;
        if needed == 0 {
            return Ok(());
        }
        let buffer = match &mut slot.overlay {
            Some(buffer) if buffer.size() >= needed => buffer,
            grown => {
                let size = needed.next_power_of_two().max(1 << 16);
                grown.insert(Buffer::new(device, "overlay vertices and indices", size, Use::Stream)?)
            }
        };
        let (mut vertex_at, mut index_at) = (0, vertex_bytes);
        for mesh in overlay.meshes {
            let named = mesh.indices.iter().max().map_or(0, |&last| last as usize + 1);
            assert!(named <= mesh.vertices.len(), "an index names no vertex of its overlay mesh");
            buffer.write(vertex_at, bytemuck::cast_slice(mesh.vertices));
            buffer.write(index_at, bytemuck::cast_slice(mesh.indices));
            vertex_at += size_of_val(mesh.vertices) as u64;
            index_at += size_of_val(mesh.indices) as u64;
        }
        Ok(())
    }

    /// Draws what was written.
    pub(crate) fn record(
        &self,
        recorder: &mut Recorder<'_>,
        buffer: &Buffer,
        textures: &HashMap<u64, Texture>,
        overlay: &Overlay<'_>,
        extent: [u32; 2],
    ) {
        recorder.bind(&self.pipeline);
        recorder.bind_vertices([(buffer, 0)]);
        recorder.bind_indices(buffer, vertex_bytes(overlay), vk::IndexType::UINT32);
        let scale = extent.map(|edge| 2.0 * overlay.pixels_per_point / edge as f32);
        recorder.push(&self.pipeline, &OverlayPush { scale });
        let (mut first_vertex, mut first_index) = (0, 0);
        for mesh in overlay.meshes {
            let (vertices, indices) = counts(mesh);
            if let (Some(texture), Some(clip)) =
                (textures.get(&mesh.texture), clip(mesh.clip, overlay.pixels_per_point, extent))
                && indices > 0
            {
                recorder.set_scissor(clip);
                recorder.bind_texture(&self.pipeline, &texture.sets, texture.filter);
                recorder.draw_indexed(first_index..first_index + indices, first_vertex, 1);
            }
            first_vertex += vertices;
            first_index += indices;
        }
    }
}

fn vertex_bytes(overlay: &Overlay<'_>) -> u64 {
    overlay.meshes.iter().map(|mesh| size_of_val(mesh.vertices) as u64).sum()
}

fn counts(mesh: &OverlayMesh<'_>) -> (i32, u32) {
    let many = "an interface of 2^31 corners";
    (i32::try_from(mesh.vertices.len()).expect(many), u32::try_from(mesh.indices.len()).expect(many))
}

/// A clip rectangle in whole pixels, inside the picture; none if it is empty.
fn clip(
    [left, top, right, bottom]: [f32; 4],
    pixels_per_point: f32,
    [width, height]: [u32; 2],
) -> Option<Rect> {
    // Casts of floats saturate, and what is no number becomes 0.
    #[allow(clippy::cast_possible_truncation, reason = "saturating is what is wanted")]
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
    fn clips_are_rounded_and_kept_inside() {
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
