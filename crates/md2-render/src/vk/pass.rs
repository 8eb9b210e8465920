//! Recording of draws: a `Pass` is borrowed from a recorder, and a `Bound` pipeline from a pass.

use std::ops::Range;

use ash::vk;

use super::barrier;
use super::buffer::Buffer;
use super::canvas::{Target, ViewFormat};
use super::descriptor::Set;
use super::image::Image;
use super::pipeline::{Attachments, Pipeline};
use super::program::Bindings;
use super::recording::Recording;

#[derive(Clone, Copy)]
pub(crate) struct PassDesc<'f> {
    pub(crate) view_format: ViewFormat,
    pub(crate) load: Load,
    pub(crate) depth: Option<PassDepth<'f>>,
    /// The rectangle whose depth is cleared and in which the pass draws; `None` for the whole target. Color is loaded
    /// everywhere.
    pub(crate) area: Option<Rect>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Load {
    Clear([f32; 4]),
    Keep,
    Discard,
}

#[derive(Clone, Copy)]
pub(crate) struct PassDepth<'f> {
    /// The depth image, cleared at the beginning of the pass and discarded at its end.
    pub(crate) image: &'f Image,
    /// The multisampled image, which is resolved to the target. It has as many samples as the depth image.
    pub(crate) samples: Option<&'f Image>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Rect {
    pub(crate) const fn whole([width, height]: [u32; 2]) -> Self {
        Self { left: 0, top: 0, width, height }
    }

    pub(crate) fn pixels(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.width == 0 || self.height == 0
    }

    pub(super) fn is_inside(&self, outer: &Self) -> bool {
        let lies = |(start, length): (u32, u32), (outer, outer_length): (u32, u32)| {
            start >= outer && start.checked_add(length).is_some_and(|end| end <= outer + outer_length)
        };
        lies((self.left, self.width), (outer.left, outer.width))
            && lies((self.top, self.height), (outer.top, outer.height))
    }

    fn raw(&self) -> vk::Rect2D {
        let signed = |edge: u32| i32::try_from(edge).expect("inside an image");
        vk::Rect2D {
            offset: vk::Offset2D { x: signed(self.left), y: signed(self.top) },
            extent: vk::Extent2D { width: self.width, height: self.height },
        }
    }
}

/// A render pass. It lasts until the closure that records it returns. Only a pass can draw.
pub(crate) struct Pass<'p, 'f> {
    recorder: &'p mut Recording<'f>,
    /// Whether the pass belongs to the caller, who begins and ends it, and sets viewport and scissor.
    is_lent: bool,
    extent: [u32; 2],
    area: Rect,
    attachments: Attachments,
}

