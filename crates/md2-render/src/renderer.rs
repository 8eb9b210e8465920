//! The renderer: how it is set up, and what it has loaded.

use std::{collections::HashMap, sync::Arc, time::Duration};

use md2_mesh::Mesh;
use raw_window_handle::{HasDisplayHandle, HasWindowHandle};

use crate::content::Content;
use crate::crowd::CrowdCounts;
use crate::drivers::{Drivers, PROGRAM};
use crate::game;
use crate::layouts::{Layouts, Samplers};
use crate::model::GpuModel;
use crate::options::{CrowdCulling, RendererOptions};
use crate::overlay::{OverlayImage, OverlayTexture};
use crate::painter::{Painter, SlotData};
use crate::passes::{self, ShadowPass};
use crate::slots::{ModelId, Slots, TextureId};
use crate::stats::{DeviceMemory, Stats};
use crate::targets::{Offscreen, PicturePasses};
use crate::texture::{self, TextureImages, TextureMaker};
use crate::vk::{
    self, Adapter, AdapterKind, Buffer, Device, DeviceObjects, DeviceOptions, Formats, FrameRing, Instance,
    PresentOptions, RenderError, Surface, Tally, Transfer, Use, Validation, ValidationLog,
};
use crate::window::Window;

/// Draws scenes to a window or to images.
///
/// It is used from one thread at a time, and may move between threads.
pub struct Renderer {
    // In the order of their ends. All of it is retired to the device, which waits for the GPU and goes last.
    pub(crate) window: Option<Window>,
    pub(crate) offscreen: Option<Offscreen>,
    pub(crate) content: Content,
    pub(crate) frames: FrameRing<SlotData>,
    pub(crate) painter: Painter,
    pub(crate) transfer: Transfer,
    /// The table of normals, for the probe; the sets of the frame slots share it.
    #[cfg(test)]
    pub(crate) normals: Arc<Buffer>,
    pub(crate) maker: TextureMaker,
    pub(crate) device: Arc<Device>,
    /// Whether the host tells which triangles of crowds are seen.
    culls_triangles: bool,
    /// Of the last picture.
    pub(crate) tally: Tally,
    /// Likewise.
    pub(crate) crowds: CrowdCounts,
    pub(crate) pictures: u64,
    pub(crate) bytes_written_last_draw: u64,
}

/// # Setting up
impl Renderer {
    /// Whether this machine can draw at all, and with what: the devices of every driver. Opens no window, and
    /// needs no display. Who goes on to draw keeps [`Drivers`] instead.
    ///
    /// # Errors
    /// [`RenderError::NoLoader`] and [`RenderError::NoDriver`].
    pub fn probe() -> Result<Vec<Adapter>, RenderError> {
        Drivers::load().map(|drivers| drivers.adapters().to_vec())
    }

    /// A renderer that draws images only.
    ///
    /// # Errors
    /// If there is no Vulkan, no fitting device, or no memory.
    pub fn headless(options: &RendererOptions) -> Result<Self, RenderError> {
        Self::headless_on(options.validation, &options.for_device(), options.for_us())
    }

    pub(crate) fn headless_on(
        validation: Validation,
        options: &DeviceOptions<'_>,
        for_us: (CrowdCulling, bool),
    ) -> Result<Self, RenderError> {
        let instance = Instance::new(PROGRAM, validation, None)?;
        let device = Device::new(&instance, None, options)?;
        Self::new(device, None, Formats::RGBA, for_us)
    }

