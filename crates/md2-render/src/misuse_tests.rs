//! Tests of misuse of the Vulkan layer: missing, too large or mismatched objects panic with a clear message
//! before Vulkan is called. Two tests check that the test harness reports mistakes.

use std::sync::Arc;

use ash::vk as raw;

use crate::common::{Gpu, assert_panics, gpu, panic_text};
use crate::passes::{OVERLAY_VERTEX, OverlayPass};
use crate::renderer::Renderer;
use crate::spirv::spirv;
use crate::vk::{
    Binding, Bound, Buffer, Device, FrameRing, Image, ImageDesc, Load, PassDesc, Pipeline, PipelineDesc,
    Recorder, Rect, Resource, Set, SetLayout, Use, ViewFormat,
};

const FORMAT: raw::Format = raw::Format::R8G8B8A8_UNORM;
const SIZE: [u32; 2] = [8, 8];
const VERTEX_BYTES: u64 = 3 * 20;
const BUFFER_BYTES: u64 = VERTEX_BYTES + 3 * 2;

struct TestPipeline {
    pipeline: Pipeline,
    layout: Arc<SetLayout>,
    set: Set,
    vertices: Buffer,
    device: Arc<Device>,
}

struct TestTarget {
    frames: FrameRing<()>,
    picture: Image,
}

impl TestPipeline {
    fn new(gpu: &mut Renderer) -> Self {
        let device = &gpu.device;
        let layout = texture_layout(device);
        let pipeline = Self::pipeline(device, &layout);
        let texels = gpu.transfer.upload_texture(&texture([1, 1]), || [255; 4]).expect("a texture");
        gpu.transfer.flush().expect("a submission");
        Self {
            pipeline,
            set: texture_set(gpu, &layout, texels),
            layout,
            vertices: Buffer::new(device, "bench", BUFFER_BYTES, Use::Geometry).expect("a buffer"),
            device: Arc::clone(device),
        }
    }

    fn pipeline(device: &Arc<Device>, layout: &Arc<SetLayout>) -> Pipeline {
        let desc = PipelineDesc {
            vertices: &[OVERLAY_VERTEX],
            sets: &[layout],
            push_bytes: 8,
            ..PipelineDesc::flat("bench", spirv!("overlay.vert"), spirv!("overlay.frag"), FORMAT)
        };
        Pipeline::new(device, &desc).expect("a pipeline")
    }

    fn target(&self) -> TestTarget {
        let frames = FrameRing::new(&self.device, [(), ()]).expect("frames");
        TestTarget { frames, picture: picture(&self.device) }
    }

    fn assert_refused(&self, expected: &str, draw: impl for<'f> FnOnce(&mut Bound<'_, 'f>, &'f Self)) {
        let mut target = self.target();
        assert_panics(expected, || {
            submit(&mut target.frames, |recorder| {
                let mut canvas = recorder.prepare_picture(&mut target.picture);
                recorder
                    .record_pass(&mut canvas, &CLEARED, |pass| draw(&mut pass.bind(&self.pipeline), self));
            });
        });
    }
}

fn submit<'f>(frames: &'f mut FrameRing<()>, record: impl FnOnce(&mut Recorder<'_, 'f>)) -> u64 {
    frames.begin().expect("a slot").submit(|(), recorder| record(recorder)).expect("a submission").0
}

pub(crate) const CLEARED: PassDesc<'static> =
    PassDesc { view_format: ViewFormat::First, load: Load::Clear([0.0; 4]), depth: None, area: None };

fn texture_layout(device: &Arc<Device>) -> Arc<SetLayout> {
    let kind = raw::DescriptorType::COMBINED_IMAGE_SAMPLER;
    let texture = Binding { kind, stages: raw::ShaderStageFlags::FRAGMENT };
    SetLayout::new(device, "bench", &[texture]).expect("a layout")
}

fn texture_set(gpu: &Renderer, layout: &Arc<SetLayout>, image: Arc<Image>) -> Set {
    let sampler = Arc::clone(&gpu.maker.samplers.clamp.linear);
    Set::new("bench", layout, [Resource::Texture(image, ViewFormat::First, sampler)]).expect("a set")
}

