//! The technique of this renderer in one file: two frames of an MD2 are bound as two vertex buffers, and the blend factor is a push constant.
//! Draws a picture with Vulkan 1.3 and `ash`, without this project's libraries. `hundred_lines.rs` of `md2-kit` does the same on the CPU.
//!
//! ```sh
//! cargo run -p md2-render --example hundred_lines_gpu -- assets/wanderer/tris.md2 picture.png
//! ```

#![allow(unsafe_code, reason = "the program owns a Vulkan device")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "the calls of a step have the same reason")]

use std::error::Error;
use std::ffi::c_void;
use std::process::exit;
use std::{env, fs, io, slice};

use ash::vk::*;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Width and height of the picture in pixels.
const SIZE: u32 = 512;
const EXTENT: Extent3D = Extent3D { width: SIZE, height: SIZE, depth: 1 };
const COLOR: Format = Format::R8G8B8A8_UNORM;
const DEPTH: Format = Format::D32_SFLOAT;
/// Bytes of the push constants: a matrix, and the scales and translations of two frames. Every device has 128 bytes.
const PUSH_BYTES: u32 = 128;
const PUSH_STAGES: ShaderStageFlags = ShaderStageFlags::ALL_GRAPHICS;
const AREA: Rect2D =
    Rect2D { offset: Offset2D { x: 0, y: 0 }, extent: Extent2D { width: SIZE, height: SIZE } };

fn word(file: &[u8], offset: usize) -> Option<[u8; 4]> {
    file.get(offset..)?.first_chunk().copied()
}

/// Reads a number of the header. A negative number gives `None`.
fn header(file: &[u8], field: usize) -> Option<usize> {
    usize::try_from(i32::from_le_bytes(word(file, 4 * field)?)).ok()
}

/// Returns the scale and the translation of a frame, and the offset of its vertices in the file. `None` if the file ends too early.
fn frame(file: &[u8], frame: usize) -> Option<([f32; 6], u64)> {
    let start = header(file, 14)? + frame * header(file, 4)?;
    let float = |number: usize| word(file, start + 4 * number).map(f32::from_le_bytes);
    let transform = [float(0)?, float(1)?, float(2)?, float(3)?, float(4)?, float(5)?];
    let vertices = file.get(start + 40..)?.get(..4 * header(file, 6)?);
    (frame < header(file, 10)? && vertices.is_some()).then_some((transform, start as u64 + 40))
}

/// Returns the corners of the triangles. `None` if the file ends too early, or if a triangle has a wrong vertex number.
fn corners(file: &[u8]) -> Option<Vec<u16>> {
    let records = file.get(header(file, 13)?..)?.get(..12 * header(file, 8)?)?.as_chunks::<12>().0;
    let corners = records.iter().flat_map(|record| record.as_chunks().0[..3].to_vec());
    let corners: Vec<u16> = corners.map(u16::from_le_bytes).collect();
    let vertices = header(file, 6).filter(|_| file.starts_with(b"IDP2"))?;
    corners.iter().all(|&corner| usize::from(corner) < vertices).then_some(corners)
}

/// An image that is drawn to.
type Target = (Image, ImageView, DeviceMemory);

/// The device, with a command buffer.
struct Gpu {
    _entry: ash::Entry,
    instance: ash::Instance,
    device: ash::Device,
    memory: PhysicalDeviceMemoryProperties,
    queue: Queue,
    pool: CommandPool,
    commands: CommandBuffer,
}

