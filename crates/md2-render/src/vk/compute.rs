//! Compute pipelines, and their dispatches between passes.

use std::sync::Arc;

use ash::vk;

use super::barrier::ListBarrier;
use super::descriptor::{Set, SetLayout};
use super::device::Device;
use super::error::{Error, failed};
use super::owned::OwnedHandle;
use super::program::{Bindings, PipelineLayout, Shader};
use super::recorder::Recorder;
use super::recording::Recording;

pub(crate) struct ComputePipeline {
    raw: OwnedHandle<vk::Pipeline>,
    layout: PipelineLayout,
}

impl ComputePipeline {
    pub(crate) fn new(
        device: &Arc<Device>,
        name: &str,
        spirv: &[u8],
        sets: &[&Arc<SetLayout>],
        push_bytes: u32,
    ) -> Result<Self, Error> {
        let stage = vk::ShaderStageFlags::COMPUTE;
        let layout = PipelineLayout::new(device, name, sets, push_bytes, stage)?;
        let shader = Shader::new(device, name, spirv)?;
        let stage = vk::PipelineShaderStageCreateInfo::default().stage(stage).module(shader.handle);
        let info =
            vk::ComputePipelineCreateInfo::default().stage(stage.name(c"main")).layout(layout.raw.handle);
        // SAFETY: rule 5; the shader was validated when it was built, and tests check that it matches the layouts.
        let made = unsafe { device.raw.create_compute_pipelines(device.pipeline_cache, &[info], None) };
        // On failure the only handle is null.
        let made = made.map_err(|(_, result)| failed("vkCreateComputePipelines")(result))?;
        Ok(Self { raw: OwnedHandle::new(device, made[0], name), layout })
    }
}

impl<'f> Recorder<'_, 'f> {
    pub(crate) fn list_barrier(&mut self, barrier: ListBarrier) {
        self.recording.memory_barrier(barrier.barrier());
    }

    pub(crate) fn bind_compute<'b>(&'b mut self, pipeline: &'f ComputePipeline) -> BoundCompute<'b, 'f> {
        let ComputePipeline { raw, layout } = pipeline;
        let bindings = Bindings::bind(&self.recording, raw.handle, layout);
        BoundCompute { recording: &mut self.recording, bindings }
    }
}

/// A bound compute pipeline and the state that is bound to it.
pub(crate) struct BoundCompute<'b, 'f> {
    recording: &'b mut Recording<'f>,
    bindings: Bindings<'f>,
}

impl<'f> BoundCompute<'_, 'f> {
    /// The largest number of work groups that every device can run at once.
    pub(crate) const MAX_GROUPS: u32 = 65_535;

    pub(crate) fn bind_set(&mut self, index: u32, set: &'f Set) {
        self.bindings.bind_set(self.recording, index, set);
    }

    pub(crate) fn push<T: bytemuck::Pod>(&mut self, constants: &T) {
        self.bindings.push(self.recording, constants);
    }

    pub(crate) fn dispatch(&mut self, groups: u32) {
        self.bindings.assert_complete();
        assert!(groups <= Self::MAX_GROUPS, "{groups} work groups");
        // SAFETY: rule 6, outside of passes, which borrow the recording; the queue runs compute shaders, and the
        // number of groups is within every device's limit. VUID-vkCmdDispatch-groupCountX-00386.
        unsafe { self.recording.device.raw.cmd_dispatch(self.recording.raw, groups, 1, 1) };
    }
}
