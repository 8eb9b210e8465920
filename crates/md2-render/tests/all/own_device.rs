//! The pass on a caller's device draws the pictures of the renderer, without a message of the validation layer.

#![allow(unsafe_code, reason = "the tests own a Vulkan device")]
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "the calls of a step have the same reason")]

use std::ffi::{CStr, c_char, c_void};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use ash::vk;
use md2_mesh::{Fade, Mesh, Pose};
use md2_render::{
    AliasPass, AliasView, Background, BufferRange, Camera, DeviceHandles, Light, ModelBytes, ModelId,
    ModelInstance, PassFormats, Renderer, RendererOptions, RgbaImage, Scene, Shading, Skin, SurfaceBlend,
};

use crate::common;

#[path = "../../examples/own_device.rs"]
#[expect(dead_code, reason = "the tests call functions of the program")]
mod example;

const VALIDATION: &CStr = c"VK_LAYER_KHRONOS_validation";

/// A Vulkan instance of the test, with core and synchronization validation if the layer is installed.
struct Instance {
    raw: ash::Instance,
    messenger: Option<(ash::ext::debug_utils::Instance, vk::DebugUtilsMessengerEXT)>,
    messages: Box<Mutex<Vec<String>>>,
    _entry: ash::Entry,
}

unsafe extern "system" fn store_message(
    _: vk::DebugUtilsMessageSeverityFlagsEXT,
    _: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    messages: *mut c_void,
) -> vk::Bool32 {
    // SAFETY: `Instance::new` passes its list, which outlives the messenger. The layer passes a valid struct.
    let (messages, text) = unsafe {
        let text = data.as_ref().and_then(|data| data.message_as_c_str()).unwrap_or_default();
        (&*messages.cast_const().cast::<Mutex<Vec<String>>>(), text.to_string_lossy().into_owned())
    };
    messages.lock().unwrap_or_else(PoisonError::into_inner).push(text);
    vk::FALSE
}

impl Instance {
    /// Creates the instance. Returns `None` without Vulkan, and reports the test as skipped.
    fn new() -> Option<Self> {
        // SAFETY: the loader is the system's, and lives as long as the instance.
        let entry = match unsafe { ash::Entry::load() } {
            Ok(entry) => entry,
            Err(error) => {
                md2_testdata::skip_without_vulkan(error);
                return None;
            }
        };
        // SAFETY: a function of the loader, which needs no instance.
        let layers = unsafe { entry.enumerate_instance_layer_properties() }.unwrap_or_default();
        let is_validated = layers.iter().any(|layer| layer.layer_name_as_c_str() == Ok(VALIDATION));
        assert!(is_validated || !md2_testdata::vulkan_is_required(), "the validation layer is not installed");
        let names: [*const c_char; 1] = [VALIDATION.as_ptr()];
        let extensions = [ash::ext::debug_utils::NAME.as_ptr(), ash::ext::validation_features::NAME.as_ptr()];
        let enabled = [vk::ValidationFeatureEnableEXT::SYNCHRONIZATION_VALIDATION];
        let mut features = vk::ValidationFeaturesEXT::default().enabled_validation_features(&enabled);
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let mut info = vk::InstanceCreateInfo::default().application_info(&application);
        if is_validated {
            info = info
                .enabled_layer_names(&names)
                .enabled_extension_names(&extensions)
                .push_next(&mut features);
        }
        // SAFETY: the struct and its data live until the call returns.
        let raw = match unsafe { entry.create_instance(&info, None) } {
            Ok(raw) => raw,
            Err(error) => {
                md2_testdata::skip_without_vulkan(error);
                return None;
            }
        };
        let messages: Box<Mutex<Vec<String>>> = Box::default();
        let messenger = is_validated.then(|| {
            let functions = ash::ext::debug_utils::Instance::new(&entry, &raw);
            let severity =
                vk::DebugUtilsMessageSeverityFlagsEXT::WARNING | vk::DebugUtilsMessageSeverityFlagsEXT::ERROR;
            let info = vk::DebugUtilsMessengerCreateInfoEXT::default()
                .message_severity(severity)
                .message_type(vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION)
                .pfn_user_callback(Some(store_message))
                .user_data(std::ptr::from_ref(&*messages).cast_mut().cast());
            // SAFETY: the extension is enabled, and the list of messages outlives the messenger.
            let raw = unsafe { functions.create_debug_utils_messenger(&info, None) };
            (functions, raw.expect("a messenger"))
        });
        Some(Self { raw, messenger, messages, _entry: entry })
    }

    /// Destroys the instance, and checks that there were no messages.
    fn finish(self) {
        // SAFETY: the caller has destroyed the device.
        unsafe {
            if let Some((functions, messenger)) = &self.messenger {
                functions.destroy_debug_utils_messenger(*messenger, None);
            }
            self.raw.destroy_instance(None);
        }
        let messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(messages.is_empty(), "validation: {messages:#?}");
    }
}