impl<'p, 'f> Pass<'p, 'f> {
    pub(super) fn record<T: Target>(
        recorder: &'p mut Recording<'f>,
        target: &T,
        desc: &PassDesc<'f>,
        draw: impl FnOnce(&mut Self),
    ) {
        let extent = target.extent();
        let area = desc.area.unwrap_or(Rect::whole(extent));
        let is_drawable = !area.is_empty() && area.is_inside(&Rect::whole(extent));
        assert!(is_drawable, "the area {area:?} is not inside the target of {extent:?} pixels");
        let (view, format) = target.view(desc.view_format);
        let (load_op, clear) = match desc.load {
            Load::Clear(color) => (vk::AttachmentLoadOp::CLEAR, color),
            Load::Keep => (vk::AttachmentLoadOp::LOAD, [0.0; 4]),
            Load::Discard => (vk::AttachmentLoadOp::DONT_CARE, [0.0; 4]),
        };
        let mut attachments =
            Attachments { color: format, samples: vk::SampleCountFlags::TYPE_1, depth: None };
        let mut color = vk::RenderingAttachmentInfo::default()
            .image_view(view)
            .image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
            .load_op(load_op)
            .store_op(vk::AttachmentStoreOp::STORE)
            .clear_value(vk::ClearValue { color: vk::ClearColorValue { float32: clear } });
        if let Some(depth) = &desc.depth {
            assert!(
                desc.load != Load::Keep || depth.samples.is_none(),
                "a multisampled pass cannot keep the old content"
            );
            depth.prepare(recorder, extent, format, desc.view_format);
            if desc.area.is_some() {
                depth.clear(recorder, area);
            }
            recorder.tally.depth_pixels += area.pixels();
            attachments.samples = depth.image.samples;
            attachments.depth = Some(Image::view(depth.image).1);
            if let Some(samples) = depth.samples {
                color = color
                    .image_view(Target::view(&samples, desc.view_format).0)
                    .store_op(vk::AttachmentStoreOp::DONT_CARE)
                    .resolve_mode(vk::ResolveModeFlags::AVERAGE)
                    .resolve_image_view(view)
                    .resolve_image_layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL);
            }
        }
        let colors = [color];
        let mut info = vk::RenderingInfo::default()
            .render_area(Rect::whole(extent).raw())
            .layer_count(1)
            .color_attachments(&colors);
        let depth_attachment = desc.depth.map(|depth| {
            let is_cleared = desc.area.is_some();
            let load = if is_cleared { vk::AttachmentLoadOp::LOAD } else { vk::AttachmentLoadOp::CLEAR };
            depth.attachment().load_op(load).store_op(vk::AttachmentStoreOp::DONT_CARE)
        });
        if let Some(attachment) = &depth_attachment {
            info = info.depth_attachment(attachment);
        }
        // SAFETY: rules 2 and 5; the target is in this layout by rule 7, the others by the barriers of
        // `prepare`, which has compared all sizes; the area lies inside the target, as just asserted.
        // VUID-VkRenderingInfo-pNext-06077, -06078, -06079, -06080, -None-08994, -None-08995.
        unsafe { recorder.device.raw.cmd_begin_rendering(recorder.raw, &info) };
        draw(&mut Self { recorder, is_lent: false, extent, area, attachments });
    }

    /// Returns a pass that the caller has begun. Its pipelines draw with the viewport and the scissor that the caller has set.
    pub(super) const fn lent(recorder: &'p mut Recording<'f>, attachments: Attachments) -> Self {
        Self { recorder, is_lent: true, extent: [0; 2], area: Rect::whole([0; 2]), attachments }
    }

    /// Binds a pipeline with default state: no culling, the whole depth range and area, nothing else bound. A lent pass keeps the caller's
    /// depth range and area.
    pub(crate) fn bind<'b>(&'b mut self, pipeline: &'f Pipeline) -> Bound<'b, 'f> {
        assert!(pipeline.attachments == self.attachments, "the pipeline has other attachments than the pass");
        let bindings = Bindings::bind(self.recorder, pipeline.raw.handle, &pipeline.layout);
        let mut bound = Bound {
            recorder: &mut *self.recorder,
            extent: self.extent,
            area: self.area,
            columns: None,
            pipeline,
            bindings,
            vertices: if pipeline.strides.is_empty() { u64::MAX } else { 0 },
            indices: 0,
        };
        if !self.is_lent {
            bound.set_nearest(1.0);
            bound.set_scissor(bound.area);
        }
        bound.set_culling(vk::CullModeFlags::NONE, vk::FrontFace::CLOCKWISE);
        bound.set_topology(vk::PrimitiveTopology::TRIANGLE_LIST);
        bound
    }
}

impl Drop for Pass<'_, '_> {
    /// Ends the pass, also when drawing panics, since the caller may catch the panic and continue.
    fn drop(&mut self) {
        if self.is_lent {
            return;
        }
        // SAFETY: inside the pass, which `record` has begun, and which nothing else ends.
        // VUID-vkCmdEndRendering-None-06161.
        unsafe { self.recorder.device.raw.cmd_end_rendering(self.recorder.raw) };
    }
}

