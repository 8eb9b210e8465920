//! The renderer: its creation, and the loading of models and textures.

use std::{sync::Arc, time::Duration};

use md2_mesh::{Mesh, Strips};
use raw_window_handle::{HasDisplayHandle, HasWindowHandle};

use crate::content::Content;
use crate::crowd::DeviceLists;
use crate::drivers::{Drivers, PROGRAM};
use crate::layouts::{Layouts, Samplers};
use crate::model::{GpuModel, GpuRuns};
use crate::options::{CrowdCulling, RendererOptions};
use crate::overlay::{OverlayImage, OverlayTexture};
use crate::painter::{Painter, SlotData};
use crate::passes::{self, CrowdListPass, ShadowPass};
use crate::slots::{ModelId, TextureId};
use crate::stats::Stats;
use crate::targets::{OffscreenTarget, PicturePasses};
use crate::texture::{TextureImages, TextureMaker};
use crate::uniforms::upload_normals;
use crate::vk::{
    self, Adapter, AdapterKind, Device, DeviceMemory, DeviceOptions, Formats, FrameRing, Instance,
    RenderError, Surface, Transfer, ValidationLog,
};
use crate::window::WindowTarget;

/// A renderer that draws scenes to a window or to images.
///
/// One thread at a time can use it. It can move between threads.
pub struct Renderer {
    // In drop order. Everything is retired to the device, which waits for the GPU and is dropped last.
    pub(crate) window: Option<WindowTarget>,
    pub(crate) offscreen: Option<OffscreenTarget>,
    pub(crate) content: Content,
    pub(crate) frames: FrameRing<SlotData>,
    pub(crate) painter: Painter,
    pub(crate) transfer: Transfer,
    pub(crate) maker: TextureMaker,
    pub(crate) device: Arc<Device>,
    /// Never `Auto`.
    pub(crate) culling: CrowdCulling,
    pub(crate) picture_stats: Stats,
}

/// # Creation
impl Renderer {
    /// Creates a renderer that draws only images.
    ///
    /// # Errors
    /// If Vulkan, a suitable device or memory is missing.
    pub fn headless(options: &RendererOptions) -> Result<Self, RenderError> {
        Self::headless_on(options, &options.device_options())
    }

    pub(crate) fn headless_on(
        options: &RendererOptions,
        device_options: &DeviceOptions<'_>,
    ) -> Result<Self, RenderError> {
        let instance = Instance::new(PROGRAM, options.validation, None)?;
        let device = Device::new(&instance, None, device_options)?;
        Self::new(device, None, Formats::RGBA, options)
    }

    /// Creates a renderer that draws to `window` and to images. `size` is the size of the window's content in pixels.
    ///
    /// The renderer shares the window, which keeps the window alive.
    ///
    /// # Errors
    /// If Vulkan, a device that can draw to this window, or memory is missing.
    pub fn for_window<W>(
        window: Arc<W>,
        size: [u32; 2],
        options: &RendererOptions,
    ) -> Result<Self, RenderError>
    where
        W: HasWindowHandle + HasDisplayHandle + Send + Sync + 'static,
    {
        let display = vk::display_of(&*window)?;
        let instance = Instance::new(PROGRAM, options.validation, Some(display))?;
        let surface = Arc::new(Surface::new(&instance, window)?);
        let device = Device::new(&instance, Some(&surface), &options.device_options())?;
        let mut window = WindowTarget { images: None, dirty: true, size, surface };
        window.fit(&device)?;
        let formats = window.formats().unwrap_or(Formats::BGRA);
        Self::new(device, Some(window), formats, options)
    }

