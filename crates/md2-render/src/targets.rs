//! The render targets and passes of pictures.

use std::sync::Arc;

use ash::vk;

use crate::layouts::Layouts;
use crate::options::CrowdCulling;
use crate::passes::{
    BackgroundPass, CrowdListPass, CrowdPass, FloorPass, GhostPass, MarksPass, ModelPass, OverlayPass,
    SceneKind,
};
use crate::scene::{ModelInstance, Scene};
use crate::style::Shading;
use crate::vk::{Buffer, Device, Error, Formats, Image, ImageDesc, PassDepth, Rect, Use};
use md2_common::Faces;

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

pub(crate) fn create_picture(
    device: &Arc<Device>,
    extent: [u32; 2],
    formats: Formats,
) -> Result<Image, Error> {
    let usage = vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::TRANSFER_SRC;
    let plain = ImageDesc::plain("picture", extent, formats.srgb, usage);
    Image::new(device, &ImageDesc { second_format: Some(formats.unorm), ..plain })
}

pub(crate) struct OffscreenTarget {
    pub(crate) picture: Image,
    pub(crate) depth: DepthTarget,
    pub(crate) host: Option<Buffer>,
}

impl OffscreenTarget {
    pub(crate) fn new(device: &Arc<Device>, extent: [u32; 2], formats: Formats) -> Result<Self, Error> {
        let picture = create_picture(device, extent, formats)?;
        let depth = DepthTarget::new(device, extent, formats)?;
        Ok(Self { picture, depth, host: None })
    }

    pub(crate) fn take_buffer(&mut self, device: &Arc<Device>) -> Result<Buffer, Error> {
        match self.host.take() {
            Some(host) => Ok(host),
            None => {
                // The images have checked the size, so this product does not overflow.
                let bytes = Rect::whole(self.depth.extent()).pixels() * 4;
                Buffer::new(device, "picture for the host", bytes, Use::ReadBack)
            }
        }
    }
}

pub(crate) struct PicturePasses {
    pub(crate) formats: Formats,
    /// The passes of each [`Shading`]. `None` until a scene uses the shading, except for smooth shading.
    scenes: [Option<ScenePasses>; 3],
    pub(crate) overlay: OverlayPass,
    pub(crate) crowd_lists: Option<CrowdListPass>,
}

pub(crate) struct ScenePasses {
    pub(crate) alias: ModelPass,
    pub(crate) background: BackgroundPass,
    pub(crate) floor: FloorPass,
    pub(crate) crowd: Option<CrowdPass>,
    pub(crate) ghosts: Option<GhostPass>,
    pub(crate) marks: Option<MarksPass>,
}

impl ScenePasses {
    fn new(device: &Arc<Device>, layouts: &Layouts, kind: SceneKind) -> Result<Self, Error> {
        Ok(Self {
            alias: ModelPass::new(device, layouts, kind)?,
            background: BackgroundPass::new(device, layouts, kind)?,
            floor: FloorPass::new(device, layouts, kind)?,
            crowd: None,
            ghosts: None,
            marks: None,
        })
    }
}

impl PicturePasses {
    pub(crate) fn new(device: &Arc<Device>, layouts: &Layouts, formats: Formats) -> Result<Self, Error> {
        let smooth = SceneKind::new(device, formats, Shading::Smooth);
        Ok(Self {
            formats,
            scenes: [Some(ScenePasses::new(device, layouts, smooth)?), None, None],
            overlay: OverlayPass::new(device, layouts, formats.unorm)?,
            crowd_lists: None,
        })
    }

    pub(crate) fn prepare(
        &mut self,
        device: &Arc<Device>,
        layouts: &Layouts,
        scene: &Scene<'_>,
        culling: CrowdCulling,
    ) -> Result<(), Error> {
        if self.crowd_lists.is_none() && culling == CrowdCulling::Device && !scene.crowds.is_empty() {
            self.crowd_lists = Some(CrowdListPass::new(device, layouts)?);
        }
        let kind = SceneKind::new(device, self.formats, scene.shading);
        let passes = match &mut self.scenes[scene.shading as usize] {
            Some(passes) => passes,
            none => none.insert(ScenePasses::new(device, layouts, kind)?),
        };
        if scene.models.iter().any(ModelInstance::fades) {
            passes.alias.prepare_fades(device, layouts)?;
        }
        if scene.floor.is_some_and(|floor| floor.grid) {
            passes.floor.prepare_grid(device, layouts)?;
        }
        if scene.faces == Faces::SolidWireframe {
            passes.alias.prepare_edges(device, layouts)?;
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

    pub(crate) fn scene_passes(&self, shading: Shading) -> &ScenePasses {
        self.scenes[shading as usize].as_ref().expect("the scene was prepared")
    }
}

impl SceneKind {
    fn new(device: &Device, formats: Formats, shading: Shading) -> Self {
        let color_format = if shading.uses_bytes() { formats.unorm } else { formats.srgb };
        Self { shading, color_format, samples: device.samples() }
    }
}
