//! The images that pictures of one size are drawn with.

use std::sync::Arc;

use ash::vk;

use crate::layouts::Layouts;
use crate::passes::{
    AliasPass, BackgroundPass, CrowdPass, EdgesPass, FloorPass, GhostPass, MarksPass, OverlayPass, SceneKind,
};
use crate::scene::{ModelInstance, Scene};
use crate::style::Shading;
use crate::vk::{Buffer, Device, Error, Formats, Image, ImageDesc, PassDepth, Use};
use md2_common::Faces;

/// DepthTarget, and samples if there are several a pixel.
pub(crate) struct DepthTarget {
    image: Image,
    samples: Option<Image>,
}

impl DepthTarget {
    pub(crate) fn new(device: &Arc<Device>, extent: [u32; 2], formats: Formats) -> Result<Self, Error> {
        let usage = vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
        let plain = ImageDesc::plain("depth", extent, device.depth_format(), usage);
        let image = ImageDesc { samples: device.samples(), ..plain };
        let samples = ImageDesc {
            name: "samples",
            format: formats.srgb,
            second_format: Some(formats.unorm),
            usage: vk::ImageUsageFlags::COLOR_ATTACHMENT,
            ..image
        };
        let several = device.samples() != vk::SampleCountFlags::TYPE_1;
        let samples = several.then(|| Image::new(device, &samples)).transpose()?;
        Ok(Self { image: Image::new(device, &image)?, samples })
    }

    pub(crate) const fn extent(&self) -> [u32; 2] {
        self.image.extent()
    }

    pub(crate) const fn for_pass(&self) -> PassDepth<'_> {
        PassDepth { image: &self.image, samples: self.samples.as_ref() }
    }
}

/// A picture in an image of ours, seen as light by the scene and as bytes by the interface.
pub(crate) fn picture(device: &Arc<Device>, extent: [u32; 2], formats: Formats) -> Result<Image, Error> {
    let usage = vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::TRANSFER_SRC;
    let plain = ImageDesc::plain("picture", extent, formats.srgb, usage);
    Image::new(device, &ImageDesc { second_format: Some(formats.unorm), ..plain })
}

/// What pictures without a window are drawn with, and how they get to the host.
pub(crate) struct Offscreen {
    pub(crate) picture: Image,
    pub(crate) depth: DepthTarget,
    /// Buffers of the picture's size that no picture on its way has.
    hosts: [Option<Buffer>; HOSTS],
}

/// As many pictures as may be in flight find a buffer that was used before.
const HOSTS: usize = 2;

impl Offscreen {
    pub(crate) fn new(device: &Arc<Device>, extent: [u32; 2], formats: Formats) -> Result<Self, Error> {
        let picture = picture(device, extent, formats)?;
        let depth = DepthTarget::new(device, extent, formats)?;
        Ok(Self { picture, depth, hosts: [const { None }; HOSTS] })
    }

    /// A buffer for the pixels of a picture.
    pub(crate) fn take_host(&mut self, device: &Arc<Device>) -> Result<Buffer, Error> {
        match self.hosts.iter_mut().find_map(Option::take) {
            Some(host) => Ok(host),
            // The images have checked the size, whose product then is one.
            None => Buffer::new(device, "picture for the host", self.host_bytes(), Use::ReadBack),
        }
    }

    /// Keeps a buffer for the next picture, if it is of this size and not one too many.
    pub(crate) fn give_host(&mut self, host: Buffer) {
        if host.size() == self.host_bytes()
            && let Some(place) = self.hosts.iter_mut().find(|place| place.is_none())
        {
            *place = Some(host);
        }
    }

    fn host_bytes(&self) -> u64 {
        let [width, height] = self.depth.extent();
        u64::from(width) * u64::from(height) * 4
    }
}

/// The passes whose pipelines depend on the picture's formats.
pub(crate) struct PicturePasses {
    pub(crate) formats: Formats,
    smooth: ScenePasses,
    /// Made for the first picture that is drawn so.
    classic: Option<ScenePasses>,
    game: Option<ScenePasses>,
    pub(crate) overlay: OverlayPass,
}

