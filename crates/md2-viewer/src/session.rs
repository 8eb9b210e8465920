//! An open model: the document, its place on the GPU, what plays, the camera and the switches.
//!
//! The window and the `render` command both draw a session, so that a picture shows what the window
//! shows. A session knows nothing of windows.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use glam::Vec2;
use md2_anim::Rates;
use md2_assets::RgbaImage;
use md2_render::{
    DrawStatus, Image, ImageData, Overlay, RenderError, Renderer, Stats, TextureId, ValidationLog,
};

use crate::builtin;
use crate::camera::{OrbitCamera, Subject, Viewport};
use crate::cli::SceneArgs;
use crate::document::Document;
use crate::failure::Failure;
use crate::player::Player;
use crate::skins::Skin;
use crate::stage::Stage;
use crate::view::ViewOptions;

#[derive(Debug)]
pub(crate) struct Session {
    document: Document,
    player: Player,
    camera: OrbitCamera,
    view: ViewOptions,
    viewport: Viewport,
    /// Which of the document's skins is worn, and its size in pixels.
    worn: Option<(usize, [u32; 2])>,
    /// What went wrong without keeping the model from being shown, for the user to read.
    warnings: Vec<String>,
    stage: Stage,
    floor_texture: TextureId,
    device_name: String,
    /// Last: everything above lives on it.
    renderer: Renderer,
}

impl Session {
    /// Puts a document on the GPU and looks at it as the arguments say.
    ///
    /// # Errors
    /// If the GPU cannot hold it, or the arguments name a sequence or a skin that is not there.
    pub(crate) fn new(
        mut renderer: Renderer,
        document: Document,
        args: &SceneArgs,
        viewport: Viewport,
    ) -> Result<Self, Failure> {
        let floor_texture = add_image(&mut renderer, &builtin::floor_texture().map_err(Failure::File)?)?;
        let stage = Stage::new(&mut renderer, &document, floor_texture)?;
        let player = Player::new(document.range_sets().to_vec());
        let camera = OrbitCamera::framing(&document.subject(), &viewport);
        let device_name = renderer.adapter().name.clone();
        let mut session = Self {
            document,
            player,
            camera,
            view: ViewOptions::from(args),
            viewport,
            worn: None,
            warnings: Vec::new(),
            stage,
            floor_texture,
            device_name,
            renderer,
        };
        session.start_sequence(session.document.default_sequence());
        session.put_on_first_skin();
        session.obey(args)?;
        Ok(session)
    }

    /// Replaces the model by another one, seen afresh.
    ///
    /// # Errors
    /// If the GPU cannot hold it; the old model stays then.
    pub(crate) fn open(&mut self, document: Document) -> Result<(), RenderError> {
        self.replace(document)?;
        self.player = Player::new(self.document.range_sets().to_vec());
        self.camera = OrbitCamera::framing(&self.document.subject(), &self.viewport);
        self.start_sequence(self.document.default_sequence());
        self.put_on_first_skin();
        Ok(())
    }

    /// Replaces the model by a newer version of itself: what is seen, and from where, stays.
    ///
    /// # Errors
    /// If the GPU cannot hold it; the old model stays then.
    pub(crate) fn reload(&mut self, document: Document) -> Result<(), RenderError> {
        let skin = self.skin_index().map(|index| self.document.skins()[index].label().to_owned());
        let before = self.subject();
        self.replace(document)?;
        let renewed = Player::new(self.document.range_sets().to_vec());
        self.player = renewed.continuing(&self.player);
        if self.subject() != before {
            self.camera.replace_subject(&self.subject(), &self.viewport);
        }
        self.lay_ground();
        let same = |skin: &Skin, label: &String| skin.label() == label;
        let index = skin.and_then(|label| self.document.skins().iter().position(|skin| same(skin, &label)));
        match index {
            Some(index) => self.wear(index),
            None => self.put_on_first_skin(),
        }
        Ok(())
    }