    fn new(
        device: Arc<Device>,
        window: Option<WindowTarget>,
        formats: Formats,
        options: &RendererOptions,
    ) -> Result<Self, RenderError> {
        let layouts = Layouts::new(&device)?;
        let samplers = Samplers::new(&device)?;
        let mut transfer = Transfer::new(&device)?;
        let shadow = ShadowPass::new(&device, &layouts, &samplers)?;
        let normals = upload_normals(&mut transfer)?;
        let frames = SlotData::new_ring(&device, &layouts, &normals, options.timing)?;
        let passes = PicturePasses::new(&device, &layouts, formats)?;
        let maker = TextureMaker::new(layouts, samplers, &mut transfer)?;
        let content = Content::new(&mut transfer, &maker)?;
        let culling = supported_culling(&device, options.crowd_culling);
        Ok(Self {
            window,
            offscreen: None,
            content,
            frames,
            painter: Painter { passes, shadow, lists: DeviceLists::default() },
            transfer,
            maker,
            device,
            culling,
            picture_stats: Stats::default(),
        })
    }

    /// Returns the graphics device in use.
    pub fn adapter(&self) -> &Adapter {
        self.device.adapter()
    }

    /// Returns the log of the validation layer. The log can outlive the renderer, and then also contains the messages
    /// about the renderer's destruction.
    pub fn validation_log(&self) -> Arc<ValidationLog> {
        self.device.validation_log()
    }

    /// Returns counts of the renderer's content and work.
    pub fn stats(&self) -> Stats {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let models = || self.content.models.iter();
        let data = || models().filter_map(|model| model.data.as_ref());
        let [device_memory_bytes, device_memory_peak_bytes] = self.device.reserved_memory();
        let crowds = self.frames.newest_first().find_map(|slot| slot.crowds.counts()).unwrap_or_default();
        Stats {
            device_memory_bytes,
            device_memory_peak_bytes,
            models: count(models().count()),
            textures: count(self.content.textures.iter().count()),
            frame_data_bytes: data().map(|data| data.frames.size()).sum(),
            static_data_bytes: data().map(|data| data.statics.size()).sum(),
            vertex_bytes_uploaded: self.transfer.buffer_bytes,
            texture_bytes_uploaded: self.transfer.image_bytes,
            crowd_members_drawn: crowds.drawn,
            crowd_triangles: crowds.triangles,
            crowd_triangles_total: crowds.triangles_total,
            ..self.picture_stats
        }
    }

    /// Returns the time that the device took for the newest picture, measured by the device's clock. Returns `None`
    /// if [`RendererOptions::timing`] is off, the device has no clock, or the picture is not finished.
    pub fn device_time(&self) -> Option<Duration> {
        self.frames.newest().timer.as_ref()?.elapsed()
    }

    /// Returns the content of the driver's pipeline cache, for [`RendererOptions::pipeline_cache`] of a later run. It
    /// grows when new kinds of scenes are drawn. It is empty if the driver has no cache.
    pub fn pipeline_cache(&self) -> Vec<u8> {
        self.device.pipeline_cache_data()
    }

    /// Returns the use of device memory, including the interface and render targets. The call takes time
    /// proportional to the number of objects.
    pub fn device_memory(&self) -> DeviceMemory {
        self.device.memory_use()
    }
}

/// # Loading
impl Renderer {
    /// Uploads a mesh with all its frames.
    ///
    /// # Errors
    /// [`RenderError::AboveLimit`] if the device cannot store or index the mesh, [`RenderError::OutOfMemory`] or
    /// [`RenderError::DeviceLost`].
    pub fn add_model(&mut self, mesh: &Mesh) -> Result<ModelId, RenderError> {
        self.add_model_strips(mesh, None)
    }

