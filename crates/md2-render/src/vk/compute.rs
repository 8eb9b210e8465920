//! A compute pass for the tests of vertex blending.

use std::sync::Arc;

use ash::vk;

use super::barrier;
use super::buffer::Buffer;
use super::descriptor::{Binding, Pool, SetLayout, pool_size};
use super::device::Device;
use super::error::{Error, failed};
use super::frames::Commands;
use super::owned::OwnedHandle;
use super::pipeline::{Shader, create_layout};

/// Runs a compute shader over storage buffers, once, and waits for it.
pub(crate) fn run<T: bytemuck::Pod, const N: usize>(
    device: &Arc<Device>,
    spirv: &[u8],
    buffers: [&Buffer; N],
    push: &T,
    groups: u32,
) -> Result<(), Error> {
    let stage = vk::ShaderStageFlags::COMPUTE;
    let kind = vk::DescriptorType::STORAGE_BUFFER;
    let bindings = [Binding { kind, stages: stage }; N];
    let set_layout = SetLayout::new(device, "probe", &bindings)?;
    let count = u32::try_from(N).expect("a few buffers");
    let pool = Pool::new(device, "probe", &[pool_size(kind, count)])?;
    let set = pool.allocate(&set_layout)?;
    let info = vk::DescriptorBufferInfo::default().range(vk::WHOLE_SIZE);
    let infos = buffers.map(|buffer| [info.buffer(buffer.raw.handle)]);
    let writes: Vec<_> = (0..)
        .zip(&infos)
        .map(|(binding, info)| {
            vk::WriteDescriptorSet::default()
                .dst_set(set)
                .dst_binding(binding)
                .descriptor_type(kind)
                .buffer_info(info)
        })
        .collect();
    // SAFETY: rule 5; the set is new.
    unsafe { device.raw.update_descriptor_sets(&writes, &[]) };

    let push_bytes = u32::try_from(size_of::<T>()).expect("a small block");
    let layout = create_layout(device, "probe", &[set_layout.raw.handle], stage, push_bytes)?;
    let pipeline = create_pipeline(device, layout.handle, spirv)?;
    let mut commands = Commands::new(device, "probe")?;
    let (serial, ()) = commands.run(|recorder| {
        let recorder = &mut recorder.recording;
        for buffer in buffers {
            recorder.take_buffer(buffer, vk::BufferUsageFlags::STORAGE_BUFFER);
        }
        let point = vk::PipelineBindPoint::COMPUTE;
        let (raw, bytes) = (recorder.raw, bytemuck::bytes_of(push));
        // SAFETY: rule 2.
        unsafe { device.raw.cmd_bind_pipeline(raw, point, pipeline.handle) };
        // SAFETY: rule 2; the set has the pipeline's layout.
        unsafe { device.raw.cmd_bind_descriptor_sets(raw, point, layout.handle, 0, &[set], &[]) };
        // SAFETY: the block is the layout's range.
        unsafe { device.raw.cmd_push_constants(raw, layout.handle, stage, 0, bytes) };
        // SAFETY: everything is bound; the shader compares its index with the pushed count.
        unsafe { device.raw.cmd_dispatch(raw, groups, 1, 1) };
        recorder.memory_barrier(barrier::written_to_host());
    })?;
    device.wait(serial)
}

fn create_pipeline(
    device: &Arc<Device>,
    layout: vk::PipelineLayout,
    spirv: &[u8],
) -> Result<OwnedHandle<vk::Pipeline>, Error> {
    let shader = Shader::new(device, "probe", spirv)?;
    let stage = vk::PipelineShaderStageCreateInfo::default()
        .stage(vk::ShaderStageFlags::COMPUTE)
        .module(shader.handle)
        .name(c"main");
    let info = vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout);
    // SAFETY: rule 5.
    let made = unsafe { device.raw.create_compute_pipelines(vk::PipelineCache::null(), &[info], None) };
    let pipelines = made.map_err(|(_, result)| failed("vkCreateComputePipelines")(result))?;
    Ok(OwnedHandle::new(device, pipelines[0], "probe"))
}

impl Device {
    /// Makes an invalid call, which the validation layer must report.
    pub(crate) fn provoke_message(&self) {
        let info = vk::BufferCreateInfo::default().usage(vk::BufferUsageFlags::UNIFORM_BUFFER);
        // SAFETY: this call is invalid on purpose: the size is 0, VUID-VkBufferCreateInfo-size-00912. Drivers are
        // known to return a buffer or an error.
        if let Ok(buffer) = unsafe { self.raw.create_buffer(&info, None) } {
            // SAFETY: made above, never used.
            unsafe { self.raw.destroy_buffer(buffer, None) };
        }
    }

    /// Allocates memory and does not free it.
    pub(crate) fn leak_memory(&self) {
        let requirements = vk::MemoryRequirements { size: 4096, alignment: 16, memory_type_bits: u32::MAX };
        let location = gpu_allocator::MemoryLocation::GpuOnly;
        let memory = self.allocate("leaked on purpose", requirements, location, true);
        // Dropping the handle does not free it.
        drop(memory.expect("a little memory"));
    }
}