    /// A renderer that draws to `window`, and to images. `size` is that of the window's content, in pixels.
    ///
    /// The renderer shares the window, which therefore cannot go away while it is drawn to.
    ///
    /// # Errors
    /// If there is no Vulkan, no device that can draw to this window, or no memory.
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
        let device = Device::new(&instance, Some(&surface), &options.for_device())?;
        let present = PresentOptions { vsync: options.vsync };
        let mut window = Window { images: None, dirty: true, size, options: present, surface };
        window.fit(&device)?;
        let formats = window.formats().unwrap_or(Formats::BGRA);
        Self::new(device, Some(window), formats, options.for_us())
    }

    fn new(
        device: Arc<Device>,
        window: Option<Window>,
        formats: Formats,
        (culling, timing): (CrowdCulling, bool),
    ) -> Result<Self, RenderError> {
        let kind = device.adapter().kind;
        let layouts = Layouts::new(&device)?;
        let samplers = Samplers::new(&device)?;
        let mut transfer = Transfer::new(&device)?;
        let shadow = ShadowPass::new(&device, &layouts, &samplers)?;
        let normals = Arc::new(upload_normals(&mut transfer)?);
        let frames = SlotData::ring(&device, &layouts, &normals, timing)?;
        let passes = PicturePasses::new(&device, &layouts, formats)?;
        let maker = TextureMaker::new(layouts, samplers, &mut transfer)?;
        let checker = texture::placeholder();
        let placeholder = maker.surface(&mut transfer, "placeholder", &(&checker).into())?;
        Ok(Self {
            window,
            offscreen: None,
            content: Content {
                models: Slots::new(),
                textures: Slots::new(),
                overlay: HashMap::new(),
                placeholder,
            },
            frames,
            painter: Painter { passes, shadow },
            transfer,
            #[cfg(test)]
            normals,
            maker,
            device,
            culls_triangles: match culling {
                CrowdCulling::Auto => kind == AdapterKind::Software,
                CrowdCulling::Members => false,
                CrowdCulling::Triangles => true,
            },
            tally: Tally::default(),
            crowds: CrowdCounts::default(),
            pictures: 0,
            bytes_written_last_draw: 0,
        })
    }

    /// The device that is drawn with.
    #[must_use]
    pub fn adapter(&self) -> &Adapter {
        self.device.adapter()
    }

    /// The warnings and errors of the validation layer, if it watches. Outlives the renderer, and hears of
    /// its end.
    #[must_use]
    pub fn validation_log(&self) -> Arc<ValidationLog> {
        self.device.validation_log()
    }

    /// What the renderer holds and does.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let models = || self.content.models.iter();
        let [device_memory_bytes, device_memory_peak_bytes] = self.device.memory_taken();
        Stats {
            device_memory_bytes,
            device_memory_peak_bytes,
            models: count(models().count()),
            textures: count(self.content.textures.iter().count()),
            frame_data_bytes: models().map(GpuModel::frame_bytes).sum(),
            static_data_bytes: models().map(GpuModel::static_bytes).sum(),
            vertex_bytes_uploaded: self.transfer.buffer_bytes(),
            texture_bytes_uploaded: self.transfer.image_bytes(),
            bytes_written_last_draw: self.bytes_written_last_draw,
            draw_calls: self.tally.draws,
            depth_pixels_cleared: self.tally.depth_pixels,
            crowd_members: self.crowds.members,
            crowd_members_drawn: self.crowds.drawn,
            crowd_triangles: self.crowds.triangles,
            crowd_bytes: self.crowds.bytes,
            pictures: self.pictures,
            validation_messages: self.device.validation_log().count(),
        }
    }

    /// How long the device drew the newest picture, by its own clock: from when it began to when it was done. None if
    /// [`RendererOptions::timing`] is off, the device has no clock, or the picture is not done yet.
    #[must_use]
    pub fn device_time(&self) -> Option<Duration> {
        self.frames.newest().device_time()
    }

    /// What the renderer has of the device's memory, interface and targets included. Takes time with the number of objects.
    #[must_use]
    pub fn device_memory(&self) -> DeviceMemory {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (objects, bytes, retired) = self.device.held();
        DeviceMemory { objects: count(objects), bytes, retired: count(retired) }
    }

    /// The objects of Vulkan that the renderer has, by their kinds. They are counted as they come and go, so asking costs nothing.
    #[must_use]
    pub fn device_objects(&self) -> DeviceObjects {
        self.device.objects()
    }
}

/// # Loading
impl Renderer {
    /// Uploads a mesh: all its frames, once.
    ///
    /// # Errors
    /// [`RenderError::AboveLimit`] if the device cannot hold or index as much; or if there is no memory, or the
    /// device is lost.
    pub fn add_model(&mut self, mesh: &Mesh) -> Result<ModelId, RenderError> {
        passes::assert_known(mesh.packing());
        let model = GpuModel::upload(&mut self.transfer, &self.maker.layouts, self.culls_triangles, mesh)?;
        Ok(ModelId(self.content.models.insert(model)))
    }

    /// Forgets a model, whose name is then dead. Pictures that are being drawn of it are finished. A dead
    /// name is ignored.
    ///
    /// # Panics
    /// If the name was given by another renderer.
    pub fn remove_model(&mut self, ModelId(id): ModelId) {
        assert!(self.content.models.has_named(id), "the model {id:?} belongs to another renderer");
        self.content.models.remove(id);
    }

    /// Uploads a skin or the pattern of a floor: an [`RgbaImage`](crate::RgbaImage), or several in one. It gets
    /// mip maps.
    ///
    /// A skin that changes with time is several textures, and costs nothing while it plays.
    ///
    /// # Errors
    /// [`RenderError::ImageTooLarge`]; or if there is no memory, or the device is lost.
    pub fn add_texture<'a>(
        &mut self,
        images: impl Into<TextureImages<'a>>,
    ) -> Result<TextureId, RenderError> {
        let texture = self.maker.surface(&mut self.transfer, "texture", &images.into())?;
        Ok(TextureId(self.content.textures.insert(texture)))
    }

    /// Forgets a texture, whose name is then dead. Pictures that are being drawn of it are finished. A dead
    /// name is ignored.
    ///
    /// # Panics
    /// If the name was given by another renderer.
    pub fn remove_texture(&mut self, TextureId(id): TextureId) {
        assert!(self.content.textures.has_named(id), "the texture {id:?} belongs to another renderer");
        self.content.textures.remove(id);
    }

    /// Sets a texture of the interface, or replaces a part of it, under a name that the interface chooses.
    /// Pictures that are being drawn are finished with the old content.
    ///
    /// # Errors
    /// [`RenderError::ImageTooLarge`]; or if there is no memory, or the device is lost.
    ///
    /// # Panics
    /// If there are no pixels, or not as many as the size says; or if a part lies outside of the
    /// texture, or its texture is unknown.
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

    /// Forgets a texture of the interface. Pictures that are being drawn of it are finished. An unknown name
    /// is ignored.
    pub fn remove_overlay_texture(&mut self, id: u64) {
        self.content.overlay.remove(&id);
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

/// The table of directions that packed vertices name, each in four floats as std140 wants them, and behind it that of their
/// shades in the light of [`game`].
fn upload_normals(transfer: &mut Transfer) -> Result<Buffer, RenderError> {
    let table: Vec<[f32; 4]> = md2_mesh::NORMALS.iter().map(|&[x, y, z]| [x, y, z, 0.0]).collect();
    let shades = game::table();
    transfer.buffer("normals", Use::Constants, &[bytemuck::cast_slice(&table), bytemuck::cast_slice(&shades)])
}

// Both may move to another thread.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<Renderer>();
    is_send::<Drivers>();
};
