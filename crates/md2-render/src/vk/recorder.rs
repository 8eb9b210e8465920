//! Recording of one command buffer.

use ash::vk;

use super::{Buffer, Device, Pipeline, SceneSet, TextureSets, barrier, error::failed, image::Image};
use crate::{Filter, RenderError};

/// A command buffer while it is recorded.
///
/// What is recorded is borrowed, hence alive, and by rule 2 it stays until the commands have run. Counts its
/// draws.
pub(crate) struct Recorder<'a> {
    pub(super) device: &'a Device,
    pub(super) raw: vk::CommandBuffer,
    draws: u32,
}

/// Where colors go.
#[derive(Clone, Copy)]
pub(crate) struct ColorTarget {
    pub(super) image: vk::Image,
    pub(super) view: vk::ImageView,
}

impl ColorTarget {
    /// An image of ours, in its own format.
    pub(crate) fn of(image: &Image) -> Self {
        Self { image: image.raw.handle, view: image.view() }
    }

    /// An image of ours, in its second format.
    pub(crate) fn second_of(image: &Image) -> Self {
        Self { image: image.raw.handle, view: image.second_view() }
    }
}

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// What a pass does with what its target holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Load {
    Clear([f32; 4]),
    Keep,
    Discard,
}

impl<'a> Recorder<'a> {
    /// Begins a buffer of a pool that was just reset.
    pub(super) fn begin(device: &'a Device, raw: vk::CommandBuffer) -> Result<Self, RenderError> {
        let info = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        // SAFETY: rule 5; the pool was reset, so the buffer is not in use.
        // VUID-vkBeginCommandBuffer-commandBuffer-00049.
        unsafe { device.raw.begin_command_buffer(raw, &info) }.map_err(failed("vkBeginCommandBuffer"))?;
        Ok(Self { device, raw, draws: 0 })
    }

    /// Ends the buffer.
    pub(super) fn end(self) -> Result<(), RenderError> {
        // SAFETY: recording, outside of any pass: passes are closures of `pass`.
        unsafe { self.device.raw.end_command_buffer(self.raw) }.map_err(failed("vkEndCommandBuffer"))
    }

    /// Draw calls recorded so far.
    pub(crate) const fn draws(&self) -> u32 {
        self.draws
    }