fn picture(device: &Arc<Device>) -> Image {
    let usage = raw::ImageUsageFlags::COLOR_ATTACHMENT | raw::ImageUsageFlags::TRANSFER_SRC;
    Image::new(device, &image(SIZE, usage)).expect("an image")
}

fn texture(extent: [u32; 2]) -> ImageDesc<'static> {
    image(extent, raw::ImageUsageFlags::SAMPLED | raw::ImageUsageFlags::TRANSFER_DST)
}

fn image(extent: [u32; 2], usage: raw::ImageUsageFlags) -> ImageDesc<'static> {
    ImageDesc::plain("bench", extent, FORMAT, usage)
}

#[test]
fn a_draw_needs_all_that_its_pipeline_needs() {
    let Some(mut gpu) = gpu() else { return };
    let test = TestPipeline::new(&mut gpu);
    test.assert_refused("a descriptor set is missing", |bound, _| bound.draw(3, 0..1));
    test.assert_refused("the pipeline has other push constants", |bound, _| bound.push(&[0.0_f32; 3]));
    let outside = Rect { left: 4, top: 0, width: 5, height: 8 };
    test.assert_refused("outside of 8x8 pixels from (0, 0)", |bound, _| bound.set_scissor(outside));
    let endless = Rect { width: u32::MAX, ..outside };
    test.assert_refused("outside of 8x8 pixels", |bound, _| bound.set_scissor(endless));
    test.assert_refused("set 1 does not match the pipeline", |bound, test| bound.bind_set(1, &test.set));
    test.assert_refused("the push constants are missing", |bound, test| {
        bound.bind_set(0, &test.set);
        bound.draw(3, 0..1);
    });
    test.assert_refused("the vertices are missing", |bound, test| {
        bound.bind_set(0, &test.set);
        bound.push(&[0.0_f32; 2]);
        bound.draw(3, 0..1);
    });
    let other = texture_layout(&gpu.device);
    let pipeline = TestPipeline::pipeline(&gpu.device, &other);
    TestPipeline { pipeline, ..test }
        .assert_refused("does not match the pipeline", |bound, test| bound.bind_set(0, &test.set));
}

#[test]
fn ranges_must_be_inside_their_buffers() {
    let Some(mut gpu) = gpu() else { return };
    let test = TestPipeline::new(&mut gpu);
    let check = |expected: &str, vertices_at: u64, indices_at: u64, count: u32, first: u32| {
        test.assert_refused(expected, |bound, test| {
            bound.bind_set(0, &test.set);
            bound.push(&[0.0_f32; 2]);
            bound.bind_vertices([(&test.vertices, vertices_at)]);
            bound.bind_indices(&test.vertices, indices_at, raw::IndexType::UINT16);
            bound.draw_indexed(0..count, first, 0..1);
            // Commands with valid ranges reach this line.
            panic!("drawn");
        });
    };
    check("drawn", 0, VERTEX_BYTES, 3, 0);
    check("drawn", 40, VERTEX_BYTES, 3, 0);
    check("the vertex offset 2 is not", 2, VERTEX_BYTES, 3, 0);
    check("the vertices start past their buffer", BUFFER_BYTES + 2, VERTEX_BYTES, 3, 0);
    check("the vertices are missing", 60, VERTEX_BYTES, 3, 0);
    check("vertex 3 is past", 0, VERTEX_BYTES, 3, 3);
    check("the index offset 61 is", 0, VERTEX_BYTES + 1, 3, 0);
    check("the index offset 66 is", 0, BUFFER_BYTES, 3, 0);
    check("indices 0..4", 0, VERTEX_BYTES, 4, 0);
    test.assert_refused("the indices are missing", |bound, test| {
        bound.bind_set(0, &test.set);
        bound.push(&[0.0_f32; 2]);
        bound.bind_vertices([(&test.vertices, 0)]);
        bound.draw_indexed(0..0, 0, 0..1);
    });
    test.assert_refused("0 vertex buffers", |bound, _| bound.bind_vertices([]));
}