    fn replace(&mut self, document: Document) -> Result<(), RenderError> {
        let stage = Stage::new(&mut self.renderer, &document, self.floor_texture)?;
        std::mem::replace(&mut self.stage, stage).remove(&mut self.renderer);
        self.document = document;
        self.worn = None;
        Ok(())
    }

    /// Does what the arguments of the command line say.
    fn obey(&mut self, args: &SceneArgs) -> Result<(), Failure> {
        if let Some(name) = &args.sequence {
            let Some(index) = self.player.find(name) else {
                let names: Vec<&str> =
                    self.player.sequences().iter().map(|sequence| sequence.name.as_str()).collect();
                return Err(Failure::Usage(format!(
                    "{} has no sequence {name:?}; it has: {}",
                    self.document.name(),
                    names.join(", ")
                )));
            };
            self.start_sequence(index);
            self.frame();
        }
        if let Some(seconds) = args.time {
            self.player.seek_time(seconds);
        }
        if let Some(name) = &args.skin {
            let index = self.document.skin_named_or_added(name).map_err(Failure::File)?;
            self.try_wear(index).map_err(Failure::File)?;
        }
        if let Some(degrees) = args.yaw {
            self.camera.set_yaw(degrees.to_radians());
        }
        if let Some(degrees) = args.pitch {
            self.camera.set_pitch(degrees.to_radians());
            // How far away a model fits depends on how steep it is looked at.
            self.camera.refit(&self.viewport);
        }
        if let Some(units) = args.distance {
            self.camera.set_distance(units);
        }
        Ok(())
    }

    pub(crate) fn document(&self) -> &Document {
        &self.document
    }

    pub(crate) fn player(&self) -> &Player {
        &self.player
    }

    pub(crate) fn player_mut(&mut self) -> &mut Player {
        &mut self.player
    }

    pub(crate) fn camera(&self) -> &OrbitCamera {
        &self.camera
    }

    pub(crate) fn camera_mut(&mut self) -> &mut OrbitCamera {
        &mut self.camera
    }

    pub(crate) fn view(&self) -> &ViewOptions {
        &self.view
    }

    pub(crate) fn view_mut(&mut self) -> &mut ViewOptions {
        &mut self.view
    }

    pub(crate) fn device_name(&self) -> &str {
        &self.device_name
    }

    pub(crate) fn stats(&self) -> Stats {
        self.renderer.stats()
    }

    pub(crate) fn validation_log(&self) -> Arc<ValidationLog> {
        self.renderer.validation_log()
    }

    pub(crate) fn renderer_mut(&mut self) -> &mut Renderer {
        &mut self.renderer
    }

    pub(crate) fn skin_index(&self) -> Option<usize> {
        self.worn.map(|(index, _)| index)
    }

    pub(crate) fn skin_size(&self) -> Option<[u32; 2]> {
        self.worn.map(|(_, size)| size)
    }

    /// The file of the skin that is worn, if it is one.
    pub(crate) fn skin_path(&self) -> Option<&Path> {
        self.document.skins().get(self.skin_index()?)?.path()
    }

    /// What went wrong since the last call without keeping the model from being shown.
    pub(crate) fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// Whether the picture changes by itself.
    pub(crate) fn moves(&self) -> bool {
        self.player.is_playing() || self.camera.auto_orbit()
    }

    /// Lets time pass.
    pub(crate) fn advance(&mut self, time: Duration) {
        self.player.advance(time);
        self.camera.advance(time.as_secs_f32());
    }

    pub(crate) fn start_sequence(&mut self, index: usize) {
        self.player.choose(index);
        self.sequence_changed();
    }

    pub(crate) fn start_neighbor(&mut self, forward: bool) {
        self.player.choose_neighbor(forward);
        self.sequence_changed();
    }

    pub(crate) fn choose_ranges(&mut self, index: usize) {
        self.player.choose_set(index);
        self.sequence_changed();
    }

    pub(crate) fn set_rates(&mut self, rates: Rates) {
        self.player.set_rates(rates);
        self.lay_ground();
    }

    fn sequence_changed(&mut self) {
        self.lay_ground();
        self.camera.keep_in_sight(&self.subject(), &self.viewport);
    }

