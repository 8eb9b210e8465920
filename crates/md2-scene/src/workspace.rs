//! The workspace: the whole scene and its changes over time.

mod altered;
mod apply;
mod counterpart;
mod fading;
mod figure;
mod placement;
mod preview;
mod restored;
mod resumed;
mod tour;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use md2_mesh::Bounds;

use crate::actor::{Actor, ActorId, SkinRequest};
use crate::camera::OrbitCamera;
use crate::command::Outcome;
use crate::crowd::Crowd;
use crate::document::Document;
use crate::eye_view;
use crate::figure::Figure;
use crate::floor::Floor;
use crate::look::{FloorKind, Look};
use crate::models::Models;
use crate::player::Player;
use crate::selection::{PointerTarget, Reference, Selection};
use crate::view::View;
use crate::viewport::Viewport;
use altered::AlteredMesh;
pub use altered::CommandCounts;
pub use counterpart::Counterpart;
pub use fading::CROSSFADE;
use preview::PreviewState;
use restored::RestoredMesh;

/// The state of a viewer: actors, a camera and a look. There is at least one actor, and the first one has its own player.
///
/// Only [`apply`](Self::apply) and [`advance`](Self::advance) change it.
#[derive(Clone, Debug)]
pub struct Workspace {
    models: Models,
    /// All actors. Each actor comes after the actors that it follows or is mounted on.
    actors: Vec<Actor>,
    parts: Vec<ActorId>,
    carried: Option<CarriedWeapon>,
    restored: Vec<RestoredMesh>,
    altered: Vec<AlteredMesh>,
    next_id: u32,
    decoding: SkinDecoding,
    transport: Transport,
    preview: Option<PreviewState>,
    orbits_while_stopped: bool,
    clock: Duration,
    camera: OrbitCamera,
    weapon_view: bool,
    look: Look,
    selection: Option<Selection>,
    hover: Option<PointerTarget>,
    pub(crate) reference: Option<Reference>,
    pub(crate) counterpart: Option<Counterpart>,
    viewport: Viewport,
    /// The floor below the figure in its current sequences, before its pattern is scrolled by the distance that the figure has walked.
    floor: Floor,
    /// Shared with the history, which stores workspaces.
    crowd: Option<Arc<Crowd>>,
    tour: Option<Arc<Workspace>>,
}

