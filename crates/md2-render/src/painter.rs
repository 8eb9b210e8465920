//! The drawing of one picture, from its scene to recorded commands.

use std::sync::Arc;

use crate::area;
use crate::content::Content;
use crate::crowd::{CrowdContext, CrowdData, DeviceLists, SampleLattice};
use crate::layouts::Layouts;
use crate::options::CrowdCulling;
use crate::overlay::Overlay;
use crate::passes::{AliasPart, AliasStyle, CrowdScene, FloorPass, MarksData, OverlayPass, ShadowPass};
use crate::scene::{ModelInstance, Scene};
use crate::scene_model::SceneModel;
use crate::targets::{DepthTarget, PicturePasses};
use crate::uniforms::{SceneUniforms, ShadowArea, plain_background};
use crate::vk::{
    Buffer, Canvas, Device, Error, Frame, FrameRing, Load, Pass, PassDesc, Recorder, Rect, Resource, Set,
    Target, Timer, Use, ViewFormat,
};
use md2_common::Faces;

pub(crate) struct SlotData {
    scene: Set,
    overlay: Option<Buffer>,
    pub(crate) crowds: CrowdData,
    marks: MarksData,
    pub(crate) timer: Option<Timer>,
}

impl SlotData {
    pub(crate) fn new_ring(
        device: &Arc<Device>,
        layouts: &Layouts,
        normals: &Arc<Buffer>,
        timing: bool,
    ) -> Result<FrameRing<Self>, Error> {
        let data = || -> Result<Self, Error> {
            let size = size_of::<SceneUniforms>() as u64;
            let uniforms = Buffer::new(device, "scene uniforms", size, Use::Uniforms)?;
            let resources = [Resource::Written(uniforms), Resource::Constant(Arc::clone(normals))];
            Ok(Self {
                scene: Set::new("scene", &layouts.scene, resources)?,
                overlay: None,
                crowds: CrowdData::default(),
                marks: MarksData::default(),
                timer: if timing { Timer::new(device)? } else { None },
            })
        };
        FrameRing::new(device, [data()?, data()?])
    }
}

#[derive(Clone, Copy)]
pub(crate) struct PictureSource<'a> {
    pub(crate) scene: &'a Scene<'a>,
    pub(crate) overlay: Option<&'a Overlay<'a>>,
    pub(crate) content: &'a Content,
    pub(crate) extent: [u32; 2],
    pub(crate) culling: CrowdCulling,
}

pub(crate) struct PreparedPicture<'a> {
    source: PictureSource<'a>,
    uniforms: SceneUniforms,
    shadow: Option<ShadowArea>,
    area: Option<Rect>,
    /// The height of the floor, if it is drawn before the models that are completely above it.
    early_floor: Option<f32>,
    lattice: SampleLattice,
    pub(crate) crowd_bytes: u64,
}

pub(crate) struct Painter {
    pub(crate) passes: PicturePasses,
    pub(crate) shadow: ShadowPass,
    pub(crate) lists: DeviceLists,
}

impl<'a> PictureSource<'a> {
    /// Writes the data of the picture that the host computes, and looks up all objects of the scene. A scene with a
    /// removed object thus panics before an image of the window is acquired.
    fn write(
        self,
        device: &Arc<Device>,
        layouts: &Layouts,
        slot: &mut SlotData,
        lists: &mut DeviceLists,
    ) -> Result<PreparedPicture<'a>, Error> {
        let Self { scene, overlay, content, extent, culling } = self;
        content.assert_known(scene);
        let shadow =
            scene.floor.and_then(|floor| ShadowArea::new(&floor, &scene.light, content.solid_models(scene)));
        let uniforms = SceneUniforms::new(scene, extent, device.samples().as_raw(), shadow.as_ref());
        slot.scene.buffer(0).write(0, bytemuck::bytes_of(&uniforms));
        if let Some(overlay) = overlay {
            OverlayPass::write(device, &mut slot.overlay, overlay)?;
        }
        slot.marks.write(device, layouts, &scene.marks)?;
        let view_projection = uniforms.view_projection;
        let crowds = CrowdContext { device, layouts, content, scene, view_projection, extent, culling };
        slot.crowds.gather(&crowds, lists)?;
        let lattice = crowds.lattice();
        let area = area::depth_area(device, scene, content, view_projection, extent);
        let early_floor = scene.floor.filter(|_| FloorPass::is_early(device)).map(|floor| floor.height);
        let crowd_bytes = slot.crowds.bytes;
        Ok(PreparedPicture { source: self, uniforms, shadow, area, early_floor, lattice, crowd_bytes })
    }
}

impl Painter {
    pub(crate) fn prepare<'f, 'a>(
        &mut self,
        device: &Arc<Device>,
        layouts: &Layouts,
        frames: &'f mut FrameRing<SlotData>,
        source: PictureSource<'a>,
    ) -> Result<(Frame<'f, SlotData>, PreparedPicture<'a>), Error> {
        let mut frame = frames.begin()?;
        let scene = source.scene;
        if scene.floor.is_some() && scene.models.iter().any(ModelInstance::fades) {
            self.shadow.prepare_fades(device, layouts)?;
        }
        self.passes.prepare(device, layouts, scene, source.culling)?;
        let prepared = source.write(device, layouts, frame.data(), &mut self.lists)?;
        Ok((frame, prepared))
    }

