//! Graphics pipelines for dynamic rendering.

use std::sync::Arc;

use ash::vk;

use super::descriptor::SetLayout;
use super::device::Device;
use super::error::{Error, failed};
use super::owned::OwnedHandle;
use super::program::{PipelineLayout, Shader};

/// The formats and the sample count of the attachments of a pass. A pass accepts only pipelines created for equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attachments {
    pub(super) color: vk::Format,
    pub(super) samples: vk::SampleCountFlags,
    pub(super) depth: Option<vk::Format>,
}

/// The properties of a pipeline. Pipelines draw triangles; the pass sets viewport, scissor and culling.
#[derive(Clone, Copy)]
pub(crate) struct PipelineDesc<'a> {
    pub(crate) name: &'a str,
    pub(crate) vertex: &'a [u8],
    pub(crate) fragment: &'a [u8],
    pub(crate) vertices: &'a [VertexBinding<'a>],
    pub(crate) sets: &'a [&'a Arc<SetLayout>],
    pub(crate) push_bytes: u32,
    pub(crate) color_format: vk::Format,
    pub(crate) samples: vk::SampleCountFlags,
    pub(crate) depth: DepthMode,
    /// Depth bias as a multiple of the depth difference between adjacent pixels: positive away from the eye, 0 for
    /// none. A negative bias, towards the eye, also has a constant part.
    pub(crate) depth_bias: f32,
    pub(crate) blend: Blend,
    pub(crate) alpha_to_coverage: bool,
    /// Whether to draw edges instead of faces, which the device must support.
    pub(crate) lines: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct VertexBinding<'a> {
    pub(crate) stride: u32,
    pub(crate) attributes: &'a [VertexAttribute],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct VertexAttribute {
    pub(crate) location: u32,
    pub(crate) format: vk::Format,
    pub(crate) offset: u32,
}

/// The depth test of a pipeline. Depth is reversed: 1 at the near plane, 0 at infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DepthMode {
    None,
    TestAndWrite,
    Test,
    /// Draws pixels behind the stored depth: for hidden parts that show through.
    TestBehind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blend {
    Replace,
    ReplaceColor,
    Keep,
    Over,
    /// Blends a color that is premultiplied by its alpha.
    OverPremultiplied,
    Add,
    /// Keeps the larger of the old and the new value of each channel.
    Max,
    Multiply,
}

/// The constant part of a depth bias towards the eye, in steps of the depth format; more than the rounding errors of interpolated depth.
const MIN_BIAS: f32 = 256.0;

pub(crate) struct Pipeline {
    pub(super) raw: OwnedHandle<vk::Pipeline>,
    pub(super) layout: PipelineLayout,
    pub(super) strides: Box<[u32]>,
    pub(super) attachments: Attachments,
}

impl Pipeline {
    pub(crate) fn new(device: &Arc<Device>, desc: &PipelineDesc<'_>) -> Result<Self, Error> {
        let stages = vk::ShaderStageFlags::VERTEX | vk::ShaderStageFlags::FRAGMENT;
        let layout = PipelineLayout::new(device, desc.name, desc.sets, desc.push_bytes, stages)?;
        let raw = desc.create(device, layout.raw.handle)?;
        Ok(Self {
            raw: OwnedHandle::new(device, raw, desc.name),
            layout,
            strides: desc.vertices.iter().map(|binding| binding.stride).collect(),
            attachments: Attachments {
                color: desc.color_format,
                samples: desc.samples,
                depth: (desc.depth != DepthMode::None).then_some(device.physical.depth_format),
            },
        })
    }
}

impl<'a> PipelineDesc<'a> {
    pub(crate) const fn flat(
        name: &'a str,
        vertex: &'a [u8],
        fragment: &'a [u8],
        color_format: vk::Format,
    ) -> Self {
        Self {
            name,
            vertex,
            fragment,
            vertices: &[],
            sets: &[],
            push_bytes: 0,
            color_format,
            samples: vk::SampleCountFlags::TYPE_1,
            depth: DepthMode::None,
            depth_bias: 0.0,
            blend: Blend::Replace,
            alpha_to_coverage: false,
            lines: false,
        }
    }