#[derive(Clone, Debug)]
struct CarriedWeapon {
    weapon: usize,
    actors: Vec<ActorId>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum SkinDecoding {
    Immediate,
    /// The caller decodes the images later, and answers the [`SkinRequest`] with them.
    Deferred,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transport {
    /// Whether time runs. It pauses while `held` is true.
    pub playing: bool,
    pub held: bool,
    pub speed: f32,
    pub game: bool,
}

impl Default for Transport {
    fn default() -> Self {
        Self { playing: true, held: false, speed: 1.0, game: false }
    }
}

impl Workspace {
    #[must_use = "the outcome lists problems with skins and weapons"]
    pub fn new(figure: impl Into<Figure>, viewport: Viewport) -> (Self, Outcome) {
        Self::with_decoding(figure.into(), viewport, SkinDecoding::Immediate)
    }

    #[must_use = "the outcome lists problems with the weapon"]
    pub fn with_deferred_skins(figure: impl Into<Figure>, viewport: Viewport) -> (Self, Outcome) {
        Self::with_decoding(figure.into(), viewport, SkinDecoding::Deferred)
    }

    fn with_decoding(figure: Figure, viewport: Viewport, decoding: SkinDecoding) -> (Self, Outcome) {
        let mut workspace = Self {
            models: Models::new(figure.clone()),
            actors: Vec::with_capacity(figure.parts().len()),
            parts: Vec::with_capacity(figure.parts().len()),
            carried: None,
            restored: Vec::new(),
            altered: Vec::new(),
            next_id: 0,
            decoding,
            transport: Transport::default(),
            preview: None,
            orbits_while_stopped: false,
            clock: Duration::ZERO,
            camera: OrbitCamera::framing(&Bounds::ORIGIN, &viewport),
            weapon_view: false,
            look: Look::default(),
            selection: None,
            hover: None,
            reference: None,
            counterpart: None,
            viewport,
            floor: Floor::around(&Bounds::ORIGIN, 0.0),
            crowd: None,
            tour: None,
        };
        let outcome = workspace.open(figure);
        workspace.settle();
        (workspace, outcome)
    }

    pub fn actors(&self) -> &[Actor] {
        &self.actors
    }

    pub fn skin_requests(&self) -> impl Iterator<Item = SkinRequest> {
        self.actors.iter().filter_map(Actor::skin_request)
    }

    pub fn actor(&self, id: ActorId) -> Option<&Actor> {
        self.actors.iter().find(|actor| actor.id == id)
    }

    pub fn lead(&self) -> ActorId {
        self.actors[0].id
    }

    pub fn document(&self) -> &Arc<Document> {
        self.actors[0].document()
    }

    pub fn player(&self) -> &Player {
        self.actors[0].player().expect("the first actor plays")
    }

    pub fn clock(&self) -> Duration {
        self.clock
    }

    pub fn transport(&self) -> Transport {
        self.transport
    }

    /// Whether time moves any actor. Also true while the user holds time by dragging a control.
    pub fn is_playing(&self) -> bool {
        self.transport.playing
            && (self.crowd.is_some() || self.fades() || self.players().any(|player| !player.is_finished()))
    }

    pub fn can_pause(&self) -> bool {
        self.transport.playing && (self.is_playing() || !self.players().any(Player::can_play_again))
    }

    pub fn moves(&self) -> bool {
        self.is_playing() || self.preview_moves() || self.skins_change() || self.camera_orbits()
    }

    fn camera_orbits(&self) -> bool {
        self.camera.auto_orbit && !self.weapon_view && (self.transport.playing || self.orbits_while_stopped)
    }

    fn skins_change(&self) -> bool {
        let changes = |actor: &Actor| actor.is_shown && actor.outfit().is_some_and(|outfit| outfit.changes());
        self.transport.playing && self.actors.iter().any(changes)
    }

    pub fn camera(&self) -> &OrbitCamera {
        &self.camera
    }

    pub fn viewport(&self) -> &Viewport {
        &self.viewport
    }

    pub fn view(&self) -> View {
        self.view_in(&self.viewport)
    }

    pub fn view_in(&self, viewport: &Viewport) -> View {
        if self.weapon_view { eye_view::view(viewport) } else { self.camera.view(viewport) }
    }

    pub fn weapon_view(&self) -> bool {
        self.weapon_view
    }

    pub fn look(&self) -> &Look {
        &self.look
    }

    /// The selected frame, triangle or vertex. The selection ends when its actor is removed, or when a new version of the
    /// model does not contain the selected piece.
    pub fn selection(&self) -> Option<Selection> {
        self.selection
    }

    pub fn hover(&self) -> Option<PointerTarget> {
        self.hover
    }

    pub fn crowd(&self) -> Option<&Crowd> {
        self.crowd.as_deref()
    }

    pub fn floor(&self) -> Option<Floor> {
        let travelled = if self.crowd.is_some() { 0.0 } else { self.player().travelled };
        (self.look.floor != FloorKind::None && !self.weapon_view).then(|| self.floor.scrolled_by(travelled))
    }

    /// Advances time. While time is stopped, only a [preview](crate::Command::Preview) moves, and the camera if its orbit was
    /// started.
    pub fn advance(&mut self, time: Duration) {
        let Transport { playing, held, .. } = self.transport;
        if (playing || self.preview.is_some()) && !held {
            let mut another = false;
            let time = self.look.mistake.map_or(time, |mistake| mistake.step(time));
            self.players_mut().for_each(|player| another |= player.advance(time));
            if another {
                self.settle();
            }
        }
        if playing && !held {
            if let Some(crowd) = self.crowd.as_mut().map(Arc::make_mut) {
                crowd.advance(time);
            }
            let passed = time.as_secs_f64() * f64::from(self.transport.speed);
            let passed = Duration::try_from_secs_f64(passed).unwrap_or(Duration::MAX);
            self.clock = self.clock.saturating_add(passed);
            self.advance_fades(passed);
        }
        if self.camera_orbits() {
            self.camera.advance(time.as_secs_f32());
        }
    }

    fn players(&self) -> impl Iterator<Item = &Player> {
        self.actors.iter().filter_map(Actor::player)
    }

    fn players_mut(&mut self) -> impl Iterator<Item = &mut Player> {
        self.actors.iter_mut().filter_map(Actor::player_mut)
    }

    fn settle(&mut self) {
        self.drop_unused_restored();
        self.drop_invalid_selection();
        self.rebuild_crowd();
        let height = self.height();
        let lead = &mut self.actors[0];
        let document = Arc::clone(lead.document());
        if let Some(player) = lead.player_mut() {
            player.set_ground_speed(document.ground_speed(player.sequence(), height));
        }
        self.floor = self.floor_below();
        if self.preview.is_none() {
            self.camera.keep_in_sight(&self.subject(), &self.viewport);
        }
    }
}
