//! One picture, from its scene to recorded commands. Windows and images share it.

use std::sync::Arc;

use crate::{
    Overlay, RenderError, Scene,
    content::Content,
    passes::{AliasStyle, OverlayPass, ShadowPass},
    targets::{Depth, PicturePasses},
    uniforms::{SceneUniforms, ShadowArea},
    vk::{Buffer, ColorTarget, Device, FrameSlot, Load, Recorder, SceneSet},
};

/// What is to be painted.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub(crate) scene: &'a Scene<'a>,
    pub(crate) overlay: Option<&'a Overlay<'a>>,
    pub(crate) content: &'a Content,
}

/// A subject whose host data is written.
pub(crate) struct Prepared<'a> {
    subject: Subject<'a>,
    uniforms: SceneUniforms,
    shadow: Option<ShadowArea>,
    extent: [u32; 2],
}

/// The passes.
pub(crate) struct Painter {
    pub(crate) passes: PicturePasses,
    pub(crate) shadow: ShadowPass,
}

impl<'a> Subject<'a> {
    /// Writes what the host hands over for this picture. The slot's last picture was waited for.
    pub(crate) fn prepare(
        self,
        device: &Arc<Device>,
        slot: &mut FrameSlot,
        extent: [u32; 2],
    ) -> Result<Prepared<'a>, RenderError> {
        let Self { scene, overlay, content } = self;
        let shadow = scene.floor.and_then(|floor| ShadowArea::of(&floor, &scene.light, content.drawn(scene)));
        let uniforms = SceneUniforms::new(scene, extent, shadow.as_ref());
        slot.uniforms.write(0, bytemuck::bytes_of(&uniforms));
        if let Some(overlay) = overlay {
            OverlayPass::write(device, slot, overlay)?;
        }
        Ok(Prepared { subject: self, uniforms, shadow, extent })
    }
}

impl Painter {
    /// Records all passes. `targets` are one image, as light and as bytes, ready to be drawn to; it ends
    /// drawn.
    pub(crate) fn paint(
        &self,
        recorder: &mut Recorder<'_>,
        prepared: &Prepared<'_>,
        scene_set: &SceneSet,
        overlay_data: Option<&Buffer>,
        [light, bytes]: [ColorTarget; 2],
        depth: &Depth,
    ) {
        let Prepared { subject: Subject { scene, overlay, content }, uniforms, shadow, extent } = prepared;
        if scene.floor.is_some() {
            self.shadow.record(recorder, scene_set, shadow.as_ref(), content.drawn(scene));
        }
        let depth = depth.for_pass();
        recorder.reuse_depth(&depth);
        recorder.pass(light, *extent, Load::Clear([0.0, 0.0, 0.0, 1.0]), Some(&depth), |recorder| {
            let style = AliasStyle {
                view_projection: uniforms.view_projection,
                wireframe: scene.wireframe,
                two_sided: scene.two_sided,
                filter: scene.filter,
            };
            self.passes.alias.record(recorder, scene_set, style, content.drawn(scene));
            self.passes.background.record(recorder, scene_set);
            if let Some(floor) = &scene.floor {
                let pattern = floor.texture.map_or(&content.placeholder, |id| content.texture(id));
                self.passes.floor.record(recorder, scene_set, pattern);
            }
        });
        if let (Some(overlay), Some(data)) = (overlay, overlay_data) {
            recorder.draw_over(bytes);
            recorder.pass(bytes, *extent, Load::Keep, None, |recorder| {
                self.passes.overlay.record(recorder, data, &content.overlay, overlay, *extent);
            });
        }
    }
}
