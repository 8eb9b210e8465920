//! The models of a scene, with what their draws need looked up.

use glam::Mat4;
use md2_mesh::{Bounds, Packing};

use crate::content::{Content, Worn};
use crate::model::{FourFrames, FramePair, GpuModel, GpuSurface, ModelData};
use crate::scene::{Ghost, ModelInstance, Scene};
use crate::style::Shading;

/// A model of the scene.
#[derive(Clone, Copy)]
pub(crate) struct Drawn<'a> {
    pub(crate) model: &'a GpuModel,
    instance: &'a ModelInstance<'a>,
    content: &'a Content,
}

/// The frames that a model is between.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Frames {
    /// Those of its pose.
    Two(FramePair),
    /// Those of the pose that it leaves, and those of its pose.
    Four(FourFrames),
}

impl Frames {
    /// As [`FramePair::in_light_of`].
    pub(crate) fn in_light_of(self, shading: Shading) -> Self {
        match self {
            Self::Two(pair) => Self::Two(pair.in_light_of(shading)),
            Self::Four(mut four) if shading == Shading::Game => {
                let [.., [.., last_share]] = four.scales;
                if last_share == 0.0 {
                    four.offsets[3] = four.offsets[2];
                }
                Self::Four(four)
            }
            as_it_is => as_it_is,
        }
    }
}

/// What the vertex shaders of a draw read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VertexKind {
    pub(crate) packing: Packing,
    /// Whether it is in four frames instead of two.
    pub(crate) fades: bool,
}

/// Those of the models that have triangles, and vertices of this kind.
pub(crate) fn of_kind<'a>(
    models: impl Iterator<Item = Drawn<'a>> + Clone,
    kind: VertexKind,
) -> impl Iterator<Item = (Drawn<'a>, &'a ModelData)> + Clone {
    models
        .filter_map(|drawn| Some((drawn, drawn.model.data.as_ref()?)))
        .filter(move |(drawn, data)| kind == VertexKind { packing: data.packing, fades: drawn.fades() })
}

impl Content {
    /// The scene's models, without the ghosts.
    pub(crate) fn drawn<'d>(&'d self, scene: &'d Scene<'_>) -> impl Iterator<Item = Drawn<'d>> + Clone {
        self.all(scene).filter(|drawn| drawn.ghost().is_none())
    }

    /// Those that are ghosts.
    pub(crate) fn ghosts<'d>(&'d self, scene: &'d Scene<'_>) -> impl Iterator<Item = Drawn<'d>> + Clone {
        self.all(scene).filter(|drawn| drawn.ghost().is_some())
    }

    fn all<'d>(&'d self, scene: &'d Scene<'_>) -> impl Iterator<Item = Drawn<'d>> + Clone {
        scene.models.iter().map(|instance| Drawn::new(self, instance))
    }

    /// Looks up all that drawing the scene will.
    ///
    /// # Panics
    /// If something of it was removed, or is another renderer's.
    pub(crate) fn assert_known(&self, scene: &Scene<'_>) {
        for drawn in self.all(scene) {
            drawn.model.data.iter().for_each(|data| drawn.surfaces(data).for_each(drop));
        }
        for crowd in scene.crowds {
            for surface in self.model(crowd.model).data.iter().flat_map(|data| &data.surfaces) {
                for skins in crowd.outfits {
                    let _ = self.worn(skins, surface);
                }
            }
        }
        if let Some(texture) = scene.floor.and_then(|floor| floor.texture) {
            let _ = self.texture(texture);
        }
    }
}

impl<'a> Drawn<'a> {
    /// # Panics
    /// If the model was removed.
    pub(crate) fn new(content: &'a Content, instance: &'a ModelInstance<'a>) -> Self {
        Self { model: content.model(instance.model), instance, content }
    }

    /// Model space to world space.
    pub(crate) fn transform(&self) -> Mat4 {
        Mat4::from_cols_array_2d(&self.instance.transform)
    }

    /// The frames that it is between.
    pub(crate) fn frames(&self) -> Frames {
        match self
            .instance
            .fade
            .filter(|_| self.ghost().is_none())
            .map(|fade| (fade, fade.ends_at(self.instance.pose)))
        {
            None => Frames::Two(self.model.frames_of(self.instance.pose)),
            Some((_, Some(pose))) => Frames::Two(self.model.frames_of(pose)),
            Some((fade, None)) => Frames::Four(self.model.frames_of_fade(fade, self.instance.pose)),
        }
    }

    /// A box that holds it in its pose, and in the one that it leaves, in model space.
    pub(crate) fn bounds(&self) -> Bounds {
        let now = self.model.bounds_of(self.instance.pose);
        self.instance.fade.map_or(now, |fade| now.union(&self.model.bounds_of(fade.from)))
    }

    /// How it is drawn, if it is a ghost.
    pub(crate) fn ghost(&self) -> Option<Ghost> {
        self.instance.ghost
    }

    /// Whether these are four.
    pub(crate) fn fades(&self) -> bool {
        self.instance.fades()
    }

    /// What a surface of it wears; none if it is hidden.
    ///
    /// # Panics
    /// If the texture was removed.
    pub(crate) fn worn(&self, surface: &GpuSurface) -> Option<Worn<'a>> {
        self.content.worn(self.instance.skins, surface)
    }

    /// What it wears on the surfaces that are seen, one after the other.
    pub(crate) fn surfaces(self, data: &'a ModelData) -> impl Iterator<Item = (&'a GpuSurface, Worn<'a>)> {
        data.surfaces.iter().filter_map(move |surface| Some((surface, self.worn(surface)?)))
    }
}
