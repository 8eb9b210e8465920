//! Models on the caller's device: the pass that draws the models of the renderer, for engines that own their Vulkan device.

use std::sync::Arc;

use ash::vk::{CommandBuffer, Format, SampleCountFlags};
use glam::Mat4;
use md2_common::Faces;
use md2_mesh::Mesh;

use crate::content::Content;
use crate::layouts::{Layouts, Samplers};
use crate::model::GpuModel;
use crate::passes::{self, AliasPart, AliasStyle, ModelPass, SceneKind};
use crate::scene::{Light, ModelInstance, Scene};
use crate::slots::{ModelId, TextureId};
use crate::style::{Filter, Shading};
use crate::texture::{TextureImages, TextureMaker};
use crate::uniforms::{SceneUniforms, upload_normals};
use crate::vk::{self, Device, DeviceHandles, RenderError, Resource, Set, Transfer, Use};

/// A pass that draws models into command buffers of the caller, on the caller's Vulkan device.
///
/// It uses the pipelines, shaders and buffers of [`Renderer`](crate::Renderer), which draws its models with the same code. The caller
/// owns the device, the images, the command buffers and their synchronization. For each picture, the caller records in this order:
///
/// 1. outside of rendering, [`set_view`](Self::set_view);
/// 2. `vkCmdBeginRendering`, viewport and scissor;
/// 3. [`draw`](Self::draw), once or several times, with other draws before, between and after.
///
/// The example `own_device` is a complete program.
///
/// The pipelines are for dynamic rendering; they cannot be used in a `VkRenderPass`. Depth is reversed: the depth attachment is cleared to
/// 0, and nearer surfaces have greater depths.
///
/// The pass can move between threads. Models and textures belong to one pass. Dropping the pass waits for its uploads, but not for the caller's draws: see
/// [`new`](Self::new).
pub struct AliasPass {
    // In drop order. Everything is retired to the device, which is dropped last.
    pass: ModelPass,
    color: Format,
    style: AliasStyle,
    scene: Set,
    uniforms: Arc<vk::Buffer>,
    content: Content,
    transfer: Transfer,
    maker: TextureMaker,
    device: Arc<Device>,
}

/// The attachments with which the caller begins rendering: one color attachment, one depth attachment, no stencil attachment, and no views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassFormats {
    /// The format of the color attachment. [`Shading::Smooth`] writes linear light, for formats with sRGB or floats. The other shadings
    /// write sRGB bytes, for `UNORM` formats.
    pub color: Format,
    /// The format of the depth attachment.
    pub depth: Format,
    /// The number of samples of both attachments.
    pub samples: SampleCountFlags,
}

/// The camera and the light of the following draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AliasView {
    /// The matrix from world to clip space, column by column. Depth is reversed: 1 is near, 0 is far. For example, that of
    /// [`Camera::view_projection`](crate::Camera::view_projection).
    pub view_projection: [[f32; 4]; 4],
    /// The light on the models.
    pub light: Light,
    /// The magnification filter of skins.
    pub filter: Filter,
    /// Whether both sides of faces are drawn. If false, only faces with clockwise vertices are visible.
    pub two_sided: bool,
}

impl AliasView {
    /// Returns a view with the default light, with linear filtering, and with both sides of faces.
    pub fn new(view_projection: [[f32; 4]; 4]) -> Self {
        Self { view_projection, light: Light::default(), filter: Filter::default(), two_sided: true }
    }
}

impl AliasPass {
    /// Creates the pipelines for both vertex formats, and uploads the table of normals.
    ///
    /// # Safety
    /// - `handles` meets the promises of [`DeviceHandles`] until the pass is dropped.
    /// - The device can draw to both formats with this number of samples.
    /// - All command buffers that the pass has recorded to are submitted only to the queue of `handles`.
    /// - When the pass is dropped, all of them have finished.
    ///
    /// # Errors
    /// [`RenderError::NoSuitableDevice`] if the device has an older version than Vulkan 1.3, [`RenderError::OutOfMemory`] or
    /// [`RenderError::DeviceLost`].
    pub unsafe fn new(
        handles: &DeviceHandles,
        formats: PassFormats,
        shading: Shading,
    ) -> Result<Self, RenderError> {
        // SAFETY: the caller's first promise. All objects of the device are dropped with the pass.
        let device = unsafe { Device::lent(handles, formats.depth, formats.samples) }?;
        let layouts = Layouts::new(&device)?;
        let kind = SceneKind { shading, color_format: formats.color, samples: formats.samples };
        let pass = ModelPass::new(&device, &layouts, kind)?;
        let mut transfer = Transfer::new(&device)?;
        let normals = Resource::Constant(upload_normals(&mut transfer)?);
        let bytes = size_of::<SceneUniforms>() as u64;
        let uniforms = Arc::new(vk::Buffer::new(&device, "scene uniforms", bytes, Use::Constants)?);
        let scene = Set::new("scene", &layouts.scene, [Resource::Constant(Arc::clone(&uniforms)), normals])?;
        let maker = TextureMaker::new(layouts, Samplers::new(&device)?, &mut transfer)?;
        let content = Content::new(&mut transfer, &maker)?;
        transfer.flush()?;
        Ok(Self {
            pass,
            color: formats.color,
            style: AliasStyle {
                view_projection: Mat4::IDENTITY,
                faces: Faces::Solid,
                two_sided: true,
                filter: Filter::default(),
                shading,
                has_columns: false,
            },
            scene,
            uniforms,
            content,
            transfer,
            maker,
            device,
        })
    }