    pub(crate) fn paint<'r, 'f, T: Target>(
        &'f self,
        recorder: &mut Recorder<'r, 'f>,
        prepared: &PreparedPicture<'f>,
        slot: &'f SlotData,
        canvas: &mut Canvas<'r, T>,
        depth: &'f DepthTarget,
    ) {
        recorder.record_timed(slot.timer.as_ref(), |recorder| {
            let PreparedPicture { source, shadow, area, .. } = prepared;
            let PictureSource { scene, overlay, content, extent, .. } = source;
            let set = &slot.scene;
            self.record_lists(recorder, prepared, slot);
            if scene.floor.is_some() {
                self.shadow.record(recorder, set, shadow.as_ref(), content.solid_models(scene));
            }
            let plain = plain_background(scene);
            let [r, g, b] = plain.unwrap_or_default();
            let view_format = if scene.shading.uses_bytes() { ViewFormat::Second } else { ViewFormat::First };
            let clear = Load::Clear([r, g, b, 1.0]);
            let solid = PassDesc { view_format, load: clear, depth: Some(depth.for_pass()), area: *area };
            if area.is_some_and(|area| area.is_empty()) {
                recorder.record_pass(canvas, &PassDesc { depth: None, area: None, ..solid }, |_| {});
            } else {
                recorder.record_pass(canvas, &solid, |pass| self.record_solid(pass, prepared, slot));
            }
            if let (Some(overlay), Some(data)) = (overlay, &slot.overlay) {
                let over =
                    PassDesc { view_format: ViewFormat::Second, load: Load::Keep, depth: None, area: None };
                recorder.record_pass(canvas, &over, |pass| {
                    self.passes.overlay.record(pass, data, &content.overlay, overlay, *extent);
                });
            }
        });
    }

    /// Records the compute passes that list the visible triangles of crowds.
    fn record_lists<'f>(
        &'f self,
        recorder: &mut Recorder<'_, 'f>,
        prepared: &PreparedPicture<'f>,
        slot: &'f SlotData,
    ) {
        let crowds = crowd_scene(prepared, slot);
        let lists = crowds.and_then(|crowds| Some((crowds, crowds.drawn.device_lists?)));
        if let (Some(pass), Some((crowds, lists))) = (&self.passes.crowd_lists, lists) {
            pass.record(recorder, &crowds, lists, prepared.lattice);
        }
    }

    fn record_solid<'f>(
        &'f self,
        pass: &mut Pass<'_, 'f>,
        prepared: &PreparedPicture<'f>,
        slot: &'f SlotData,
    ) {
        let PreparedPicture { source: PictureSource { scene, content, .. }, .. } = prepared;
        let (set, passes) = (&slot.scene, self.passes.scene_passes(scene.shading));
        let style = prepared.style();
        let models = content.solid_models(scene);
        let is_late =
            |model: &SceneModel<'_>| prepared.early_floor.is_some_and(|floor| model.is_above(floor));
        let record_models = |pass: &mut Pass<'_, 'f>, late: bool| {
            let models = models.clone().filter(|model| is_late(model) == late);
            passes.alias.record(pass, AliasPart::Solid, set, style, models.clone());
            if scene.faces == Faces::SolidWireframe {
                passes.alias.record_edges(pass, set, style, models);
            }
        };
        let crowds = passes.crowd.as_ref().zip(crowd_scene(prepared, slot));
        record_models(pass, false);
        if let Some((crowd, scene)) = &crowds {
            crowd.record(pass, AliasPart::Solid, scene);
        }
        if plain_background(scene).is_none() {
            passes.background.record(pass, set);
        }
        if let Some(floor) = &scene.floor {
            let pattern = floor.texture.map_or(&content.placeholder, |id| content.texture(id));
            passes.floor.record(pass, set, (floor.grid, pattern), self.shadow.mask());
            if let Some((crowd, scene)) = crowds.as_ref().filter(|_| floor.shadow > 0.0) {
                crowd.record_soft_shadows(pass, scene);
            }
        }
        record_models(pass, true);
        passes.alias.record(pass, AliasPart::Light, set, style, models.clone());
        if let Some((crowd, scene)) = &crowds {
            crowd.record(pass, AliasPart::Light, scene);
        }
        if let Some(marks) = &passes.marks {
            marks.record(pass, set, &slot.marks, &scene.marks);
        }
        if let Some(ghosts) = &passes.ghosts {
            ghosts.record(pass, set, style, content.ghosts(scene));
        }
    }
}

impl PreparedPicture<'_> {
    fn style(&self) -> AliasStyle {
        let Scene { faces, two_sided, filter, shading, .. } = *self.source.scene;
        let view_projection = self.uniforms.view_projection;
        AliasStyle { view_projection, faces, two_sided, filter, shading, has_columns: true }
    }
}

fn crowd_scene<'f, 's>(prepared: &'s PreparedPicture<'f>, slot: &'f SlotData) -> Option<CrowdScene<'f, 's>> {
    let PictureSource { scene, content, .. } = prepared.source;
    let style = prepared.style();
    Some(CrowdScene { set: &slot.scene, style, content, scene, drawn: slot.crowds.draws()? })
}