impl<'f> PassDepth<'f> {
    fn attachment(&self) -> vk::RenderingAttachmentInfo<'static> {
        // Depth is reversed: the far end is 0.
        let far = vk::ClearDepthStencilValue { depth: 0.0, stencil: 0 };
        vk::RenderingAttachmentInfo::default()
            .image_view(Image::view(self.image).0)
            .image_layout(vk::ImageLayout::DEPTH_ATTACHMENT_OPTIMAL)
            .clear_value(vk::ClearValue { depth_stencil: far })
    }

    /// Clears the depth in `area`, before a pass that draws only there. A pass that cleared its color everywhere and its
    /// depth in an area would be two passes, and a software device would finish the first before it begins the second.
    fn clear(&self, recorder: &mut Recording<'f>, area: Rect) {
        let attachment =
            self.attachment().load_op(vk::AttachmentLoadOp::CLEAR).store_op(vk::AttachmentStoreOp::STORE);
        let info =
            vk::RenderingInfo::default().render_area(area.raw()).layer_count(1).depth_attachment(&attachment);
        // SAFETY: rules 2 and 5; in this layout by the barrier of `prepare`; the caller has checked the area.
        unsafe { recorder.device.raw.cmd_begin_rendering(recorder.raw, &info) };
        // SAFETY: the pass was just begun.
        unsafe { recorder.device.raw.cmd_end_rendering(recorder.raw) };
        recorder.transition(barrier::DEPTH_CLEARED_TO_TESTED, self.image.raw.handle, 1);
    }

    fn prepare(
        &self,
        recorder: &mut Recording<'f>,
        extent: [u32; 2],
        format: vk::Format,
        view_format: ViewFormat,
    ) {
        recorder.check_image(self.image, vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT);
        assert!(self.image.extent() == extent, "the depth image and the target have different sizes");
        recorder.transition(barrier::DEPTH_TO_TESTED, self.image.raw.handle, 1);
        let several = self.image.samples != vk::SampleCountFlags::TYPE_1;
        assert!(several == self.samples.is_some(), "the sample counts of depth and color differ");
        let Some(samples) = self.samples else { return };
        recorder.check_image(samples, vk::ImageUsageFlags::COLOR_ATTACHMENT);
        assert!(samples.extent() == extent, "the multisampled image and the target have different sizes");
        assert!(samples.samples == self.image.samples, "the sample counts of depth and color differ");
        assert!(Target::view(&samples, view_format).1 == format, "the formats of samples and target differ");
        recorder.transition(barrier::SAMPLES_TO_DRAWN, samples.raw.handle, 1);
    }
}

/// A bound pipeline and the state that is bound to it. It draws only when all state that the pipeline needs is bound.
pub(crate) struct Bound<'b, 'f> {
    recorder: &'b mut Recording<'f>,
    extent: [u32; 2],
    area: Rect,
    columns: Option<[f32; 2]>,
    pipeline: &'f Pipeline,
    bindings: Bindings<'f>,
    vertices: u64,
    indices: u64,
}