impl Gpu {
    fn new() -> Result<Self> {
        // SAFETY: the loader is the system's. All create structs live until their call returns, and refer to data that lives as long.
        unsafe {
            let entry = ash::Entry::load()?;
            let application = ApplicationInfo::default().api_version(API_VERSION_1_3);
            let info = InstanceCreateInfo::default().application_info(&application);
            let instance = entry.create_instance(&info, None)?;
            let is_usable = |&physical: &PhysicalDevice| {
                instance.get_physical_device_properties(physical).api_version >= API_VERSION_1_3
            };
            let devices = instance.enumerate_physical_devices()?;
            let physical = devices.into_iter().find(is_usable).ok_or("no device has Vulkan 1.3")?;
            let families = instance.get_physical_device_queue_family_properties(physical);
            let draws = |family: &QueueFamilyProperties| family.queue_flags.contains(QueueFlags::GRAPHICS);
            let family = u32::try_from(families.iter().position(draws).ok_or("no queue draws")?)?;
            let queues =
                [DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
            let mut features =
                PhysicalDeviceVulkan13Features::default().dynamic_rendering(true).synchronization2(true);
            let info = DeviceCreateInfo::default().queue_create_infos(&queues).push_next(&mut features);
            let device = instance.create_device(physical, &info, None)?;
            let info = CommandPoolCreateInfo::default().queue_family_index(family);
            let pool = device.create_command_pool(&info, None)?;
            let info = CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
            let commands = device.allocate_command_buffers(&info)?[0];
            let memory = instance.get_physical_device_memory_properties(physical);
            let queue = device.get_device_queue(family, 0);
            Ok(Self { _entry: entry, instance, device, memory, queue, pool, commands })
        }
    }

    fn allocate(&self, needed: MemoryRequirements, wanted: MemoryPropertyFlags) -> Result<DeviceMemory> {
        let fits = |&(number, kind): &(usize, &MemoryType)| {
            needed.memory_type_bits & (1 << number) != 0 && kind.property_flags.contains(wanted)
        };
        let types = self.memory.memory_types_as_slice();
        let (number, _) = types.iter().enumerate().find(fits).ok_or("no memory of this type")?;
        let info = MemoryAllocateInfo::default()
            .allocation_size(needed.size)
            .memory_type_index(u32::try_from(number)?);
        // SAFETY: the type number is below the number of types.
        Ok(unsafe { self.device.allocate_memory(&info, None) }?)
    }

    /// Makes a buffer that the CPU can access, and copies `bytes` to it.
    fn buffer(&self, usage: BufferUsageFlags, bytes: &[u8]) -> Result<(Buffer, DeviceMemory, *mut c_void)> {
        let info = BufferCreateInfo::default().size(bytes.len().max(1) as u64).usage(usage);
        let visible = MemoryPropertyFlags::HOST_VISIBLE | MemoryPropertyFlags::HOST_COHERENT;
        // SAFETY: the memory has the size that the buffer needs, and is mapped whole.
        unsafe {
            let buffer = self.device.create_buffer(&info, None)?;
            let memory = self.allocate(self.device.get_buffer_memory_requirements(buffer), visible)?;
            self.device.bind_buffer_memory(buffer, memory, 0)?;
            let start = self.device.map_memory(memory, 0, WHOLE_SIZE, MemoryMapFlags::empty())?;
            start.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            Ok((buffer, memory, start))
        }
    }

    fn image(&self, format: Format, aspect: ImageAspectFlags, usage: ImageUsageFlags) -> Result<Target> {
        let info = ImageCreateInfo::default()
            .image_type(ImageType::TYPE_2D)
            .format(format)
            .extent(EXTENT)
            .mip_levels(1)
            .array_layers(1)
            .samples(SampleCountFlags::TYPE_1)
            .usage(usage);
        // SAFETY: every device draws to these two formats with this size. The memory has the size that the image needs.
        unsafe {
            let image = self.device.create_image(&info, None)?;
            let needed = self.device.get_image_memory_requirements(image);
            let memory = self.allocate(needed, MemoryPropertyFlags::DEVICE_LOCAL)?;
            self.device.bind_image_memory(image, memory, 0)?;
            let view = ImageViewCreateInfo::default()
                .image(image)
                .view_type(ImageViewType::TYPE_2D)
                .format(format)
                .subresource_range(whole(aspect));
            Ok((image, self.device.create_image_view(&view, None)?, memory))
        }
    }

    fn pipeline(&self) -> Result<(Pipeline, PipelineLayout)> {
        let shader = |spirv: &[u8]| -> Result<ShaderModule> {
            let words = ash::util::read_spv(&mut io::Cursor::new(spirv))?;
            let info = ShaderModuleCreateInfo::default().code(&words);
            // SAFETY: the compiler made the words.
            Ok(unsafe { self.device.create_shader_module(&info, None) }?)
        };
        let modules = [
            shader(include_bytes!("../shaders/spirv/example.vert.spv"))?,
            shader(include_bytes!("../shaders/spirv/example.frag.spv"))?,
        ];
        let main = PipelineShaderStageCreateInfo::default().name(c"main");
        let stages = [
            main.stage(ShaderStageFlags::VERTEX).module(modules[0]),
            main.stage(ShaderStageFlags::FRAGMENT).module(modules[1]),
        ];
        // Two buffers with the same layout: four bytes for each vertex. Attribute 0 is from frame a, attribute 1 from frame b.
        let bindings =
            [0, 1].map(|binding| VertexInputBindingDescription::default().binding(binding).stride(4));
        let attributes = [0, 1].map(|number| {
            let attribute = VertexInputAttributeDescription::default().format(Format::R8G8B8A8_UINT);
            attribute.location(number).binding(number)
        });
        let input = PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(&bindings)
            .vertex_attribute_descriptions(&attributes);
        let assembly =
            PipelineInputAssemblyStateCreateInfo::default().topology(PrimitiveTopology::TRIANGLE_LIST);
        let [width, height] = [SIZE as f32; 2];
        let viewports = [Viewport { width, height, max_depth: 1.0, ..Default::default() }];
        let scissors = [AREA];
        let view = PipelineViewportStateCreateInfo::default().viewports(&viewports).scissors(&scissors);
        let raster = PipelineRasterizationStateCreateInfo::default().line_width(1.0);
        let samples =
            PipelineMultisampleStateCreateInfo::default().rasterization_samples(SampleCountFlags::TYPE_1);
        let depth = PipelineDepthStencilStateCreateInfo::default()
            .depth_test_enable(true)
            .depth_write_enable(true)
            .depth_compare_op(CompareOp::LESS);
        let targets =
            [PipelineColorBlendAttachmentState::default().color_write_mask(ColorComponentFlags::RGBA)];
        let blend = PipelineColorBlendStateCreateInfo::default().attachments(&targets);
        let pushed = [PushConstantRange::default().stage_flags(PUSH_STAGES).size(PUSH_BYTES)];
        let mut formats = PipelineRenderingCreateInfo::default()
            .color_attachment_formats(slice::from_ref(&COLOR))
            .depth_attachment_format(DEPTH);
        // SAFETY: all states live until the pipeline is made, and agree with the shaders. Modules may be destroyed afterwards.
        unsafe {
            let layout = PipelineLayoutCreateInfo::default().push_constant_ranges(&pushed);
            let layout = self.device.create_pipeline_layout(&layout, None)?;
            let info = GraphicsPipelineCreateInfo::default()
                .stages(&stages)
                .vertex_input_state(&input)
                .input_assembly_state(&assembly)
                .viewport_state(&view)
                .rasterization_state(&raster)
                .multisample_state(&samples)
                .depth_stencil_state(&depth)
                .color_blend_state(&blend)
                .layout(layout)
                .push_next(&mut formats);
            let made = self.device.create_graphics_pipelines(PipelineCache::null(), &[info], None);
            modules.iter().for_each(|&module| self.device.destroy_shader_module(module, None));
            Ok((made.map_err(|(_, error)| error)?[0], layout))
        }
    }

    /// Records that all earlier work is complete and visible before later work and the CPU continue. New images get a layout.
    fn wait(&self, new: &[(Image, ImageAspectFlags)]) {
        let all = PipelineStageFlags2::ALL_COMMANDS;
        let memory = AccessFlags2::MEMORY_READ | AccessFlags2::MEMORY_WRITE;
        let barriers = [MemoryBarrier2::default()
            .src_stage_mask(all)
            .src_access_mask(memory)
            .dst_stage_mask(all | PipelineStageFlags2::HOST)
            .dst_access_mask(memory | AccessFlags2::HOST_READ)];
        let change = ImageMemoryBarrier2::default()
            .dst_stage_mask(all)
            .dst_access_mask(memory)
            .new_layout(ImageLayout::GENERAL);
        let change = |&(image, aspect)| change.image(image).subresource_range(whole(aspect));
        let changes: Vec<_> = new.iter().map(change).collect();
        let info = DependencyInfo::default().memory_barriers(&barriers).image_memory_barriers(&changes);
        // SAFETY: the command buffer is being recorded, outside of rendering.
        unsafe { self.device.cmd_pipeline_barrier2(self.commands, &info) };
    }
}

/// Units from the middle of the picture to its border. The figure is 54 units tall, and its origin is 24 units above its feet.
pub(crate) const RADIUS: f32 = 34.0;

/// Returns the columns of the matrix from Quake's axes (X forward, Y left, Z up) to Vulkan's: 40 degrees from the front.
fn matrix() -> [[f32; 4]; 4] {
    let (sin, cos) = 40_f32.to_radians().sin_cos();
    // Only depths from 0 to 1 are drawn.
    let depth = 1.0 / (8.0 * RADIUS);
    let x = [sin / RADIUS, 0.0, -cos * depth, 0.0];
    let y = [cos / RADIUS, 0.0, sin * depth, 0.0];
    let z = [0.0, -1.0 / RADIUS, 0.0, 0.0];
    [x, y, z, [0.0, 0.0, 0.5, 1.0]]
}

fn whole(aspect: ImageAspectFlags) -> ImageSubresourceRange {
    ImageSubresourceRange::default().aspect_mask(aspect).level_count(1).layer_count(1)
}

/// Draws the pose between two frames of an MD2, and returns the pixels as RGBA. The file is the vertex buffer: the GPU reads the four bytes
/// of a vertex as they are stored.
pub(crate) fn draw(file: &[u8], frames: [usize; 2], blend: f32) -> Result<Vec<u8>> {
    let corners = corners(file).ok_or("this is not an MD2, or its triangles are damaged")?;
    let [a, b] = frames.map(|number| frame(file, number).ok_or("the model has no such frame"));
    let ((from, offset_a), (to, offset_b)) = (a?, b?);
    let mut push = matrix().as_flattened().to_vec();
    push.extend_from_slice(&[from[0], from[1], from[2], blend, from[3], from[4], from[5], 0.0]);
    push.extend_from_slice(&[to[0], to[1], to[2], 0.0, to[3], to[4], to[5], 0.0]);
    let push: Vec<u8> = push.into_iter().flat_map(f32::to_le_bytes).collect();
    let indices: Vec<u8> = corners.iter().flat_map(|corner| corner.to_le_bytes()).collect();
    let gpu = Gpu::new()?;
    let vertices = gpu.buffer(BufferUsageFlags::VERTEX_BUFFER, file)?;
    let indices = gpu.buffer(BufferUsageFlags::INDEX_BUFFER, &indices)?;
    let mut picture = vec![0; (4 * SIZE * SIZE) as usize];
    let pixels = gpu.buffer(BufferUsageFlags::TRANSFER_DST, &picture)?;
    let drawn = ImageUsageFlags::COLOR_ATTACHMENT | ImageUsageFlags::TRANSFER_SRC;
    let color = gpu.image(COLOR, ImageAspectFlags::COLOR, drawn)?;
    let depth = gpu.image(DEPTH, ImageAspectFlags::DEPTH, ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT)?;
    let (pipeline, layout) = gpu.pipeline()?;
    let attachment = |view, clear_value| {
        RenderingAttachmentInfo::default()
            .image_view(view)
            .image_layout(ImageLayout::GENERAL)
            .load_op(AttachmentLoadOp::CLEAR)
            .clear_value(clear_value)
    };
    let gray = ClearValue { color: ClearColorValue { float32: [0.16, 0.16, 0.16, 1.0] } };
    let far = ClearValue { depth_stencil: ClearDepthStencilValue { depth: 1.0, stencil: 0 } };
    let (colors, depths) = ([attachment(color.1, gray)], attachment(depth.1, far));
    let target = RenderingInfo::default()
        .render_area(AREA)
        .layer_count(1)
        .color_attachments(&colors)
        .depth_attachment(&depths);
    let Gpu { device, queue, commands, .. } = &gpu;
    // SAFETY: all handles are from this device, and live until the queue is idle. The indices are below the number of vertices, as
    // `corners` has checked, and both frames are in the file, as `frame` has checked. The mapped pixels are read after the GPU has finished.
    unsafe {
        let once = CommandBufferBeginInfo::default().flags(CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        device.begin_command_buffer(*commands, &once)?;
        gpu.wait(&[(color.0, ImageAspectFlags::COLOR), (depth.0, ImageAspectFlags::DEPTH)]);
        device.cmd_begin_rendering(*commands, &target);
        device.cmd_bind_pipeline(*commands, PipelineBindPoint::GRAPHICS, pipeline);
        device.cmd_bind_vertex_buffers(*commands, 0, &[vertices.0; 2], &[offset_a, offset_b]);
        device.cmd_bind_index_buffer(*commands, indices.0, 0, IndexType::UINT16);
        device.cmd_push_constants(*commands, layout, PUSH_STAGES, 0, &push);
        device.cmd_draw_indexed(*commands, u32::try_from(corners.len())?, 1, 0, 0, 0);
        device.cmd_end_rendering(*commands);
        gpu.wait(&[]);
        let layers = ImageSubresourceLayers::default().aspect_mask(ImageAspectFlags::COLOR).layer_count(1);
        let copy = BufferImageCopy::default().image_subresource(layers).image_extent(EXTENT);
        device.cmd_copy_image_to_buffer(*commands, color.0, ImageLayout::GENERAL, pixels.0, &[copy]);
        gpu.wait(&[]);
        device.end_command_buffer(*commands)?;
        let lists = [*commands];
        let submits = [SubmitInfo::default().command_buffers(&lists)];
        device.queue_submit(*queue, &submits, Fence::null())?;
        device.queue_wait_idle(*queue)?;
        picture.as_mut_ptr().copy_from_nonoverlapping(pixels.2.cast(), picture.len());
        device.destroy_pipeline(pipeline, None);
        device.destroy_pipeline_layout(layout, None);
        for (image, view, memory) in [color, depth] {
            device.destroy_image_view(view, None);
            device.destroy_image(image, None);
            device.free_memory(memory, None);
        }
        for (buffer, memory, _) in [vertices, indices, pixels] {
            device.destroy_buffer(buffer, None);
            device.free_memory(memory, None);
        }
        device.destroy_command_pool(gpu.pool, None);
        device.destroy_device(None);
        gpu.instance.destroy_instance(None);
        Ok(picture)
    }
}

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [model, output] = arguments.as_slice() else {
        eprintln!("usage: hundred_lines_gpu MODEL.md2 PICTURE.png");
        exit(2);
    };
    let picture = draw(&fs::read(model)?, [40, 41], 0.5)?;
    image::save_buffer(output, &picture, SIZE, SIZE, image::ExtendedColorType::Rgba8)?;
    Ok(())
}