/// The passes of a scene.
pub(crate) struct ScenePasses {
    pub(crate) alias: AliasPass,
    pub(crate) background: BackgroundPass,
    pub(crate) floor: FloorPass,
    /// Made when there is a first crowd.
    pub(crate) crowd: Option<CrowdPass>,
    /// Made when edges are first drawn over faces, where the device can.
    pub(crate) edges: Option<EdgesPass>,
    /// Made when there is a first ghost.
    pub(crate) ghosts: Option<GhostPass>,
    /// Made when there is a first mark.
    pub(crate) marks: Option<MarksPass>,
}

impl ScenePasses {
    fn new(
        device: &Arc<Device>,
        layouts: &Layouts,
        formats: Formats,
        shading: Shading,
    ) -> Result<Self, Error> {
        let kind = SceneKind::new(device, formats, shading);
        Ok(Self {
            alias: AliasPass::new(device, layouts, kind)?,
            background: BackgroundPass::new(device, layouts, kind)?,
            floor: FloorPass::new(device, layouts, kind)?,
            crowd: None,
            edges: None,
            ghosts: None,
            marks: None,
        })
    }
}

impl PicturePasses {
    pub(crate) fn new(device: &Arc<Device>, layouts: &Layouts, formats: Formats) -> Result<Self, Error> {
        Ok(Self {
            formats,
            smooth: ScenePasses::new(device, layouts, formats, Shading::Smooth)?,
            classic: None,
            game: None,
            overlay: OverlayPass::new(device, layouts, formats.unorm)?,
        })
    }

    /// Makes what only some scenes need, once.
    pub(crate) fn prepare(
        &mut self,
        device: &Arc<Device>,
        layouts: &Layouts,
        scene: &Scene<'_>,
    ) -> Result<(), Error> {
        let Self { formats, smooth, classic, game, .. } = self;
        let place = match scene.shading {
            Shading::Smooth => None,
            Shading::Classic => Some(classic),
            Shading::Game => Some(game),
        };
        let passes = match place {
            None => smooth,
            Some(Some(passes)) => passes,
            Some(none) => none.insert(ScenePasses::new(device, layouts, *formats, scene.shading)?),
        };
        if scene.models.iter().any(ModelInstance::fades) {
            passes.alias.prepare_fades(device, layouts)?;
        }
        let kind = SceneKind::new(device, *formats, scene.shading);
        if scene.floor.is_some_and(|floor| floor.grid) {
            passes.floor.prepare_grid(device, layouts)?;
        }
        if passes.edges.is_none() && scene.faces == Faces::SolidWireframe && device.adapter().wireframe {
            passes.edges = Some(EdgesPass::new(device, layouts, kind)?);
        }
        if passes.ghosts.is_none() && scene.models.iter().any(|instance| instance.ghost.is_some()) {
            passes.ghosts = Some(GhostPass::new(device, layouts, kind)?);
        }
        if passes.marks.is_none() && !scene.marks.is_empty() {
            passes.marks = Some(MarksPass::new(device, layouts, kind)?);
        }
        if passes.crowd.is_none() && !scene.crowds.is_empty() {
            passes.crowd = Some(CrowdPass::new(device, layouts, kind)?);
        }
        Ok(())
    }

    /// The passes of scenes of this shading.
    ///
    /// # Panics
    /// If none was prepared.
    pub(crate) fn scene_passes(&self, shading: Shading) -> &ScenePasses {
        let passes = match shading {
            Shading::Smooth => Some(&self.smooth),
            Shading::Classic => self.classic.as_ref(),
            Shading::Game => self.game.as_ref(),
        };
        passes.expect("a scene that was prepared")
    }
}

impl SceneKind {
    fn new(device: &Device, formats: Formats, shading: Shading) -> Self {
        let color_format = if shading.uses_bytes() { formats.unorm } else { formats.srgb };
        Self { shading, color_format, samples: device.samples() }
    }
}
