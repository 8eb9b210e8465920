//! The parts that graphics and compute pipelines share: their layouts and shaders, and what is bound to them.

use std::{io::Cursor, sync::Arc};

use ash::vk;

use super::descriptor::{Resource, Set, SetLayout};
use super::device::Device;
use super::error::{Error, failed};
use super::owned::OwnedHandle;
use super::recording::Recording;

pub(super) struct PipelineLayout {
    pub(super) raw: OwnedHandle<vk::PipelineLayout>,
    sets: Box<[Arc<SetLayout>]>,
    push_bytes: u32,
    stages: vk::ShaderStageFlags,
}

impl PipelineLayout {
    pub(super) fn new(
        device: &Arc<Device>,
        name: &str,
        sets: &[&Arc<SetLayout>],
        push_bytes: u32,
        stages: vk::ShaderStageFlags,
    ) -> Result<Self, Error> {
        let is_ours = |set: &&Arc<SetLayout>| Arc::ptr_eq(&set.raw.device, device);
        assert!(sets.iter().all(is_ours), "a layout belongs to another device");
        assert!(push_bytes <= 128 && push_bytes.is_multiple_of(4), "{push_bytes} bytes of push constants");
        assert!(sets.len() <= 4, "{} sets", sets.len());
        let handles: Vec<_> = sets.iter().map(|set| set.raw.handle).collect();
        let push = [vk::PushConstantRange::default().stage_flags(stages).size(push_bytes)];
        let info = vk::PipelineLayoutCreateInfo::default()
            .set_layouts(&handles)
            .push_constant_ranges(if push_bytes == 0 { &[] } else { &push });
        // SAFETY: rule 5; at most 128 bytes are pushed, and at most four sets bound, which every device allows.
        // VUID-VkPushConstantRange-size-00298, VUID-VkPipelineLayoutCreateInfo-setLayoutCount-00286.
        let raw = unsafe { device.raw.create_pipeline_layout(&info, None) }
            .map_err(failed("vkCreatePipelineLayout"))?;
        let raw = OwnedHandle::new(device, raw, name);
        let sets = sets.iter().map(|&set| Arc::clone(set)).collect();
        Ok(Self { raw, sets, push_bytes, stages })
    }

    fn bind_point(&self) -> vk::PipelineBindPoint {
        if self.stages == vk::ShaderStageFlags::COMPUTE {
            vk::PipelineBindPoint::COMPUTE
        } else {
            vk::PipelineBindPoint::GRAPHICS
        }
    }
}

pub(super) struct Shader<'a> {
    pub(super) handle: vk::ShaderModule,
    device: &'a Device,
}

impl<'a> Shader<'a> {
    pub(super) fn new(device: &'a Device, name: &str, spirv: &[u8]) -> Result<Self, Error> {
        // Copies the code, for alignment.
        let words = ash::util::read_spv(&mut Cursor::new(spirv))
            .map_err(|error| Error::Unexpected { call: "reading SPIR-V", result: error.to_string() })?;
        let info = vk::ShaderModuleCreateInfo::default().code(&words);
        // SAFETY: rule 5; the code was checked by spirv-val when it was built.
        let handle = unsafe { device.raw.create_shader_module(&info, None) }
            .map_err(failed("vkCreateShaderModule"))?;
        device.name(handle, name);
        Ok(Self { handle, device })
    }
}

impl Drop for Shader<'_> {
    fn drop(&mut self) {
        // SAFETY: pipelines keep no reference to their modules.
        unsafe { self.device.raw.destroy_shader_module(self.handle, None) };
    }
}

/// The sets and constants that are bound to a pipeline.
pub(super) struct Bindings<'f> {
    layout: &'f PipelineLayout,
    sets: u32,
    is_pushed: bool,
}

impl<'f> Bindings<'f> {
    /// Binds a pipeline, to which nothing is bound yet.
    pub(super) fn bind(
        recording: &Recording<'f>,
        pipeline: vk::Pipeline,
        layout: &'f PipelineLayout,
    ) -> Self {
        recording.assert_own(&layout.raw.device);
        // SAFETY: rule 2; the pipeline has this layout.
        unsafe { recording.device.raw.cmd_bind_pipeline(recording.raw, layout.bind_point(), pipeline) };
        Self { layout, sets: 0, is_pushed: layout.push_bytes == 0 }
    }

    pub(super) fn bind_set(&mut self, recording: &mut Recording<'f>, index: u32, set: &'f Set) {
        let layout = self.layout.sets.get(index as usize);
        let fits = layout.is_some_and(|layout| Arc::ptr_eq(layout, &set.layout));
        assert!(fits, "set {index} does not match the pipeline");
        recording.assert_own(set.device());
        for resource in &set.resources {
            if let Some((buffer, usage)) = resource.buffer() {
                recording.take_buffer(buffer, usage);
            }
            if let Resource::Texture(image, ..) = resource {
                assert!(image.is_readable(), "an image of the set has no content yet");
            }
        }
        let (point, layout) = (self.layout.bind_point(), self.layout.raw.handle);
        // SAFETY: rule 2; the set has the layout that the pipeline has at this index, as just asserted.
        // VUID-vkCmdBindDescriptorSets-pDescriptorSets-00358.
        unsafe {
            recording.device.raw.cmd_bind_descriptor_sets(
                recording.raw,
                point,
                layout,
                index,
                &[set.handle],
                &[],
            );
        };
        self.sets |= 1 << index;
    }

    pub(super) fn push<T: bytemuck::Pod>(&mut self, recording: &Recording<'f>, constants: &T) {
        let bytes = bytemuck::bytes_of(constants);
        let PipelineLayout { raw, stages, push_bytes, .. } = self.layout;
        let fits = !bytes.is_empty() && bytes.len() == *push_bytes as usize;
        assert!(fits, "the pipeline has other push constants");
        // SAFETY: recording; the range is the whole of the layout's one range, as just asserted.
        // VUID-vkCmdPushConstants-offset-01795.
        unsafe { recording.device.raw.cmd_push_constants(recording.raw, raw.handle, *stages, 0, bytes) };
        self.is_pushed = true;
    }

    pub(super) fn assert_complete(&self) {
        let is_bound = self.sets.count_ones() as usize == self.layout.sets.len();
        assert!(is_bound, "a descriptor set is missing");
        assert!(self.is_pushed, "the push constants are missing");
    }
}
