//! Draws a model on a Vulkan device of the program, into its command buffer and image: only the pass with the models is from `md2-render`.
//!
//! `cargo run -p md2-render --example own_device -- assets/wanderer/tris.md2 picture.png`

#![allow(unsafe_code, reason = "the program owns a Vulkan device")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "the calls of a step have the same reason")]

use ash::vk::*;
use md2_render::{AliasPass, AliasView, Camera, DeviceHandles, ModelInstance, PassFormats, Shading, Skin};
use std::{env, error::Error, path::Path, slice, time::Duration};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

pub(crate) const SIZE: u32 = 512;
const AREA: Extent2D = Extent2D { width: SIZE, height: SIZE };
const DEPTH: Format = Format::D32_SFLOAT;
const ONE: SampleCountFlags = SampleCountFlags::TYPE_1;

pub(crate) struct OwnDevice(pub(crate) DeviceHandles);

impl OwnDevice {
    pub(crate) fn new(instance: &ash::Instance) -> Result<Self> {
        // The pass needs these three features.
        let mut v12 = PhysicalDeviceVulkan12Features::default().timeline_semaphore(true);
        let mut v13 =
            PhysicalDeviceVulkan13Features::default().dynamic_rendering(true).synchronization2(true);
        // SAFETY: the instance is alive. All create structs live until their call returns, and refer to data that lives as long.
        unsafe {
            let mut devices = instance.enumerate_physical_devices()?;
            devices.retain(|&d| instance.get_physical_device_properties(d).api_version >= API_VERSION_1_3);
            let physical_device = *devices.first().ok_or("no device has Vulkan 1.3")?;
            // With anisotropic filtering, skins seen at a flat angle are sharper.
            let offered = instance.get_physical_device_features(physical_device);
            let enabled_features = PhysicalDeviceFeatures {
                sampler_anisotropy: offered.sampler_anisotropy,
                ..Default::default()
            };
            let families = instance.get_physical_device_queue_family_properties(physical_device);
            let draws = |family: &QueueFamilyProperties| family.queue_flags.contains(QueueFlags::GRAPHICS);
            let index = u32::try_from(families.iter().position(draws).ok_or("no queue draws")?)?;
            let queue = [DeviceQueueCreateInfo::default().queue_family_index(index).queue_priorities(&[1.0])];
            let info =
                DeviceCreateInfo::default().queue_create_infos(&queue).enabled_features(&enabled_features);
            let info = info.push_next(&mut v12).push_next(&mut v13);
            let device = instance.create_device(physical_device, &info, None)?;
            Ok(Self(DeviceHandles {
                instance: instance.clone(),
                physical_device,
                enabled_features,
                queue_family_index: index,
                queue: device.get_device_queue(index, 0),
                device,
            }))
        }
    }

    fn memory(&self, need: MemoryRequirements, kind: MemoryPropertyFlags) -> Result<DeviceMemory> {
        let DeviceHandles { instance, physical_device, device, .. } = &self.0;
        // SAFETY: both handles are alive.
        let memory = unsafe { instance.get_physical_device_memory_properties(*physical_device) };
        let allowed = |n: &u32| need.memory_type_bits & (1 << n) != 0;
        let fits = |n: &u32| allowed(n) && memory.memory_types[*n as usize].property_flags.contains(kind);
        let number = (0..memory.memory_type_count).find(fits).ok_or("no memory of this type")?;
        let info = MemoryAllocateInfo::default().allocation_size(need.size).memory_type_index(number);
        // SAFETY: the type number is below the number of types.
        Ok(unsafe { device.allocate_memory(&info, None) }?)
    }

    fn image(&self, info: ImageCreateInfo<'_>) -> Result<(Image, ImageView, DeviceMemory)> {
        let info = info.image_type(ImageType::TYPE_2D).extent(AREA.into()).mip_levels(1).array_layers(1);
        // SAFETY: every device draws to these formats with this size and 1 or 4 samples. The memory has the size that the image needs.
        unsafe {
            let image = self.0.device.create_image(&info, None)?;
            let needed = self.0.device.get_image_memory_requirements(image);
            let memory = self.memory(needed, MemoryPropertyFlags::DEVICE_LOCAL)?;
            self.0.device.bind_image_memory(image, memory, 0)?;
            let view = ImageViewCreateInfo::default().image(image).view_type(ImageViewType::TYPE_2D);
            let view = view.format(info.format).subresource_range(whole(info.format));
            Ok((image, self.0.device.create_image_view(&view, None)?, memory))
        }
    }