fn wanderer() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/wanderer/tris.md2")
}

const SIZE: [u32; 2] = [example::SIZE; 2];

fn renderer(samples: vk::SampleCountFlags) -> Option<common::Gpu> {
    common::gpu_with(&RendererOptions { samples: samples.as_raw(), ..Default::default() })
}

/// The gray to which the example clears its pictures, as an sRGB color.
const GRAY: f32 = 0.484_529;

#[test]
fn the_example_draws_the_picture_of_the_renderer() {
    let Some(instance) = Instance::new() else { return };
    let found = match example::draw(&instance.raw, &wanderer()) {
        Ok(picture) => RgbaImage::new(SIZE[0], SIZE[1], picture).expect("the pixels of a picture"),
        Err(error) => return md2_testdata::skip_without_vulkan(error),
    };
    instance.finish();
    let Some(mut gpu) = renderer(vk::SampleCountFlags::TYPE_4) else { return };
    let model = md2_kit::open(wanderer()).expect("the model");
    let mut run = model.play("run").expect("the model runs");
    run.advance(std::time::Duration::from_millis(350));
    let skins = model.skins().expect("the skin decodes");
    let skins = [Skin::opaque(gpu.add_texture(skins[0].as_ref().expect("a skin")).expect("a texture"))];
    let instance = ModelInstance::new(gpu.add_model(model.mesh()).expect("a model"), &skins);
    let expected = gpu
        .render_image(
            &Scene {
                camera: Camera::around(&model.mesh().frames()[run.pose().frames()[0]].bounds, 0.6),
                background: Background::plain([GRAY; 3]),
                models: &[ModelInstance { pose: run.pose(), ..instance }],
                ..Scene::default()
            },
            SIZE,
        )
        .expect("a picture");
    let background = expected.pixels().next().expect("a pixel");
    let drawn = expected.pixels().filter(|pixel| *pixel != background).count();
    assert!(drawn > 20_000, "{drawn} pixels");
    // The vector to the eye is computed from the matrix instead of the camera, with other rounding errors.
    assert!(common::difference(&found, &expected) <= 1, "{}", common::difference(&found, &expected));
}

/// The instances of a test picture: two packings side by side, with holes, added light, a missing skin, a mirrored model and a cross-fade.
fn instances<'a>(models: &[ModelId; 2], skins: &'a [Vec<Skin>; 2]) -> Vec<ModelInstance<'a>> {
    let at = |y: f32, z: f32, sign: f32| {
        [[1.0, 0.0, 0.0, 0.0], [0.0, sign, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, y, z, 1.0]]
    };
    let pose = Pose { frame_a: 0, frame_b: 1, blend: 0.4 };
    let mut instances = Vec::new();
    for (number, &model) in models.iter().enumerate() {
        let z = -18.0 + 36.0 * number as f32;
        let [first, second] = skins;
        let plain = ModelInstance { pose, transform: at(0.0, z, 1.0), ..ModelInstance::new(model, first) };
        let fade = Some(Fade { from: Pose::still(1), weight: 0.3 });
        let transform = at(6.0, z - 12.0, -1.0);
        instances.extend([plain, ModelInstance { fade, transform, skins: second, ..plain }]);
    }
    instances
}

fn skins(mut add: impl FnMut(&RgbaImage) -> md2_render::TextureId) -> [Vec<Skin>; 2] {
    let mut holes = RgbaImage::filled(8, 8, [220, 160, 40, 255]);
    holes.rgba_mut().as_chunks_mut().0.iter_mut().step_by(3).for_each(|texel| *texel = [0; 4]);
    let [plain, holes] = [RgbaImage::filled(4, 4, [90, 140, 220, 255]), holes].map(|image| add(&image));
    let skin = |texture, blend| Skin::Texture { texture, blend };
    [
        vec![Skin::opaque(plain), skin(holes, SurfaceBlend::Cutout)],
        vec![Skin::opaque(holes), skin(plain, SurfaceBlend::Added), Skin::Hidden],
    ]
}

const PICTURE_CAMERA: fn() -> Camera = || Camera { eye: [90.0, 10.0, 5.0], ..common::camera() };

/// Makes a buffer for vertices and indices with these bytes.
fn vertex_buffer(gpu: &example::OwnDevice, bytes: &[u8]) -> (vk::Buffer, vk::DeviceMemory) {
    let usage = vk::BufferUsageFlags::VERTEX_BUFFER
        | vk::BufferUsageFlags::INDEX_BUFFER
        | vk::BufferUsageFlags::TRANSFER_SRC;
    let info = vk::BufferCreateInfo::default().size(bytes.len() as u64).usage(usage);
    let visible = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
    let device = &gpu.0.device;
    // SAFETY: the memory has the size that the buffer needs, and is mapped whole.
    unsafe {
        let buffer = device.create_buffer(&info, None).expect("a buffer");
        let memory = gpu.memory(device.get_buffer_memory_requirements(buffer), visible).expect("memory");
        device.bind_buffer_memory(buffer, memory, 0).expect("memory that fits");
        let start = device.map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty());
        start.expect("an address").cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
        (buffer, memory)
    }
}