    /// Uploads a mesh with all its frames, and draws these strips and fans instead of its triangle list, one draw call for each. Devices
    /// without fans draw their triangles. Shadows, ghosts and crowds use the triangle list; meshes with several surfaces do not use the
    /// strips.
    ///
    /// # Errors
    /// The same as for [`Renderer::add_model`].
    ///
    /// # Panics
    /// If an index or a run of the strips is out of range.
    pub fn add_model_strips(&mut self, mesh: &Mesh, strips: Option<&Strips>) -> Result<ModelId, RenderError> {
        passes::assert_known(mesh.packing());
        let runs = strips.map(|strips| GpuRuns::new(strips, mesh, self.device.draws_fans()));
        let layouts = &self.maker.layouts;
        let model = GpuModel::upload(&mut self.transfer, layouts, Some(self.culling), mesh, runs)?;
        Ok(ModelId(self.content.models.insert(model)))
    }

    /// Changes who finds the visible triangles of crowds. The host finds only those of models that were uploaded with
    /// [`CrowdCulling::Host`].
    pub fn set_crowd_culling(&mut self, culling: CrowdCulling) {
        self.culling = supported_culling(&self.device, culling);
    }

    /// Removes a model. Pictures in progress still show it. A model that was already removed is ignored.
    ///
    /// # Panics
    /// If the ID belongs to another renderer.
    pub fn remove_model(&mut self, ModelId(id): ModelId) {
        self.content.models.remove(id);
    }

    /// Uploads a skin or floor pattern with mipmaps, from one or several [`RgbaImage`](crate::RgbaImage)s.
    ///
    /// Upload an animated skin as several textures; switching between textures takes no time.
    ///
    /// # Errors
    /// [`RenderError::ImageTooLarge`], [`RenderError::OutOfMemory`] or [`RenderError::DeviceLost`].
    pub fn add_texture<'a>(
        &mut self,
        images: impl Into<TextureImages<'a>>,
    ) -> Result<TextureId, RenderError> {
        let texture = self.maker.upload_surface(&mut self.transfer, "texture", &images.into())?;
        Ok(TextureId(self.content.textures.insert(texture)))
    }

    /// Removes a texture. Pictures in progress still show it. A texture that was already removed is ignored.
    ///
    /// # Panics
    /// If the ID belongs to another renderer.
    pub fn remove_texture(&mut self, TextureId(id): TextureId) {
        self.content.textures.remove(id);
    }

    /// Creates or replaces a texture of the interface, or replaces a part of it. The interface chooses the `id`.
    /// Pictures in progress show the old content.
    ///
    /// # Errors
    /// [`RenderError::ImageTooLarge`], [`RenderError::OutOfMemory`] or [`RenderError::DeviceLost`].
    ///
    /// # Panics
    /// If the pixels are empty or do not match the size, the part is outside its texture, or the texture of the
    /// part does not exist.
    pub fn set_overlay_texture(&mut self, id: u64, texture: &OverlayTexture<'_>) -> Result<(), RenderError> {
        if let Some(part) = texture.part {
            let known = self.content.overlay.get_mut(&id).expect("a part of a known overlay texture");
            known.update(&mut self.transfer, part, texture)?;
        } else {
            let TextureMaker { layouts, samplers, .. } = &self.maker;
            let whole = OverlayImage::new(&mut self.transfer, layouts, samplers, texture)?;
            self.content.overlay.insert(id, whole);
        }
        Ok(())
    }

    /// Removes a texture of the interface. Pictures in progress still show it. An unknown ID is ignored.
    pub fn remove_overlay_texture(&mut self, id: u64) {
        self.content.overlay.remove(&id);
    }
}

fn supported_culling(device: &Device, wanted: CrowdCulling) -> CrowdCulling {
    match wanted {
        CrowdCulling::Auto if device.adapter().kind == AdapterKind::Software => CrowdCulling::Host,
        CrowdCulling::Auto | CrowdCulling::Device if CrowdListPass::is_supported(device) => {
            CrowdCulling::Device
        }
        CrowdCulling::Host => CrowdCulling::Host,
        _ => CrowdCulling::Off,
    }
}

impl std::fmt::Debug for Renderer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Renderer")
            .field("adapter", self.adapter())
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}

// Both types can move between threads.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<Renderer>();
    is_send::<Drivers>();
};