    /// Records that all earlier work is complete and visible before later work and the CPU continue. New images get a layout.
    fn wait(&self, commands: CommandBuffer, new: &[(Image, Format)]) {
        let stages = PipelineStageFlags::ALL_COMMANDS | PipelineStageFlags::HOST;
        let none = DependencyFlags::empty();
        let access = AccessFlags::MEMORY_READ | AccessFlags::MEMORY_WRITE;
        let memory = [MemoryBarrier::default().src_access_mask(access).dst_access_mask(access)];
        let change = ImageMemoryBarrier::default().dst_access_mask(access).new_layout(ImageLayout::GENERAL);
        let change = |&(image, format)| change.image(image).subresource_range(whole(format));
        let images: Vec<_> = new.iter().map(change).collect();
        // SAFETY: the command buffer is being recorded, outside of rendering.
        unsafe { self.0.device.cmd_pipeline_barrier(commands, stages, stages, none, &memory, &[], &images) };
    }

    /// Draws the models on a gray background into an image with the formats of the pass, and returns its pixels.
    pub(crate) fn picture(
        &self,
        PassFormats { color: format, samples, .. }: PassFormats,
        (pass, view): (&mut AliasPass, &AliasView),
        models: &[ModelInstance<'_>],
    ) -> Result<Vec<u8>> {
        let bytes = u64::from(4 * SIZE * SIZE);
        let info = BufferCreateInfo::default().size(bytes).usage(BufferUsageFlags::TRANSFER_DST);
        let visible = MemoryPropertyFlags::HOST_VISIBLE | MemoryPropertyFlags::HOST_COHERENT;
        let image = ImageCreateInfo::default().format(format).usage(ImageUsageFlags::COLOR_ATTACHMENT);
        let sampled = self.image(image.samples(samples))?;
        let color = self.image(image.usage(image.usage | ImageUsageFlags::TRANSFER_SRC).samples(ONE))?;
        let image = image.format(DEPTH).usage(ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT);
        let depth = self.image(image.samples(samples))?;
        // Depth is reversed: the default clear value, 0, is far away.
        let cleared = RenderingAttachmentInfo::default().load_op(AttachmentLoadOp::CLEAR);
        let cleared = cleared.image_layout(ImageLayout::GENERAL);
        let gray = ClearValue { color: ClearColorValue { float32: [0.2, 0.2, 0.2, 1.0] } };
        let single = cleared.image_view(color.1).clear_value(gray);
        let resolved = single.image_view(sampled.1).resolve_mode(ResolveModeFlags::AVERAGE);
        let resolved = resolved.resolve_image_view(color.1).resolve_image_layout(ImageLayout::GENERAL);
        let colors = [if samples == ONE { single } else { resolved }];
        let depths = cleared.image_view(depth.1);
        let target = RenderingInfo::default().render_area(AREA.into()).layer_count(1);
        let target = target.color_attachments(&colors).depth_attachment(&depths);
        let viewport = Viewport::default().width(SIZE as f32).height(SIZE as f32).max_depth(1.0);
        let layers = ImageSubresourceLayers::default().aspect_mask(ImageAspectFlags::COLOR).layer_count(1);
        let copy = BufferImageCopy::default().image_subresource(layers).image_extent(AREA.into());
        let pool_info = CommandPoolCreateInfo::default().queue_family_index(self.0.queue_family_index);
        let DeviceHandles { device, queue, .. } = &self.0;
        // SAFETY: all handles are from this device, and live until the queue is idle, when the pixels are read. The pass has these formats.
        unsafe {
            let pixels = device.create_buffer(&info, None)?;
            let memory = self.memory(device.get_buffer_memory_requirements(pixels), visible)?;
            device.bind_buffer_memory(pixels, memory, 0)?;
            let pool = device.create_command_pool(&pool_info, None)?;
            let info = CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
            let lists = device.allocate_command_buffers(&info)?;
            device.begin_command_buffer(lists[0], &CommandBufferBeginInfo::default())?;
            self.wait(lists[0], &[(color.0, format), (sampled.0, format), (depth.0, DEPTH)]);
            pass.set_view(lists[0], view);
            device.cmd_begin_rendering(lists[0], &target);
            device.cmd_set_viewport(lists[0], 0, &[viewport]);
            device.cmd_set_scissor(lists[0], 0, &[AREA.into()]);
            pass.draw(lists[0], models)?;
            device.cmd_end_rendering(lists[0]);
            self.wait(lists[0], &[]);
            device.cmd_copy_image_to_buffer(lists[0], color.0, ImageLayout::GENERAL, pixels, &[copy]);
            self.wait(lists[0], &[]);
            device.end_command_buffer(lists[0])?;
            device.queue_submit(*queue, &[SubmitInfo::default().command_buffers(&lists)], Fence::null())?;
            device.queue_wait_idle(*queue)?;
            let start = device.map_memory(memory, 0, WHOLE_SIZE, MemoryMapFlags::empty())?;
            let picture = slice::from_raw_parts(start.cast(), usize::try_from(bytes)?).to_vec();
            for (image, view, memory) in [color, sampled, depth] {
                device.destroy_image_view(view, None);
                device.destroy_image(image, None);
                device.free_memory(memory, None);
            }
            device.destroy_command_pool(pool, None);
            device.destroy_buffer(pixels, None);
            device.free_memory(memory, None);
            Ok(picture)
        }
    }
}

impl Drop for OwnDevice {
    fn drop(&mut self) {
        // SAFETY: the queue is idle, and all other objects were destroyed before.
        unsafe { self.0.device.destroy_device(None) };
    }
}

fn whole(format: Format) -> ImageSubresourceRange {
    let aspect = if format == DEPTH { ImageAspectFlags::DEPTH } else { ImageAspectFlags::COLOR };
    ImageSubresourceRange::default().aspect_mask(aspect).level_count(1).layer_count(1)
}

/// Draws the running model at 0.35 seconds, with its own skin, and returns the pixels as RGBA.
pub(crate) fn draw(instance: &ash::Instance, path: &Path) -> Result<Vec<u8>> {
    let model = md2_kit::open(path)?;
    let skin = model.skins()?.into_iter().flatten().next().ok_or("the model has no skin")?;
    let mut run = model.play("run")?;
    run.advance(Duration::from_millis(350));
    let own = OwnDevice::new(instance)?;
    let formats =
        PassFormats { color: Format::R8G8B8A8_SRGB, depth: DEPTH, samples: SampleCountFlags::TYPE_4 };
    // SAFETY: `OwnDevice::new` enables the features. The device lives longer than the pass. `picture` waits for the queue of this one thread.
    let mut pass = unsafe { AliasPass::new(&own.0, formats, Shading::Smooth) }?;
    let skins = [Skin::opaque(pass.add_texture(&skin)?)];
    let figure = ModelInstance::new(pass.add_model(model.mesh())?, &skins);
    let bounds = model.mesh().frames()[run.pose().frames()[0]].bounds;
    let view = AliasView::new(Camera::around(&bounds, 0.6).view_projection(1.0));
    own.picture(formats, (&mut pass, &view), &[ModelInstance { pose: run.pose(), ..figure }])
}

fn main() -> Result<()> {
    let arguments: Vec<_> = env::args().collect();
    let [_, model, output] = &arguments[..] else { return Err("usage: own_device MODEL PICTURE.png".into()) };
    let about = ApplicationInfo::default().api_version(API_VERSION_1_3);
    // SAFETY: the loader is the system's, and lives longer than the instance. `about` lives until the call returns.
    unsafe {
        let entry = ash::Entry::load()?;
        let instance =
            entry.create_instance(&InstanceCreateInfo::default().application_info(&about), None)?;
        let picture = draw(&instance, model.as_ref())?;
        instance.destroy_instance(None);
        Ok(image::save_buffer(output, &picture, SIZE, SIZE, image::ExtendedColorType::Rgba8)?)
    }
}