/// Makes an image of one color, as large as the picture, that shaders can read.
fn plain_image(
    gpu: &example::OwnDevice,
    format: vk::Format,
    texel: [u8; 4],
) -> (vk::Image, vk::ImageView, vk::DeviceMemory) {
    let usage = vk::ImageUsageFlags::SAMPLED | vk::ImageUsageFlags::TRANSFER_DST;
    let info =
        vk::ImageCreateInfo::default().format(format).samples(vk::SampleCountFlags::TYPE_1).usage(usage);
    let (image, view, memory) = gpu.image(info).expect("an image");
    let (texels, texel_memory) = vertex_buffer(gpu, &texel.repeat((SIZE[0] * SIZE[1]) as usize));
    let range = vk::ImageSubresourceRange::default()
        .aspect_mask(vk::ImageAspectFlags::COLOR)
        .level_count(1)
        .layer_count(1);
    let access = vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE;
    let barrier = vk::ImageMemoryBarrier::default().image(image).subresource_range(range);
    let barrier = barrier.src_access_mask(access).dst_access_mask(access);
    let layers = vk::ImageSubresourceLayers::default().aspect_mask(range.aspect_mask).layer_count(1);
    let extent = vk::Extent3D { width: SIZE[0], height: SIZE[1], depth: 1 };
    let copy = vk::BufferImageCopy::default().image_subresource(layers).image_extent(extent);
    let (written, read) = (vk::ImageLayout::TRANSFER_DST_OPTIMAL, vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL);
    let DeviceHandles { device, queue, queue_family_index, .. } = &gpu.0;
    let pool = vk::CommandPoolCreateInfo::default().queue_family_index(*queue_family_index);
    let wait = |commands, barrier| {
        let (all, none) = (vk::PipelineStageFlags::ALL_COMMANDS, vk::DependencyFlags::empty());
        // SAFETY: the command buffer is being recorded.
        unsafe { device.cmd_pipeline_barrier(commands, all, all, none, &[], &[], &[barrier]) };
    };
    // SAFETY: all objects are from this device, and live until the queue is idle.
    unsafe {
        let pool = device.create_command_pool(&pool, None).expect("a pool");
        let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
        let lists = device.allocate_command_buffers(&info).expect("a command buffer");
        device.begin_command_buffer(lists[0], &vk::CommandBufferBeginInfo::default()).expect("a beginning");
        wait(lists[0], barrier.new_layout(written));
        device.cmd_copy_buffer_to_image(lists[0], texels, image, written, &[copy]);
        wait(lists[0], barrier.old_layout(written).new_layout(read));
        device.end_command_buffer(lists[0]).expect("an end");
        let submits = [vk::SubmitInfo::default().command_buffers(&lists)];
        device.queue_submit(*queue, &submits, vk::Fence::null()).expect("a submission");
        device.queue_wait_idle(*queue).expect("an idle queue");
        device.destroy_command_pool(pool, None);
        device.destroy_buffer(texels, None);
        device.free_memory(texel_memory, None);
    }
    (image, view, memory)
}