impl<'f> Bound<'_, 'f> {
    /// Scales all depths by `depth`, 0 to 1. As depth is reversed, nothing is drawn nearer than this depth. The
    /// viewport is the whole target. Its height is positive, so Y points down.
    pub(crate) fn set_nearest(&mut self, depth: f32) {
        assert!((0.0..=1.0).contains(&depth), "the depth {depth} is outside 0..=1");
        let [width, height] = self.extent;
        let viewport = vk::Viewport {
            x: 0.0,
            y: 0.0,
            width: width as f32,
            height: height as f32,
            min_depth: 0.0,
            max_depth: depth,
        };
        // SAFETY: recording; images that are drawn to have sizes within the device's limits for viewports, and
        // the depth lies in 0..=1. VUID-VkViewport-width-01771, -height-01773, -x-01232, -y-01233, -maxDepth-01235.
        unsafe { self.recorder.device.raw.cmd_set_viewport(self.recorder.raw, 0, &[viewport]) };
    }

    pub(crate) fn set_scissor(&mut self, area: Rect) {
        let Rect { left, top, width, height } = self.area;
        assert!(
            area.is_inside(&self.area),
            "{area:?} is outside of {width}x{height} pixels from ({left}, {top})"
        );
        let scissor = area.raw();
        // SAFETY: recording; offsets are not negative. VUID-vkCmdSetScissor-x-00595.
        unsafe { self.recorder.device.raw.cmd_set_scissor(self.recorder.raw, 0, &[scissor]) };
    }

    /// Limits drawing to a part of the width, whose ends are fractions of the target's width. A lent pass keeps the caller's area.
    pub(crate) fn set_columns(&mut self, columns: Option<[f32; 2]>) {
        if columns == self.columns || self.area.pixels() == 0 {
            return;
        }
        self.columns = columns;
        let Rect { left, top, width, height } = self.area;
        let [start, end] = columns.unwrap_or([0.0, 1.0]).map(|part| {
            #[expect(clippy::cast_possible_truncation, reason = "limited to the area")]
            let pixel = (part * self.extent[0] as f32).round() as u32;
            pixel.clamp(left, left + width)
        });
        self.set_scissor(Rect { left: start, top, width: end.saturating_sub(start), height });
    }

    pub(crate) fn set_culling(&mut self, culled: vk::CullModeFlags, front: vk::FrontFace) {
        // SAFETY: recording; dynamic in every pipeline.
        unsafe { self.recorder.device.raw.cmd_set_cull_mode(self.recorder.raw, culled) };
        // SAFETY: recording; dynamic in every pipeline.
        unsafe { self.recorder.device.raw.cmd_set_front_face(self.recorder.raw, front) };
    }

    pub(crate) fn set_topology(&mut self, topology: vk::PrimitiveTopology) {
        // SAFETY: recording; dynamic in every pipeline, and each of these topologies has the pipelines' class.
        // VUID-vkCmdDrawIndexed-dynamicPrimitiveTopologyUnrestricted-07500.
        unsafe { self.recorder.device.raw.cmd_set_primitive_topology(self.recorder.raw, topology) };
    }

    pub(crate) fn bind_set(&mut self, index: u32, set: &'f Set) {
        self.bindings.bind_set(self.recorder, index, set);
    }

    pub(crate) fn push<T: bytemuck::Pod>(&mut self, constants: &T) {
        self.bindings.push(self.recorder, constants);
    }

    pub(crate) fn bind_vertices<const N: usize>(&mut self, buffers: [(&'f Buffer, u64); N]) {
        assert!(N > 0 && N == self.pipeline.strides.len(), "{N} vertex buffers");
        self.vertices = u64::MAX;
        for ((buffer, offset), &stride) in buffers.iter().zip(&self.pipeline.strides) {
            self.recorder.take_buffer(buffer, vk::BufferUsageFlags::VERTEX_BUFFER);
            // Sufficient for every format, since components have at most four bytes.
            assert!(offset.is_multiple_of(4), "the vertex offset {offset} is not a multiple of 4");
            assert!(*offset < buffer.size(), "the vertices start past their buffer");
            self.vertices = self.vertices.min((buffer.size() - offset) / u64::from(stride));
        }
        let handles = buffers.map(|(buffer, _)| buffer.raw.handle);
        let offsets = buffers.map(|(_, offset)| offset);
        // SAFETY: rule 2; offsets lie inside their buffers, as just asserted.
        // VUID-vkCmdBindVertexBuffers-pOffsets-00626.
        unsafe {
            self.recorder.device.raw.cmd_bind_vertex_buffers(self.recorder.raw, 0, &handles, &offsets);
        };
    }

    pub(crate) fn bind_indices(&mut self, buffer: &'f Buffer, offset: u64, kind: vk::IndexType) {
        self.recorder.take_buffer(buffer, vk::BufferUsageFlags::INDEX_BUFFER);
        let size = if kind == vk::IndexType::UINT16 { 2 } else { 4 };
        assert!(kind == vk::IndexType::UINT16 || kind == vk::IndexType::UINT32, "{kind:?}");
        assert!(
            offset < buffer.size() && offset.is_multiple_of(size),
            "the index offset {offset} is invalid"
        );
        self.indices = (buffer.size() - offset) / size;
        // SAFETY: rule 2; the offset is inside the buffer and a multiple of the index size, as just asserted.
        // VUID-vkCmdBindIndexBuffer-offset-08783.
        unsafe {
            self.recorder.device.raw.cmd_bind_index_buffer(
                self.recorder.raw,
                buffer.raw.handle,
                offset,
                kind,
            );
        };
    }

    pub(crate) fn draw(&mut self, vertices: u32, instances: Range<u32>) {
        self.assert_complete();
        assert!(u64::from(vertices) <= self.vertices, "{vertices} vertices exceed their buffers");
        self.recorder.tally.draws += 1;
        let count = instances.end.saturating_sub(instances.start);
        // SAFETY: rule 6.
        unsafe { self.recorder.device.raw.cmd_draw(self.recorder.raw, vertices, count, 0, instances.start) };
    }

    /// Draws indexed triangles. `first_vertex` is added to every index.
    pub(crate) fn draw_indexed(&mut self, indices: Range<u32>, first_vertex: u32, instances: Range<u32>) {
        self.assert_complete();
        assert!(self.indices > 0, "the indices are missing");
        assert!(
            indices.start <= indices.end && u64::from(indices.end) <= self.indices,
            "indices {indices:?}"
        );
        assert!(u64::from(first_vertex) < self.vertices, "vertex {first_vertex} is past the buffers");
        let first_vertex = i32::try_from(first_vertex).expect("a buffer of 2^31 vertices");
        self.recorder.tally.draws += 1;
        let count = indices.end - indices.start;
        // SAFETY: rule 6; the indices lie inside their buffer, as just asserted.
        // VUID-vkCmdDrawIndexed-robustBufferAccess2-08798.
        unsafe {
            self.recorder.device.raw.cmd_draw_indexed(
                self.recorder.raw,
                count,
                instances.end.saturating_sub(instances.start),
                indices.start,
                first_vertex,
                instances.start,
            );
        };
    }

    /// Draws as the [`vk::DrawIndexedIndirectCommand`] at byte `offset` of the buffer says.
    pub(crate) fn draw_indexed_indirect(&mut self, commands: &'f Buffer, offset: u64) {
        self.assert_complete();
        assert!(self.indices > 0, "the indices are missing");
        self.recorder.take_buffer(commands, vk::BufferUsageFlags::INDIRECT_BUFFER);
        let bytes = size_of::<vk::DrawIndexedIndirectCommand>() as u64;
        let end = offset.checked_add(bytes);
        let fits = offset.is_multiple_of(4) && end.is_some_and(|end| end <= commands.size());
        assert!(fits, "a command at byte {offset} of {}", commands.size());
        self.recorder.tally.draws += 1;
        // SAFETY: rules 2 and 6; the command is inside the buffer, as just asserted, and one draw needs no stride.
        // VUID-vkCmdDrawIndexedIndirect-drawCount-00540, -offset-02710.
        unsafe {
            self.recorder.device.raw.cmd_draw_indexed_indirect(
                self.recorder.raw,
                commands.raw.handle,
                offset,
                1,
                0,
            );
        };
    }

    fn assert_complete(&self) {
        self.bindings.assert_complete();
        assert!(self.vertices > 0, "the vertices are missing");
    }
}
