//! A document on the GPU, and the scene made of it: the same for the window and for pictures.

use glam::Vec3;
use md2_anim::Pose;
use md2_render::{
    Camera, Filter, Floor, ImageData, Light, ModelInstance, RenderError, Renderer, Scene, TextureId,
};

use crate::camera::{Subject, View};
use crate::document::Document;
use crate::view::ViewOptions;

/// Units that one repetition of the floor's pattern covers under a model of a player's size.
const FLOOR_TILE: f32 = 64.0;
/// Half the diagonal of a player model: what [`FLOOR_TILE`] is made for.
const PLAYER_RADIUS: f32 = 32.0;
/// Where the floor begins to fade and is gone, in radii of the model.
const FLOOR_FADE: [f32; 2] = [1.9, 7.5];

/// What the renderer holds of a document. To be taken apart by [`Stage::remove`].
#[derive(Debug)]
pub(crate) struct Stage {
    models: [ModelInstance; 1],
    skin: Option<TextureId>,
    floor: Floor,
}

impl Stage {
    /// Uploads the model. It wears nothing yet.
    ///
    /// # Errors
    /// If the GPU cannot hold it; nothing is left there then.
    pub(crate) fn new(
        renderer: &mut Renderer,
        document: &Document,
        floor_texture: TextureId,
    ) -> Result<Self, RenderError> {
        let model = renderer.add_model(document.mesh())?;
        let subject = document.subject();
        Ok(Self {
            models: [ModelInstance::new(model, None)],
            skin: None,
            floor: floor_around(&subject, floor_texture),
        })
    }

    /// Changes the skin; `None` is the placeholder.
    ///
    /// # Errors
    /// If the GPU cannot hold it; the old one stays then.
    pub(crate) fn wear(
        &mut self,
        renderer: &mut Renderer,
        image: Option<ImageData<'_>>,
    ) -> Result<(), RenderError> {
        let new = image.map(|image| renderer.add_texture(&image)).transpose()?;
        if let Some(old) = std::mem::replace(&mut self.skin, new) {
            renderer.remove_texture(old);
        }
        self.models[0].skin = new;
        Ok(())
    }

    /// Moves the floor to another height.
    pub(crate) fn set_floor_height(&mut self, height: f32) {
        self.floor.height = height;
    }

    /// Frees what the renderer holds.
    pub(crate) fn remove(self, renderer: &mut Renderer) {
        renderer.remove_model(self.models[0].model);
        if let Some(skin) = self.skin {
            renderer.remove_texture(skin);
        }
    }

    /// The scene at one moment.
    pub(crate) fn scene(
        &mut self,
        pose: Pose,
        travelled: f64,
        view: &View,
        options: &ViewOptions,
    ) -> Scene<'_> {
        self.models[0].pose =
            md2_render::Pose { frame_a: pose.frame_a, frame_b: pose.frame_b, blend: pose.blend };
        let floor = Floor { scroll: [-wrapped(travelled, self.floor.tile), 0.0], ..self.floor };
        Scene {
            camera: Camera {
                eye: view.eye.to_array(),
                target: view.target.to_array(),
                up: Vec3::Z.to_array(),
                fov_y: view.fov_y,
                near: view.near,
            },
            light: if options.light { Light::default() } else { Light::FLAT },
            floor: options.floor.then_some(floor),
            models: &self.models,
            wireframe: options.wireframe,
            two_sided: options.two_sided,
            filter: if options.smooth { Filter::Linear } else { Filter::Nearest },
            ..Scene::default()
        }
    }
}

/// A floor around the model, with a pattern of a size that suits it.
fn floor_around(subject: &Subject, texture: TextureId) -> Floor {
    let center = subject.center();
    let radius = subject.radius();
    // Powers of two: models of nearly the same size stand on the same floor.
    let scale = (radius / PLAYER_RADIUS).log2().round().exp2();
    Floor {
        texture: Some(texture),
        height: subject.min.z,
        tile: FLOOR_TILE * scale,
        center: [center.x, center.y],
        fade: FLOOR_FADE.map(|factor| factor * radius),
        ..Floor::default()
    }
}

/// What is left of a distance after whole tiles: a floor that has run for days still moves
/// smoothly.
#[allow(clippy::cast_possible_truncation, reason = "the remainder is at most one tile")]
fn wrapped(distance: f64, tile: f32) -> f32 {
    distance.rem_euclid(f64::from(tile)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_floor_moves_smoothly_after_a_long_walk() {
        let tile = 64.0;
        assert_eq!(wrapped(64.0 * 1e9 + 1.5, tile), 1.5);
        assert_eq!(wrapped(-1.0, tile), 63.0);
    }
}