#[test]
fn a_pass_rejects_mismatched_pipelines_and_images() {
    let Some(mut gpu) = gpu() else { return };
    let test = TestPipeline::new(&mut gpu);
    // A mask that was never drawn.
    let usage = raw::ImageUsageFlags::SAMPLED | raw::ImageUsageFlags::COLOR_ATTACHMENT;
    let mask = Arc::new(Image::new(&gpu.device, &image(SIZE, usage)).expect("an image"));
    let unread = TestPipeline { set: texture_set(&gpu, &test.layout, Arc::clone(&mask)), ..test };
    unread.assert_refused("no content yet", |bound, test| bound.bind_set(0, &test.set));
    // The commands are recorded, but not submitted.
    let mut target = unread.target();
    let text = panic_text(|| {
        submit(&mut target.frames, |recorder| {
            recorder.record_mask_pass(&mask, Load::Clear([0.0; 4]), |_| {});
            panic!("on the way");
        });
    });
    assert_eq!(text, "on the way");
    unread.assert_refused("no content yet", |bound, test| bound.bind_set(0, &test.set));

    let for_bytes = OverlayPass::new(&gpu.device, &gpu.maker.layouts, raw::Format::B8G8R8A8_UNORM);
    let for_bytes = TestPipeline { pipeline: for_bytes.expect("a pipeline").pipeline, ..unread };
    for_bytes.assert_refused("other attachments than the pass", |_, _| {});
    let (mut target, size) = (for_bytes.target(), 8 * 8 * 4 - 1);
    let mut small = Buffer::new(&gpu.device, "small", size, Use::ReadBack).expect("a buffer");
    assert_panics("255 bytes for 64 pixels", || {
        submit(&mut target.frames, |recorder| {
            let canvas = recorder.prepare_picture(&mut target.picture);
            recorder.read_back(canvas, &mut small);
        });
    });
}

#[test]
fn the_host_cannot_read_a_buffer_in_use() {
    let Some(gpu) = gpu() else { return };
    let mut picture = picture(&gpu.device);
    let mut host = Buffer::new(&gpu.device, "host", 8 * 8 * 4, Use::ReadBack).expect("a buffer");
    let mut frames = FrameRing::new(&gpu.device, [(), ()]).expect("frames");
    let serial = submit(&mut frames, |recorder| {
        let mut canvas = recorder.prepare_picture(&mut picture);
        recorder.record_pass(&mut canvas, &CLEARED, |_| {});
        recorder.read_back(canvas, &mut host);
    });
    // The host has not checked the timeline since, so it treats the work as running.
    assert_panics("the GPU may be using the buffer", || drop(host.read().to_vec()));
    gpu.device.wait(serial).expect("it ends");
    assert_eq!(host.read(), [0; 8 * 8 * 4]);
}

#[test]
fn rejects_objects_of_another_device() {
    let (Some(mut gpu), Some(mut other)) = (gpu(), gpu()) else { return };
    let (test, foreign) = (TestPipeline::new(&mut gpu), TestPipeline::new(&mut other));
    assert_panics("layout belongs to another", || drop(TestPipeline::pipeline(&gpu.device, &foreign.layout)));
    TestPipeline { pipeline: test.pipeline, ..foreign }.assert_refused("object belongs to", |_, _| {});
    let texels = other.transfer.upload_texture(&texture([4, 4]), || [0; 64]).expect("a texture");
    assert_panics("image belongs to another device", || {
        drop(gpu.transfer.update_texture(&texels, [0; 2], [1; 2], &[0; 4]))
    });
}

#[test]
fn a_validation_message_fails_a_test() {
    let Some(gpu) = gpu().filter(Gpu::is_validated) else { return };
    gpu.device.provoke_message();
    assert_panics("VUID-VkBufferCreateInfo-size-00912", || drop(gpu));
}

#[test]
fn a_leak_fails_a_test() {
    let Some(gpu) = gpu() else { return };
    gpu.device.leak_memory();
    assert_panics("leaked on purpose", || drop(gpu));
}
