//! The models of a scene, with their uploaded data.

use glam::Mat4;
use md2_mesh::{Bounds, Packing};

use crate::area::corners;
use crate::content::{Content, SurfaceSkin};
use crate::model::{FourFrames, FramePair, GpuModel, GpuSurface, ModelData};
use crate::scene::{ModelInstance, Scene};
use crate::style::Shading;

#[derive(Clone, Copy)]
pub(crate) struct SceneModel<'a> {
    pub(crate) gpu: &'a GpuModel,
    pub(crate) instance: &'a ModelInstance<'a>,
    content: &'a Content,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Frames {
    Two(FramePair),
    Four(FourFrames),
}

impl Frames {
    pub(crate) fn for_shading(self, shading: Shading) -> Self {
        match self {
            Self::Two(pair) => Self::Two(pair.for_shading(shading)),
            Self::Four(mut four) if shading == Shading::Game => {
                let [.., [.., last_share]] = four.scales;
                if last_share == 0.0 {
                    four.offsets[3] = four.offsets[2];
                }
                Self::Four(four)
            }
            unchanged => unchanged,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VertexKind {
    pub(crate) packing: Packing,
    pub(crate) fades: bool,
}

pub(crate) fn models_of_kind<'a>(
    models: impl Iterator<Item = SceneModel<'a>> + Clone,
    kind: VertexKind,
) -> impl Iterator<Item = (SceneModel<'a>, &'a ModelData)> + Clone {
    models.filter_map(|model| Some((model, model.gpu.data.as_ref()?))).filter(move |(model, data)| {
        kind == VertexKind { packing: data.packing, fades: model.instance.fades() }
    })
}

impl Content {
    pub(crate) fn solid_models<'d>(
        &'d self,
        scene: &'d Scene<'_>,
    ) -> impl Iterator<Item = SceneModel<'d>> + Clone {
        self.all(scene).filter(|model| model.instance.ghost.is_none())
    }

    pub(crate) fn ghosts<'d>(&'d self, scene: &'d Scene<'_>) -> impl Iterator<Item = SceneModel<'d>> + Clone {
        self.all(scene).filter(|model| model.instance.ghost.is_some())
    }

    fn all<'d>(&'d self, scene: &'d Scene<'_>) -> impl Iterator<Item = SceneModel<'d>> + Clone {
        scene.models.iter().map(|instance| SceneModel::new(self, instance))
    }

    pub(crate) fn assert_known(&self, scene: &Scene<'_>) {
        for model in self.all(scene) {
            model.gpu.data.iter().for_each(|data| model.surfaces(data).for_each(drop));
        }
        for crowd in scene.crowds {
            for surface in self.model(crowd.model).data.iter().flat_map(|data| &data.surfaces) {
                for skins in crowd.outfits {
                    let _ = self.surface_skin(skins, surface);
                }
            }
        }
        if let Some(texture) = scene.floor.and_then(|floor| floor.texture) {
            let _ = self.texture(texture);
        }
    }
}

impl<'a> SceneModel<'a> {
    pub(crate) fn new(content: &'a Content, instance: &'a ModelInstance<'a>) -> Self {
        Self { gpu: content.model(instance.model), instance, content }
    }

    pub(crate) fn transform(&self) -> Mat4 {
        Mat4::from_cols_array_2d(&self.instance.transform)
    }

    pub(crate) fn frames(&self) -> Frames {
        let ModelInstance { pose, fade, ghost, .. } = *self.instance;
        let Some(fade) = fade.filter(|_| ghost.is_none()) else {
            return Frames::Two(self.gpu.frames_of(pose));
        };
        match fade.single_pose(pose) {
            Some(pose) => Frames::Two(self.gpu.frames_of(pose)),
            None => Frames::Four(self.gpu.frames_of_fade(fade, pose)),
        }
    }

    /// Returns a box in model space around the vertices of the model's pose. During a cross-fade, the box also
    /// contains the old pose.
    pub(crate) fn bounds(&self) -> Bounds {
        let now = self.gpu.bounds_of(self.instance.pose);
        self.instance.fade.map_or(now, |fade| now.union(&self.gpu.bounds_of(fade.from)))
    }

    pub(crate) fn is_above(&self, height: f32) -> bool {
        const ROUNDING: f32 = 1.0e-5;
        let corners = corners(self.bounds()).map(|corner| self.transform().transform_point3(corner));
        let reach = corners.iter().map(|corner| corner.abs().max_element()).fold(0.0, f32::max);
        corners.iter().all(|corner| corner.z >= height - ROUNDING * reach)
    }

    pub(crate) fn surface_skin(&self, surface: &GpuSurface) -> Option<SurfaceSkin<'a>> {
        self.content.surface_skin(self.instance.skins, surface)
    }

    pub(crate) fn surfaces(
        self,
        data: &'a ModelData,
    ) -> impl Iterator<Item = (&'a GpuSurface, SurfaceSkin<'a>)> {
        data.surfaces.iter().filter_map(move |surface| Some((surface, self.surface_skin(surface)?)))
    }
}