    /// Puts the floor under the current sequence, and lets it pass as fast as that walks.
    fn lay_ground(&mut self) {
        let sequence = self.player.sequence();
        let (height, speed) = (self.document.floor_height(sequence), self.document.ground_speed(sequence));
        self.stage.set_floor_height(height);
        self.player.set_ground_speed(speed);
    }

    /// The box around the current sequence.
    fn subject(&self) -> Subject {
        let sequence = self.player.sequence();
        self.document.subject_of(sequence.first, sequence.last)
    }

    /// Moves the camera to where the current sequence fits, keeping its direction.
    pub(crate) fn frame(&mut self) {
        self.camera.frame(&self.subject(), &self.viewport);
    }

    /// Tells which part of the window the panels leave free.
    pub(crate) fn set_viewport(&mut self, viewport: Viewport) {
        if viewport != self.viewport {
            self.viewport = viewport;
            self.camera.refit(&viewport);
        }
    }

    /// Turns the model by a drag in pixels.
    pub(crate) fn orbit(&mut self, drag: Vec2) {
        self.camera.orbit(drag);
    }

    /// Shifts the model by a drag in pixels.
    pub(crate) fn pan(&mut self, drag: Vec2) {
        self.camera.pan(drag, &self.viewport);
    }

    /// Puts a skin on. If it cannot be shown, says so among the warnings and keeps the old one.
    pub(crate) fn wear(&mut self, index: usize) {
        if let Err(error) = self.try_wear(index) {
            self.warnings.push(format!("{error:#}"));
        }
    }

    pub(crate) fn wear_next(&mut self) {
        let count = self.document.skins().len();
        if count > 0 {
            self.wear(self.skin_index().map_or(0, |index| (index + 1) % count));
        }
    }

    /// Adds an image file to the skins and puts it on.
    ///
    /// # Errors
    /// If the file is no image that can be shown; the old skin stays then.
    pub(crate) fn add_skin(&mut self, path: &Path) -> anyhow::Result<()> {
        let skin = Skin::chosen(path);
        skin.decode()?;
        let index = self.document.add_skin(skin);
        self.try_wear(index)
    }

    fn try_wear(&mut self, index: usize) -> anyhow::Result<()> {
        let Some(skin) = self.document.skins().get(index) else {
            return Ok(());
        };
        let image = skin.decode()?;
        self.stage.wear(&mut self.renderer, Some(image_data(&image)))?;
        self.worn = Some((index, [image.width(), image.height()]));
        Ok(())
    }

    /// The first skin that can be shown.
    fn put_on_first_skin(&mut self) {
        for index in 0..self.document.skins().len() {
            self.wear(index);
            if self.worn.is_some() {
                return;
            }
        }
    }

    /// Draws to the window, with the interface over it.
    ///
    /// # Errors
    /// As the renderer's.
    pub(crate) fn draw(&mut self, overlay: &Overlay<'_>) -> Result<DrawStatus, RenderError> {
        let view = self.camera.view(&self.viewport);
        let scene = self.stage.scene(self.player.pose(), self.player.travelled(), &view, &self.view);
        self.renderer.draw(&scene, Some(overlay))
    }

    /// Draws the same scene into a picture of any size, without the interface.
    ///
    /// # Errors
    /// As the renderer's.
    pub(crate) fn picture(&mut self, size: [u32; 2]) -> Result<Image, RenderError> {
        let view = self.camera.view(&Viewport::whole(size));
        let scene = self.stage.scene(self.player.pose(), self.player.travelled(), &view, &self.view);
        self.renderer.render_image(&scene, size)
    }
}

fn add_image(renderer: &mut Renderer, image: &RgbaImage) -> Result<TextureId, RenderError> {
    renderer.add_texture(&image_data(image))
}

fn image_data(image: &RgbaImage) -> ImageData<'_> {
    ImageData { width: image.width(), height: image.height(), rgba: image.rgba() }
}

#[cfg(test)]
pub(crate) mod tests;
