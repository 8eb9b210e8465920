//! Graphics pipelines for dynamic rendering.

use std::{io::Cursor, sync::Arc};

use ash::vk;

use super::descriptor::SetLayout;
use super::device::Device;
use super::error::{Error, failed};
use super::retire::Retired;

/// What is drawn to: pipelines must be made for the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attachments {
    pub(super) color: vk::Format,
    pub(super) samples: vk::SampleCountFlags,
    pub(super) depth: Option<vk::Format>,
}

/// All that differs between pipelines. They draw triangles, with viewport, scissor and culling set by the pass.
#[derive(Clone, Copy)]
pub(crate) struct PipelineDesc<'a> {
    pub(crate) name: &'a str,
    /// SPIR-V of both stages, as committed.
    pub(crate) vertex: &'a [u8],
    pub(crate) fragment: &'a [u8],
    /// The vertex buffers, from binding 0 on; none if the shader makes vertices up.
    pub(crate) vertices: &'a [VertexBinding<'a>],
    /// The sets, from 0 on; at most 4.
    pub(crate) sets: &'a [&'a Arc<SetLayout>],
    /// Bytes of push constants, for both stages; at most 128.
    pub(crate) push_bytes: u32,
    pub(crate) color_format: vk::Format,
    pub(crate) samples: vk::SampleCountFlags,
    pub(crate) depth: Depth,
    /// How far its depths are moved away from the eye, in pixels of their own slope; 0 leaves them where they are, and less
    /// moves them nearer, by a hair also where there is no slope.
    pub(crate) recede: f32,
    pub(crate) blend: Blend,
    /// Covers as many samples of a pixel as the new color's alpha says.
    pub(crate) alpha_to_coverage: bool,
    /// Edges instead of faces; the device must support it.
    pub(crate) lines: bool,
}

/// What a vertex buffer holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VertexBinding<'a> {
    /// Bytes from one vertex to the next, a multiple of 4.
    pub(crate) stride: u32,
    pub(crate) attributes: &'a [VertexAttribute],
}

/// What a shader sees of a vertex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VertexAttribute {
    pub(crate) location: u32,
    pub(crate) format: vk::Format,
    /// Where it begins in a vertex, a multiple of 4.
    pub(crate) offset: u32,
}

/// What a pipeline does with depth. It is reversed: 1 at the near plane, 0 at infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// There is no depth image.
    None,
    /// Solid things: nearer ones win.
    TestAndWrite,
    /// What is blended over solid things, or fills the gaps between them.
    Test,
    /// What is seen through solid things: only where one is nearer.
    TestBehind,
}

/// What a pipeline does with the color that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blend {
    Replace,
    /// Likewise, but for alpha, which stays.
    ReplaceColor,
    /// All of it stays: only depth is drawn.
    Keep,
    /// By the new color's alpha.
    Over,
    /// Likewise, with a color that is already multiplied by it.
    OverPremultiplied,
    /// The sum of both.
    Add,
    /// The larger of both, for each channel.
    Max,
    /// The product of both.
    Multiply,
}

/// How far what is moved nearer is moved at least, in steps of depth: more than interpolation rounds.
const HAIR: f32 = 256.0;

/// A pipeline and its layout.
pub(crate) struct Pipeline {
    pub(super) raw: vk::Pipeline,
    pub(super) layout: Layout,
    pub(super) sets: Box<[Arc<SetLayout>]>,
    pub(super) strides: Box<[u32]>,
    pub(super) push_bytes: u32,
    pub(super) attachments: Attachments,
    device: Arc<Device>,
}

impl Pipeline {
    /// Stages that see push constants.
    pub(super) const PUSH_STAGES: vk::ShaderStageFlags = vk::ShaderStageFlags::from_raw(
        vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw(),
    );

    /// # Panics
    /// If the description breaks what its fields say.
    pub(crate) fn new(device: &Arc<Device>, desc: &PipelineDesc<'_>) -> Result<Self, Error> {
        assert!(desc.sets.iter().all(|set| set.is_of(device)), "another device's layout");
        device.require_headroom("vkCreateGraphicsPipelines")?;
        let layout = Layout::new(
            device,
            desc.name,
            &desc.sets.iter().map(|set| set.handle).collect::<Vec<_>>(),
            Self::PUSH_STAGES,
            desc.push_bytes,
        )?;
        let raw = desc.create(device, &layout)?;
        device.name(raw, desc.name);
        Ok(Self {
            raw,
            layout,
            sets: desc.sets.iter().map(|&set| Arc::clone(set)).collect(),
            strides: desc.vertices.iter().map(|binding| binding.stride).collect(),
            push_bytes: desc.push_bytes,
            attachments: Attachments {
                color: desc.color_format,
                samples: desc.samples,
                depth: (desc.depth != Depth::None).then_some(device.physical.depth_format),
            },
            device: Arc::clone(device),
        })
    }

    pub(super) const fn device(&self) -> &Arc<Device> {
        &self.device
    }
}