    fn create(&self, device: &Device, layout: vk::PipelineLayout) -> Result<vk::Pipeline, Error> {
        let vertex = Shader::new(device, self.name, self.vertex)?;
        let fragment = Shader::new(device, self.name, self.fragment)?;
        let stage = |stage, shader: &Shader| {
            vk::PipelineShaderStageCreateInfo::default().stage(stage).module(shader.handle).name(c"main")
        };
        let stages =
            [stage(vk::ShaderStageFlags::VERTEX, &vertex), stage(vk::ShaderStageFlags::FRAGMENT, &fragment)];
        let (bindings, attributes) = describe(self.vertices);
        let input = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(&bindings)
            .vertex_attribute_descriptions(&attributes);
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default()
            .topology(vk::PrimitiveTopology::TRIANGLE_LIST);
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewport_count(1).scissor_count(1);
        let raster = vk::PipelineRasterizationStateCreateInfo::default()
            .polygon_mode(if self.lines { vk::PolygonMode::LINE } else { vk::PolygonMode::FILL })
            .depth_bias_enable(self.depth_bias != 0.0)
            // Depth is reversed: it is smaller when farther away.
            .depth_bias_slope_factor(-self.depth_bias)
            .depth_bias_constant_factor(if self.depth_bias < 0.0 { MIN_BIAS } else { 0.0 })
            .line_width(1.0);
        let multisample = vk::PipelineMultisampleStateCreateInfo::default()
            .rasterization_samples(self.samples)
            .alpha_to_coverage_enable(self.alpha_to_coverage);
        let depth = vk::PipelineDepthStencilStateCreateInfo::default()
            .depth_test_enable(self.depth != DepthMode::None)
            .depth_write_enable(self.depth == DepthMode::TestAndWrite)
            .depth_compare_op(match self.depth {
                DepthMode::TestBehind => vk::CompareOp::LESS,
                _ => vk::CompareOp::GREATER_OR_EQUAL,
            });
        let attachments = [self.blend.state()];
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&attachments);
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&[
            vk::DynamicState::VIEWPORT,
            vk::DynamicState::SCISSOR,
            vk::DynamicState::CULL_MODE,
            vk::DynamicState::FRONT_FACE,
            vk::DynamicState::PRIMITIVE_TOPOLOGY,
        ]);
        let formats = [self.color_format];
        let mut rendering = vk::PipelineRenderingCreateInfo::default().color_attachment_formats(&formats);
        if self.depth != DepthMode::None {
            rendering = rendering.depth_attachment_format(device.physical.depth_format);
        }
        let info = vk::GraphicsPipelineCreateInfo::default()
            .stages(&stages)
            .vertex_input_state(&input)
            .input_assembly_state(&assembly)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&multisample)
            .depth_stencil_state(&depth)
            .color_blend_state(&blend)
            .dynamic_state(&dynamic)
            .layout(layout)
            .push_next(&mut rendering);
        assert!(!self.lines || device.physical.adapter.wireframe, "the device cannot draw lines");
        // SAFETY: rule 5; the shaders were validated when they were built, and tests check that they match the
        // layouts. Lines are drawn only where the feature is, as just asserted.
        // VUID-VkPipelineRasterizationStateCreateInfo-polygonMode-01507.
        let made = unsafe { device.raw.create_graphics_pipelines(device.pipeline_cache, &[info], None) };
        // On failure the only handle is null.
        made.map(|pipelines| pipelines[0]).map_err(|(_, result)| failed("vkCreateGraphicsPipelines")(result))
    }
}

fn describe(
    vertices: &[VertexBinding<'_>],
) -> (Vec<vk::VertexInputBindingDescription>, Vec<vk::VertexInputAttributeDescription>) {
    let mut attributes = Vec::new();
    let mut bindings = Vec::new();
    for (binding, &VertexBinding { stride, attributes: seen }) in (0..).zip(vertices) {
        assert!(stride > 0 && stride.is_multiple_of(4), "stride {stride}, not a positive multiple of 4");
        bindings.push(vk::VertexInputBindingDescription {
            binding,
            stride,
            input_rate: vk::VertexInputRate::VERTEX,
        });
        for &VertexAttribute { location, format, offset } in seen {
            assert!(offset < stride && offset.is_multiple_of(4), "an attribute at byte {offset} of {stride}");
            attributes.push(vk::VertexInputAttributeDescription { location, binding, format, offset });
        }
    }
    (bindings, attributes)
}

impl Blend {
    fn state(self) -> vk::PipelineColorBlendAttachmentState {
        use vk::BlendFactor as F;
        let (source, destination, op) = match self {
            Self::Replace | Self::ReplaceColor | Self::Keep => (F::ONE, F::ZERO, vk::BlendOp::ADD),
            Self::Over => (F::SRC_ALPHA, F::ONE_MINUS_SRC_ALPHA, vk::BlendOp::ADD),
            Self::OverPremultiplied => (F::ONE, F::ONE_MINUS_SRC_ALPHA, vk::BlendOp::ADD),
            Self::Add => (F::ONE, F::ONE, vk::BlendOp::ADD),
            Self::Max => (F::ONE, F::ONE, vk::BlendOp::MAX),
            Self::Multiply => (F::ZERO, F::SRC_COLOR, vk::BlendOp::ADD),
        };
        // Alpha stays 1, the clear value: pictures and windows are opaque.
        let (source_alpha, destination_alpha) =
            if self == Self::Replace { (F::ONE, F::ZERO) } else { (F::ZERO, F::ONE) };
        vk::PipelineColorBlendAttachmentState::default()
            .blend_enable(self != Self::Replace)
            .src_color_blend_factor(source)
            .dst_color_blend_factor(destination)
            .color_blend_op(op)
            .src_alpha_blend_factor(source_alpha)
            .dst_alpha_blend_factor(destination_alpha)
            .alpha_blend_op(op)
            .color_write_mask(match self {
                Self::Keep => vk::ColorComponentFlags::empty(),
                _ => vk::ColorComponentFlags::RGBA,
            })
    }
}
