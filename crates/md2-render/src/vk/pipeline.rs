//! Graphics pipelines for dynamic rendering.

use std::{io::Cursor, mem::offset_of, sync::Arc};

use ash::vk;

use super::{Device, SetLayouts, error::failed, retire::Retired};
use crate::{OverlayVertex, RenderError};

/// All that differs between the renderer's pipelines.
#[derive(Clone, Copy)]
pub(crate) struct PipelineDesc<'a> {
    pub(crate) name: &'a str,
    /// SPIR-V of both stages, as committed.
    pub(crate) vertex: &'a [u8],
    pub(crate) fragment: &'a [u8],
    pub(crate) input: VertexInput,
    /// Whether set 0 is the scene; a texture follows either way.
    pub(crate) scene: bool,
    /// Bytes of push constants, for both stages.
    pub(crate) push_bytes: u32,
    pub(crate) color_format: vk::Format,
    pub(crate) samples: vk::SampleCountFlags,
    pub(crate) depth: Depth,
    pub(crate) blend: Blend,
    /// Edges instead of faces; the device must support it.
    pub(crate) lines: bool,
}

/// Where a pipeline's vertices come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VertexInput {
    /// The shader makes them up.
    None,
    /// Bindings 0 and 1: a packed vertex of either frame. Binding 2: its texture coordinates.
    Alias,
    /// Likewise, without texture coordinates.
    AliasShape,
    /// As [`OverlayVertex`].
    Overlay,
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
}

/// What a pipeline does with the color that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blend {
    Replace,
    /// By the new color's alpha.
    Over,
    /// Likewise, with a color that is already multiplied by it.
    OverPremultiplied,
    /// The larger of both, for each channel.
    Max,
}

/// A pipeline and its layout.
pub(crate) struct Pipeline {
    pub(super) raw: vk::Pipeline,
    pub(super) layout: Layout,
    /// Whether set 0 is the scene.
    scene: bool,
    pub(super) push_bytes: u32,
    device: Arc<Device>,
}

impl Pipeline {
    /// Stages that see push constants.
    pub(super) const PUSH_STAGES: vk::ShaderStageFlags = vk::ShaderStageFlags::from_raw(
        vk::ShaderStageFlags::VERTEX.as_raw() | vk::ShaderStageFlags::FRAGMENT.as_raw(),
    );