/// Draws the instances on a device of the test. With `lends`, the meshes are in buffers of the test, and a skin in its image.
fn draw_on_own_device(
    instance: &Instance,
    meshes: &[Mesh; 2],
    (shading, samples): (Shading, vk::SampleCountFlags),
    lends: bool,
) -> RgbaImage {
    let gpu = example::OwnDevice::new(&instance.raw).expect("a device");
    let color =
        if shading == Shading::Smooth { vk::Format::R8G8B8A8_SRGB } else { vk::Format::R8G8B8A8_UNORM };
    let formats = PassFormats { color, depth: vk::Format::D32_SFLOAT, samples };
    // SAFETY: the device has the needed features and outlives the pass; `picture` waits for the queue.
    let mut pass = unsafe { AliasPass::new(&gpu.0, formats, shading) }.expect("a pass");
    let mut lent = Vec::new();
    let models = meshes.each_ref().map(|mesh| {
        if !lends {
            return pass.add_model(mesh).expect("a model");
        }
        let ModelBytes { frames, uvs, indices } = ModelBytes::new(mesh);
        // One buffer for everything: the rest follows the frames, whose size is a multiple of 4.
        let bytes = [&[7; 12], frames, uvs, indices].concat();
        let (buffer, memory) = vertex_buffer(&gpu, &bytes);
        lent.push((buffer, memory));
        let [frames, rest] = [12, 12 + frames.len() as u64].map(|offset| BufferRange { buffer, offset });
        // SAFETY: the buffer was just filled, and is destroyed after the pass.
        unsafe { pass.add_model_in(mesh, frames, rest) }.expect("a model")
    });
    let mut lent_image = None;
    let skins = skins(|image| {
        let mut texels = image.pixels();
        let first = texels.next().expect("an image has texels");
        if !lends || texels.any(|texel| texel != first) {
            return pass.add_texture(image).expect("a texture");
        }
        let (_, view, _) = *lent_image.insert(plain_image(&gpu, color, first));
        // SAFETY: shaders can read the image, which is destroyed after the pass.
        unsafe { pass.add_texture_in(view) }.expect("a texture")
    });
    let view_projection = PICTURE_CAMERA().view_projection(1.0);
    let view = AliasView::new(view_projection);
    // The first picture checks the barriers between the uniforms of two pictures.
    let other = AliasView { light: Light::FLAT, ..view };
    gpu.picture(formats, (&mut pass, &other), &instances(&models, &skins)).expect("a picture");
    let picture = gpu.picture(formats, (&mut pass, &view), &instances(&models, &skins)).expect("a picture");
    // SAFETY: the queue is idle, so no draw uses the models.
    unsafe { models.into_iter().for_each(|model| pass.remove_model(model)) };
    drop(pass);
    if let Some((image, view, memory)) = lent_image {
        // SAFETY: the pass is dropped, and the queue is idle.
        unsafe {
            gpu.0.device.destroy_image_view(view, None);
            gpu.0.device.destroy_image(image, None);
            gpu.0.device.free_memory(memory, None);
        }
    }
    for (buffer, memory) in lent {
        // SAFETY: the pass is dropped, and the queue is idle.
        unsafe {
            gpu.0.device.destroy_buffer(buffer, None);
            gpu.0.device.free_memory(memory, None);
        }
    }
    RgbaImage::new(SIZE[0], SIZE[1], picture).expect("the pixels of a picture")
}

fn draw_with_renderer(gpu: &mut Renderer, meshes: &[Mesh; 2], shading: Shading) -> RgbaImage {
    let models = meshes.each_ref().map(|mesh| gpu.add_model(mesh).expect("a model"));
    let skins = skins(|image| gpu.add_texture(image).expect("a texture"));
    // In sRGB bytes, the example clears to this number itself.
    let gray = if shading == Shading::Smooth { GRAY } else { 0.2 };
    let scene = Scene {
        camera: PICTURE_CAMERA(),
        background: Background::plain([gray; 3]),
        models: &instances(&models, &skins),
        shading,
        ..Scene::default()
    };
    gpu.render_image(&scene, SIZE).expect("a picture")
}

#[test]
fn draws_all_kinds_of_surfaces_like_the_renderer() {
    let meshes = common::PACKINGS.map(|packing| common::surfaces(packing, 2, &[0, 1, 2]));
    let shadings = [Shading::Smooth, Shading::Classic, Shading::Game];
    let counts = [vk::SampleCountFlags::TYPE_1, vk::SampleCountFlags::TYPE_4];
    for (shading, samples) in shadings.into_iter().flat_map(|shading| counts.map(|count| (shading, count))) {
        let Some(mut gpu) = renderer(samples) else { return };
        // SwiftShader averages the samples of the renderer's image in linear light, although its view has no sRGB format. Only outlines
        // differ.
        let averages_light = gpu.adapter().name.contains("SwiftShader")
            && shading != Shading::Smooth
            && samples != vk::SampleCountFlags::TYPE_1;
        let expected = draw_with_renderer(&mut gpu, &meshes, shading);
        let colors: std::collections::BTreeSet<_> = expected.pixels().collect();
        assert!(colors.len() > 4, "{shading:?}: {} colors", colors.len());
        for lends in [false, true] {
            let Some(instance) = Instance::new() else { return };
            let found = draw_on_own_device(&instance, &meshes, (shading, samples), lends);
            instance.finish();
            if averages_light {
                let different = found.pixels().zip(expected.pixels()).filter(|(a, b)| a != b).count();
                let pixels = (SIZE[0] * SIZE[1]) as usize;
                assert!(
                    different < pixels / 100,
                    "{shading:?}, {samples:?}, lends: {lends}: {different} pixels"
                );
                continue;
            }
            // The vector to the eye is computed from the matrix instead of the camera, with other rounding errors.
            let allowed = if shading == Shading::Smooth { 1 } else { 0 };
            let difference = common::difference(&found, &expected);
            assert!(difference <= allowed, "{shading:?}, {samples:?}, lends: {lends}: {difference}");
        }
    }
}