impl<'a> PipelineDesc<'a> {
    /// What replaces the colors of an image of one sample a pixel, without depth, by shaders that are given nothing.
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
            depth: Depth::None,
            recede: 0.0,
            blend: Blend::Replace,
            alpha_to_coverage: false,
            lines: false,
        }
    }

    /// Creates the pipeline, with nothing that owns it yet.
    ///
    /// # Panics
    /// If it draws lines, and the device cannot.
    fn create(&self, device: &Device, layout: &Layout) -> Result<vk::Pipeline, Error> {
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
            .depth_bias_enable(self.recede != 0.0)
            // Depth is reversed: what is further away has less of it.
            .depth_bias_slope_factor(-self.recede)
            .depth_bias_constant_factor(if self.recede < 0.0 { HAIR } else { 0.0 })
            .line_width(1.0);
        let multisample = vk::PipelineMultisampleStateCreateInfo::default()
            .rasterization_samples(self.samples)
            .alpha_to_coverage_enable(self.alpha_to_coverage);
        let depth = vk::PipelineDepthStencilStateCreateInfo::default()
            .depth_test_enable(self.depth != Depth::None)
            .depth_write_enable(self.depth == Depth::TestAndWrite)
            .depth_compare_op(match self.depth {
                Depth::TestBehind => vk::CompareOp::LESS,
                _ => vk::CompareOp::GREATER_OR_EQUAL,
            });
        let attachments = [self.blend.state()];
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&attachments);
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&[
            vk::DynamicState::VIEWPORT,
            vk::DynamicState::SCISSOR,
            vk::DynamicState::CULL_MODE,
            vk::DynamicState::FRONT_FACE,
        ]);
        let formats = [self.color_format];
        let mut rendering = vk::PipelineRenderingCreateInfo::default().color_attachment_formats(&formats);
        if self.depth != Depth::None {
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
            .layout(layout.handle)
            .push_next(&mut rendering);
        assert!(!self.lines || device.physical.adapter.wireframe, "lines, which the device cannot draw");
        // SAFETY: rule 5; the shaders were validated when they were built, and agree with the layouts by
        // their tests. Lines are asked for only where the feature is, as just asserted.
        // VUID-VkPipelineRasterizationStateCreateInfo-polygonMode-01507.
        let made = unsafe { device.raw.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) };
        // On failure all handles are null: one pipeline was asked for.
        made.map(|pipelines| pipelines[0]).map_err(|(_, result)| failed("vkCreateGraphicsPipelines")(result))
    }
}

impl Drop for Pipeline {
    fn drop(&mut self) {
        self.device.retire(Retired::Pipeline(self.raw));
    }
}

/// What a pipeline's shaders are given.
pub(super) struct Layout {
    pub(super) handle: vk::PipelineLayout,
    device: Arc<Device>,
}

impl Layout {
    pub(super) fn new(
        device: &Arc<Device>,
        name: &str,
        sets: &[vk::DescriptorSetLayout],
        push_stages: vk::ShaderStageFlags,
        push_bytes: u32,
    ) -> Result<Self, Error> {
        assert!(push_bytes <= 128 && push_bytes.is_multiple_of(4), "{push_bytes} bytes of push constants");
        assert!(sets.len() <= 4, "{} sets", sets.len());
        let push = [vk::PushConstantRange::default().stage_flags(push_stages).size(push_bytes)];
        let info = vk::PipelineLayoutCreateInfo::default()
            .set_layouts(sets)
            .push_constant_ranges(if push_bytes == 0 { &[] } else { &push });
        // SAFETY: rule 5; at most 128 bytes are pushed, and at most four sets bound, which every device allows.
        // VUID-VkPushConstantRange-size-00298, VUID-VkPipelineLayoutCreateInfo-setLayoutCount-00286.
        let handle = unsafe { device.raw.create_pipeline_layout(&info, None) }
            .map_err(failed("vkCreatePipelineLayout"))?;
        device.name(handle, name);
        Ok(Self { handle, device: Arc::clone(device) })
    }
}

impl Drop for Layout {
    fn drop(&mut self) {
        self.device.retire(Retired::PipelineLayout(self.handle));
    }
}

/// A shader module, needed only while pipelines are made of it.
pub(super) struct Shader<'a> {
    pub(super) handle: vk::ShaderModule,
    device: &'a Device,
}

impl<'a> Shader<'a> {
    pub(super) fn new(device: &'a Device, name: &str, spirv: &[u8]) -> Result<Self, Error> {
        // Copies, for alignment.
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

/// Vertex buffers in Vulkan's words.
fn describe(
    vertices: &[VertexBinding<'_>],
) -> (Vec<vk::VertexInputBindingDescription>, Vec<vk::VertexInputAttributeDescription>) {
    let mut attributes = Vec::new();
    let mut bindings = Vec::new();
    for (binding, &VertexBinding { stride, attributes: seen }) in (0..).zip(vertices) {
        assert!(stride > 0 && stride.is_multiple_of(4), "vertices of {stride} bytes");
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
        // Alpha stays what it was cleared to, 1: pictures and windows are opaque.
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