    /// Draws into a color image, in one go, with optional samples and depth.
    pub(crate) fn pass(
        &mut self,
        target: ColorTarget,
        extent: [u32; 2],
        load: Load,
        depth: Option<&PassDepth<'_>>,
        draw: impl FnOnce(&mut Self),
    ) {
        let (load_op, clear) = match load {
            Load::Clear(color) => (vk::AttachmentLoadOp::CLEAR, color),
            Load::Keep => (vk::AttachmentLoadOp::LOAD, [0.0; 4]),
            Load::Discard => (vk::AttachmentLoadOp::DONT_CARE, [0.0; 4]),
        };
        let samples = depth.and_then(|depth| depth.samples);
        let mut color = vk::RenderingAttachmentInfo::default()
            .image_view(target.view)
            .image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
            .load_op(load_op)
            .store_op(vk::AttachmentStoreOp::STORE)
            .clear_value(vk::ClearValue { color: vk::ClearColorValue { float32: clear } });
        if let Some(samples) = samples {
            color = color
                .image_view(samples.view())
                .store_op(vk::AttachmentStoreOp::DONT_CARE)
                .resolve_mode(vk::ResolveModeFlags::AVERAGE)
                .resolve_image_view(target.view)
                .resolve_image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL);
        }
        let colors = [color];
        let mut info = vk::RenderingInfo::default()
            .render_area(vk::Rect2D { offset: vk::Offset2D::default(), extent: extent_2d(extent) })
            .layer_count(1)
            .color_attachments(&colors);
        // Reversed depth: the far end is 0.
        let far = vk::ClearDepthStencilValue { depth: 0.0, stencil: 0 };
        let depth_attachment = depth.map(|depth| {
            vk::RenderingAttachmentInfo::default()
                .image_view(depth.image.view())
                .image_layout(vk::ImageLayout::DEPTH_ATTACHMENT_OPTIMAL)
                .load_op(vk::AttachmentLoadOp::CLEAR)
                .store_op(vk::AttachmentStoreOp::DONT_CARE)
                .clear_value(vk::ClearValue { depth_stencil: far })
        });
        if let Some(attachment) = &depth_attachment {
            info = info.depth_attachment(attachment);
        }
        // SAFETY: rules 2 and 5; the images are in these layouts by the barriers recorded before, and at
        // least as large. VUID-VkRenderingInfo-pNext-06079.
        unsafe { self.device.raw.cmd_begin_rendering(self.raw, &info) };
        self.set_area(extent);
        draw(self);
        // SAFETY: inside the pass begun above.
        unsafe { self.device.raw.cmd_end_rendering(self.raw) };
    }

    /// Viewport and scissor over the whole target. The viewport's height is positive: Y points down.
    fn set_area(&mut self, [width, height]: [u32; 2]) {
        let viewport = vk::Viewport {
            x: 0.0,
            y: 0.0,
            width: width as f32,
            height: height as f32,
            min_depth: 0.0,
            max_depth: 1.0,
        };
        // SAFETY: recording; the size is within the device's limit for images. VUID-VkViewport-width-01771.
        unsafe { self.device.raw.cmd_set_viewport(self.raw, 0, &[viewport]) };
        self.set_scissor(Rect { left: 0, top: 0, width, height });
    }

    /// Nothing is drawn outside of `area`, which lies inside the target.
    pub(crate) fn set_scissor(&mut self, area: Rect) {
        let signed = |edge: u32| i32::try_from(edge).unwrap_or(i32::MAX);
        let scissor = vk::Rect2D {
            offset: vk::Offset2D { x: signed(area.left), y: signed(area.top) },
            extent: extent_2d([area.width, area.height]),
        };
        // SAFETY: recording; offsets are not negative. VUID-vkCmdSetScissor-x-00595.
        unsafe { self.device.raw.cmd_set_scissor(self.raw, 0, &[scissor]) };
    }

    /// Draws with this pipeline from now on, both sides of faces.
    pub(crate) fn bind(&mut self, pipeline: &Pipeline) {
        // SAFETY: rule 2.
        unsafe {
            self.device.raw.cmd_bind_pipeline(self.raw, vk::PipelineBindPoint::GRAPHICS, pipeline.raw);
        };
        self.set_culling(vk::CullModeFlags::NONE, vk::FrontFace::CLOCKWISE);
    }

    /// Which side of faces is seen.
    pub(crate) fn set_culling(&mut self, culled: vk::CullModeFlags, front: vk::FrontFace) {
        // SAFETY: recording; dynamic in every pipeline.
        unsafe { self.device.raw.cmd_set_cull_mode(self.raw, culled) };
        // SAFETY: likewise.
        unsafe { self.device.raw.cmd_set_front_face(self.raw, front) };
    }

    /// Set 0 of a pipeline that uses the scene.
    pub(crate) fn bind_scene(&mut self, pipeline: &Pipeline, set: &SceneSet) {
        self.bind_set(pipeline, pipeline.scene_index(), set.set);
    }

    /// The texture of a pipeline.
    pub(crate) fn bind_texture(&mut self, pipeline: &Pipeline, texture: &TextureSets, filter: Filter) {
        self.bind_set(pipeline, pipeline.texture_index(), texture.get(filter));
    }

    fn bind_set(&mut self, pipeline: &Pipeline, index: u32, set: vk::DescriptorSet) {
        let point = vk::PipelineBindPoint::GRAPHICS;
        // SAFETY: rule 2; the set has the layout that the pipeline has at this index.
        // VUID-vkCmdBindDescriptorSets-pDescriptorSets-00358.
        unsafe {
            self.device.raw.cmd_bind_descriptor_sets(
                self.raw,
                point,
                pipeline.layout.handle,
                index,
                &[set],
                &[],
            );
        };
    }

    /// The push constants of a pipeline, all of them.
    pub(crate) fn push<T: bytemuck::Pod>(&mut self, pipeline: &Pipeline, constants: &T) {
        let bytes = bytemuck::bytes_of(constants);
        assert!(bytes.len() == pipeline.push_bytes as usize, "another pipeline's constants");
        // SAFETY: recording; the range is the whole of the layout's one range, as just asserted.
        // VUID-vkCmdPushConstants-offset-01795.
        unsafe {
            self.device.raw.cmd_push_constants(
                self.raw,
                pipeline.layout.handle,
                Pipeline::PUSH_STAGES,
                0,
                bytes,
            );
        };
    }

    /// Vertex buffers from binding 0 on, each with the offset of its first vertex.
    pub(crate) fn bind_vertices<const N: usize>(&mut self, buffers: [(&Buffer, u64); N]) {
        let handles = buffers.map(|(buffer, _)| buffer.raw);
        let offsets = buffers.map(|(_, offset)| offset);
        // SAFETY: rule 2; offsets lie inside their buffers. VUID-vkCmdBindVertexBuffers-pOffsets-00626.
        unsafe { self.device.raw.cmd_bind_vertex_buffers(self.raw, 0, &handles, &offsets) };
    }

    /// The index buffer, from `offset` on.
    pub(crate) fn bind_indices(&mut self, buffer: &Buffer, offset: u64, kind: vk::IndexType) {
        // SAFETY: rule 2; the offset is inside the buffer and a multiple of the index size.
        // VUID-vkCmdBindIndexBuffer-offset-08783.
        unsafe { self.device.raw.cmd_bind_index_buffer(self.raw, buffer.raw, offset, kind) };
    }

    /// Draws triangles without buffers.
    pub(crate) fn draw(&mut self, vertices: u32) {
        self.draws += 1;
        // SAFETY: inside a pass whose formats are those of the bound pipeline; what it needs was bound.
        unsafe { self.device.raw.cmd_draw(self.raw, vertices, 1, 0, 0) };
    }

    /// Draws indexed triangles.
    pub(crate) fn draw_indexed(&mut self, indices: std::ops::Range<u32>, first_vertex: i32, instances: u32) {
        self.draws += 1;
        let count = indices.end - indices.start;
        // SAFETY: inside a pass whose formats are those of the bound pipeline; what it needs was bound, and
        // every index was checked against the vertices: by `md2_mesh` for models, by the overlay for its own.
        unsafe {
            self.device.raw.cmd_draw_indexed(self.raw, count, instances, indices.start, first_vertex, 0);
        };
    }

    pub(super) fn barrier(
        &mut self,
        images: &[vk::ImageMemoryBarrier2<'_>],
        memory: &[vk::MemoryBarrier2<'_>],
    ) {
        let info = vk::DependencyInfo::default().image_memory_barriers(images).memory_barriers(memory);
        // SAFETY: rules 2 and 5; outside of passes, and the old layouts are what the last use left.
        // VUID-VkImageMemoryBarrier2-oldLayout-01197.
        unsafe { self.device.raw.cmd_pipeline_barrier2(self.raw, &info) };
    }

    /// Before drawing to our own picture.
    pub(crate) fn reuse_picture(&mut self, target: ColorTarget) {
        self.barrier(&[barrier::reused_to_drawn(target.image)], &[]);
    }

    /// Before drawing to a swapchain image.
    pub(crate) fn acquire_picture(&mut self, target: ColorTarget) {
        self.barrier(&[barrier::acquired_to_drawn(target.image)], &[]);
    }

    /// Before the depth image and the samples are cleared.
    pub(crate) fn reuse_depth(&mut self, depth: &PassDepth<'_>) {
        self.barrier(&[barrier::depth_to_tested(depth.image.raw.handle)], &[]);
        if let Some(samples) = depth.samples {
            self.barrier(&[barrier::samples_to_drawn(samples.raw.handle)], &[]);
        }
    }

    /// Between two passes over the same picture.
    pub(crate) fn draw_over(&mut self, target: ColorTarget) {
        self.barrier(&[barrier::drawn_to_drawn_over(target.image)], &[]);
    }

    /// After the last pass to a swapchain image.
    pub(crate) fn present_picture(&mut self, target: ColorTarget) {
        self.barrier(&[barrier::drawn_to_presented(target.image)], &[]);
    }

    /// Before a mask is drawn anew.
    pub(crate) fn reuse_mask(&mut self, mask: &Image) {
        self.barrier(&[barrier::sampled_to_drawn(mask.raw.handle)], &[]);
    }

    /// Before a mask that was drawn is read.
    pub(crate) fn sample_mask(&mut self, mask: &Image) {
        self.barrier(&[barrier::drawn_to_sampled(mask.raw.handle)], &[]);
    }

    /// Copies a finished picture for the host, rows without gaps.
    pub(crate) fn read_back(&mut self, picture: &Image, to: &Buffer) {
        self.barrier(&[barrier::drawn_to_copied_from(picture.raw.handle)], &[]);
        let region =
            vk::BufferImageCopy::default().image_subresource(color_layer(0)).image_extent(vk::Extent3D {
                width: picture.extent.width,
                height: picture.extent.height,
                depth: 1,
            });
        // SAFETY: rule 2; in this layout by the barrier, and the buffer was made for four bytes a pixel.
        // VUID-vkCmdCopyImageToBuffer-pRegions-00183.
        unsafe {
            self.device.raw.cmd_copy_image_to_buffer(
                self.raw,
                picture.raw.handle,
                vk::ImageLayout::TRANSFER_SRC_OPTIMAL,
                to.raw,
                &[region],
            );
        };
        self.barrier(&[], &[barrier::written_to_host()]);
    }

    /// Copies a finished picture to a swapchain image of the same size, byte by byte, and hands that to
    /// presentation.
    pub(crate) fn copy_to_presented(&mut self, picture: &Image, to: ColorTarget) {
        self.barrier(
            &[barrier::drawn_to_copied_from(picture.raw.handle), barrier::acquired_to_copied_to(to.image)],
            &[],
        );
        let region = vk::ImageCopy::default()
            .src_subresource(color_layer(0))
            .dst_subresource(color_layer(0))
            .extent(vk::Extent3D { width: picture.extent.width, height: picture.extent.height, depth: 1 });
        // SAFETY: rule 2; in these layouts by the barriers, of equal size and with texels of four bytes.
        // VUID-vkCmdCopyImage-srcImage-01548.
        unsafe {
            self.device.raw.cmd_copy_image(
                self.raw,
                picture.raw.handle,
                vk::ImageLayout::TRANSFER_SRC_OPTIMAL,
                to.image,
                vk::ImageLayout::TRANSFER_DST_OPTIMAL,
                &[region],
            );
        };
        self.barrier(&[barrier::copied_to_presented(to.image)], &[]);
    }
}

/// What a pass needs to draw solid things.
pub(crate) struct PassDepth<'a> {
    pub(crate) image: &'a Image,
    /// Several samples a pixel, which end up in the pass's target.
    pub(crate) samples: Option<&'a Image>,
}

pub(super) fn color_layer(mip_level: u32) -> vk::ImageSubresourceLayers {
    vk::ImageSubresourceLayers {
        aspect_mask: vk::ImageAspectFlags::COLOR,
        mip_level,
        base_array_layer: 0,
        layer_count: 1,
    }
}

const fn extent_2d([width, height]: [u32; 2]) -> vk::Extent2D {
    vk::Extent2D { width, height }
}