    pub(crate) fn new(
        device: &Arc<Device>,
        sets: &SetLayouts,
        desc: &PipelineDesc<'_>,
    ) -> Result<Self, RenderError> {
        let both = [sets.scene.handle, sets.texture.handle];
        let layout = Layout::new(
            device,
            desc.name,
            if desc.scene { &both } else { &both[1..] },
            Self::PUSH_STAGES,
            desc.push_bytes,
        )?;
        let vertex = Shader::new(device, desc.name, desc.vertex)?;
        let fragment = Shader::new(device, desc.name, desc.fragment)?;
        let stage = |stage, shader: &Shader| {
            vk::PipelineShaderStageCreateInfo::default().stage(stage).module(shader.handle).name(c"main")
        };
        let stages =
            [stage(vk::ShaderStageFlags::VERTEX, &vertex), stage(vk::ShaderStageFlags::FRAGMENT, &fragment)];
        let (bindings, attributes) = desc.input.describe();
        let input = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(bindings)
            .vertex_attribute_descriptions(attributes);
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default()
            .topology(vk::PrimitiveTopology::TRIANGLE_LIST);
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewport_count(1).scissor_count(1);
        let raster = vk::PipelineRasterizationStateCreateInfo::default()
            .polygon_mode(if desc.lines { vk::PolygonMode::LINE } else { vk::PolygonMode::FILL })
            .line_width(1.0);
        let multisample =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(desc.samples);
        let depth = vk::PipelineDepthStencilStateCreateInfo::default()
            .depth_test_enable(desc.depth != Depth::None)
            .depth_write_enable(desc.depth == Depth::TestAndWrite)
            .depth_compare_op(vk::CompareOp::GREATER_OR_EQUAL);
        let attachments = [desc.blend.state()];
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&attachments);
        let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&[
            vk::DynamicState::VIEWPORT,
            vk::DynamicState::SCISSOR,
            vk::DynamicState::CULL_MODE,
            vk::DynamicState::FRONT_FACE,
        ]);
        let formats = [desc.color_format];
        let mut rendering = vk::PipelineRenderingCreateInfo::default().color_attachment_formats(&formats);
        if desc.depth != Depth::None {
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
        // SAFETY: rule 5; the shaders were validated when they were built, and agree with the layouts by
        // their tests. Lines are asked for only where the feature is.
        // VUID-VkPipelineRasterizationStateCreateInfo-polygonMode-01507.
        let made = unsafe { device.raw.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) };
        // On failure all handles are null: one pipeline was asked for.
        let pipelines = made.map_err(|(_, result)| failed("vkCreateGraphicsPipelines")(result))?;
        device.name(pipelines[0], desc.name);
        Ok(Self {
            raw: pipelines[0],
            layout,
            scene: desc.scene,
            push_bytes: desc.push_bytes,
            device: Arc::clone(device),
        })
    }

    /// Place of the scene's set.
    ///
    /// # Panics
    /// If the pipeline was made without it.
    pub(super) fn scene_index(&self) -> u32 {
        assert!(self.scene, "a pipeline without the scene");
        0
    }

    /// Place of the texture's set.
    pub(super) fn texture_index(&self) -> u32 {
        u32::from(self.scene)
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
    ) -> Result<Self, RenderError> {
        let push = [vk::PushConstantRange::default().stage_flags(push_stages).size(push_bytes)];
        let info = vk::PipelineLayoutCreateInfo::default()
            .set_layouts(sets)
            .push_constant_ranges(if push_bytes == 0 { &[] } else { &push });
        // SAFETY: rule 5; at most 128 bytes are pushed, which every device allows.
        // VUID-VkPushConstantRange-size-00298.
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
    pub(super) fn new(device: &'a Device, name: &str, spirv: &[u8]) -> Result<Self, RenderError> {
        // Copies, for alignment.
        let words = ash::util::read_spv(&mut Cursor::new(spirv))
            .map_err(|error| RenderError::Unexpected { call: "reading SPIR-V", result: error.to_string() })?;
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

impl VertexInput {
    fn describe(
        self,
    ) -> (&'static [vk::VertexInputBindingDescription], &'static [vk::VertexInputAttributeDescription]) {
        use vk::Format as F;
        const fn binding(binding: u32, stride: u32) -> vk::VertexInputBindingDescription {
            vk::VertexInputBindingDescription { binding, stride, input_rate: vk::VertexInputRate::VERTEX }
        }
        const fn attribute(
            location: u32,
            binding: u32,
            format: vk::Format,
            offset: usize,
        ) -> vk::VertexInputAttributeDescription {
            assert!(offset < 256);
            #[allow(clippy::cast_possible_truncation, reason = "below 256, as just asserted")]
            vk::VertexInputAttributeDescription { location, binding, format, offset: offset as u32 }
        }
        const ALIAS: [vk::VertexInputBindingDescription; 3] = [binding(0, 4), binding(1, 4), binding(2, 8)];
        const ALIAS_ATTRIBUTES: [vk::VertexInputAttributeDescription; 3] = [
            attribute(0, 0, F::R8G8B8A8_UINT, 0),
            attribute(1, 1, F::R8G8B8A8_UINT, 0),
            attribute(2, 2, F::R32G32_SFLOAT, 0),
        ];
        const OVERLAY: [vk::VertexInputBindingDescription; 1] = [binding(0, 20)];
        const OVERLAY_ATTRIBUTES: [vk::VertexInputAttributeDescription; 3] = [
            attribute(0, 0, F::R32G32_SFLOAT, offset_of!(OverlayVertex, pos)),
            attribute(1, 0, F::R32G32_SFLOAT, offset_of!(OverlayVertex, uv)),
            attribute(2, 0, F::R8G8B8A8_UNORM, offset_of!(OverlayVertex, color)),
        ];
        match self {
            Self::None => (&[], &[]),
            Self::Alias => (&ALIAS, &ALIAS_ATTRIBUTES),
            Self::AliasShape => (&ALIAS[..2], &ALIAS_ATTRIBUTES[..2]),
            Self::Overlay => (&OVERLAY, &OVERLAY_ATTRIBUTES),
        }
    }
}

impl Blend {
    fn state(self) -> vk::PipelineColorBlendAttachmentState {
        use vk::BlendFactor as F;
        let (source, destination, op) = match self {
            Self::Replace => (F::ONE, F::ZERO, vk::BlendOp::ADD),
            Self::Over => (F::SRC_ALPHA, F::ONE_MINUS_SRC_ALPHA, vk::BlendOp::ADD),
            Self::OverPremultiplied => (F::ONE, F::ONE_MINUS_SRC_ALPHA, vk::BlendOp::ADD),
            Self::Max => (F::ONE, F::ONE, vk::BlendOp::MAX),
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
            .color_write_mask(vk::ColorComponentFlags::RGBA)
    }
}