    /// Uploads a mesh with all its frames.
    ///
    /// # Errors
    /// [`RenderError::AboveLimit`] if the device cannot store or index the mesh, [`RenderError::OutOfMemory`] or
    /// [`RenderError::DeviceLost`].
    pub fn add_model(&mut self, mesh: &Mesh) -> Result<ModelId, RenderError> {
        passes::assert_known(mesh.packing());
        let model = GpuModel::upload(&mut self.transfer, &self.maker.layouts, None, mesh, None)?;
        // The caller submits the draws.
        self.transfer.flush()?;
        Ok(ModelId(self.content.models.insert(model)))
    }

    /// Uploads a skin with mipmaps, from one or several [`RgbaImage`](crate::RgbaImage)s.
    ///
    /// # Errors
    /// [`RenderError::ImageTooLarge`], [`RenderError::OutOfMemory`] or [`RenderError::DeviceLost`].
    pub fn add_texture<'a>(
        &mut self,
        images: impl Into<TextureImages<'a>>,
    ) -> Result<TextureId, RenderError> {
        let texture = self.maker.upload_surface(&mut self.transfer, "texture", &images.into())?;
        self.transfer.flush()?;
        Ok(TextureId(self.content.textures.insert(texture)))
    }

    /// Removes a model. A model that was already removed is ignored.
    ///
    /// # Safety
    /// - All command buffers with draws of the model have finished.
    ///
    /// # Panics
    /// If the ID belongs to another pass.
    pub unsafe fn remove_model(&mut self, model: ModelId) {
        self.content.models.remove(model.0);
    }

    /// Removes a texture. A texture that was already removed is ignored.
    ///
    /// # Safety
    /// - All command buffers with draws of the texture have finished.
    ///
    /// # Panics
    /// If the ID belongs to another pass.
    pub unsafe fn remove_texture(&mut self, texture: TextureId) {
        self.content.textures.remove(texture.0);
    }

    /// Sets the camera and the light of the draws that are recorded after this call, and records a copy of 320 bytes with the barriers
    /// around it.
    ///
    /// # Safety
    /// - `commands` is a command buffer of the device that is being recorded, outside of rendering.
    /// - It runs after the command buffers that were recorded before, and before those that are recorded later.
    pub unsafe fn set_view(&mut self, commands: CommandBuffer, view: &AliasView) {
        let AliasView { view_projection, light, filter, two_sided } = *view;
        let view_projection = Mat4::from_cols_array_2d(&view_projection);
        self.style = AliasStyle { view_projection, filter, two_sided, ..self.style };
        let uniforms = SceneUniforms::for_models(view_projection, light, self.device.samples().as_raw());
        // SAFETY: the caller's promises; the pass owns the buffer and lives until the commands have run, as promised to `new`.
        unsafe { vk::record_update(&self.device, commands, &self.uniforms, bytemuck::bytes_of(&uniforms)) };
    }

    /// Records the draws of models, each with its own pose, matrix and skins: opaque surfaces and surfaces with holes, then added
    /// surfaces and reflections. For each model it binds the vertex buffer at frame a and at frame b, and pushes the blend factor. Ghosts
    /// are not drawn.
    ///
    /// Pipeline, descriptor sets, push constants, vertex and index buffers, cull mode and front face of the command buffer change. The
    /// first cross-fade creates further pipelines.
    ///
    /// # Safety
    /// - `commands` is a command buffer of the device that is being recorded, inside dynamic rendering with the attachments of the
    ///   [`PassFormats`] for which the pass was created. Viewport and scissor are set.
    /// - [`set_view`](Self::set_view) was recorded before, and runs before.
    ///
    /// # Errors
    /// [`RenderError::OutOfMemory`] if the pipelines for cross-fades cannot be created.
    ///
    /// # Panics
    /// If a model or texture was removed, or belongs to another pass. Nothing was recorded then.
    pub unsafe fn draw(
        &mut self,
        commands: CommandBuffer,
        models: &[ModelInstance<'_>],
    ) -> Result<(), RenderError> {
        if models.iter().any(ModelInstance::fades) {
            self.pass.prepare_fades(&self.device, &self.maker.layouts)?;
        }
        let Self { pass, color, style, scene, content, device, .. } = &*self;
        let drawn = Scene { models, ..Scene::default() };
        content.assert_known(&drawn);
        // SAFETY: the caller's promises. The pass was made for these attachments, and what it records is dropped only after the commands
        // have run, as promised to `new` and to the functions that remove.
        unsafe {
            vk::record_draws(device, commands, *color, |recorder| {
                for part in [AliasPart::Solid, AliasPart::Light] {
                    pass.record(recorder, part, scene, *style, content.solid_models(&drawn));
                }
            });
        }
        Ok(())
    }
}

impl std::fmt::Debug for AliasPass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AliasPass").field("adapter", self.device.adapter()).finish_non_exhaustive()
    }
}

// A pass can move between threads, and threads can share it; only one of them at a time can record.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<AliasPass>();
    is_shared::<DeviceHandles>();
};
